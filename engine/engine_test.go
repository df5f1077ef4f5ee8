package engine_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// newEngine returns an engine with a small transposition table.
func newEngine(tb testing.TB, r rules.Rules, o engine.Options) *engine.Engine {
	tb.Helper()
	if o.HashMB == 0 {
		o.HashMB = 1
	}
	e, err := engine.New(r, o)
	if err != nil {
		tb.Fatalf("engine.New: %v", err)
	}
	return e
}

// playable lists the rule sets that the engine can play.
func playable() (all []rules.Rules) {
	for _, r := range variant.Builtin().All() {
		if _, err := eval.New(r, eval.Learnt); err == nil {
			all = append(all, r)
		}
	}
	return all
}

// TestAnalyse checks that an analysis streams playable lines, that their depth never decreases, and that the
// stream ends at the depth limit.
func TestAnalyse(t *testing.T) {
	for _, r := range playable() {
		e := newEngine(t, r, engine.Options{})
		line := positions.Line(t, r, "")
		start := line.Position()
		depth := 0
		for info := range e.Analyse(context.Background(), line, engine.Limits{Depth: 4, MultiPV: 2}) {
			if info.Depth < depth {
				t.Errorf("%s: depth %d after %d", r.Info().Name, info.Depth, depth)
			}
			depth = info.Depth
			if len(info.SAN) != len(info.PV) || len(engine.UCI(r, &start, info.PV)) != len(info.PV) {
				t.Errorf("%s: line %v, SAN %v", r.Info().Name, info.PV, info.SAN)
			}
		}
		if depth != 4 {
			t.Errorf("%s: the stream ended at depth %d; want 4", r.Info().Name, depth)
		}
	}
}

// TestAnalyseStops checks that breaking out of the loop or cancelling the
// context ends an infinite analysis, and that the engine is usable afterwards.
func TestAnalyseStops(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "mirrorsquare")
	e := newEngine(t, r, engine.Options{Threads: 2})
	for range e.Analyse(context.Background(), positions.Line(t, r, ""), engine.Limits{Infinite: true}) {
		break
	}
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer stop()
	for range e.Analyse(ctx, positions.Line(t, r, ""), engine.Limits{Infinite: true}) {
	}
	if ctx.Err() == nil {
		t.Error("the stream ended before its context")
	}
	for range e.Analyse(context.Background(), positions.Line(t, r, ""), engine.Limits{Depth: 1}) {
		return
	}
	t.Error("a later analysis returned no line")
}

// TestAnalyseGameOver checks that the analysis of a finished game is empty.
func TestAnalyseGameOver(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	line := positions.Line(t, r, "", "f3", "e5", "g4", "Qh4#")
	e := newEngine(t, r, engine.Options{})
	for info := range e.Analyse(context.Background(), line, engine.Limits{Depth: 3}) {
		t.Errorf("Analyse after mate: %v; want nothing", info.SAN)
	}
	if _, err := e.Choose(context.Background(), line, engine.Limits{Depth: 3}, nil); !errors.Is(err, engine.ErrOver) {
		t.Errorf("Choose after mate: %v; want ErrOver", err)
	}
}

// TestConcurrentCallers runs more callers than there are searchers and checks that each gets the result for
// its position.
func TestConcurrentCallers(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e := newEngine(t, r, engine.Options{Callers: 2, Threads: 2})
	mates := map[string]string{
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1":  "a1a8",
		"1r4k1/8/8/8/8/8/5PPP/6K1 b - - 0 1": "b8b1",
		"7k/R7/8/8/8/8/8/1R4K1 w - - 0 1":    "b1b8",
	}
	var wg sync.WaitGroup
	for text, want := range mates {
		for i := range 4 {
			line := positions.Line(t, r, text)
			wg.Go(func() {
				if i == 0 {
					for info := range e.Analyse(context.Background(), line, engine.Limits{Depth: 3}) {
						if p := line.Position(); engine.UCI(r, &p, info.PV)[0] != want && info.Depth == 3 {
							t.Errorf("%s: Analyse: %v; want %s", text, info.SAN, want)
						}
					}
					return
				}
				res, err := e.Choose(context.Background(), line, engine.Limits{Depth: 3}, func(search.Report) {})
				if p := line.Position(); err != nil || r.Guide().FormatUCI(&p, res.Best) != want {
					t.Errorf("%s: Choose = %v, %v; want %s", text, res.Best, err, want)
				}
			})
		}
	}
	wg.Go(func() {
		if err := e.Clear(context.Background()); err != nil {
			t.Errorf("e.Clear: %v", err)
		}
	})
	wg.Wait()
}

