package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/text"
)

// Guide returns the reader, writer and explainer of moves and positions.
func (v *Rules) Guide() rules.Guide { return guide{text.Flat{Rules: v}, v} }

// guide implements rules.Guide: text.Flat reads and writes, and the methods
// here add the path of a move and the reason why one is illegal.
type guide struct {
	text.Flat
	v *Rules
}

// Class classifies a legal move.
func (g guide) Class(p *board.Position, m board.Move) rules.Class { return g.v.Class(p, m) }
