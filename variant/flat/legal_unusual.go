package flat

import "github.com/tainchess/tain/board"

// This file is the part of the generator for what none of the rule sets that
// come with the program has: lines that are not the same for all riders, and
// reflections that doubt more than quiet moves.

// look is inspect where riders see different lines. It settles nothing: pieces
// that may be pinned, and squares that may end a check, are in doubt.
func (s *generator) look() {
	p, g := s.p, s.v.Topology
	queens := p.ByRole(board.Queen) & s.enemy
	rooks, bishops := p.ByRole(board.Rook)&s.enemy, p.ByRole(board.Bishop)&s.enemy
	for kings := s.kings; kings != 0; {
		k := kings.Pop() & 63
		straight, diagonal := g.Rook(k, s.occupied), g.Bishop(k, s.occupied)
		if !g.QueenAlike() {
			queen := g.Queen(k, s.occupied)
			straight, diagonal = straight|queen, diagonal|queen
		}
		s.straight |= straight
		s.diagonal |= diagonal
		hits := s.v.Attackers(p, k, p.Side.Other(), s.occupied)
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
		seen := straight | diagonal
		blockers := seen & s.own
		if blockers == 0 || g.Straight[k]&(rooks|queens)|g.Diagonal[k]&(bishops|queens) == 0 {
			continue
		}
		if g.Sliders(k, s.occupied^blockers, rooks|queens, bishops|queens)&^hits != 0 {
			s.blockers |= blockers
		}
	}
}

// others is pieces where riders see different lines.
func (s *generator) others() {
	for movers := s.own &^ (s.p.ByRole(board.Pawn) | s.p.ByRole(board.King)); movers != 0; {
		from := movers.Pop()
		k := s.p.Piece(from).Role()
		s.settle(k, from, s.v.Topology.Attacks(k, from, s.occupied))
	}
}

// unusual settles the moves of a piece whose reflection doubts more than its
// quiet moves, or others.
func (s *generator) unusual(k board.Role, from board.Square, targets board.Bitboard) {
	risk := targets
	switch s.v.doubts[k&7] {
	case captureDoubt:
		risk &= s.enemy
	case anyRisk:
		risk &= s.risk(s.v.Reflection.Made[k&7], from.Bit())
	}
	s.certain(from, targets&^risk)
	s.doubt(from, risk)
}

// pawnRisk returns where a push may leave a king attacked by what it makes.
func (s *generator) pawnRisk(r *Reflection) board.Bitboard {
	switch s.v.doubts[board.Pawn] {
	case allDoubt:
		return ^board.Bitboard(0)
	case quietRisk, anyRisk:
		return s.risk(r.Made[board.Pawn], 0) | s.v.promotion
	}
	return s.v.promotion
}

// doubtCaptures tries captures of pawns.
func (s *generator) doubtCaptures(pawns, hit board.Bitboard) {
	for hit != 0 {
		to := hit.Pop()
		for from := s.v.Topology.PawnFrom[s.p.Side&1][to&63] & pawns; from != 0; {
			s.doubtPawn(from.Pop(), to.Bit())
		}
	}
}
