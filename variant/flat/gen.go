package flat

import (
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat/topology"
)

// PseudoLegal adds all pseudo-legal moves to the list. They may leave a king attacked.
func (v *Rules) PseudoLegal(p *board.Position, list *board.MoveList) {
	own, occupied := p.ByColour(p.Side), p.Occupied()
	v.pawnMoves(p, p.Pieces(p.Side, board.Pawn), list)
	for pieces := own &^ p.ByRole(board.Pawn); pieces != 0; {
		from := pieces.Pop()
		addAll(list, from, v.Topology.Attacks(p.Piece(from).Role(), from, occupied)&^own)
	}
	v.castlingMoves(p, list)
}

// Captures adds the pseudo-legal captures and promotions to the list.
func (v *Rules) Captures(p *board.Position, list *board.MoveList) {
	own, enemy, occupied := p.ByColour(p.Side), p.ByColour(p.Side.Other()), p.Occupied()
	pawns := p.Pieces(p.Side, board.Pawn)
	one, _ := topology.Pushes(p.Side, pawns, occupied)
	v.addPushes(list, p.Side, one&lastRows, 0)
	v.pawnCaptures(p, pawns, list)
	for pieces := own &^ p.ByRole(board.Pawn); pieces != 0; {
		from := pieces.Pop()
		addAll(list, from, v.Topology.Attacks(p.Piece(from).Role(), from, occupied)&enemy)
	}
}

func addAll(list *board.MoveList, from board.Square, targets board.Bitboard) {
	for targets != 0 {
		list.Add(board.NewMove(from, targets.Pop(), board.NoRole))
	}
}

func (v *Rules) pawnMoves(p *board.Position, pawns board.Bitboard, list *board.MoveList) {
	one, two := topology.Pushes(p.Side, pawns, p.Occupied())
	v.addPushes(list, p.Side, one, two&v.double)
	v.pawnCaptures(p, pawns, list)
}

// addPushes adds the single and double pushes to the given destination squares.
func (v *Rules) addPushes(list *board.MoveList, side board.Colour, one, two board.Bitboard) {
	for one != 0 {
		to := one.Pop()
		v.addPawn(list, topology.Behind(side, to), to)
	}
	for two != 0 {
		to := two.Pop()
		list.Add(board.NewMove(topology.Behind(side, topology.Behind(side, to)), to, board.NoRole))
	}
}

func (v *Rules) pawnCaptures(p *board.Position, pawns board.Bitboard, list *board.MoveList) {
	enemy := p.ByColour(p.Side.Other())
	left, right := v.Topology.PawnAttacks(p.Side, pawns)
	for hit := (left | right) & enemy; hit != 0; {
		to := hit.Pop()
		for from := v.Topology.PawnFrom[p.Side&1][to&63] & pawns; from != 0; {
			v.addPawn(list, from.Pop(), to)
		}
	}
	for from := v.capturers(p, p.EnPassant()) & pawns; from != 0; {
		list.Add(v.enPassant(from.Pop(), p))
	}
}

// addPawn adds a pawn move. On the last rank it adds one move per promotion role.
func (v *Rules) addPawn(list *board.MoveList, from, to board.Square) {
	if !lastRows.Has(to) {
		list.Add(board.NewMove(from, to, board.NoRole))
		return
	}
	for _, k := range v.promotes {
		list.Add(board.NewMove(from, to, k))
	}
}

// castlingMoves adds the castling moves. It does not check for attacks on the landing square, because Apply
// rejects any move that leaves a king attacked.
func (v *Rules) castlingMoves(p *board.Position, list *board.MoveList) {
	if p.Castling() == 0 {
		return
	}
	occupied := p.Occupied()
	if !p.UsualHomes() {
		if !v.InCheck(p, p.Side) {
			for _, m := range v.unusualCastling(p, occupied) {
				if m != board.NoMove {
					list.Add(m)
				}
			}
		}
		return
	}
	for i := range castles[p.Side&1] {
		c := &castles[p.Side&1][i]
		if p.Castling()&c.right == 0 || occupied&c.empty != 0 {
			continue
		}
		if !v.InCheck(p, p.Side) && v.Attackers(p, c.crossed, p.Side.Other(), occupied) == 0 {
			list.Add(board.NewMove(c.king, c.landing, board.NoRole))
		}
	}
}

// Origins returns the squares from which a piece with a role has a pseudo-legal move to a square, excluding
// castling. The SAN code uses it to avoid generating all moves, because SAN contains only the role and the
// destination.
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

// pushOrigin returns the square of the pawn that can be pushed to an empty square, as a set. The set is empty
// if no pawn can be pushed there.
func (v *Rules) pushOrigin(side board.Colour, to board.Square, pawns, occupied board.Bitboard) board.Bitboard {
	one := topology.Behind(side, to)
	if one == board.NoSquare {
		return 0
	}
	if occupied.Has(one) {
		return one.Bit() & pawns
	}
	two := topology.Behind(side, one)
	if two == board.NoSquare {
		return 0
	}
	if _, reached := topology.Pushes(side, two.Bit(), occupied); !(reached & v.double).Has(to) {
		return 0
	}
	return two.Bit() & pawns
}

// Class classifies a legal move.
func (v *Rules) Class(p *board.Position, m board.Move) (c rules.Class) {
	from, to := m.From(), m.To()
	if taken := p.Piece(to); taken != board.NoPiece {
		if taken.Colour() == p.Side {
			return rules.Castling // the king moves onto its own rook
		}
		c |= rules.Capture
	}
	switch p.Piece(from).Role() {
	case board.Pawn:
		if m.Promotion() != board.NoRole {
			c |= rules.Promotion
		}
		if c&rules.Capture == 0 && !topology.Pushed(from, to) {
			c |= rules.Capture | rules.EnPassant
		}
	case board.King:
		if to == from+2 || from == to+2 {
			c |= rules.Castling
		}
	}
	return c
}
