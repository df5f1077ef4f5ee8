package eval_test

import (
	"testing"

	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// score returns the evaluation of a position from White's point of view.
func score(t *testing.T, name, text string) int {
	t.Helper()
	r := positions.Rules(t, variant.Builtin(), name)
	p := positions.From(t, r, text)
	return evaluator(t, r, eval.Learnt).Evaluate(&p)
}

// TestHopelessEndings checks that material that cannot win scores little. Whether material can win depends
// on the board: a rook mates on a plane, but not on a cylinder.
func TestHopelessEndings(t *testing.T) {
	const rook, queen = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "8/3k4/8/8/8/8/8/Q3K3 w - - 0 1"
	const rookOrBishop = "8/8/8/3bk3/8/8/8/R3K3 w - - 0 1"
	const twoBishops, pawns = "8/8/3k4/8/8/8/8/2B1KB2 w - - 0 1", "8/8/8/4k3/8/8/P7/R3K3 w - - 0 1"
	for _, c := range []struct {
		variant, position string
		wins              bool
	}{
		{"chess", rook, true}, {"triboard", rook, false}, {"cylinder", rook, false},
		{"chess", queen, true}, {"triboard", queen, true}, {"cylinder", queen, true},
		{"chess", twoBishops, true}, {"triboard", twoBishops, false},
		{"chess", rookOrBishop, false}, {"triboard", rookOrBishop, false},
		{"chess", pawns, true}, {"triboard", pawns, true},
	} {
		if got := score(t, c.variant, c.position); c.wins != (got > 300) || got < 0 {
			t.Errorf("%s: Evaluate(%s) = %d", c.variant, c.position, got)
		}
	}
}

// TestKingHuntsBareKing checks that the evaluation rewards the attacking king
// for approaching a bare king.
func TestKingHuntsBareKing(t *testing.T) {
	for _, name := range []string{"chess", "triboard", "cylinder"} {
		far, near := score(t, name, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"), score(t, name, "4k3/8/4K3/8/8/8/8/Q7 w - - 0 1")
		if near <= far {
			t.Errorf("%s: king near the bare king: %d, far from it: %d; want more when near", name, near, far)
		}
	}
}

// TestRotationKeepsScore checks that rotating a position by one file around the cylinder barely changes its
// score. Pieces and moves that cross the seam cause small differences.
func TestRotationKeepsScore(t *testing.T) {
	for _, name := range []string{"triboard", "cylinder"} {
		one := score(t, name, "r1b1k3/pp3p2/2n5/3p4/3P4/2N2N2/PP3P2/R3K3 w - - 0 1")
		two := score(t, name, "1r1b1k2/1pp3p1/3n4/4p3/4P3/3N2N1/1PP3P1/1R3K2 w - - 0 1")
		if one-two > 15 || two-one > 15 {
			t.Errorf("%s: Evaluate = %d, rotated by a file %d", name, one, two)
		}
	}
}
