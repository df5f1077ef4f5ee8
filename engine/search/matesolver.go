package search

import "slices"

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
