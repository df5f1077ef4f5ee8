package fairy_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
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

// TestSymmetry checks the symmetries of wide boards. Smaller boards report none.
func TestSymmetry(t *testing.T) {
	alice := `"board":{"planes":2},"passing":{"to":"other"},"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|8/8/8/8/8/8/8/8 w - - 0 1"`
	wide := `"start":"rnbqkbnrrr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKBNRRR w - - 0 1","board":{"files":10,"ranks":8`
	for text, want := range map[string]eval.Symmetry{
		alice:                                  {Mirrors: true, Planes: true, OneKing: true},
		alice + `,"pieces":{"n":"rW"}`:         {Planes: true, OneKing: true},
		alice + `,"promotes":"qk"`:             {Mirrors: true, Planes: true},
		wide + `}`:                             {Mirrors: true, OneKing: true},
		wide + `},"goal":{"reach":{"k":"a4"}}`: {OneKing: true},
		`"board":{"files":6,"ranks":6},"start":"rnbkqr/pppppp/6/6/PPPPPP/RNBKQR w - - 0 1"`: {},
	} {
		r, err := fairy.New(decode(t, `{"name":"test",`+text+`}`))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := r.Symmetry(); got != want {
			t.Errorf("%s: Symmetry = %+v, want %+v", text, got, want)
		}
	}
}
