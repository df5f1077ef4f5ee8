package flat_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/variant/flat"
)

// TestLegalGenerator throws positions at the legal generator: what it calls legal must be what is
// left when every move is played and the kings are looked at.
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
				t.Errorf("Make and Apply differ after %s", r.Guide().FormatUCI(p, m))
			}
			if next.Hash != next.Zobrist() {
				t.Errorf("%s leaves the hash %x, computed anew %x", r.Guide().FormatUCI(p, m), next.Hash, next.Zobrist())
			}
		}
		list.Reset()
		r.Legal(p, &list)
		got := slices.Sorted(slices.Values(list.All()))
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("legal are %v, by playing %v", got, want)
		}
		if n := r.Count(p); n != len(want) {
			t.Errorf("%d legal moves are counted, %d are there", n, len(want))
		}
	})
}
