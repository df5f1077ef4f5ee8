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
func (g guide) Class(p *board.Position, m board.Move) (c rules.Class) {
	from, to := m.From(), m.To()
	if p.Piece(to) != board.NoPiece {
		c |= rules.Capture
	}
	switch p.Piece(from).Role() {
	case board.Pawn:
		if m.Promotion() != board.NoRole {
			c |= rules.Promotion
		}
		if c&rules.Capture == 0 && from.File() != to.File() {
			c |= rules.Capture | rules.EnPassant
		}
	case board.King:
		if to == from+2 || from == to+2 {
			c |= rules.Castling
		}
	}
	return c
}
