package search_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/oracle/naive"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// searcher returns a searcher, by default with a small transposition table.
func searcher(tb testing.TB, r rules.Rules, o search.Options) *search.Searcher {
	tb.Helper()
	e, err := eval.New(r, eval.Learnt)
	if err != nil {
		tb.Fatalf("eval.New: %v", err)
	}
	if o.HashMB == 0 {
		o.HashMB = 4
	}
	return search.New(r, e, o)
}

// searchable lists the rule sets with an evaluation.
func searchable() (all []rules.Rules) {
	for _, r := range variant.Builtin().All() {
		if _, err := eval.New(r, eval.Learnt); err == nil {
			all = append(all, r)
		}
	}
	return all
}

// find searches a position without a game history.
func find(s *search.Searcher, p *board.Position, l search.Limits) search.Result {
	return s.Search(context.Background(), p, nil, l, nil)
}

// playable fails the test if a line is not legal.
func playable(t *testing.T, r rules.Rules, p *board.Position, line []board.Move) {
	t.Helper()
	at := *p
	for _, m := range line {
		played, err := rules.Play(r, &at, m)
		if err != nil {
			t.Fatalf("%s: the line %v of %s: %v", r.Info().Name, line, r.Guide().FormatPosition(p), err)
		}
		at = played.Next
	}
}

// TestMates checks that the search finds mates in one to four moves, and verifies each with the naive rules:
// the search must mate in time against every defence.
func TestMates(t *testing.T) {
	text, err := os.ReadFile("testdata/mates.txt")
	if err != nil {
		t.Fatalf(`os.ReadFile("testdata/mates.txt"): %v`, err)
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(fields) != 3 || fields[0] == "#" {
			continue
		}
		r := positions.Rules(t, variant.Builtin(), fields[0])
		n, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatalf("strconv.Atoi: %v", err)
		}
		t.Run(fields[0]+fields[1], func(t *testing.T) {
			p := new(positions.From(t, r, fields[2]))
			s := searcher(t, r, search.Options{})
			res := find(s, p, search.Limits{Mate: n, Nodes: 400_000})
			if len(res.Lines) == 0 {
				t.Fatalf("%s: no line found", fields[2])
			}
			if in, mate := search.MateIn(res.Lines[0].Score); !mate || in != n {
				t.Fatalf("%s: score %d after %d nodes, want mate in %d", fields[2], res.Lines[0].Score, res.Nodes, n)
			}
			playable(t, r, p, res.Lines[0].PV)
			at, err := naive.Parse(fields[0], fields[2])
			if err != nil {
				t.Fatalf("naive.Parse: %v", err)
			}
			prove(t, r, s, at, n)
		})
	}
}

// prove plays the search's moves against every defence that the naive rules allow, and fails the test if one
// avoids mate in n.
func prove(t *testing.T, r rules.Rules, s *search.Searcher, at *naive.Pos, n int) {
	p := new(positions.From(t, r, at.FEN()))
	best := find(s, p, search.Limits{Mate: n, Nodes: 400_000}).Best
	text := r.Guide().FormatUCI(p, best)
	next := at.Play(text)
	if next == nil {
		t.Fatalf("%s is not legal in %s", text, at.FEN())
	}
	replies := next.Replies()
	switch {
	case len(replies) == 0 && !next.InCheck():
		t.Fatalf("%s in %s is stalemate", text, at.FEN())
	case len(replies) > 0 && n == 1:
		t.Fatalf("%s in %s is not mate", text, at.FEN())
	}
	for _, reply := range replies {
		prove(t, r, s, reply, n-1)
	}
}

// TestDeterministic checks that, with one thread, a repeated search gives identical results with a new
// searcher and with a cleared one.
func TestDeterministic(t *testing.T) {
	type seen struct {
		depth, score int
		nodes        uint64
		pv           string
	}
	for _, r := range searchable() {
		p := new(positions.From(t, r, ""))
		watch := func(s *search.Searcher, l search.Limits) (all []seen) {
			res := s.Search(context.Background(), p, nil, l, func(rep search.Report) {
				pv := ""
				for _, m := range rep.PV {
					pv += r.Guide().FormatUCI(p, m)
				}
				all = append(all, seen{rep.Depth, rep.Score, rep.Nodes, pv})
			})
			return append(all, seen{nodes: res.Nodes, score: int(res.Best)})
		}
		for _, l := range []search.Limits{{Depth: 6}, {Nodes: 12_345}, {Nodes: 5_000, MultiPV: 3}} {
			s := searcher(t, r, search.Options{})
			first := watch(s, l)
			s.Clear()
			if again := watch(s, l); !slices.Equal(first, again) {
				t.Errorf("%s, %+v: after Clear\n%v; want\n%v", r.Info().Name, l, again, first)
			}
			if fresh := watch(searcher(t, r, search.Options{}), l); !slices.Equal(first, fresh) {
				t.Errorf("%s, %+v: new searcher\n%v; want\n%v", r.Info().Name, l, fresh, first)
			}
		}
	}
}

