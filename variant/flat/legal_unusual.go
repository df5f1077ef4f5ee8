package flat

import "github.com/tainchess/tain/board"

// This file is the part of the generator for boards on which lines are not the
// same for all riders: some cross the seam and some do not, or they hop.

// slowly is run on such a board, or on one whose lines are walked.
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

// filter finds the legal moves by playing all of them: the generator's loops are
// for boards whose lines need not be walked.
func (s *generator) filter() {
	var all board.MoveList
	s.v.PseudoLegal(s.p, &all)
	for i := range all.Len() {
		s.try(all.At(i))
	}
}

// look is inspect on such a board. It settles nothing: pieces that may be pinned,
// and squares that may end a check, are in doubt.
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

// others is pieces on such a board.
func (s *generator) others() {
	for k := board.Knight; k <= board.Queen; k++ {
		for movers := s.own & s.p.ByRole(k); movers != 0; {
			from := movers.Pop()
			s.settle(from, s.v.Topology.Attacks(k, from, s.occupied))
		}
	}
}

// othersMirrored is mirrored on such a board.
func (s *generator) othersMirrored() {
	for k := board.Knight; k <= board.Queen; k++ {
		movers := s.own & s.p.ByRole(k)
		if movers == 0 {
			continue
		}
		danger, risk := s.risk(k)
		for movers != 0 {
			from := movers.Pop()
			s.weigh(k, from, s.v.Topology.Attacks(k, from, s.occupied)&^s.own, danger, risk)
		}
	}
}
