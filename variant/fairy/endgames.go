package fairy

import (
	"slices"

	"github.com/tainchess/tain/board"
)

// EndgameKinds returns the kinds that occur in games, without the king, and those to which pawns promote. It
// returns false if endgame tables do not support the rule set: they need a board of at most 64 squares, one king
// on each side, no other royal piece, no counted checks, and no effects besides captures and promotions.
func (r *Rules) EndgameKinds() (kinds, promotes []board.Role, ok bool) {
	s := &r.spec
	if r.wide != nil || s.Reflection != nil || s.Rebirth != NoRebirth || s.Checks > 0 || len(r.royalRoles) != 1 || !r.royal[board.King] ||
		slices.Contains(r.promotes, board.King) {
		return nil, nil, false
	}
	for side := range board.Colour(2) {
		if !lone(r.start.SquaresWith(side, board.King)) {
			return nil, nil, false
		}
	}
	if r.start.ByRole(board.Pawn) != 0 {
		promotes = r.promotes
	}
	for _, k := range r.kinds {
		if k.letter != 0 && k.role != board.King && (r.start.ByRole(k.role) != 0 || slices.Contains(promotes, k.role)) {
			kinds = append(kinds, k.role)
		}
	}
	return kinds, promotes, true
}

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