// TestBusyEngine checks that a caller waiting for a searcher returns when its context
// ends.
func TestBusyEngine(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e := newEngine(t, r, engine.Options{})
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	begun := make(chan struct{})
	wg.Go(func() {
		first := sync.OnceFunc(func() { close(begun) })
		for range e.Analyse(ctx, positions.Line(t, r, ""), engine.Limits{Infinite: true}) {
			first()
		}
	})
	<-begun
	short, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := e.Choose(short, positions.Line(t, r, ""), engine.Limits{Depth: 1}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Choose of a busy engine: %v; want context.DeadlineExceeded", err)
	}
	if err := e.Clear(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Clear of a busy engine: %v; want context.DeadlineExceeded", err)
	}
	for _, err := range e.Analyse(short, positions.Line(t, r, ""), engine.Limits{Depth: 1}) {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Analyse of a busy engine: %v; want context.DeadlineExceeded", err)
		}
	}
	stop()
	wg.Wait()
}

// TestConcurrentClear runs Clear and Choose concurrently. It checks that no caller waits forever and that a
// caller whose context has ended holds no searcher.
func TestConcurrentClear(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e := newEngine(t, r, engine.Options{Callers: 4})
	ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
	defer stop()
	hasty, hurry := context.WithCancel(context.Background())
	hurry()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if err := e.Clear(ctx); err != nil {
					t.Errorf("e.Clear: %v", err)
				}
				if err := e.Clear(hasty); err != nil && !errors.Is(err, context.Canceled) {
					t.Errorf("e.Clear with an ended context: %v; want context.Canceled", err)
				}
				if _, err := e.Choose(ctx, positions.Line(t, r, ""), engine.Limits{Depth: 1}, nil); err != nil {
					t.Errorf("e.Choose: %v", err)
				}
			}
		})
	}
	wg.Wait()
}

// TestOtherRules checks that an engine rejects games of other rule sets.
func TestOtherRules(t *testing.T) {
	e := newEngine(t, positions.Rules(t, variant.Builtin(), "chess"), engine.Options{Book: stubborn(board.NewMove(8, 16, board.NoRole))})
	for _, name := range []string{"trid", "mirrorsquare", "cylinder"} {
		line := positions.Line(t, positions.Rules(t, variant.Builtin(), name), "")
		res, err := e.Choose(context.Background(), line, engine.Limits{Depth: 1}, nil)
		if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "chess") || res.Best != board.NoMove {
			t.Errorf("Choose in a game of %s = %v, %v; want an error", name, res.Best, err)
		}
		yielded := 0
		for info, err := range e.Analyse(context.Background(), line, engine.Limits{Depth: 1}) {
			if yielded++; err == nil || !strings.Contains(err.Error(), name) || len(info.PV) > 0 {
				t.Errorf("Analyse of a game of %s: %v, %v; want an error", name, info.PV, err)
			}
		}
		if yielded != 1 {
			t.Errorf("Analyse of a game of %s yielded %d times; want once", name, yielded)
		}
	}
}

// TestAnalyseWithoutTime checks that an analysis reports a legal move even
// without time for depth 1.
func TestAnalyseWithoutTime(t *testing.T) {
	gone, stop := context.WithCancel(context.Background())
	stop()
	for _, r := range playable() {
		e := newEngine(t, r, engine.Options{})
		for _, c := range []struct {
			ctx context.Context
			l   engine.Limits
		}{
			{context.Background(), engine.Limits{Nodes: 1}},
			{context.Background(), engine.Limits{Nodes: 1, MultiPV: 3}},
			{gone, engine.Limits{Infinite: true}},
		} {
			line := positions.Line(t, r, "")
			p := line.Position()
			var last engine.Info
			for info, err := range e.Analyse(c.ctx, line, c.l) {
				if last = info; err != nil {
					t.Errorf("%s: Analyse: %v", r.Info().Name, err)
				}
			}
			if last.Line != 1 || len(last.PV) == 0 || !rules.Legal(r, &p, last.PV[0]) || len(last.SAN) != len(last.PV) {
				t.Errorf("%s with %+v: last report %+v; want a legal move", r.Info().Name, c.l, last)
			}
		}
	}
}

