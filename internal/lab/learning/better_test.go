package learning

import (
	"testing"

	"github.com/tainchess/tain/internal/lab/match"
	"github.com/tainchess/tain/internal/lab/stats"
)

// TestBetter checks that a candidate is not accepted after 3.5-0.5, and is after 8-0.
func TestBetter(t *testing.T) {
	for pairs, want := range map[[5]int]bool{{0, 0, 0, 1, 1}: false, {0, 0, 0, 0, 2}: false, {0, 0, 0, 0, 4}: true} {
		e, _ := stats.Pairs(pairs).Estimate()
		s := &match.Summary{SPRT: &match.TestSummary{Verdict: stats.Undecided}, LOS: &e.LOS}
		if got := better(s); got != want {
			t.Errorf("pairs %v, likelihood of superiority %.3f: better() = %v", pairs, e.LOS, got)
		}
	}
}
