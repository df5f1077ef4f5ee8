package search

import (
	"slices"
	"time"

	"github.com/tainchess/tain/board"
)

// boundsAfter is the search time after which scores that are only bounds are also reported. In short
// searches, bounds would be noise. With MultiPV, they are never reported, because the same move may still be
// shown on another line.
const boundsAfter = 2 * time.Second

// iterativeDeepening searches at increasing depth until a limit is reached. With MultiPV, each iteration
// searches once per line and excludes the first moves of the previous lines.
func (w *worker) iterativeDeepening(report func(Report)) {
	l := w.s.limits
	maxDepth := maxPly - 2
	if l.Depth > 0 {
		maxDepth = min(maxDepth, l.Depth)
	}
	multiPV := max(1, min(l.MultiPV, len(w.rootMoves)))
	stable := 0
	solved := w.solved()
	var lastBest board.Move
	for depth := 1; depth <= maxDepth; depth++ {
		w.rootDepth, w.selDepth = depth, 0
		if w.id%2 == 1 {
			w.rootDepth++ // every second helper thread searches one ply deeper
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
		if solved || w.stopDeepening(best, stable) || l.Mate > 0 && l.Mate <= maxSolvedMate &&
			depth == 2*l.Mate+2 && w.solveMate(report) {
			break
		}
	}
	w.flush()
}

// stopDeepening reports whether to stop instead of starting another iteration. Stable is the number of
// consecutive iterations with the same best move.
func (w *worker) stopDeepening(best Report, stable int) bool {
	if w.s.ponder.Load() {
		return false
	}
	l := w.s.limits
	if l.SoftNodes > 0 && w.s.nodes.Load() >= l.SoftNodes {
		return true
	}
	if l.LeastNodes > 0 && w.s.nodes.Load()+w.nodes-w.flushed >= l.LeastNodes {
		return true
	}
	n, mate := MateIn(best.Score)
	if mate && n > 0 && n <= l.Mate {
		return true
	}
	if l.Clock != nil && (len(w.rootMoves) == 1 || mate && w.rootDepth > 2*max(n, -n)+4) {
		return true
	}
	return w.s.pastSoftLimit(1.6 - 0.12*float64(min(stable, 8)))
}

// aspirationSearch searches a line with an aspiration window around its score in the last iteration, and
// widens the window when the score fails low or high. It returns the score.
func (w *worker) aspirationSearch(line int, report func(Report)) int {
	w.stack[0].pv = w.stack[0].pv[:0]
	if w.rootDepth < 5 || len(w.completed) < line {
		return w.pvs(0, w.rootDepth, -infinite, infinite, board.NoMove)
	}
	delta, failHighs, maxFailHighs := 12, 0, 3
	if w.s.limits.Depth > 0 || w.s.limits.MultiPV > 1 {
		maxFailHighs = 0 // the caller requested this exact depth, or other lines were searched to it
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
				w.partialPV = nil // the move that failed high is refuted
			}
		case failHigh:
			beta = min(score+delta, infinite)
			if failHighs < maxFailHighs && !isMate(score) {
				failHighs++ // a shallower search is enough to confirm the move
			}
			if line == 1 { // the move is played if time runs out before its exact score is known
				w.partialPV = slices.Clone(w.stack[0].pv)
			}
		default:
			return score
		}
		if report != nil && w.s.limits.MultiPV <= 1 && time.Since(w.s.started) > boundsAfter {
			r := w.report(line, score)
			r.Lower, r.Upper = failHigh, failLow
			if failLow { // the PV is empty, because no move raised alpha
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