// TestLimits checks the depth limit, the node limit, and that a search stops at a requested mate.
func TestLimits(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, ""))
	if res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 5}); res.Lines[0].Depth != 5 {
		t.Errorf("depth limit 5: reached depth %d", res.Lines[0].Depth)
	}
	for _, n := range []uint64{1, 2, 50, 10_000} {
		res := find(searcher(t, r, search.Options{}), p, search.Limits{Nodes: n})
		if res.Nodes > n {
			t.Errorf("node limit %d: searched %d", n, res.Nodes)
		}
		playable(t, r, p, []board.Move{res.Best})
	}
	mate := new(positions.From(t, r, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"))
	if res := find(searcher(t, r, search.Options{}), mate, search.Limits{Mate: 1, Infinite: false}); res.Nodes > 10_000 {
		t.Errorf("mate in 1: %d nodes; want at most 10,000", res.Nodes)
	}
}

// TestGameOver searches positions without a legal move.
func TestGameOver(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	for _, text := range []string{
		"R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", // mate
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",    // stalemate
	} {
		if res := find(searcher(t, r, search.Options{}), new(positions.From(t, r, text)), search.Limits{Infinite: true}); res.Best != board.NoMove || res.Lines != nil {
			t.Errorf("%s: Search = %+v; want no move and no lines", text, res)
		}
	}
}

// TestLinesAreDistinct checks that the lines of interrupted MultiPV searches
// start with different moves.
func TestLinesAreDistinct(t *testing.T) {
	for _, r := range searchable() {
		p := new(positions.From(t, r, ""))
		for nodes := uint64(100); nodes < 3000; nodes += 97 {
			res := find(searcher(t, r, search.Options{HashMB: 1}), p, search.Limits{Nodes: nodes, MultiPV: 5})
			var firsts []board.Move
			for _, line := range res.Lines {
				playable(t, r, p, line.PV)
				if slices.Contains(firsts, line.PV[0]) {
					t.Fatalf("%s, %d nodes: %s starts two lines", r.Info().Name, nodes, r.Guide().FormatUCI(p, line.PV[0]))
				}
				firsts = append(firsts, line.PV[0])
			}
			if nodes > 2500 && len(firsts) != 5 {
				t.Fatalf("%s, %d nodes: %d lines, want 5", r.Info().Name, nodes, len(firsts))
			}
		}
		if res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 2, MultiPV: 500}); len(res.Lines) != len(rules.LegalMoves(r, p)) {
			t.Errorf("%s: %d lines for %d moves", r.Info().Name, len(res.Lines), len(rules.LegalMoves(r, p)))
		}
	}
}

// TestSearchMoves checks that a search can be restricted to some root moves.
func TestSearchMoves(t *testing.T) {
	for _, r := range searchable() {
		p := new(positions.From(t, r, ""))
		all := rules.LegalMoves(r, p)
		only := []board.Move{all[3], all[7], board.NewMove(0, 63, board.Queen)} // the last move is illegal
		res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 4, MultiPV: 4, SearchMoves: only})
		if len(res.Lines) != 2 {
			t.Fatalf("%s: %d lines; want 2", r.Info().Name, len(res.Lines))
		}
		for _, line := range res.Lines {
			if !slices.Contains(only[:2], line.PV[0]) {
				t.Errorf("%s: line starts with %s, which is not in SearchMoves", r.Info().Name, r.Guide().FormatUCI(p, line.PV[0]))
			}
		}
		if res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 4, SearchMoves: only[2:]}); res.Best != board.NoMove {
			t.Errorf("%s: illegal SearchMoves: best move %v; want none", r.Info().Name, res.Best)
		}
	}
}

// TestPonder checks that a pondering search does not return before the ponder hit, and that it ends after one.
func TestPonder(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, ""))
	for _, after := range []time.Duration{-1, 0, 60 * time.Millisecond} {
		hit := make(chan struct{})
		began := time.Now()
		if after < 0 {
			close(hit) // ponder hit before the search starts
		} else {
			time.AfterFunc(after, func() { close(hit) })
		}
		res := searcher(t, r, search.Options{}).Search(context.Background(), p, nil,
			search.Limits{MoveTime: 40 * time.Millisecond, Ponder: hit}, nil)
		if took := time.Since(began); took < after {
			t.Errorf("ponder hit after %v, result after %v", after, took)
		}
		playable(t, r, p, []board.Move{res.Best})
	}
}

// TestStopAffectsOneSearch checks that a search is not stopped when the context of an earlier search ends.
func TestStopAffectsOneSearch(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, ""))
	s := searcher(t, r, search.Options{HashMB: 1})
	for range 300 {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		s.Search(ctx, p, nil, search.Limits{Infinite: true}, nil)
		if res := find(s, p, search.Limits{Depth: 2}); len(res.Lines) == 0 || res.Lines[0].Depth != 2 {
			t.Fatal("the context of an earlier search stopped this one")
		}
	}
}
