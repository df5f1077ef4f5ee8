package search

import (
	"context"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// begin returns a searcher of chess and the start of the game.
func begin(t *testing.T) (*Searcher, *board.Position) {
	t.Helper()
	r, _ := variant.ByName("chess")
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		t.Fatal(err)
	}
	return New(r, e, Options{HashMB: 1}), &p
}

// TestBoundsAreTold begins with a score far too low: what is reported on the
// way up is a lower bound and says so.
func TestBoundsAreTold(t *testing.T) {
	s, p := begin(t)
	s.started = time.Now().Add(-time.Minute) // bounds are told of long searches only
	w := s.workers[0]
	w.setUp(p, nil, s.roots(p, nil), true)
	w.depth, w.best = 5, []Report{{Score: -500}}
	told := 0
	w.aspire(1, func(r Report) {
		told++
		if !r.Lower || r.Upper {
			t.Errorf("%d on the way up from -500 is told as lower %v, upper %v", r.Score, r.Lower, r.Upper)
		}
	})
	if told == 0 {
		t.Error("nothing was told")
	}
}

// TestTableHoldsWholePositions searches some of the first moves only: what is
// then known is no score of the position.
func TestTableHoldsWholePositions(t *testing.T) {
	for _, c := range []struct {
		limits Limits
		known  bool
	}{{Limits{Depth: 4}, true}, {Limits{Depth: 4, Lines: 3}, true}, {Limits{Depth: 4}, false}} {
		s, p := begin(t)
		moves := s.roots(p, nil)
		if !c.known {
			c.limits.Moves = moves[:2]
		}
		res := s.Search(context.Background(), p, nil, c.limits, nil)
		e, hit := s.table.probe(p.Key, 0)
		if hit != c.known || hit && e.move != res.Lines[0].PV[0] && c.limits.Lines == 0 {
			t.Errorf("%+v: the table holds %v, %v", c.limits, e, hit)
		}
		if hit && c.limits.Lines > 1 && e.score < res.Lines[1].Score {
			t.Errorf("the table holds %d, a lower line's score; the second line has %d", e.score, res.Lines[1].Score)
		}
	}
}

// TestLinesAreTold in the order of their scores.
func TestLinesAreTold(t *testing.T) {
	s, p := begin(t)
	last := Report{Score: infinite}
	s.Search(context.Background(), p, nil, Limits{Depth: 7, Lines: 4}, func(r Report) {
		if r.Line > 1 && (r.Depth != last.Depth || r.Line != last.Line+1 || r.Score > last.Score) {
			t.Errorf("line %d, depth %d, %d is told after line %d, depth %d, %d", r.Line, r.Depth, r.Score, last.Line, last.Depth, last.Score)
		}
		last = r
	})
}

// TestBothClocksCount takes the shorter of a time for the move and a clock.
func TestBothClocksCount(t *testing.T) {
	b := newBudget(Limits{MoveTime: time.Second, Clock: &Clock{Left: 100 * time.Millisecond}})
	if b.hard > 60*time.Millisecond {
		t.Errorf("%v for a move with 100ms on the clock", b.hard)
	}
	b = newBudget(Limits{MoveTime: 50 * time.Millisecond, Clock: &Clock{Left: time.Hour}})
	if b.hard > 50*time.Millisecond {
		t.Errorf("%v for a move of 50ms", b.hard)
	}
}
