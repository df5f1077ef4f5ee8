package search

import (
	"slices"
	"time"

	"github.com/tainchess/tain/board"
)

// boundsAfter is how long a search goes on before it reports scores that are
// only bounds: in a short one they would be noise. With MultiPV they are never
// reported: the move may still stand on another line.
const boundsAfter = 2 * time.Second

// isExcludedRoot reports whether a first move belongs to a better line of the
// iteration already.
func (w *worker) isExcludedRoot(m board.Move) bool {
	for _, e := range w.excludedRoots {
		if e == m {
			return true
		}
	}
	return false
}

// lastBest returns the best first move of the line in hand in the last completed
// iteration, NoMove if there is none.
func (w *worker) lastBest() board.Move {
	if line := len(w.excludedRoots); line < len(w.completed) && len(w.completed[line].PV) > 0 {
		return w.completed[line].PV[0]
	}
	return board.NoMove
}

// iterativeDeepening searches deeper and deeper until told to stop. With
// MultiPV an iteration searches once a line, each without the first moves of
// those before.
func (w *worker) iterativeDeepening(report func(Report)) {
	l := w.s.limits
	maxDepth := maxPly - 2
	if l.Depth > 0 {
		maxDepth = min(maxDepth, l.Depth)
	}
	multiPV := max(1, min(l.MultiPV, len(w.rootMoves)))
	stable := 0
	settled := w.settled()
	var lastBest board.Move
	for depth := 1; depth <= maxDepth; depth++ {
		w.rootDepth, w.selDepth = depth, 0
		if w.id%2 == 1 {
			w.rootDepth++ // half of the helper threads (lazy SMP) look one ply deeper
		}
		w.excludedRoots, w.current = w.excludedRoots[:0], nil
		for line := 1; line <= multiPV; line++ {
			score := w.aspirationSearch(line, report)
			if w.s.stop.Load() {
				if pv := w.stack[0].pv; line == 1 && len(pv) > 0 {
					w.partialPV = pv
				}
				break
			}
			w.partialPV = nil
			if r := w.report(line, score); len(r.PV) > 0 {
				w.current = append(w.current, r)
				w.excludedRoots = append(w.excludedRoots, r.PV[0])
			}
		}
		if w.s.stop.Load() {
			break
		}
		w.completed, w.current = w.current, nil
		sortLines(w.completed)
		w.reportCompleted(report)
		if w.id > 0 {
			continue
		}
		best := w.completed[0]
		if len(best.PV) > 0 && best.PV[0] == lastBest {
			stable++
		} else {
			stable, lastBest = 0, best.PV[0]
		}
		if settled || w.stopDeepening(best, stable) || l.Mate > 0 && l.Mate <= maxSolvedMate && depth == 2*l.Mate+2 && w.solveMate(report) {
			break
		}
	}
	w.flush()
}

// reportCompleted numbers the lines of the completed iteration and reports them
// all.
func (w *worker) reportCompleted(report func(Report)) {
	for i := range w.completed {
		if w.completed[i].Line = i + 1; report != nil {
			report(w.completed[i])
		}
	}
}

// stopDeepening reports whether another iteration is not worth beginning. Stable
// counts the iterations that agree on the best move.
func (w *worker) stopDeepening(best Report, stable int) bool {
	if w.s.ponder.Load() {
		return false
	}
	if n := w.s.limits.SoftNodes; n > 0 && w.s.nodes.Load() >= n {
		return true
	}
	if n := w.s.limits.LeastNodes; n > 0 && w.s.nodes.Load()+w.nodes-w.flushed >= n {
		return true
	}
	if n, mate := MateIn(best.Score); mate && w.s.limits.Mate > 0 && n > 0 && n <= w.s.limits.Mate {
		return true
	}
	clock := w.s.limits.Clock != nil
	if clock && len(w.rootMoves) == 1 {
		return true
	}
	if n, mate := MateIn(best.Score); clock && mate && w.rootDepth > 2*max(n, -n)+4 {
		return true
	}
	return w.s.pastSoftLimit(1.6 - 0.12*float64(min(stable, 8)))
}

// aspirationSearch searches a line with an aspiration window around the score of
// the last iteration and widens it when the score fails low or high.
func (w *worker) aspirationSearch(line int, report func(Report)) int {
	w.stack[0].pv = w.stack[0].pv[:0]
	if w.rootDepth < 5 || len(w.completed) < line {
		return w.pvs(0, w.rootDepth, -infinite, infinite, board.NoMove)
	}
	delta, failHighs, mostFailHighs := 12, 0, 3
	if w.s.limits.Depth > 0 || w.s.limits.MultiPV > 1 {
		mostFailHighs = 0 // the depth was asked for, or is that of the other lines
	}
	previous := w.completed[line-1].Score
	alpha, beta := max(previous-delta, -infinite), min(previous+delta, infinite)
	for {
		score := w.pvs(0, w.rootDepth-failHighs, alpha, beta, board.NoMove)
		if w.s.stop.Load() {
			return score
		}
		failLow, failHigh := score <= alpha, score >= beta
		switch {
		case failLow:
			beta = (alpha + beta) / 2
			alpha = max(score-delta, -infinite)
			failHighs = 0
			if line == 1 {
				w.partialPV = nil // what failed high before is refuted
			}
		case failHigh:
			beta = min(score+delta, infinite)
			if failHighs < mostFailHighs && !isMate(score) {
				failHighs++ // what is better than was thought need not be searched as deep to prove it
			}
			if line == 1 { // better than was thought, should time run out before it is known by how much
				w.partialPV = slices.Clone(w.stack[0].pv)
			}
		default:
			return score
		}
		if report != nil && w.s.limits.MultiPV <= 1 && time.Since(w.s.started) > boundsAfter {
			r := w.report(line, score)
			r.Lower, r.Upper = failHigh, failLow
			if failLow { // the search has no move to tell
				r.PV = w.completed[line-1].PV
			}
			if len(r.PV) > 0 {
				report(r)
			}
		}
		delta *= 2
		if delta > 800 {
			alpha, beta = -infinite, infinite
		}
	}
}
