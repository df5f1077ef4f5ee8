package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/space/geometry"
)

// The methods in this file describe the geometry to an endgame solver. Mounts are numbered from 0, QL1 to QL6
// before KL1 to KL6.

// Ordinary reports whether control of boards follows the usual rules. An empty board is controlled by its
// owner. A board with one piece, of any role, is controlled by that piece's side.
func (v *Rules) Ordinary() bool { return !v.policy.Anyone && v.policy.Stays == [8]bool{} }

// Turns reports whether boards may rotate by 180°.
func (v *Rules) Turns() bool { return v.policy.Turns }

// Empty returns a position without pieces and with boards on the given mounts. White's two boards come first.
// No two boards may share a mount.
func (v *Rules) Empty(mounts [geometry.BoardCount]uint8) board.Position {
	var on [geometry.BoardCount]geometry.Pin
	for slot, n := range mounts {
		on[slot] = geometry.Pin(n)
	}
	return geometry.Empty(on)
}

// Reach returns the squares that a piece other than a pawn attacks from a square if there are no other pieces
// on the boards.
func (v *Rules) Reach(p *board.Position, role board.Role, from board.Square) board.Bitboard {
	t := geometry.Of(p)
	return t.Squares(geometry.Attacks(role, t.Column[from&63], 0))
}

// KingsReach returns the squares that any of the given kings attacks.
func (v *Rules) KingsReach(p *board.Position, kings board.Bitboard) board.Bitboard {
	t := geometry.Of(p)
	c := t.Columns(kings)
	wide := c | (c&geometry.HasLeft)>>1 | (c&geometry.HasRight)<<1
	return t.Squares((wide<<geometry.Files|wide>>geometry.Files)&geometry.OnBoard | (c&geometry.HasLeft)>>1 | (c&geometry.HasRight)<<1)
}

// Between returns the squares that block the line between two squares, which are all squares in the columns
// between them. It returns an empty set if the two squares are not on a line.
func (v *Rules) Between(p *board.Position, a, b board.Square) board.Bitboard {
	t := geometry.Of(p)
	return t.Squares(geometry.Between(t.Column[a&63], t.Column[b&63]))
}

// Shadow returns the squares that must be free of pieces other than knights before a board may move to a
// mount. It returns an empty set if the rule set has no shadows.
func (v *Rules) Shadow(p *board.Position, mount uint8) board.Bitboard {
	if !v.policy.Shadow {
		return 0
	}
	return geometry.Of(p).Squares(geometry.PinColumns(geometry.Pin(mount)))
}

// Goals returns the mounts to which a board on a mount may move, considering adjacency and direction. The
// mounts are bits of the results, for an empty board and for a board that carries a white or a black piece.
func (v *Rules) Goals(mount uint8) (empty uint16, occupied [2]uint16) {
	g := &v.goals
	return uint16(g.empty[mount]), [2]uint16{uint16(g.occupied[0][mount]), uint16(g.occupied[1][mount])}
}

// Lifts counts a side's board moves to other pins, its turns in place, and the boards under its control that
// carry one of its pieces.
func (v *Rules) Lifts(p *board.Position, side board.Colour) (shifts, turns, riders int) {
	at := *p
	at.Side = side
	var list boardList
	v.boardMoves(&at, geometry.Of(&at), &list)
	for _, b := range list.all() {
		if b.form == board.BoardShift {
			shifts++
		} else if b.from == b.to {
			turns++
		}
	}
	for slot := range geometry.BoardCount {
		if c, rider, ok := controller(p, slot); ok && c == side && rider != board.NoSquare {
			riders++
		}
	}
	return shifts, turns, riders
}

// Attackers returns the squares of the pieces of a side that attack s, given the occupied squares.
func (v *Rules) Attackers(p *board.Position, s board.Square, by board.Colour, occupied board.Bitboard) board.Bitboard {
	t := geometry.Of(p)
	return geometry.Attackers(p, t, t.Column[s&63], by, t.Columns(occupied))
}
