package flat

import "github.com/tainchess/tain/board"

// This file contains the part of the generator for boards on which lines differ between sliders: some of them
// cross the seam and others do not, or they hop.

// inspectMixed is like inspect, for boards with different lines. It adds no moves: moves of possibly pinned
// pieces and moves that may parry a check remain doubtful.
func (s *generator) inspectMixed() {
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

// piecesMixed is like pieces, for boards with different lines.
func (s *generator) piecesMixed() {
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

// mirroredMixed is like mirrored, for boards with different lines.
func (s *generator) mirroredMixed() {
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
