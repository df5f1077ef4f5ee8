package search

import (
	"slices"
	"time"

	"github.com/tainchess/tain/board"
)

// report returns the report for a line of the current iteration with the given score.
func (w *worker) report(line, score int) Report {
	w.flush()
	return Report{
		Line: line, Depth: w.rootDepth, SelDepth: w.selDepth, Score: score,
		Nodes: w.s.nodes.Load(), Time: time.Since(w.s.started), HashFull: w.s.tt.hashfull(),
		PV: append([]board.Move(nil), w.stack[0].pv...),
	}
}

// sortLines sorts lines by score, best first.
func sortLines(lines []Report) {
	slices.SortStableFunc(lines, func(a, b Report) int { return b.Score - a.Score })
}

// knownLines returns the lines of the current iteration, followed by lines of the last completed iteration that
// start with other moves, up to the number of lines in that iteration.
func (w *worker) knownLines() []Report {
	sortLines(w.current)
	known := w.current
	for _, old := range w.completed {
		found := slices.ContainsFunc(w.current, func(r Report) bool { return r.PV[0] == old.PV[0] })
		if !found && len(known) < len(w.completed) {
			known = append(known, old)
		}
	}
	return known
}

// result returns the best lines found. Without a line, it chooses a legal move by static evaluation.
func (w *worker) result() Result {
	res := Result{Lines: w.knownLines()}
	if cut := w.partialPV; len(cut) > 0 && (len(res.Lines) == 0 || cut[0] != res.Lines[0].PV[0]) {
		others := slices.DeleteFunc(slices.Clone(res.Lines), func(r Report) bool { return r.PV[0] == cut[0] })
		most := max(1, len(res.Lines))
		best := w.report(1, w.rootScore)
		best.PV = slices.Clone(cut)
		res.Lines = append([]Report{best}, others...)
		res.Lines = res.Lines[:min(most, len(res.Lines))]
	}
	for i := range res.Lines {
		res.Lines[i].Line = i + 1
	}
	if len(res.Lines) == 0 {
		res.Best = w.bestStaticMove()
	} else if line := res.Lines[0].PV; len(line) > 1 {
		res.Best, res.Ponder = line[0], line[1]
	} else {
		res.Best = line[0]
	}
	res.Nodes, res.Time = w.s.nodes.Load(), time.Since(w.s.started)
	return res
}

// reportCompleted numbers and reports the lines of the completed iteration.
func (w *worker) reportCompleted(report func(Report)) {
	for i := range w.completed {
		if w.completed[i].Line = i + 1; report != nil {
			report(w.completed[i])
		}
	}
}
