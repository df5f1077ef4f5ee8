package match

import (
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// TestOpenings960 checks that every starting position occurs once before any
// repeats, and that the order depends only on the seed.
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
			t.Fatalf("opening %d differs with the same seed", n)
		}
		if seen[o.Start.Hash] != (n == 960) {
			t.Errorf("opening %d is a repetition", n)
		}
		seen[o.Start.Hash] = true
	}
	if _, err := NewOpenings960(positions.Rules(t, variant.Builtin(), `{"name":"x","castling":"960","board":{"ranks":6},"start":"rqnbkbnr/pppppppp/8/8/PPPPPPPP/RQNBKBNR w HAha - 0 1"}`), 1); err != nil {
		t.Errorf("NewOpenings960 of a definition: %v", err)
	}
	if _, err := NewOpenings960(positions.Rules(t, variant.Builtin(), "triboard"), 1); err == nil {
		t.Error("NewOpenings960(triboard) returned no error")
	}
}
