package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat/topology"
)

// EndgamePromotions returns the roles to which pawns promote. It returns false for rule sets with effects besides
// captures and promotions, and with one king on each side: these have symmetric tables.
func (v *Rules) EndgamePromotions() (promotes []board.Role, ok bool) {
	return v.promotes, v.Reflection == nil && !v.oneKing()
}

// EndgameSquares returns the squares on which a piece may stand.
func (v *Rules) EndgameSquares(pc board.Piece) board.Set {
	if pc.Role() == board.Pawn {
		return board.SetOf(^lastRows)
	}
	return board.SetOf(^board.Bitboard(0))
}

// Quiets returns the squares to which a piece could move without capture, castling excluded.
func (v *Rules) Quiets(pc board.Piece, from board.Square, occupied board.Set) board.Set {
	if pc.Role() != board.Pawn {
		return board.SetOf(v.Topology.Attacks(pc.Role(), from, occupied.Bitboard()) &^ occupied.Bitboard())
	}
	one, two := topology.Pushes(pc.Colour(), from.Bit(), occupied.Bitboard())
	return board.SetOf(one | two&v.double)
}
