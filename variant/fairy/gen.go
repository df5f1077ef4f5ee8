package fairy

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// noPromotion is the promotion list of a move that is not a promotion.
var noPromotion = []board.Role{board.NoRole}

// promotions returns the promotions of a pawn's move to a square. NoRole means that the pawn stays a pawn.
func (r *Rules) promotions(side board.Colour, to board.Square) []board.Role {
	switch {
	case !r.zone[side&1].Has(to):
		return noPromotion
	case r.spec.May && !r.last[side&1].Has(to):
		return r.mayPromote
	}
	return r.promotes
}

// PseudoLegal adds all pseudo-legal moves to the list. They may leave a royal piece attacked.
func (r *Rules) PseudoLegal(p *board.Position, list *board.MoveList) { r.generate(p, list, false) }

// Captures adds the pseudo-legal captures and promotions to the list.
func (r *Rules) Captures(p *board.Position, list *board.MoveList) { r.generate(p, list, true) }

func (r *Rules) generate(p *board.Position, list *board.MoveList, capturesOnly bool) {
	if r.over(p) {
		return
	}
	if r.wide != nil {
		r.generateWide(p, list, capturesOnly)
		return
	}
	side := p.Side
	own, enemy := p.ByColour(side), p.ByColour(side.Other())
	occupied := own | enemy
	for rest := own; rest != 0; {
		from := rest.Pop()
		pc := p.Piece(from)
		quiet, take := r.tables.Moves(r.men[side&1][index(pc)], from, occupied)
		quiet &^= occupied
		to := take & enemy
		if pc.Role() == board.Pawn {
			passant := r.enPassantOf(p, from)
			quiet |= passant.Bitboard()
			if capturesOnly {
				quiet &= r.zone[side&1].Bitboard() | passant.Bitboard()
			}
			r.addPawn(list, side, from, board.SetOf(to|quiet))
			continue
		}
		if !capturesOnly {
			to |= quiet
		}
		for to != 0 {
			add(list, board.NewMove(from, to.Pop(), board.NoRole))
		}
	}
	if !capturesOnly && p.Castling() != 0 && !r.InCheck(p, side) {
		r.castlingMoves(p, func(m board.Move) { add(list, m) })
	}
}

// enPassantOf returns the landing squares of a pawn's en passant captures.
func (r *Rules) enPassantOf(p *board.Position, from board.Square) (all board.Set) {
	if p.EnPassant() == board.NoSquare {
		return all
	}
	for _, at := range r.landings(p, p.EnPassant()) {
		if at.takers.Has(from) && r.arrives(p, at.to) {
			all.Add(at.to)
		}
	}
	return all
}

// add adds a move unless the list is full. Only absurd positions fill it, such as a board full of pawns that move
// like queens and promote everywhere.
func add(list *board.MoveList, m board.Move) {
	if list.Len() < board.MaxMoves {
		list.Add(m)
	}
}

// addPawn adds a pawn's moves with their promotions.
func (r *Rules) addPawn(list *board.MoveList, side board.Colour, from board.Square, to board.Set) {
	for !to.Empty() {
		s := to.Pop()
		for _, k := range r.promotions(side, s) {
			add(list, board.NewMove(from, s, k))
		}
	}
}

// Class classifies a legal move.
func (r *Rules) Class(p *board.Position, m board.Move) (c rules.Class) {
	from, to := m.From(), m.To()
	pc, taken := p.Piece(from), p.Piece(to)
	if pc.Role() == board.King && r.castling(p, from, to) != nil {
		return rules.Castling
	}
	if taken != board.NoPiece {
		c |= rules.Capture
	}
	if pc.Role() == board.Pawn {
		if m.Promotion() != board.NoRole {
			c |= rules.Promotion
		}
		if taken == board.NoPiece && p.EnPassant() != board.NoSquare && r.takesEnPassant(p, from, to) {
			c |= rules.Capture | rules.EnPassant
		}
	}
	return c
}
