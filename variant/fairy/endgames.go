package fairy

import (
	"github.com/tainchess/tain/board"
)

// EndgamePromotions returns the kinds to which pawns promote. It returns false if endgame tables do not support the
// rule set: they need a board of at most 64 squares, no counted checks, and no effects besides captures and promotions.
func (r *Rules) EndgamePromotions() (promotes []board.Role, ok bool) {
	s := &r.spec
	return r.promotes, r.wide == nil && s.Reflection == nil && s.Rebirth == NoRebirth && s.Checks == 0
}

// HasGoals reports whether a piece may win by reaching a square.
func (r *Rules) HasGoals() bool { return len(r.spec.Reach) > 0 }

// EndgameSquares returns the squares on which a piece may stand.
func (r *Rules) EndgameSquares(pc board.Piece) board.Set {
	if pc.Role() == board.Pawn {
		return r.All.Without(r.last[pc.Colour()&1])
	}
	return r.All
}

// Quiets returns the squares to which a piece could move without capture.
func (r *Rules) Quiets(pc board.Piece, from board.Square, occupied board.Set) board.Set {
	quiet, _ := r.moves(pc.Colour(), index(pc), from, occupied)
	return quiet.Without(occupied)
}
