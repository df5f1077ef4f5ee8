package search_test

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// crowds are positions with up to thirty queens that can capture each other; spawning can lead to such
// positions.
var crowds = []string{
	"kqqqqqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQQQQK w - - 0 1",
	"kq1q1q1q/q1q1q1q1/1q1q1q1q/8/8/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1QK w - - 0 1",
	"1qQK1Q2/QqQ2qqk/Q3QQq1/4Q1Q1/2q1q1qq/q2Q1Q2/Qq1q2q1/1QqQ1qQ1 w - - 0 1",
	"QqQqQq1k/qQqQqQq1/QqQqQ3/qQqQ4/4QqQq/3qQqQq/1QqQqQqQ/K1QqQqQq w - - 0 1",
}

// crowded returns the crowds that are legal positions of a rule set. On boards with a seam, some are
// illegal, because the side not to move is in check.
func crowded(r rules.Rules) (all []board.Position) {
	for _, text := range crowds {
		if p, err := r.Guide().ParsePosition(text, rules.ParseOptions{}); err == nil && len(rules.LegalMoves(r, &p)) > 0 {
			all = append(all, p)
		}
	}
	return all
}

// TestManyQueens checks that the quiescence search stays bounded with thirty
// queens.
func TestManyQueens(t *testing.T) {
	tried := 0
	for _, r := range searchable() {
		for _, p := range crowded(r) {
			tried++
			res := find(searcher(t, r, search.Options{}), &p, search.Limits{Depth: 1})
			const most = 100_000
			if res.Nodes > most || res.Lines[0].SelDepth > 20 {
				t.Errorf("%s: %s: depth 1 took %d nodes to ply %d, want at most %d to ply 20",
					r.Info().Name, r.Guide().FormatPosition(&p), res.Nodes, res.Lines[0].SelDepth, most)
			}
			if testing.Short() {
				continue
			}
			deeper := find(searcher(t, r, search.Options{}), &p, search.Limits{Depth: 2, Nodes: 1_000_000})
			if deeper.Lines[0].Depth < 2 {
				t.Errorf("%s: %s: depth 2 was not reached", r.Info().Name, r.Guide().FormatPosition(&p))
			}
		}
	}
	if tried < 8 {
		t.Errorf("tried %d crowded positions; want at least 8", tried)
	}
}

// hooked is an evaluator that calls a hook at a given evaluation and counts the evaluations after the hook.
type hooked struct {
	eval.Evaluator
	at    int64
	hook  func()
	calls atomic.Int64
	after atomic.Int64
	fired atomic.Bool
}

func (h *hooked) Evaluate(p *board.Position) int {
	if h.calls.Add(1) == h.at {
		h.hook()
		h.fired.Store(true)
	} else if h.fired.Load() {
		h.after.Add(1)
	}
	return h.Evaluator.Evaluate(p)
}

// newHooked returns a searcher with a hooked evaluator.
func newHooked(t *testing.T, r rules.Rules, threads int, at int64) (*search.Searcher, *hooked) {
	t.Helper()
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	h := &hooked{Evaluator: e, at: at}
	return search.New(r, h, search.Options{HashMB: 1, Threads: threads}), h
}

// TestStopsPromptly checks that no thread evaluates another node after a stop, in ordinary and crowded
// positions, with one thread and with several.
func TestStopsPromptly(t *testing.T) {
	stopped := 0
	for _, r := range searchable() {
		for i, p := range append(crowded(r), positions.From(t, r, "")) {
			threads := 1 + i%2*2
			s, h := newHooked(t, r, threads, 500)
			h.hook = s.Stop
			res := find(s, &p, search.Limits{Nodes: 200_000, MultiPV: 1 + i})
			playable(t, r, &p, []board.Move{res.Best})
			most := int64(threads) // each thread may be in the middle of a node
			if len(res.Lines) == 0 {
				most += int64(len(rules.LegalMoves(r, &p))) // the move is chosen by static evaluation
			}
			if h.fired.Load() {
				stopped++
			}
			if n := h.after.Load(); n > most {
				t.Errorf("%s: %s, %d threads: %d evaluations after the search was stopped, want at most %d",
					r.Info().Name, r.Guide().FormatPosition(&p), threads, n, most)
			}
		}
	}
	if stopped < len(searchable()) {
		t.Errorf("only %d searches were stopped", stopped)
	}
}

