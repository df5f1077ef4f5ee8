package search_test

import (
	"testing"

	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// TestEscapesAreSeen knows at every depth that a queen which is attacked goes away:
// its retreats were pruned with the last of the quiet moves, and it was lost.
func TestEscapesAreSeen(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, "r1bqkb1r/ppppp2p/5ppn/2Q5/8/1B2P2N/PPPP1PPP/RNB1K2R b KQkq - 0 6"))
	for depth := 1; depth <= 7; depth++ {
		if res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: depth}); res.Lines[0].Score > 0 {
			t.Errorf("depth %d: Black, a knight down, has the score %d", depth, res.Lines[0].Score)
		}
	}
}