// TestNoTime checks that the engine plays a sensible legal move when it has no
// time.
func TestNoTime(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	e := newEngine(t, r, engine.Options{})
	ctx, stop := context.WithCancel(context.Background())
	stop()
	res, err := e.Choose(ctx, positions.Line(t, r, "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1"), engine.Limits{}, nil)
	if err != nil || res.Best != board.NewMove(3, 59, board.NoRole) {
		t.Errorf("Choose without time = %v, %v; want the hanging queen captured", res.Best, err)
	}
}

// TestLevels checks that weakened engines are reproducible and report only the
// requested lines.
func TestLevels(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	line := positions.Line(t, r, "", "e4", "e5", "Nf3")
	for level := 1; level <= engine.MaxLevel-1; level += 3 {
		var answers []board.Move
		for range 2 {
			e := newEngine(t, r, engine.Options{Level: level, Seed: 5})
			for range 3 {
				res, err := e.Choose(context.Background(), line, engine.Limits{Depth: 20}, func(rep search.Report) {
					if rep.Line != 1 {
						t.Errorf("level %d reports line %d", level, rep.Line)
					}
				})
				if err != nil || len(res.Lines) > 1 {
					t.Fatalf("level %d: %d lines, %v", level, len(res.Lines), err)
				}
				answers = append(answers, res.Best)
			}
		}
		if !slices.Equal(answers[:3], answers[3:]) {
			t.Errorf("level %d with the same seed: %v and %v", level, answers[:3], answers[3:])
		}
	}
	for _, level := range []int{-1, engine.MaxLevel + 1} {
		if _, err := engine.New(r, engine.Options{Level: level}); err == nil {
			t.Errorf("New accepted level %d", level)
		}
	}
	for elo, want := range map[int]int{-5: 1, engine.MinElo: 1, engine.MaxElo: engine.MaxLevel - 1, 9999: engine.MaxLevel - 1} {
		if got := engine.LevelOf(elo); got != want {
			t.Errorf("LevelOf(%d) = %d; want %d", elo, got, want)
		}
	}
}

// stubborn is a book that always returns the same move.
type stubborn board.Move

func (s stubborn) Move(*board.Position, *rand.Rand) (board.Move, bool) { return board.Move(s), true }

// TestBook checks that Choose plays a legal book move, unless the limits
// restrict the moves.
func TestBook(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	odd, impossible := board.NewMove(8, 16, board.NoRole), board.NewMove(0, 63, board.NoRole) // a2a3 and a1h8
	e := newEngine(t, r, engine.Options{Book: stubborn(odd)})
	if res, err := e.Choose(context.Background(), positions.Line(t, r, ""), engine.Limits{Depth: 5}, nil); err != nil || res.Best != odd || res.Nodes > 0 {
		t.Errorf("Choose = %+v, %v; want the book move", res, err)
	}
	if res, err := e.Choose(context.Background(), positions.Line(t, r, ""), engine.Limits{Depth: 2, SearchMoves: []board.Move{board.NewMove(12, 28, board.NoRole)}}, nil); err != nil || res.Best == odd {
		t.Errorf("Choose with SearchMoves = %+v, %v; want no book move", res, err)
	}
	e = newEngine(t, r, engine.Options{Book: stubborn(impossible)})
	if res, err := e.Choose(context.Background(), positions.Line(t, r, ""), engine.Limits{Depth: 2}, nil); err != nil || res.Best == impossible {
		t.Errorf("Choose with an illegal book move = %+v, %v; want another move", res, err)
	}
}

