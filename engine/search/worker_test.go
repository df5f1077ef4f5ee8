package search

import (
	"context"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// begin returns a chess searcher and the starting position.
func begin(t *testing.T) (*Searcher, *board.Position) {
	t.Helper()
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := positions.From(t, r, "")
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatalf("eval.New: %v", err)
	}
	return New(r, e, Options{HashMB: 1}), &p
}

// TestReportsBounds starts with a previous score that is far too low, so that the search reports lower
// bounds, and then with one that is far too high.
func TestReportsBounds(t *testing.T) {
	s, p := begin(t)
	s.started = time.Now().Add(-time.Minute) // only long searches report bounds
	w := s.workers[0]
	w.reset(p, nil, s.rootMoves(p, nil), true)
	w.rootDepth, w.completed = 5, []Report{{Score: -500}}
	reports := 0
	w.aspirationSearch(1, func(r Report) {
		reports++
		if !r.Lower || r.Upper {
			t.Errorf("score %d above -500: lower %v, upper %v; want a lower bound", r.Score, r.Lower, r.Upper)
		}
	})
	if reports == 0 {
		t.Error("no lower bound was reported")
	}
	w.completed, reports = []Report{{Score: 500, PV: s.rootMoves(p, nil)[:1]}}, 0
	w.aspirationSearch(1, func(r Report) {
		if w.partialPV != nil {
			t.Error("partialPV still has a refuted move that had failed high")
		}
		if reports++; r.Lower || !r.Upper || len(r.PV) != 1 {
			t.Errorf("score %d below 500: lower %v, upper %v, %d moves; want an upper bound with one move", r.Score, r.Lower, r.Upper, len(r.PV))
		}
	})
	if reports == 0 {
		t.Error("no upper bound was reported")
	}
}

// TestHugeClock checks that huge clock times do not overflow.
func TestHugeClock(t *testing.T) {
	const most = (1 << 40) * time.Millisecond
	if b := newBudget(Limits{Clock: &Clock{Left: most, Increment: most}}, 0); b.soft <= 0 || b.hard < b.soft {
		t.Errorf("newBudget: soft %v, hard %v; want 0 < soft <= hard", b.soft, b.hard)
	}
}

// TestPonderHitPastSoftLimit checks that a search past its soft limit stops
// immediately on a ponder hit.
func TestPonderHitPastSoftLimit(t *testing.T) {
	for _, c := range []struct {
		pondered time.Duration
		stops    bool
	}{{time.Minute, true}, {0, false}} {
		s, _ := begin(t)
		hit, quit, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
		s.started, s.limits.Ponder, s.budget = time.Now().Add(-c.pondered), hit, budget{soft: 30 * time.Second, hard: time.Hour}
		s.ponder.Store(true)
		go func() { s.watch(quit); close(done) }()
		close(hit)
		for s.ponder.Load() {
			time.Sleep(time.Millisecond)
		}
		close(quit)
		<-done
		if s.stop.Load() != c.stops {
			t.Errorf("pondered for %v: stopped: %v; want %v", c.pondered, !c.stops, c.stops)
		}
	}
}

// TestRestrictedSearchNotStored checks that a search restricted to some root moves
// does not store a score for the root.
func TestRestrictedSearchNotStored(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		known  bool
	}{{Limits{Depth: 4}, true}, {Limits{Depth: 4, MultiPV: 3}, true}, {Limits{Depth: 4}, false}} {
		s, _ := begin(t)
		position := positions.From(t, s.rules, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1") // one move is far better than all others
		p := &position
		moves := s.rootMoves(p, nil)
		if !c.known {
			c.limits.SearchMoves = moves[:2]
		}
		res := s.Search(context.Background(), p, nil, c.limits, nil)
		e, hit := s.tt.probe(p.Hash, 0)
		if hit != c.known || hit && e.move != res.Lines[0].PV[0] && c.limits.MultiPV == 0 {
			t.Errorf("%+v: probe = %v, %v", c.limits, e, hit)
		}
		if hit && c.limits.MultiPV > 1 && e.score <= res.Lines[1].Score {
			t.Errorf("the table has the score %d of a lower line; the second line scored %d", e.score, res.Lines[1].Score)
		}
	}
}

