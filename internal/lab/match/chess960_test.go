package match

import (
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// TestOpenings960 gives every start once before one comes again, the same for the
// same seed.
func TestOpenings960(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	one, err := NewOpenings960(r, 7)
	if err != nil {
		t.Fatalf("NewOpenings960: %v", err)
	}
	two, _ := NewOpenings960(r, 7)
	seen := map[uint64]bool{}
	for n := range 961 {
		o, err := one.Opening(t.Context(), n)
		if err != nil {
			t.Fatalf("one.Opening: %v", err)
		}
		if again, _ := two.Opening(t.Context(), n); again.Start != o.Start {
			t.Fatalf("opening %d differs", n)
		}
		if seen[o.Start.Hash] != (n == 960) {
			t.Errorf("opening %d comes again", n)
		}
		seen[o.Start.Hash] = true
	}
	if _, err := NewOpenings960(positions.Rules(t, variant.Builtin(), "triboard"), 1); err == nil {
		t.Error("triboard has starts of Chess960")
	}
}
