package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat/topology"
)

// generator is the legal move generator. It finds the legal moves in a position without playing most of them.
//
// It examines the mover's kings once to find the checkers, the friendly pieces between a king and an enemy
// slider (blockers), and the targets that may parry a check (the check mask). With these it splits each
// piece's targets into certainly legal moves and doubtful moves, which it plays to find out whether they are
// legal. On the plane, with one king and no reflection, pins and the check mask are exact, and only castling
// and en passant are doubtful. Otherwise pins and the check mask only determine which moves are doubtful. If
// several lines connect two squares, a blocker need not be pinned. If moves reflect, a spawned piece may
// block a line or give check. With several kings, parrying one check may not be enough.
type generator struct {
	v    *Rules
	p    *board.Position
	list *board.MoveList // nil if the moves are only counted
	n    int

	own, enemy, occupied board.Bitboard
	kings                board.Bitboard
	straight, diagonal   board.Bitboard // squares that rooks and bishops on the kings' squares would attack
	blockers             board.Bitboard // friendly pieces that may be pinned
	checkMask            board.Bitboard // targets that may parry a check
	checked              bool
	exact                bool // all blockers are pinned and the check mask is final
}

func (s *generator) add(m board.Move) {
	if s.list != nil {
		s.list.Add(m)
	}
	s.n++
}

// certain adds moves that are certainly legal and not promotions.
func (s *generator) certain(from board.Square, targets board.Bitboard) {
	if s.list == nil {
		s.n += targets.Count()
		return
	}
	s.addAll(from, targets)
}

// addAll adds moves to the list. It is not inlined, to keep counting fast.
//
//go:noinline
func (s *generator) addAll(from board.Square, targets board.Bitboard) {
	s.n += targets.Count()
	addAll(s.list, from, targets)
}

// certainCapture adds a pawn capture that is certainly legal, with all promotions.
func (s *generator) certainCapture(from board.Square, hit board.Bitboard) {
	if hit&lastRows != 0 {
		for _, k := range s.v.promotes {
			s.add(board.NewMove(from, hit.First(), k))
		}
		return
	}
	s.certain(from, hit)
}

// try plays a doubtful move and adds it if it leaves none of the mover's kings attacked.
func (s *generator) try(m board.Move) {
	var next board.Position
	s.v.play(s.p, m, &next)
	if !s.v.InCheck(&next, s.p.Side) {
		s.add(m)
	}
}

// doubt tries moves whose legality does not follow from pins and the check mask.
func (s *generator) doubt(from board.Square, targets board.Bitboard) {
	for targets != 0 {
		s.try(board.NewMove(from, targets.Pop(), board.NoRole))
	}
}

func (s *generator) doubtPawn(from board.Square, targets board.Bitboard) {
	for targets != 0 {
		to := targets.Pop()
		if !lastRows.Has(to) {
			s.try(board.NewMove(from, to, board.NoRole))
			continue
		}
		for _, k := range s.v.promotes {
			s.try(board.NewMove(from, to, k))
		}
	}
}

func (s *generator) doubtPushes(one, two board.Bitboard) {
	side := s.p.Side
	for one != 0 {
		to := one.Pop()
		s.doubtPawn(topology.Behind(side, to), to.Bit())
	}
	for two != 0 {
		to := two.Pop()
		s.doubtPawn(topology.Behind(side, topology.Behind(side, to)), to.Bit())
	}
}

// doubtCaptures tries pawn captures.
func (s *generator) doubtCaptures(pawns, hit board.Bitboard) {
	for hit != 0 {
		to := hit.Pop()
		for from := s.v.Topology.PawnFrom[s.p.Side&1][to&63] & pawns; from != 0; {
			s.doubtPawn(from.Pop(), to.Bit())
		}
	}
}

// settle adds a piece's moves, either as certain moves or by trying them.
func (s *generator) settle(from board.Square, seen board.Bitboard) {
	targets := seen &^ s.own
	switch {
	case targets == 0:
	case s.checked:
		if targets &= s.wanted(); s.exact {
			s.certain(from, targets)
		} else {
			s.doubt(from, targets)
		}
	case !s.exact && s.blockers.Has(from):
		s.doubt(from, targets)
	default:
		s.certain(from, targets)
	}
}

// wanted returns the targets that may parry a check. They are the check mask and, if moves reflect, the image
// of the check mask, because a spawned piece may also block the line.
func (s *generator) wanted() board.Bitboard {
	if s.v.Reflection != nil {
		return s.checkMask | s.v.Reflection.Map.Images(s.checkMask)
	}
	return s.checkMask
}

// castleUnusual tries the castling moves of Chess960. It is not inlined, to keep the generator for orthodox
// castling small.
//
//go:noinline
func (s *generator) castleUnusual() {
	for _, m := range s.v.unusualCastling(s.p, s.occupied) {
		if m != board.NoMove {
			s.try(m)
		}
	}
}