// TestReportsLinesInOrder checks that lines are reported by descending score.
func TestReportsLinesInOrder(t *testing.T) {
	s, p := begin(t)
	last := Report{Score: infinite}
	s.Search(context.Background(), p, nil, Limits{Depth: 7, MultiPV: 4}, func(r Report) {
		if r.Line > 1 && (r.Depth != last.Depth || r.Line != last.Line+1 || r.Score > last.Score) {
			t.Errorf("line %d, depth %d, score %d is reported after line %d, depth %d, score %d", r.Line, r.Depth, r.Score, last.Line, last.Depth, last.Score)
		}
		last = r
	})
}

// TestMoveTimeAndClock checks that the shorter of the move time and the clock time applies.
func TestMoveTimeAndClock(t *testing.T) {
	b := newBudget(Limits{MoveTime: time.Second, Clock: &Clock{Left: 100 * time.Millisecond}}, 0)
	if b.hard > 60*time.Millisecond {
		t.Errorf("100ms on the clock: hard limit %v", b.hard)
	}
	if b := newBudget(Limits{MoveTime: 1}, 0); b.hard <= 0 || b.hard > time.Millisecond {
		t.Errorf("move time of 1ns: hard limit %v", b.hard)
	}
	b = newBudget(Limits{MoveTime: 50 * time.Millisecond, Clock: &Clock{Left: time.Hour}}, 0)
	if b.hard > 50*time.Millisecond {
		t.Errorf("move time of 50ms: hard limit %v", b.hard)
	}
}

// TestTimeBudget checks that a move gets a reasonable share of the remaining time.
func TestTimeBudget(t *testing.T) {
	for _, c := range []Clock{{Left: 2 * time.Second}, {Left: time.Minute, MovesToGo: 20}, {Left: time.Hour}} {
		b := newBudget(Limits{Clock: &c}, 0)
		if b.soft < c.Left/100 || b.soft > c.Left/10 || b.hard < b.soft || b.hard > c.Left/4 {
			t.Errorf("newBudget(%+v): soft %v, hard %v", c, b.soft, b.hard)
		}
	}
}

// TestMeasuredOverhead checks that the search reserves more time after searches
// that ended late, and that the reserve decays.
func TestMeasuredOverhead(t *testing.T) {
	l := Limits{Clock: &Clock{Left: 100 * time.Millisecond}}
	if prompt, late := newBudget(l, 0), newBudget(l, 40*time.Millisecond); late.hard > prompt.hard*2/3 {
		t.Errorf("hard limit %v, with overhead %v", prompt.hard, late.hard)
	}
	if b := newBudget(l, time.Hour); b.hard <= 0 || b.hard > 10*time.Millisecond {
		t.Errorf("hard limit %v with a large overhead", b.hard)
	}
	s, _ := begin(t)
	s.started, s.limits = time.Now().Add(-70*time.Millisecond), l
	s.deadline.Store(int64(20 * time.Millisecond))
	s.measureOverhead()
	if s.overhead < 50*time.Millisecond || s.overhead > maxOverhead {
		t.Errorf("overhead = %v after ending 50ms late", s.overhead)
	}
	s.deadline.Store(int64(time.Hour))
	for range 100 {
		s.measureOverhead()
	}
	if s.overhead > time.Millisecond { // the deadline is an hour away, so the search cannot be late
		t.Errorf("overhead = %v after many prompt searches", s.overhead)
	}
}

