package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Legal adds the legal moves to the list.
func (v *Rules) Legal(p *board.Position, list *board.MoveList) {
	s := generator{v: v, p: p, list: list}
	s.run()
}

// Count returns the number of legal moves.
func (v *Rules) Count(p *board.Position) int {
	s := generator{v: v, p: p}
	s.run()
	return s.n
}

func (s *generator) run() {
	p := s.p
	s.own, s.enemy = p.ByColour(p.Side), p.ByColour(p.Side.Other())
	s.occupied = s.own | s.enemy
	s.kings = p.Pieces(p.Side, board.King)
	quick := s.v.Topology.Quick()
	if quick {
		s.exact = s.v.Reflection == nil && s.v.Topology.Single && !s.kings.Many()
		s.inspect()
	} else {
		s.inspectMixed()
	}
	s.kingMoves()
	if s.exact && s.checked && s.checkMask == 0 { // double check
		return
	}
	s.pawnMoves()
	switch {
	case s.v.Reflection == nil && quick:
		s.pieces()
	case s.v.Reflection == nil:
		s.piecesMixed()
	case s.v.unusual:
		s.reflecting()
	case quick:
		s.mirrored()
	default:
		s.mirroredMixed()
	}
}

// inspect finds the checkers and blockers of each king. If the generator is exact, it also adds the moves of
// pinned pieces, which can only move along their line.
func (s *generator) inspect() {
	p, g := s.p, s.v.Topology
	queens := p.ByRole(board.Queen)
	rooks := (p.ByRole(board.Rook) | queens) & s.enemy
	bishops := (p.ByRole(board.Bishop) | queens) & s.enemy
	for kings := s.kings; kings != 0; {
		k := kings.Pop() & 63
		straight, diagonal := g.QuickRook(k, s.occupied), g.QuickBishop(k, s.occupied)
		s.straight |= straight
		s.diagonal |= diagonal
		near := (g.Knight[k]&p.ByRole(board.Knight) |
			g.King[k]&p.ByRole(board.King) |
			g.PawnFrom[p.Side.Other()&1][k]&p.ByRole(board.Pawn)) & s.enemy
		far := straight&rooks | diagonal&bishops
		if near|far != 0 {
			s.check(k, near, far)
		}
		if blockers := straight & s.own; g.Straight[k]&rooks != 0 && blockers != 0 {
			for pinners := g.QuickRook(k, s.occupied^blockers) & rooks &^ straight; pinners != 0; {
				pinner := pinners.Pop()
				s.pin(blockers, g.QuickRook(k, pinner.Bit())&g.QuickRook(pinner, k.Bit()), pinner)
			}
		}
		if blockers := diagonal & s.own; g.Diagonal[k]&bishops != 0 && blockers != 0 {
			for pinners := g.QuickBishop(k, s.occupied^blockers) & bishops &^ diagonal; pinners != 0; {
				pinner := pinners.Pop()
				s.pin(blockers, g.QuickBishop(k, pinner.Bit())&g.QuickBishop(pinner, k.Bit()), pinner)
			}
		}
	}
}

// check adds the targets that parry a check to the check mask: the checker's square and the squares on its
// line.
func (s *generator) check(k board.Square, near, far board.Bitboard) {
	g := s.v.Topology
	s.checked = true
	if s.exact && (near | far).Many() {
		return // only a king move can parry a double check
	}
	s.checkMask |= near | far
	for far != 0 {
		checker := far.Pop()
		if g.Straight[k&63].Has(checker) {
			s.checkMask |= g.QuickRook(k, checker.Bit()) & g.QuickRook(checker, k.Bit())
		}
		if g.Diagonal[k&63].Has(checker) { // on some boards a queen can give check along a rank or file and along a diagonal
			s.checkMask |= g.QuickBishop(k, checker.Bit()) & g.QuickBishop(checker, k.Bit())
		}
	}
}

// pin records the friendly pieces between a king and a pinner. If the generator is exact, it adds the moves
// of the pinned piece.
func (s *generator) pin(blockers, between board.Bitboard, pinner board.Square) {
	blockers &= between
	s.blockers |= blockers
	if !s.exact || s.checked { // a pinned piece cannot parry another check
		return
	}
	line := between | pinner.Bit()
	from := blockers.First()
	if k := s.p.Piece(from).Role(); k != board.Pawn {
		s.certain(from, s.v.Topology.Attacks(k, from, s.occupied)&line)
		return
	}
	one, two := topology.Pushes(s.p.Side, blockers, s.occupied)
	s.certain(from, (one|two&s.v.double)&line)
	if hit := s.v.Topology.Pawn[s.p.Side&1][from&63] & pinner.Bit(); hit != 0 {
		s.certainCapture(from, hit)
	}
}

