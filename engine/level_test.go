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

// TestHigherLevelsWin plays levels against others a few steps below. Levels
// count positions and not time, so the games are the same on every machine.
func TestHigherLevelsWin(t *testing.T) {
	const pairs = 6
	for _, name := range []string{"chess", "nachfolger"} {
		r := positions.Rules(t, variant.Builtin(), name)
		for _, c := range []struct{ low, high int }{{1, 4}, {4, 7}, {7, 10}} {
			if testing.Short() && c.low > 1 {
				continue // the better they are the longer they think
			}
			points := 0.0
			for seed := uint64(1); seed <= pairs; seed++ {
				low := newEngine(t, r, engine.Options{Level: c.low, Seed: seed})
				high := newEngine(t, r, engine.Options{Level: c.high, Seed: seed})
				points += 1 - bout(t, r, seed, low, high)
				points += bout(t, r, seed, high, low)
			}
			if points <= pairs {
				t.Errorf("%s: level %d made %v points of %d against level %d", name, c.high, points, 2*pairs, c.low)
			}
		}
	}
}

// bout plays a game from a few random moves and returns White's points.
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
				t.Fatal(err)
			}
			move = res.Best
		}
		if _, err := line.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	return 0.5
}