// TestResultMatchesLastReport checks that the best move is the first move of the last reported best line,
// regardless of when the search is interrupted.
func TestResultMatchesLastReport(t *testing.T) {
	changed := 0
	for _, lines := range []int{1, 3} {
		for nodes := uint64(200); nodes < 20_000; nodes += nodes / 25 {
			s, p := begin(t)
			var last, before Report
			res := s.Search(context.Background(), p, nil, Limits{Nodes: nodes, MultiPV: lines}, func(r Report) {
				if r.Line == 1 {
					before, last = last, r
				}
			})
			if len(res.Lines) == 0 {
				continue
			}
			if len(last.PV) == 0 || last.PV[0] != res.Best || res.Lines[0].PV[0] != res.Best || res.Lines[0].Line != 1 {
				t.Fatalf("%d nodes, %d lines: best move %v, last report %v", nodes, lines, res.Best, last.PV)
			}
			if len(before.PV) > 0 && before.PV[0] != last.PV[0] && last.Nodes >= nodes {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Error("no interrupted search changed its best move")
	}
}

// TestFailHighIsPlayed checks that a move that failed high is played even if the
// search is interrupted before its exact score is known.
func TestFailHighIsPlayed(t *testing.T) {
	played := 0
	for nodes := uint64(200); nodes < 60_000; nodes += nodes / 40 {
		s, _ := begin(t)
		sharp := positions.From(t, s.rules, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
		p := &sharp
		res := s.Search(context.Background(), p, nil, Limits{Nodes: nodes}, nil)
		w := s.workers[0]
		if len(w.partialPV) == 0 || len(w.stack[0].pv) > 0 {
			continue
		}
		played++
		if res.Best != w.partialPV[0] {
			t.Errorf("%d nodes: best move %v; want %v, which failed high", nodes, res.Best, w.partialPV[0])
		}
	}
	if played == 0 {
		t.Error("no search was interrupted during a re-search")
	}
}

// TestMoveOverhead checks that the search reserves the overhead of future moves, so that the clock lasts for
// at least 40 of them.
func TestMoveOverhead(t *testing.T) {
	clock := func(left, increment, overhead time.Duration, moves int) budget {
		return newBudget(Limits{Clock: &Clock{Left: left, Increment: increment, MovesToGo: moves, Overhead: overhead}}, 0)
	}
	usual := clock(10*time.Second, 0, 0, 0)
	if same := clock(10*time.Second, 0, moveOverhead, 0); same != usual {
		t.Errorf("a small overhead changes the budget from %v to %v", usual, same)
	}
	before := usual
	for _, overhead := range []time.Duration{50, 200, 500, 1000, 5000} {
		b := clock(10*time.Second, 0, overhead*time.Millisecond, 0)
		if b.hard <= 0 || b.soft <= 0 || b.soft > before.soft || b.hard > before.hard {
			t.Errorf("overhead of %d ms: budget %v; want less than %v", overhead, b, before)
		}
		before = b
	}
	// Check that some time is left after 40 moves, each with its overhead.
	left, overhead := 10*time.Second, 100*time.Millisecond
	for move := range 60 {
		b := clock(left, 0, overhead, 0)
		if left -= b.soft + overhead; left <= 0 && move < 40 {
			t.Fatalf("lost on time at move %d", move+1)
		}
	}
	if b := clock(time.Second, 0, 900*time.Millisecond, 1); b.hard+900*time.Millisecond > time.Second+50*time.Millisecond {
		t.Errorf("one second with an overhead of 900 ms: budget %v", b)
	}
}

// TestClockInterval counts the nodes until a worker notices that the time is up. A node on a wide board may take
// milliseconds.
func TestClockInterval(t *testing.T) {
	for name, most := range map[string]int{"chess": nodeBatch, "alice": nodeBatch / 16} {
		r := positions.Rules(t, variant.Builtin(), name)
		e, err := eval.New(r, eval.Learnt)
		if err != nil {
			t.Fatalf("eval.New: %v", err)
		}
		s, p := New(r, e, Options{HashMB: 1}), positions.From(t, r, "")
		for range 3 { // the count starts again in every search
			s.start(t.Context(), Limits{MoveTime: 1})()
			time.Sleep(time.Millisecond)
			w := s.workers[0]
			w.reset(&p, nil, s.rootMoves(&p, nil), true)
			nodes := 0
			for ; !s.timer.stop.Load() && nodes <= most; nodes++ {
				w.countNode(0)
			}
			if nodes > most {
				t.Errorf("%s: no clock check in %d nodes", name, nodes)
			}
			if nodes < nodeBatch && s.nodes.Load() != 0 {
				t.Errorf("%s: %d nodes were added to the shared count before a batch was complete", name, s.nodes.Load())
			}
		}
	}
}

// TestClockReadEarlier checks that the time since the clock was read is not spent again.
func TestClockReadEarlier(t *testing.T) {
	s, _ := begin(t)
	limits := Limits{Clock: &Clock{Left: 2 * time.Hour, Read: time.Now().Add(-time.Hour)}}
	s.start(t.Context(), limits)()
	if want := newBudget(Limits{Clock: &Clock{Left: time.Hour}}, 0); s.budget.hard > want.hard || s.budget.hard < want.hard*9/10 {
		t.Errorf("an hour after the clock showed two hours: hard limit %v, want %v", s.budget.hard, want.hard)
	}
	if limits.Clock.Left != 2*time.Hour {
		t.Error("the caller's clock was changed")
	}
}
