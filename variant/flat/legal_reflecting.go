package flat

import "github.com/tainchess/tain/board"

// This file contains the part of the generator for moves that reflect. A piece spawned on the image of the
// landing square may attack a king of the mover.

// mirrored adds the moves of knights, bishops, rooks and queens. It is used if, apart from pins and checks,
// only quiet moves that spawn an enemy piece are doubtful. It computes the risk once per role.
func (s *generator) mirrored() {
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
			s.weigh(board.Bishop, from, g.QuickBishop(from, s.occupied)&^s.own, danger, risk)
		}
	}
	if rooks := s.own & p.ByRole(board.Rook); rooks != 0 {
		danger, risk := s.risk(board.Rook)
		for rooks != 0 {
			from := rooks.Pop()
			s.weigh(board.Rook, from, g.QuickRook(from, s.occupied)&^s.own, danger, risk)
		}
	}
	if queens := s.own & p.ByRole(board.Queen); queens != 0 {
		danger, risk := s.risk(board.Queen)
		for queens != 0 {
			from := queens.Pop()
			s.weigh(board.Queen, from, (g.QuickRook(from, s.occupied)|g.QuickBishop(from, s.occupied))&^s.own, danger, risk)
		}
	}
}

// risk returns the squares on which a piece spawned by a role might attack one of the mover's kings. It also
// returns the landing squares whose images are such squares and empty.
func (s *generator) risk(k board.Role) (danger, landing board.Bitboard) {
	if s.checked || s.v.doubts[k&7] == noDoubt {
		return 0, 0
	}
	danger = s.danger(s.v.Reflection.Made[k&7])
	if empty := danger &^ s.occupied; empty != 0 {
		landing = s.v.Reflection.Map.Images(empty)
	}
	return danger, landing
}

// weigh adds a piece's legal moves. If the piece is not pinned, only the spawned piece can attack a king. A
// spawned knight, king or pawn within reach always attacks. A spawned slider may not attack, because the
// moving piece may block its line.
func (s *generator) weigh(k board.Role, from board.Square, targets, danger, risk board.Bitboard) {
	switch {
	case targets == 0:
		return
	case s.checked:
		s.doubt(from, targets&s.wanted())
		return
	case s.blockers.Has(from):
		s.doubt(from, targets)
		return
	case danger == 0:
		s.certain(from, targets)
		return
	}
	made := s.v.Reflection.Made[k&7]
	rides := made >= board.Bishop && made <= board.Queen
	switch {
	case !rides && danger.Has(from): // the piece may be spawned on the square that the moving piece leaves
		risk |= s.v.Reflection.Map.Image(from).Bit()
	case rides && (s.straight | s.diagonal).Has(from): // leaving opens a line
		risk = s.v.Reflection.Map.Images(s.opened(made, from))
	}
	risk &= targets &^ s.enemy
	s.certain(from, targets&^risk)
	if rides && risk != 0 {
		s.doubtMade(made, from, risk)
	}
}

// reflecting adds the moves of knights, bishops, rooks and queens. It is used, on any board, if moves other
// than quiet moves that spawn an enemy piece are doubtful.
func (s *generator) reflecting() {
	for k := board.Knight; k <= board.Queen; k++ {
		if movers := s.own & s.p.ByRole(k); movers != 0 {
			s.reflectingRole(k, movers)
		}
	}
}

