package fairy_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval/nnue"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/variant/fairy"
)

// TestNetInputs checks that the inputs of a net distinguish all kinds on all squares, that both ways to list them
// agree, and that packed samples preserve the pieces.
func TestNetInputs(t *testing.T) {
	each(t, func(t *testing.T, r *fairy.Rules) {
		in := nnue.InputsOf(r)
		seen := map[int]board.Piece{} // by input and square
		packed := 0
		walk(t, r, func(p *board.Position) {
			own := in.Active(nil, p, p.Side)
			other := in.Active(nil, p, p.Side.Other())
			var sample, back train.Sample
			in.Look(p, &sample.Placed)
			sample.Score, sample.Points = 12, 1
			data, ok := sample.Append(nil, in)
			if !ok {
				return
			}
			packed++
			if err := back.Unpack(data, in); err != nil || back.Score != 12 || back.Points != 1 {
				t.Fatalf("Unpack: %v", err)
			}
			for i, want := range [][]uint16{own, other} {
				got := in.Of(nil, &back.Placed, i == 1)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("inputs %v, want %v", got, want)
				}
				if len(slices.Compact(want)) != p.Count() {
					t.Errorf("%d different inputs for %d pieces", len(slices.Compact(want)), p.Count())
				}
			}
			for s, pc := range p.All() {
				alone := board.Empty()
				if p.Wide() != nil {
					alone = board.EmptyWide()
				}
				alone.Set(s, pc)
				at := int(in.Active(nil, &alone, board.White)[0])
				if at >= in.Count() {
					t.Fatalf("input %d of %d", at, in.Count())
				}
				if other, known := seen[at*board.MaxSquares+int(s)]; known && other != pc {
					t.Errorf("two kinds of pieces on square %d have the same input", s)
				}
				seen[at*board.MaxSquares+int(s)] = pc
			}
		})
		if packed == 0 {
			t.Error("no sample was packed")
		}
	})
}
