package search

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// screen holds the latest report of each line, like a program that displays reports.
type screen []Report

func (s *screen) show(r Report) {
	for len(*s) < r.Line {
		*s = append(*s, Report{})
	}
	(*s)[r.Line-1] = r
}

// twice returns a move that starts two lines and true, or false if there is none.
func (s screen) twice() (board.Move, bool) {
	for i, r := range s {
		if slices.ContainsFunc(s[:i], func(o Report) bool { return o.PV[0] == r.PV[0] }) {
			return r.PV[0], true
		}
	}
	return board.NoMove, false
}

// TestMultiPVHasNoDuplicates interrupts searches at many points. It checks that the displayed lines start
// with different moves and match the result.
func TestMultiPVHasNoDuplicates(t *testing.T) {
	changed := 0
	for _, r := range variant.Builtin().All() {
		e, err := eval.New(r, eval.Learnt)
		if err != nil {
			t.Fatalf("eval.New: %v", err)
		}
		p := positions.From(t, r, "")
		for nodes := uint64(400); nodes < 6_000; nodes += nodes / 8 {
			var s screen
			var before board.Move
			res := New(r, e, Options{HashMB: 1}).Search(context.Background(), &p, nil, Limits{Nodes: nodes, MultiPV: 4}, func(r Report) {
				if r.Line == 1 && len(s) > 0 {
					before = s[0].PV[0]
				}
				s.show(r)
			})
			if m, found := s.twice(); found {
				t.Errorf("%s, %d nodes: %s starts two lines", r.Info().Name, nodes, r.Guide().FormatUCI(&p, m))
			}
			if len(s) > 0 && (s[0].PV[0] != res.Best || len(s) != len(res.Lines)) {
				t.Errorf("%s, %d nodes: %d lines reported, %d in the result, or the best moves differ", r.Info().Name, nodes, len(s), len(res.Lines))
			}
			if before != board.NoMove && before != res.Best {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Error("no interrupted search changed its best move")
	}
}

// TestMultiPVReportsNoBounds checks that a long MultiPV search reports no bounds,
// which could repeat the move of another line.
func TestMultiPVReportsNoBounds(t *testing.T) {
	s, p := begin(t)
	s.started = time.Now().Add(-time.Minute)
	s.limits.MultiPV = 2
	w := s.workers[0]
	w.reset(p, nil, s.rootMoves(p, nil), true)
	w.rootDepth, w.completed = 5, []Report{{Score: -500}, {Score: -500}}
	w.aspirationSearch(1, func(r Report) { t.Errorf("reported the bound %+v", r) })
}

// TestMateSolverHasNoDuplicates checks that no move starts two lines when the solver finds a mate that is
// already on a lower line.
func TestMateSolverHasNoDuplicates(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	p := positions.From(t, r, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
	s := New(r, e, Options{HashMB: 1})
	s.limits = Limits{Mate: 1, MultiPV: 3}
	w := s.workers[0]
	moves := s.rootMoves(&p, nil)
	w.reset(&p, nil, moves, true)
	mate, err := r.Guide().ParseMove(&p, "a1a8")
	if err != nil {
		t.Fatalf(`r.Guide().ParseMove("a1a8"): %v`, err)
	}
	moves = slices.DeleteFunc(moves, func(m board.Move) bool { return m == mate })
	var shown screen
	for i, m := range []board.Move{moves[0], moves[1], mate} {
		w.completed = append(w.completed, Report{Line: i + 1, PV: []board.Move{m}})
		shown.show(w.completed[i])
	}
	if !w.solveMate(shown.show) || shown[0].PV[0] != mate {
		t.Fatalf("solveMate reported %+v; want the mate first", shown)
	}
	if m, found := shown.twice(); found || len(shown) != 3 {
		t.Errorf("%v starts two lines of %+v", m, shown)
	}
	for i, line := range w.completed {
		if line.Line != i+1 {
			t.Errorf("line %d is numbered %d", i+1, line.Line)
		}
	}
}