// TestStopsOnTime sleeps during the first evaluation until the time is up, and checks that the search ends at
// its next clock check.
func TestStopsOnTime(t *testing.T) {
	const batch = 1024 // nodes between two clock checks
	for i, r := range searchable() {
		p := new(positions.From(t, r, ""))
		for _, l := range []search.Limits{
			{MoveTime: time.Millisecond},
			{MoveTime: 30 * time.Millisecond},
			{Clock: &search.Clock{Left: 40 * time.Millisecond}},
			{Clock: &search.Clock{Left: 0}},
			{Clock: &search.Clock{Left: -time.Second, Increment: time.Minute}},
			{Clock: &search.Clock{Left: 30 * time.Millisecond, Increment: 10 * time.Second, MovesToGo: 1}},
		} {
			allowed := l.MoveTime
			if l.Clock != nil {
				allowed = max(0, l.Clock.Left)
			}
			threads := 1 + i%2*2
			s, h := newHooked(t, r, threads, 1)
			h.hook = func() { time.Sleep(allowed + time.Millisecond) }
			playable(t, r, p, []board.Move{find(s, p, l).Best})
			// Allow twice the number of nodes, because a thread may be delayed between the check and the end.
			if n := h.after.Load(); n > int64(2*threads*batch+len(rules.LegalMoves(r, p))) {
				t.Errorf("%s: %+v, %d threads: %d evaluations after the time was up", r.Info().Name, l, threads, n)
			}
		}
	}
}

// TestOnlyMove checks that the search immediately plays an only move when a clock is running.
func TestOnlyMove(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	only := new(positions.From(t, r, "6rk/8/8/8/8/8/8/r6K w - - 0 1"))
	if n := len(rules.LegalMoves(r, only)); n != 1 {
		t.Fatalf("%d legal moves; want 1", n)
	}
	res := find(searcher(t, r, search.Options{}), only, search.Limits{Clock: &search.Clock{Left: time.Hour}})
	if res.Lines[0].Depth != 1 {
		t.Errorf("only move: searched to depth %d; want 1", res.Lines[0].Depth)
	}
}

// TestNoAllocationPerNode compares searches of 1,000 and 20,000 nodes. The longer search may allocate more
// reports, but nothing else. Wide boards are left out, because each of their positions is allocated.
func TestNoAllocationPerNode(t *testing.T) {
	const perDepth = 4
	for _, r := range searchable() {
		if start := positions.From(t, r, ""); start.Wide() != nil {
			continue // moves on wide boards allocate
		}
		tried := append([]board.Position{positions.From(t, r, "")}, crowded(r)...)
		most := 3
		if testing.Short() {
			most = 1
		}
		for _, p := range tried[:min(len(tried), most)] {
			s := searcher(t, r, search.Options{})
			cost := func(nodes uint64) (allocations float64, depth int) {
				allocations = testing.AllocsPerRun(2, func() {
					s.Clear()
					if res := find(s, &p, search.Limits{Nodes: nodes}); len(res.Lines) > 0 {
						depth = res.Lines[0].Depth
					}
				})
				return allocations, depth
			}
			little, shallow := cost(1_000)
			much, deep := cost(20_000)
			if much > little+float64(perDepth*(deep-shallow)+20) {
				t.Errorf("%s: %s: 1000 nodes to depth %d allocate %.0f times, 20000 nodes to depth %d %.0f times",
					r.Info().Name, r.Guide().FormatPosition(&p), shallow, little, deep, much)
			}
		}
	}
}

// TestThreads searches with several threads. Under -race it checks that the threads access their shared state
// without data races.
func TestThreads(t *testing.T) {
	for _, r := range searchable() {
		p := new(positions.From(t, r, ""))
		s := searcher(t, r, search.Options{Threads: 3})
		for _, l := range []search.Limits{{Depth: 4}, {Nodes: 6_000, MultiPV: 2}, {MoveTime: 15 * time.Millisecond}} {
			res := find(s, p, l)
			for _, line := range res.Lines {
				playable(t, r, p, line.PV)
			}
			playable(t, r, p, []board.Move{res.Best})
		}
		s.SetThreads(1)
		if res := find(s, p, search.Limits{Depth: 3}); res.Lines[0].Depth != 3 {
			t.Errorf("%s: depth %d after reducing the threads to one", r.Info().Name, res.Lines[0].Depth)
		}
		s.Resize(1)
		s.Clear()
		playable(t, r, p, []board.Move{find(s, p, search.Limits{Nodes: 500}).Best})
	}
}

// TestPanicInReport checks that a panic in report leaks no goroutine and leaves
// the searcher usable.
func TestPanicInReport(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, ""))
	s := searcher(t, r, search.Options{Threads: 2})
	before := runtime.NumGoroutine()
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was swallowed")
			}
		}()
		s.Search(context.Background(), p, nil, search.Limits{Infinite: true}, func(search.Report) { panic("enough") })
	}()
	if res := find(s, p, search.Limits{Depth: 2}); res.Lines[0].Depth != 2 {
		t.Errorf("search after a panic: depth %d; want 2", res.Lines[0].Depth)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines left; want %d", runtime.NumGoroutine(), before)
}
