package fairy

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

func (g guide) FormatUCI(p *board.Position, m board.Move) string { return "" }
func (g guide) FormatSAN(p *board.Position, m board.Move) string { return "" }
func (g guide) ParseMove(p *board.Position, text string) (board.Move, error) {
	return 0, nil
}
func (g guide) Ways(p *board.Position, m board.Move) []rules.Way              { return nil }
func (g guide) WhyIllegal(p *board.Position, m board.Move) *rules.IllegalMove { return nil }
