package flat

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Origins returns the squares from which a piece of a role has a pseudo-legal
// move to a square, castling excluded. Notation names the role and the
// destination, so reading and writing it needs no other moves.
func (v *Rules) Origins(p *board.Position, role board.Role, to board.Square) board.Bitboard {
	own := p.ByColour(p.Side)
	if own.Has(to) {
		return 0
	}
	if role != board.Pawn {
		return v.Topology.Attacks(role, to, p.Occupied()) & p.Pieces(p.Side, role)
	}
	pawns := p.Pieces(p.Side, board.Pawn)
	if p.Piece(to) != board.NoPiece {
		return v.Topology.PawnFrom[p.Side&1][to&63] & pawns
	}
	from := v.pushOrigin(p.Side, to, pawns, p.Occupied())
	for takers := v.capturers(p, p.EnPassant()); takers != 0; {
		if taker := takers.Pop(); v.enPassant(taker, p).To() == to {
			from |= taker.Bit()
		}
	}
	return from
}

// MayBecome reports whether a pawn may promote to a role.
func (v *Rules) MayBecome(role board.Role) bool { return slices.Contains(v.promotes, role) }

// pushOrigin returns the pawn that can be pushed to an empty square, as a set
// of at most one.
func (v *Rules) pushOrigin(side board.Colour, to board.Square, pawns, occupied board.Bitboard) board.Bitboard {
	g := v.Topology
	one := g.Behind(side, to)
	if one == board.NoSquare {
		return 0
	}
	if occupied.Has(one) {
		return one.Bit() & pawns
	}
	two := g.Behind(side, one)
	if two == board.NoSquare {
		return 0
	}
	if _, reached := g.Pushes(side, two.Bit(), occupied); !reached.Has(to) {
		return 0
	}
	return two.Bit() & pawns
}

// Class classifies a legal move.
func (v *Rules) Class(p *board.Position, m board.Move) (c rules.Class) {
	from, to := m.From(), m.To()
	if taken := p.Piece(to); taken != board.NoPiece {
		if taken.Colour() == p.Side {
			return rules.Castling // from unusual home squares
		}
		c |= rules.Capture
	}
	switch p.Piece(from).Role() {
	case board.Pawn:
		if m.Promotion() != board.NoRole {
			c |= rules.Promotion
		}
		if c&rules.Capture == 0 && !v.Topology.Pushed(p.Side, from, to) {
			c |= rules.Capture | rules.EnPassant
		}
	case board.King:
		if to == from+2 || from == to+2 {
			c |= rules.Castling
		}
	}
	return c
}
