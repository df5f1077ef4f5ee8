package flat_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// TestGains checks that Gains returns true only if all spawned pieces belong to the mover and no piece goes
// on.
func TestGains(t *testing.T) {
	made := [8]board.Role{board.Pawn: board.Pawn}
	for _, c := range []struct {
		what       string
		reflection *flat.Reflection
		gains      bool
	}{
		{"no reflection", nil, false},
		{"the opponent's", &flat.Reflection{Made: made}, false},
		{"the mover's", &flat.Reflection{Made: made, Own: true}, true},
		{"own pieces, and queens go on", &flat.Reflection{Made: made, Own: true, GoesOn: [8]bool{board.Queen: true}}, false},
	} {
		if got := flat.New(flat.Rules{Topology: topology.Plane, Reflection: c.reflection}).Gains(); got != c.gains {
			t.Errorf("%s: Gains() = %v, want %v", c.what, got, c.gains)
		}
	}
}
