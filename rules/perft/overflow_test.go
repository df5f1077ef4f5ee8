package perft_test

import (
	"context"
	"errors"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant"
)

// TestCounterOverflow counts the moves of two bare kings to a depth at which the count overflows.
func TestCounterOverflow(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := positions.From(t, r, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	n, err := perft.Counter{Rules: r, HashMB: 16}.Count(context.Background(), &p, 30)
	if !errors.Is(err, perft.ErrTooMany) {
		t.Errorf("Count = %d, %v; want ErrTooMany", n, err)
	}
}