// reflectingRole adds the moves of the pieces of one role; see weigh.
func (s *generator) reflectingRole(k board.Role, movers board.Bitboard) {
	r, g := s.v.Reflection, s.v.Topology
	doubts, made := s.v.doubts[k&7], r.Made[k&7]
	risky := doubts == quietRisk || doubts == anyRisk
	rides := risky && made >= board.Bishop && made <= board.Queen
	quick := g.Quick()
	var danger, images board.Bitboard
	for looked := false; movers != 0; {
		from := movers.Pop()
		var targets board.Bitboard
		switch {
		case k == board.Knight:
			targets = g.Knight[from&63]
		case !quick:
			targets = g.Attacks(k, from, s.occupied)
		case k == board.Bishop:
			targets = g.QuickBishop(from, s.occupied)
		case k == board.Rook:
			targets = g.QuickRook(from, s.occupied)
		default:
			targets = g.QuickRook(from, s.occupied) | g.QuickBishop(from, s.occupied)
		}
		targets &^= s.own
		switch {
		case targets == 0:
			continue
		case s.checked:
			s.doubt(from, targets&s.wanted())
			continue
		case s.blockers.Has(from) || doubts == allDoubt:
			s.doubt(from, targets)
			continue
		case doubts == noDoubt || doubts == quietRisk && targets&^s.enemy == 0:
			s.certain(from, targets)
			continue
		}
		if risky && !looked {
			danger, looked = s.danger(made), true
			images = r.Map.Images(danger &^ s.occupied)
		}
		risk := images
		switch {
		case doubts == captureDoubt:
			risk = s.enemy
		case rides && (s.straight | s.diagonal).Has(from): // leaving opens a line
			risk = r.Map.Images(s.opened(made, from))
		case danger.Has(from): // the piece may be spawned on the square that the moving piece leaves
			risk |= r.Map.Image(from).Bit()
		}
		if risk &= targets; doubts == quietRisk {
			risk &^= s.enemy
		}
		s.certain(from, targets&^risk)
		switch {
		case doubts == captureDoubt:
			s.doubt(from, risk)
		case rides:
			s.doubtMade(made, from, risk)
		}
	}
}

// doubtMade adds the moves of an unpinned piece after which the spawned slider does not attack a king. No
// other piece can attack a king after these moves.
func (s *generator) doubtMade(made board.Role, from board.Square, targets board.Bitboard) {
	r, g, left := s.v.Reflection, s.v.Topology, s.occupied&^from.Bit()
	for targets != 0 {
		to := targets.Pop()
		if g.Attacks(made, r.Map.Image(to), left|to.Bit())&s.kings == 0 {
			s.add(board.NewMove(from, to, board.NoRole))
		}
	}
}

// danger returns the squares from which an enemy piece with a role would attack one of the mover's kings.
func (s *generator) danger(made board.Role) board.Bitboard {
	switch made {
	case board.Bishop:
		return s.diagonal
	case board.Rook:
		return s.straight
	case board.Queen:
		return s.diagonal | s.straight
	}
	return s.near(made)
}

// near is like danger, for pawns, knights and kings.
func (s *generator) near(made board.Role) (all board.Bitboard) {
	g := s.v.Topology
	for kings := s.kings; kings != 0; {
		k := kings.Pop() & 63
		switch made {
		case board.Pawn:
			all |= g.PawnFrom[s.p.Side.Other()&1][k]
		case board.Knight:
			all |= g.Knight[k]
		default:
			all |= g.King[k]
		}
	}
	return all & s.v.room[made&7]
}

// opened returns the empty squares from which a slider would attack a king after the piece on from has moved.
func (s *generator) opened(made board.Role, from board.Square) (all board.Bitboard) {
	occupied := s.occupied &^ from.Bit()
	for kings := s.kings; kings != 0; {
		all |= s.v.Topology.Attacks(made, kings.Pop(), occupied)
	}
	return all &^ occupied
}

// pawnRisk returns the landing squares of pawn moves whose spawned piece may attack a king, and of those
// whose spawned piece certainly does. It treats the squares of leaving pawns as empty.
func (s *generator) pawnRisk(r *Reflection, leaving board.Bitboard) (doubtful, illegal board.Bitboard) {
	made := r.Made[board.Pawn]
	switch s.v.doubts[board.Pawn] {
	case allDoubt:
		return ^board.Bitboard(0), 0
	case quietRisk, anyRisk:
		risk := r.Map.Images(s.danger(made) &^ (s.occupied &^ leaving))
		if made >= board.Bishop && made <= board.Queen {
			return risk | s.v.promotion, 0
		}
		return s.v.promotion, risk &^ lastRows
	}
	return s.v.promotion, 0
}

// reflectingCaptures tries the pawn captures whose spawned piece may attack a king, and returns the other
// captures.
func (s *generator) reflectingCaptures(r *Reflection, pawns, left, right board.Bitboard) (_, _ board.Bitboard) {
	// The image of a capture's landing square may be the square that the pawn has left, or the square of
	// another pawn, which stays there.
	doubtful, illegal := s.pawnRisk(r, pawns&middleRows)
	doubtful |= illegal
	if s.v.doubts[board.Pawn] == captureDoubt {
		doubtful = ^board.Bitboard(0)
	}
	s.doubtCaptures(pawns, (left|right)&doubtful)
	return left &^ doubtful, right &^ doubtful
}
