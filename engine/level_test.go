package engine_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestHigherLevelsWin checks that each of three levels scores more than a lower level. Levels are limited by
// nodes, not time, so the games are the same on every machine.
func TestHigherLevelsWin(t *testing.T) {
	const pairs = 6
	for _, name := range []string{"chess", "nachfolger"} {
		r := positions.Rules(t, variant.Builtin(), name)
		for _, c := range []struct{ low, high int }{{1, 4}, {4, 7}, {7, 10}} {
			if testing.Short() && c.low > 1 {
				continue // matches between higher levels take longer
			}
			points := 0.0
			for seed := uint64(1); seed <= pairs; seed++ {
				low := newEngine(t, r, engine.Options{Level: c.low, Seed: seed})
				high := newEngine(t, r, engine.Options{Level: c.high, Seed: seed})
				points += 1 - bout(t, r, seed, low, high)
				points += bout(t, r, seed, high, low)
			}
			if points <= pairs {
				t.Errorf("%s: level %d scored %v of %d points against level %d", name, c.high, points, 2*pairs, c.low)
			}
		}
	}
}

// bout plays a game that starts with a few random moves, and returns White's points.
func bout(t *testing.T, r rules.Rules, seed uint64, players ...*engine.Engine) float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	line := positions.Line(t, r, "")
	for line.Ply() < 250 {
		switch line.Outcome().Result {
		case rules.WhiteWins:
			return 1
		case rules.BlackWins:
			return 0
		case rules.Draw:
			return 0.5
		}
		p := line.Position()
		var move board.Move
		if line.Ply() < 4 {
			legal := rules.LegalMoves(r, &p)
			move = legal[rng.IntN(len(legal))]
		} else {
			res, err := players[p.Side&1].Choose(context.Background(), line, engine.Limits{}, nil)
			if err != nil {
				t.Fatalf("players[p.Side&1].Choose: %v", err)
			}
			move = res.Best
		}
		if _, err := line.Play(move); err != nil {
			t.Fatalf("line.Play: %v", err)
		}
	}
	return 0.5
}

// TestChance compares the probability of each move with the frequency with which a level plays it.
func TestChance(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	line := positions.Line(t, r, "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1")
	const draws, level = 300, 3
	e := newEngine(t, r, engine.Options{Level: level, Seed: 5})
	played := map[board.Move]float64{}
	for range draws {
		res, err := e.Choose(t.Context(), line, engine.Limits{}, nil)
		if err != nil {
			t.Fatalf("e.Choose: %v", err)
		}
		played[res.Best] += 1. / draws
		if err := e.Clear(t.Context()); err != nil { // without clearing, each search would be deeper than the last
			t.Fatalf("e.Clear: %v", err)
		}
	}
	p, sum := line.Position(), 0.0
	for _, m := range rules.LegalMoves(r, &p) {
		if err := e.Clear(t.Context()); err != nil {
			t.Fatalf("e.Clear: %v", err)
		}
		chance, err := e.Chance(t.Context(), line, m)
		if err != nil {
			t.Fatalf("e.Chance: %v", err)
		}
		sum += chance
		if chance < played[m]-0.1 || chance > played[m]+0.1 {
			t.Errorf("%s: Chance = %.2f, but the level chose it with frequency %.2f", rules.FormatUCI(r, &p, m), chance, played[m])
		}
	}
	if sum < 0.98 || sum > 1.02 {
		t.Errorf("the chances add up to %v; want 1", sum)
	}
}

func TestElo(t *testing.T) {
	for level := 1; level < engine.MaxLevel; level++ {
		if back := engine.LevelOf(engine.Elo(level)); back != level {
			t.Errorf("level %d: Elo = %d, LevelOf = %d", level, engine.Elo(level), back)
		}
	}
}
