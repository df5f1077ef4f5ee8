package search_test

import (
	"testing"

	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestRetreatsAreNotPruned checks at depths 1 to 7 that an attacked queen escapes, because its retreats are not
// pruned as late quiet moves.
func TestRetreatsAreNotPruned(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, "r1bqkb1r/ppppp2p/5ppn/2Q5/8/1B2P2N/PPPP1PPP/RNB1K2R b KQkq - 0 6"))
	for depth := 1; depth <= 7; depth++ {
		if res := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: depth}); res.Lines[0].Score > 0 {
			t.Errorf("depth %d: Black is a knight down: score %d; want at most 0", depth, res.Lines[0].Score)
		}
	}
}

// TestInterruptedLinesAreSorted checks that an interrupted search sorts lines of equal depth by score.
func TestInterruptedLinesAreSorted(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - - 0 1"))
	for nodes := uint64(1000); nodes < 30000; nodes += 500 {
		lines := find(searcher(t, r, search.Options{HashMB: 1}), p, search.Limits{Nodes: nodes, MultiPV: 3}).Lines
		for i := 1; i < len(lines); i++ {
			if a, b := lines[i-1], lines[i]; a.Depth == b.Depth && a.Score < b.Score {
				t.Errorf("%d nodes: line %d has score %d, line %d has score %d", nodes, i, a.Score, i+1, b.Score)
			}
		}
	}
}

// TestSearchMovesAll checks that a search is the same with all legal moves in SearchMoves as with none.
func TestSearchMovesAll(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	p := new(positions.From(t, r, ""))
	all := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 9})
	named := find(searcher(t, r, search.Options{}), p, search.Limits{Depth: 9, SearchMoves: rules.LegalMoves(r, p)})
	if all.Best != named.Best || all.Lines[0].Score != named.Lines[0].Score || all.Nodes != named.Nodes {
		t.Errorf("%d nodes, best %v %d; with all moves listed %d nodes, %v %d", all.Nodes, all.Best, all.Lines[0].Score, named.Nodes, named.Best, named.Lines[0].Score)
	}
}
