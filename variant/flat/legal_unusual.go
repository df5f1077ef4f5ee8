package flat

import "github.com/tainchess/tain/board"

// This file is the part of the generator for boards whose lines differ between
// riders: some cross the seam and others do not, or they hop.

// slowly runs the generator on such a board, or on one whose lines are walked.
func (s *generator) slowly() {
	p := s.p
	if s.v.Topology.Walks() {
		s.filter()
		return
	}
	s.own, s.enemy = p.ByColour(p.Side), p.ByColour(p.Side.Other())
	s.occupied = s.own | s.enemy
	s.kings = p.Pieces(p.Side, board.King)
	s.look()
	s.kingMoves()
	s.pawnMoves()
	switch {
	case s.v.Reflection == nil:
		s.others()
	case s.v.unusual:
		s.reflecting()
	default:
		s.othersMirrored()
	}
}

// filter finds the legal moves by playing all pseudo-legal moves, for boards
// whose lines are walked.
func (s *generator) filter() {
	var all board.MoveList
	s.v.PseudoLegal(s.p, &all)
	for i := range all.Len() {
		s.try(all.At(i))
	}
}

// look is inspect for such a board. It settles nothing: moves of possibly
// pinned pieces, and moves to squares that may answer a check, are doubtful.
func (s *generator) look() {
	p, g := s.p, s.v.Topology
	queens := p.ByRole(board.Queen) & s.enemy
	rooks, bishops := p.ByRole(board.Rook)&s.enemy, p.ByRole(board.Bishop)&s.enemy
	alike := g.QueenAlike()
	for kings := s.kings; kings != 0; {
		k := kings.Pop() & 63
		straight, diagonal := g.MixedRook(k, s.occupied), g.MixedBishop(k, s.occupied)
		near := (g.Knight[k]&p.ByRole(board.Knight) |
			g.King[k]&p.ByRole(board.King) |
			g.PawnFrom[p.Side.Other()&1][k]&p.ByRole(board.Pawn)) & s.enemy
		hits := near | straight&rooks | diagonal&bishops
		if alike {
			hits |= (straight | diagonal) & queens
		} else {
			both := g.MixedQueen(k, s.occupied)
			hits |= both & queens
			straight, diagonal = straight|both, diagonal|both
		}
		s.straight |= straight
		s.diagonal |= diagonal
		if hits != 0 {
			s.checked = true
			s.checkMask |= hits
			if hits&(rooks|queens) != 0 {
				s.checkMask |= straight
			}
			if hits&(bishops|queens) != 0 {
				s.checkMask |= diagonal
			}
		}
		blockers := (straight | diagonal) & s.own
		if blockers == 0 || g.Straight[k]&(rooks|queens)|g.Diagonal[k]&(bishops|queens) == 0 {
			continue
		}
		if g.Sliders(k, s.occupied^blockers, rooks|queens, bishops|queens)&^hits != 0 {
			s.blockers |= blockers
		}
	}
}

// others is pieces for such a board.
func (s *generator) others() {
	p, g := s.p, s.v.Topology
	for knights := s.own & p.ByRole(board.Knight); knights != 0; {
		from := knights.Pop()
		s.settle(from, g.Knight[from&63])
	}
	for bishops := s.own & p.ByRole(board.Bishop); bishops != 0; {
		from := bishops.Pop()
		s.settle(from, g.MixedBishop(from, s.occupied))
	}
	for rooks := s.own & p.ByRole(board.Rook); rooks != 0; {
		from := rooks.Pop()
		s.settle(from, g.MixedRook(from, s.occupied))
	}
	for queens := s.own & p.ByRole(board.Queen); queens != 0; {
		from := queens.Pop()
		s.settle(from, g.MixedQueen(from, s.occupied))
	}
}

// othersMirrored is mirrored for such a board.
func (s *generator) othersMirrored() {
	p, g := s.p, s.v.Topology
	if knights := s.own & p.ByRole(board.Knight); knights != 0 {
		danger, risk := s.risk(board.Knight)
		for knights != 0 {
			from := knights.Pop()
			s.weigh(board.Knight, from, g.Knight[from&63]&^s.own, danger, risk)
		}
	}
	if bishops := s.own & p.ByRole(board.Bishop); bishops != 0 {
		danger, risk := s.risk(board.Bishop)
		for bishops != 0 {
			from := bishops.Pop()
			s.weigh(board.Bishop, from, g.MixedBishop(from, s.occupied)&^s.own, danger, risk)
		}
	}
	if rooks := s.own & p.ByRole(board.Rook); rooks != 0 {
		danger, risk := s.risk(board.Rook)
		for rooks != 0 {
			from := rooks.Pop()
			s.weigh(board.Rook, from, g.MixedRook(from, s.occupied)&^s.own, danger, risk)
		}
	}
	if queens := s.own & p.ByRole(board.Queen); queens != 0 {
		danger, risk := s.risk(board.Queen)
		for queens != 0 {
			from := queens.Pop()
			s.weigh(board.Queen, from, g.MixedQueen(from, s.occupied)&^s.own, danger, risk)
		}
	}
}
