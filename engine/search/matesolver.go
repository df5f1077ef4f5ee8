package search

import "slices"

// The mate solver looks only for mates and does not prune. A normal search prunes, so it may miss a mate that
// starts with a quiet move.

// maxSolvedMate is the longest mate, in moves, that the solver looks for. Each
// additional move multiplies the work.
const maxSolvedMate = 4

// solveMate looks for the shortest mate within the limit and makes it the best line. Solved reports whether
// it found a mate or proved that there is none.
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

// attackerMates reports whether the side to move at ply mates in at most n
// moves, and sets the principal variation if so.
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

// defenderEscapes reports whether the side to move at ply can avoid being mated within n more attacker moves.
// Draws, including repetitions, are recognised as in the normal search.
func (w *worker) defenderEscapes(ply, n int) bool {
	f := &w.stack[ply]
	f.pv = f.pv[:0]
	w.countNode(ply)
	inCheck := w.s.rules.InCheck(&f.position, f.position.Side)
	if w.isLost(ply) {
		return false
	}
	if n == 0 && !inCheck || w.isDraw(ply) {
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
	return moveCount == 0 && !inCheck // stalemate
}
