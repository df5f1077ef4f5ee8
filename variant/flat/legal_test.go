package flat_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
)

// TestLegalGenerator compares the legal move generator with the pseudo-legal moves that Apply accepts, on
// random positions.
func TestLegalGenerator(t *testing.T) {
	each(t, 8000, func(t *testing.T, r *flat.Rules, p *board.Position) {
		var list board.MoveList
		var next, made board.Position
		r.PseudoLegal(p, &list)
		var want []board.Move
		for _, m := range list.All() {
			if !r.Apply(p, m, &next) {
				continue
			}
			want = append(want, m)
			if r.Make(p, m, &made); made != next {
				t.Errorf("Make and Apply give different positions for %s", r.Guide().FormatUCI(p, m))
			}
			if next.Hash != next.Zobrist() {
				t.Errorf("hash after %s = %x, computed from scratch %x", r.Guide().FormatUCI(p, m), next.Hash, next.Zobrist())
			}
		}
		list.Reset()
		r.Legal(p, &list)
		got := slices.Sorted(slices.Values(list.All()))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("Legal: %v, want %v", got, want)
		}
		if n := r.Count(p); n != len(want) {
			t.Errorf("Count = %d, want %d", n, len(want))
		}
	})
}
