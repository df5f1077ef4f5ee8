package nnue_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/internal/test/positions"
)

// TestPlacedInputs checks that a position has the same inputs in a training sample and in the evaluator.
func TestPlacedInputs(t *testing.T) {
	for _, r := range all(t) {
		in := nnue.InputsOf(r)
		var placed nnue.Placed
		for p := range positions.Games(t, r, 17, 4, 80, positions.Any) {
			in.Look(p, &placed)
			for _, other := range []bool{false, true} {
				side := p.Side
				if other {
					side = side.Other()
				}
				got, want := in.Of(nil, &placed, other), in.Active(nil, p, side)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) || len(got) < p.Count() {
					t.Fatalf("%s: Of = %v; want Active = %v, in %s", r.Info().Name, got, want, r.Guide().FormatPosition(p))
				}
			}
			if kings := p.SquaresWith(board.White, board.King).Or(p.SquaresWith(board.Black, board.King)); kings.Empty() {
				t.Fatal("found a position without kings")
			}
		}
	}
}
