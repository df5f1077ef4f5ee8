package notation

import (
	"errors"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Flat reads and writes the texts of a rule set on one 8x8 board. A flat rule
// set's guide is made of it.
type Flat struct{ Rules rules.Rules }

func (f Flat) FormatPosition(p *board.Position) string { return "" }
func (f Flat) ParsePosition(text string, o rules.ParseOptions) (board.Position, error) {
	return board.Empty(), errors.New("notation: nothing is read yet")
}
func (f Flat) SquareName(p *board.Position, s board.Square) string { return s.String() }
func (f Flat) ParseSquare(p *board.Position, name string) (board.Square, error) {
	return board.NoSquare, errors.New("notation: nothing is read yet")
}
func (f Flat) FormatMove(p *board.Position, m board.Move) string { return "" }
func (f Flat) FormatSAN(p *board.Position, m board.Move) string  { return "" }
func (f Flat) ParseMove(p *board.Position, text string) (board.Move, error) {
	return board.NoMove, errors.New("notation: nothing is read yet")
}
func (f Flat) Rekey(p *board.Position) uint64 { return p.Rekey() }
