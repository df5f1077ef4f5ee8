package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/text"
)

// Guide returns the part that speaks to people.
func (v *Rules) Guide() rules.Guide { return guide{text.Flat{Rules: v}, v} }

// guide speaks to people: text.Flat reads and writes for it, ways.go shows
// where a move leads over, and illegal.go says why a move cannot be played.
type guide struct {
	text.Flat
	v *Rules
}

// Class tells what sort of move a legal move is.
func (g guide) Class(p *board.Position, m board.Move) rules.Class { return g.v.Class(p, m) }
