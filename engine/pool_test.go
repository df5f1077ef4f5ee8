package engine_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestPoolEvictsLeastRecent checks that the pool evicts the least recently used
// engine and distinguishes recipes.
func TestPoolEvictsLeastRecent(t *testing.T) {
	chess, cylinder := positions.Rules(t, variant.Builtin(), "chess"), positions.Rules(t, variant.Builtin(), "cylinder")
	pool := engine.Pool{Options: engine.Options{HashMB: 1}, Size: 2}
	get := func(r engine.Recipe) *engine.Engine {
		t.Helper()
		e, err := pool.Engine(context.Background(), r)
		if err != nil {
			t.Fatalf("pool.Engine: %v", err)
		}
		return e
	}
	a, b, c := engine.Recipe{Rules: chess}, engine.Recipe{Rules: chess, Level: 3}, engine.Recipe{Rules: cylinder}
	first, second := get(a), get(b)
	if first == second || get(a) != first || get(b) != second {
		t.Error("the pool confuses levels or does not reuse engines")
	}
	if get(engine.Recipe{Rules: chess, Level: engine.MaxLevel}) != first {
		t.Error("MaxLevel and level 0 have different engines")
	}
	if third := get(c); third.Rules() != cylinder {
		t.Errorf("engine for cylinder has rules %s", third.Rules().Info().Name)
	}
	if _, ok := pool.Held(b); ok {
		t.Error("the least recently used engine is still held")
	}
	if e, ok := pool.Held(a); !ok || e != first {
		t.Error("the most recently used engine was evicted")
	}
	if _, err := pool.Engine(context.Background(), engine.Recipe{Rules: chess, Level: 99}); err == nil {
		t.Error("pool.Engine accepted level 99")
	}
	if pool.Drop(); get(a) == first {
		t.Error("a dropped engine is still held")
	}
}

// TestPoolForget checks that Forget clears an engine before its next use, and
// not earlier.
func TestPoolForget(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	pool := engine.Pool{Options: engine.Options{HashMB: 1}}
	nodes := func() uint64 {
		t.Helper()
		e, err := pool.Engine(context.Background(), engine.Recipe{Rules: r})
		if err != nil {
			t.Fatalf("pool.Engine: %v", err)
		}
		res, err := e.Search(context.Background(), positions.Line(t, r, ""), engine.Limits{Depth: 6}, nil)
		if err != nil {
			t.Fatalf("e.Search: %v", err)
		}
		return res.Nodes
	}
	first, again := nodes(), nodes()
	pool.Forget()
	if forgot := nodes(); forgot != first || again == first {
		t.Errorf("%d nodes, then %d, after Forget %d; want the first and the last equal", first, again, forgot)
	}
	// A busy engine is cleared later.
	e, _ := pool.Held(engine.Recipe{Rules: r})
	pool.Forget()
	for range e.Analyse(context.Background(), positions.Line(t, r, ""), engine.Limits{Infinite: true}) {
		gone, stop := context.WithCancel(context.Background())
		stop()
		if _, err := pool.Engine(gone, engine.Recipe{Rules: r}); !errors.Is(err, context.Canceled) {
			t.Errorf("pool.Engine of a busy engine after Forget: %v", err)
		}
		break
	}
	if forgot := nodes(); forgot != first {
		t.Errorf("%d nodes, after a delayed Forget %d; want equal", first, forgot)
	}
}

// TestPoolConcurrent uses a pool from many goroutines and checks that each gets the engine for its recipe.
func TestPoolConcurrent(t *testing.T) {
	all := playable()
	pool := engine.Pool{Options: engine.Options{HashMB: 1}, Size: 2, Books: engine.OwnBook}
	var wg sync.WaitGroup
	for i := range 24 {
		r := all[i%len(all)]
		line := positions.Line(t, r, "")
		wg.Go(func() {
			e, err := pool.Engine(context.Background(), engine.Recipe{Rules: r, Level: 1 + i%3, Book: i%2 == 0})
			if err != nil {
				t.Errorf("pool.Engine: %v", err)
				return
			}
			if i%5 == 0 {
				pool.Forget()
			}
			res, err := e.Choose(context.Background(), line, engine.Limits{Depth: 2}, nil)
			p := line.Position()
			if err != nil || !rules.Legal(r, &p, res.Best) {
				t.Errorf("%s: Choose = %v, %v; want a legal move", r.Info().Name, res.Best, err)
			}
		})
	}
	wg.Wait()
}

// TestBookMove checks that book moves are reproducible with a seed and random
// without one, and that illegal ones are ignored.
func TestBookMove(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := positions.Line(t, r, "").Position()
	own := engine.OwnBook(r)
	drawn, seeded := map[board.Move]bool{}, map[board.Move]bool{}
	for seed := range uint64(200) {
		m, ok := engine.BookMove(own, r, &p, 0)
		if !ok {
			t.Fatal("the book has no move at the start")
		}
		drawn[m] = true
		m, _ = engine.BookMove(own, r, &p, seed+1)
		if again, _ := engine.BookMove(own, r, &p, seed+1); again != m {
			t.Errorf("seed %d: %v, then %v", seed+1, m, again)
		}
		seeded[m] = true
	}
	if len(drawn) < 2 || len(seeded) < 2 {
		t.Errorf("moves without a seed %v, with seeds %v", drawn, seeded)
	}
	if m, ok := engine.BookMove(nil, r, &p, 1); ok {
		t.Errorf("BookMove(nil) = %v", m)
	}
	if m, ok := engine.BookMove(stubborn(board.NewMove(0, 63, board.NoRole)), r, &p, 1); ok {
		t.Errorf("BookMove returned the illegal %v", m)
	}
}
