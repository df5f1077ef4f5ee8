package fairy_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
)

// TestEngine plays games of the engine against itself, from random openings. Line.Play rejects illegal moves.
func TestEngine(t *testing.T) {
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := load(t, name)
			games, most := 20, 160
			if testing.Short() {
				games, most = 1, 40
			}
			e, err := engine.New(r, engine.Options{HashMB: 1, Seed: 1})
			if err != nil {
				t.Fatalf("engine.New: %v", err)
			}
			decided := 0
			for seed := range uint64(games) {
				dice := rand.New(rand.NewPCG(seed, 5))
				line := rules.NewLine(r, positions.From(t, r, ""))
				for line.Ply() < most && !line.Outcome().Over() {
					p := line.Position()
					legal := rules.LegalMoves(r, &p)
					m := legal[dice.IntN(len(legal))]
					if line.Ply() >= 6 {
						res, err := e.Search(t.Context(), line, engine.Limits{Nodes: 250}, nil)
						if err != nil {
							t.Fatalf("game %d, %s: %v", seed, r.Guide().FormatPosition(&p), err)
						}
						m = res.Best
					}
					if _, err := line.Play(m); err != nil {
						t.Fatalf("game %d, %s: %v", seed, r.Guide().FormatPosition(&p), err)
					}
				}
				if o := line.Outcome(); o.Over() && o.Result != rules.Draw {
					decided++
				}
			}
			t.Logf("%d of %d games decided", decided, games)
		})
	}
}

// TestWeights checks that the files of a rule set, such as learnt weights, replace the derived weights.
func TestWeights(t *testing.T) {
	r := load(t, "grasshopper")
	derived, err := eval.Weights(r, eval.Derived)
	if err != nil {
		t.Fatalf("eval.Weights: %v", err)
	}
	want := slices.Clone(derived)
	want[0] = eval.S(123, 45)
	r = bundle.With(r, fstest.MapFS{bundle.Weights: {Data: []byte(eval.FormatWeights(r, "a test", eval.Terms(r), want))}})
	if got, err := eval.Weights(r, eval.Learnt); err != nil || got[0] != want[0] {
		t.Errorf("weights %v, %v; want %v", got, err, want)
	}
	if got, err := eval.Weights(r, eval.Derived); err != nil || !slices.Equal(got, derived) {
		t.Errorf("derived weights %v, %v; want %v", got, err, derived)
	}
}
