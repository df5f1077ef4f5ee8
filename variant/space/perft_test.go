package space

import (
	"testing"

	"github.com/tainchess/tain/internal/test/perftfile"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
)

// both runs a check on Trid and Meder.
func both(t *testing.T, check func(t *testing.T, v *Rules)) {
	for _, v := range []*Rules{Trid, Meder} {
		t.Run(v.Info().Name, func(t *testing.T) { check(t, v) })
	}
}

// agreed returns the entries in the perft file of a rule set.
func agreed(tb testing.TB, v *Rules) []perftfile.Entry {
	tb.Helper()
	all, err := perftfile.Load("../" + v.Info().Name + "/" + v.Info().Name + ".perft")
	if err != nil {
		tb.Fatalf("perftfile.Load: %v", err)
	}
	return all
}

// pseudo hides the legal move generator of a rule set.
type pseudo struct{ rules.Rules }

// TestCounts checks the perft counts without the legal move generator. Package variant checks them with it.
func TestCounts(t *testing.T) {
	both(t, func(t *testing.T, v *Rules) {
		for _, e := range agreed(t, v) {
			p := positions.From(t, v, e.Text())
			for _, c := range e.Counts {
				if c.Lines > 1_000_000 {
					continue
				}
				if got := perft.Count(pseudo{v}, &p, c.Depth); got != c.Lines {
					t.Errorf("%s, depth %d: %d leaf nodes, want %d (%s)", e.ID, c.Depth, got, c.Lines, e.Text())
				}
			}
		}
	})
}
