package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Guide returns the part that speaks to people.
func (v *Rules) Guide() rules.Guide { return guide{notation.Flat{Rules: v}, v} }

// guide speaks to people: notation.Flat reads and writes for it, ways.go shows
// where a move leads over, and refuse.go says why a move cannot be played.
type guide struct {
	notation.Flat
	v *Rules
}

// Class tells what sort of move a legal move is.
func (g guide) Class(p *board.Position, m board.Move) rules.Class { return g.v.Class(p, m) }
