package search

import (
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// Report is what is known so far about one line.
type Report struct {
	Line     int  // its rank among the MultiPV lines, 1 for the best
	Depth    int  // of the iteration
	SelDepth int  // the furthest ply that was reached
	Score    int  // for the side to move
	Lower    bool // the score is only a lower bound
	Upper    bool // the score is only an upper bound
	Nodes    uint64
	Time     time.Duration
	HashFull int          // permille of the transposition table in use
	PV       []board.Move // the principal variation
}

// stalemate is the score of a stalemate for the side that has no move.
func (s *Searcher) stalemate(ply int) int {
	switch s.rules.Info().Stalemate {
	case rules.StalemateLoses:
		return ply - Mate
	case rules.StalemateWins:
		return Mate - ply
	}
	return 0
}

// isMate reports whether a score is a mate for either side.
func isMate(score int) bool { return max(score, -score) >= mateInMaxPly }

// MateIn returns the number of moves to mate, negative when being mated, and
// whether the score is a mate.
func MateIn(score int) (int, bool) {
	switch {
	case score > mateInMaxPly:
		return (Mate - score + 1) / 2, true
	case score < -mateInMaxPly:
		return -(Mate + score + 1) / 2, true
	}
	return 0, false
}

// Result is the answer of a search.
type Result struct {
	Best   board.Move // NoMove if there is no legal move
	Ponder board.Move // the expected reply, or NoMove
	Lines  []Report   // the last report of each line, best first
	Nodes  uint64
	Time   time.Duration
}

// report tells what is known about a line of the iteration in hand.
func (w *worker) report(line, score int) Report {
	w.flush()
	return Report{
		Line: line, Depth: w.rootDepth, SelDepth: w.selDepth, Score: score,
		Nodes: w.s.nodes.Load(), Time: time.Since(w.s.started), HashFull: w.s.tt.hashfull(),
		PV: append([]board.Move(nil), w.stack[0].pv...),
	}
}

// sortLines brings the lines of an iteration in order, the best first.
func sortLines(lines []Report) {
	slices.SortStableFunc(lines, func(a, b Report) int { return b.Score - a.Score })
}

// knownLines are the lines that the iteration in hand has found, then what the
// last completed one knew of other first moves.
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

// result is the answer: the best line found, or at least a legal move.
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
