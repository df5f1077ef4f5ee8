package search

import (
	"context"
	"slices"
	"time"

	"github.com/tainchess/tain/board"
)

// The mate solver. A search prunes, and with that now and then loses the quiet
// first move of a mate. Who asks for a mate in a few moves wants to know for
// certain: the solver looks at everything, and at nothing but mates.

// maxSolvedMate is the longest mate, in moves, that is solved: each more
// multiplies the work by the number of moves there are.
const maxSolvedMate = 4

// solveMate looks for the shortest mate within the limit and makes it the best
// line. It reports whether there is nothing more to find: there is such a mate,
// or there is none.
func (w *worker) solveMate(report func(Report)) (solved bool) {
	for n := 1; n <= w.s.limits.Mate; n++ {
		if w.attackerMates(0, n) {
			mate := w.report(1, Mate-2*n+1)
			others := slices.DeleteFunc(w.completed, func(r Report) bool { return r.PV[0] == mate.PV[0] })
			w.completed = append([]Report{mate}, others...)[:len(w.completed)]
			w.reportCompleted(report)
			return true
		}
		if w.s.stop.Load() {
			return false
		}
	}
	return true
}

// SolveMate proves whether the side to move mates in at most n moves, n up to 4, by
// one of the first moves, all legal ones if none are named. It returns the
// shortest such mate, nil if there is none, and whether that is proved: it is not
// if so many nodes were not enough or the context has ended. Nothing before the
// position counts as a repetition.
func (s *Searcher) SolveMate(ctx context.Context, p *board.Position, first []board.Move, n int, nodes uint64) (line []board.Move, proved bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started, s.limits = time.Now(), Limits{Nodes: nodes}
	s.stop.Store(ctx.Err() != nil)
	s.ponder.Store(false)
	s.nodes.Store(0)
	s.deadline.Store(0)
	defer s.stopWith(ctx)()
	roots := s.rootMoves(p, first)
	if len(roots) == 0 {
		return nil, ctx.Err() == nil
	}
	w := s.workers[0]
	w.reset(p, nil, roots, len(first) == 0)
	for in := 1; in <= min(n, maxSolvedMate); in++ {
		if w.attackerMates(0, in) {
			return slices.Clone(w.stack[0].pv), true
		}
		if s.stop.Load() {
			return nil, false
		}
	}
	return nil, n <= maxSolvedMate
}

// attackerMates reports whether the side to move at ply mates in at most n moves, and
// keeps a line that does.
func (w *worker) attackerMates(ply, n int) bool {
	f := &w.stack[ply]
	f.moves.Reset()
	if ply == 0 {
		for _, m := range w.rootMoves {
			f.moves.Add(m)
		}
	} else {
		w.s.rules.PseudoLegal(&f.position, &f.moves)
	}
	for i := range f.moves.Len() {
		m := w.nextMove(ply, i, false)
		next := &w.stack[ply+1]
		if w.shouldStop() || !w.s.rules.Apply(&f.position, m, &next.position) {
			continue
		}
		f.currentMove, f.pieceTo = m, pieceToIndex(&f.position, m)
		if !w.defenderEscapes(ply+1, n-1) && !w.s.stop.Load() {
			f.pv = append(append(f.pv[:0], m), next.pv...)
			return true
		}
	}
	return false
}

// defenderEscapes reports whether the side to move at ply is not mated in n more moves
// of the other side, whatever that plays. Draws are those of the whole search: a
// position that has come up before is one.
func (w *worker) defenderEscapes(ply, n int) bool {
	f := &w.stack[ply]
	f.pv = f.pv[:0]
	w.countNode(ply)
	_, checkers := w.s.rules.Kings(&f.position, f.position.Side)
	if n == 0 && checkers == 0 || w.isDraw(ply) {
		return true
	}
	f.moves.Reset()
	w.s.rules.PseudoLegal(&f.position, &f.moves)
	moveCount := 0
	for i := range f.moves.Len() {
		m := w.nextMove(ply, i, false)
		next := &w.stack[ply+1]
		if !w.s.rules.Apply(&f.position, m, &next.position) {
			continue
		}
		moveCount++
		f.currentMove, f.pieceTo = m, pieceToIndex(&f.position, m)
		if n == 0 || w.isDraw(ply+1) || !w.attackerMates(ply+1, n) {
			return true
		}
		f.pv = append(append(f.pv[:0], m), next.pv...)
	}
	return moveCount == 0 && checkers == 0 // stalemate
}