func (s *generator) kingMoves() {
	p := s.p
	plain := s.v.plainKing && !s.kings.Many()
	for kings := s.kings; kings != 0; {
		k := kings.Pop()
		targets := s.v.Topology.King[k&63] &^ s.own
		if !plain {
			s.doubt(k, targets)
			continue
		}
		for targets != 0 {
			to := targets.Pop()
			if s.v.Attackers(p, to, p.Side.Other(), s.occupied&^k.Bit()) == 0 {
				s.add(board.NewMove(k, to, board.NoRole))
			}
		}
	}
	if p.Castling() == 0 || s.checked {
		return
	}
	if !p.UsualHomes() {
		s.castleUnusual()
		return
	}
	for i := range castles[p.Side&1] {
		if c := &castles[p.Side&1][i]; p.Castling()&c.right != 0 && s.occupied&c.empty == 0 &&
			s.v.Attackers(p, c.crossed, p.Side.Other(), s.occupied) == 0 {
			s.try(board.NewMove(c.king, c.landing, board.NoRole))
		}
	}
}

func (s *generator) pawnMoves() {
	p := s.p
	pawns := p.Pieces(p.Side, board.Pawn)
	for takers := s.v.capturers(p, p.EnPassant()); takers != 0; {
		s.try(s.v.enPassant(takers.Pop(), p))
	}
	if !s.exact {
		s.blockers |= pawns & s.v.opens & (s.straight | s.diagonal)
		for pinned := pawns & s.blockers; pinned != 0; {
			from := pinned.Pop()
			one, two := topology.Pushes(p.Side, from.Bit(), s.occupied)
			s.doubtPawn(from, one|two&s.v.double|s.v.Topology.Pawn[p.Side&1][from&63]&s.enemy)
		}
	}
	pawns &^= s.blockers
	one, two := topology.Pushes(p.Side, pawns, s.occupied)
	two &= s.v.double
	left, right := s.v.Topology.PawnAttacks(p.Side, pawns)
	left, right = left&s.enemy, right&s.enemy
	if s.checked {
		wanted := s.wanted()
		one, two, left, right = one&wanted, two&wanted, left&wanted, right&wanted
		if !s.exact {
			s.doubtPushes(one, two)
			s.doubtCaptures(pawns, left|right)
			return
		}
	}
	if r := s.v.Reflection; r != nil {
		doubtful, illegal := s.pawnRisk(r, pawns&s.v.returns[p.Side&1])
		one, two = one&^illegal, two&^illegal
		if (one|two)&doubtful != 0 {
			s.doubtPushes(one&doubtful, two&doubtful)
			one, two = one&^doubtful, two&^doubtful
		}
		if r.Captures {
			left, right = s.reflectingCaptures(r, pawns, left, right)
		}
	}
	if s.list == nil {
		s.n += one.Count() + two.Count() + left.Count() + right.Count()
		if last := (one | left | right) & lastRows; last != 0 {
			s.n += (len(s.v.promotes) - 1) * ((one & lastRows).Count() + (left & lastRows).Count() + (right & lastRows).Count())
		}
		return
	}
	s.v.addPushes(s.list, p.Side, one, two)
	for hit := left | right; hit != 0; {
		to := hit.Pop()
		for from := s.v.Topology.PawnFrom[p.Side&1][to&63] & pawns; from != 0; {
			s.v.addPawn(s.list, from.Pop(), to)
		}
	}
}

// pieces adds the moves of knights, bishops, rooks and queens in a rule set
// without reflection.
func (s *generator) pieces() {
	p, g := s.p, s.v.Topology
	movers := s.own
	if s.exact {
		movers &^= s.blockers // pin has already added their moves
	}
	for knights := movers & p.ByRole(board.Knight); knights != 0; {
		from := knights.Pop()
		s.settle(from, g.Knight[from&63])
	}
	for bishops := movers & p.ByRole(board.Bishop); bishops != 0; {
		from := bishops.Pop()
		s.settle(from, g.QuickBishop(from, s.occupied))
	}
	for rooks := movers & p.ByRole(board.Rook); rooks != 0; {
		from := rooks.Pop()
		s.settle(from, g.QuickRook(from, s.occupied))
	}
	for queens := movers & p.ByRole(board.Queen); queens != 0; {
		from := queens.Pop()
		s.settle(from, g.QuickRook(from, s.occupied)|g.QuickBishop(from, s.occupied))
	}
}
