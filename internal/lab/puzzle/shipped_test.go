package puzzle_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/lab/puzzle"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// minShipped returns the minimum number of puzzles for a built-in rule set.
func minShipped(name string) int {
	if name == "alice" { // moves on two boards take longer to search
		return 70
	}
	return 300
}

// shipped holds the settings for the built-in puzzles, which are the defaults of tain puzzles.
var shipped = puzzle.Settings{Depth: 4, ProofNodes: 300_000}

// TestShipped replays every built-in puzzle, and proves a sample of the puzzles again.
func TestShipped(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		info := r.Info()
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			text, ok := bundle.Read(r, bundle.Puzzles)
			if !ok {
				t.Fatalf("%s has no %s", info.Name, bundle.Puzzles)
			}
			all, err := puzzle.Parse(strings.NewReader(text), r)
			if err != nil {
				t.Fatalf("puzzle.Parse: %v", err)
			}
			if len(all) < minShipped(info.Name) {
				t.Errorf("%d puzzles; want at least %d", len(all), minShipped(info.Name))
			}
			checker, err := puzzle.NewChecker(r, shipped)
			if err != nil {
				t.Fatalf("puzzle.NewChecker: %v", err)
			}
			every, last := 50, -1
			if testing.Short() {
				every = 150
			}
			for i := range all {
				z := &all[i]
				if z.Rating < last {
					t.Errorf("%s comes after a puzzle with a higher rating", z.ID)
				}
				last = z.Rating
				if err := puzzle.Check(r, z); err != nil {
					t.Errorf("puzzle.Check: %v", err)
				}
				if i%every != every/2 {
					continue
				}
				if err := checker.Prove(t.Context(), z); err != nil {
					t.Errorf("checker.Prove: %v", err)
				}
			}
		})
	}
}
