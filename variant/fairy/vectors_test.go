package fairy_test

import (
	"testing"

	"github.com/tainchess/tain/internal/test/perftfile"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
)

// TestVectors compares perft counts with those of an independent program.
func TestVectors(t *testing.T) {
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := load(t, name)
			entries, err := perftfile.Load("../../testdata/boards/" + name + ".perft")
			if err != nil || len(entries) < 10 {
				t.Fatalf("perftfile.Load: %d entries, %v", len(entries), err)
			}
			for _, e := range entries {
				p, err := r.Guide().ParsePosition(e.Text(), rules.ParseOptions{})
				if err != nil {
					t.Errorf("%s: %s: %v", e.ID, e.Text(), err)
					continue
				}
				for _, c := range e.Counts {
					if testing.Short() && c.Lines > 100_000 {
						continue
					}
					if got := perft.Count(r, &p, c.Depth); got != c.Lines {
						t.Errorf("%s: %s: depth %d: %d leaf nodes, want %d", e.ID, e.Text(), c.Depth, got, c.Lines)
					}
				}
			}
		})
	}
}