// TestNew checks that New rejects an unknown mode and accepts the known ones.
func TestNew(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	if _, err := engine.New(r, engine.Options{Mode: "clever"}); err == nil || !strings.Contains(err.Error(), "clever") {
		t.Errorf("New with an unknown mode: %v; want an error that names it", err)
	}
	for _, mode := range []eval.Mode{eval.Learnt, eval.Hand, eval.Blind} {
		if e := newEngine(t, r, engine.Options{Mode: mode}); e.Rules() != r {
			t.Errorf("mode %s: rules %s; want chess", mode, e.Rules().Info().Name)
		}
	}
}

// TestExplain checks that the terms add up to the score, for nets and for
// weights.
func TestExplain(t *testing.T) {
	for _, r := range playable() {
		for _, mode := range []eval.Mode{eval.Learnt, eval.Linear} {
			e := newEngine(t, r, engine.Options{Mode: mode})
			for p := range positions.Games(t, r, 3, 2, 40, positions.Any) {
				terms := e.Explain(p)
				sum := 0.0
				for _, term := range terms {
					sum += term.Score
				}
				if diff := sum - float64(e.Evaluate(p)); diff > 8 || diff < -8 { // weights are rounded to sixteenths
					t.Fatalf("%s %s: sum of terms %.1f; want score %d: %v", r.Info().Name, mode, sum, e.Evaluate(p), terms)
				}
			}
		}
	}
}

// TestContributions checks that every piece except kings has a contribution, that the contributions and the
// remainder add up to the score and, with weights, that a contribution is the change in score from removing the
// piece.
func TestContributions(t *testing.T) {
	for _, r := range playable() {
		for _, mode := range []eval.Mode{eval.Linear, eval.Learnt} {
			e := newEngine(t, r, engine.Options{Mode: mode})
			for p := range positions.Games(t, r, 3, 2, 40, positions.Any) {
				pieces, rest := e.Contributions(p)
				want := 0
				for _, pc := range p.All() {
					if pc.Role() != board.King {
						want++
					}
				}
				if len(pieces) != want {
					t.Fatalf("%s: %d contributions; want %d", r.Info().Name, len(pieces), want)
				}
				for _, c := range pieces {
					without := *p
					without.Set(c.Square, board.NoPiece)
					if by := e.Evaluate(p) - e.Evaluate(&without); c.Piece != p.Piece(c.Square) || mode == eval.Linear && c.Score != by {
						t.Fatalf("%s: wrong contribution %+v in %s", r.Info().Name, c, r.Guide().FormatPosition(p))
					}
					rest += c.Score
				}
				if rest != e.Evaluate(p) {
					t.Fatalf("%s: sum of contributions %d; want score %d", r.Info().Name, rest, e.Evaluate(p))
				}
			}
		}
	}
}

// TestContributionsInOneBucket uses positions with one piece more than an
// output bucket's limit: if removing a piece changed the bucket, every
// contribution would be off by pawns.
func TestContributionsInOneBucket(t *testing.T) {
	for name, line := range map[string]string{"nachfolger": "f2f4", "mirrorsquare": "e2e4"} {
		r := positions.Rules(t, variant.Builtin(), name)
		p := positions.Line(t, r, "", line).Position()
		if pieces, together := newEngine(t, r, engine.Options{}).Contributions(&p); together < -600 || together > 600 {
			t.Errorf("%s: together = %d; want at most 600: %v", name, together, pieces)
		}
	}
}

// TestNoGoroutineLeaks counts goroutines after searches that ended in different ways: stopped, panicked and
// completed.
func TestNoGoroutineLeaks(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	before := runtime.NumGoroutine()
	e := newEngine(t, r, engine.Options{Threads: 3})
	for range e.Analyse(context.Background(), positions.Line(t, r, ""), engine.Limits{Infinite: true}) {
		break
	}
	func() {
		defer func() { _ = recover() }()
		for range e.Analyse(context.Background(), positions.Line(t, r, ""), engine.Limits{}) {
			panic("the caller gives up")
		}
	}()
	if _, err := e.Choose(context.Background(), positions.Line(t, r, ""), engine.Limits{Depth: 2}, nil); err != nil {
		t.Errorf("e.Choose: %v", err)
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines left; want %d", runtime.NumGoroutine(), before)
}
