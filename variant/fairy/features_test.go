package fairy

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/grid"
)

// onSets is a rule set whose evaluation uses sets although its board is not wide.
type onSets struct{ *Rules }

func (r onSets) Features() eval.Features { return setFeatures{features{r.Rules}} }

type setFeatures struct{ features }

func (f setFeatures) Counter([]eval.Score) eval.Counter { return f }

func (f setFeatures) Count(p *board.Position, s eval.Sum) eval.Sum { return f.countSets(p, s) }

// TestCounts checks that counting with bitboards and with sets gives the same terms.
func TestCounts(t *testing.T) {
	r, err := New(Spec{
		Details: rules.Info{Name: "test", Start: "rnabkqnr/pppppppp/8/8/8/8/PPPPPPPP/RNABKQNR w - - 0 1 +0+0"}, Board: grid.Spec{Files: 8, Ranks: 8, Seam: grid.Twist},
		SeamKinds: "pnbrqka", Pieces: []Piece{{Letter: 'a', Betza: "mRcpRF"}}, Promotes: "qa", Double: 2, Zone: 1, Checks: 9, Reach: []Reach{{'k', []grid.Square{27}}},
	})
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	fast, err1 := eval.New(r, eval.Derived)
	slow, err2 := eval.New(onSets{r}, eval.Derived)
	if err1 != nil || err2 != nil {
		t.Fatalf("eval.New: %v, %v", err1, err2)
	}
	n := 0
	r.playouts(func(p *board.Position) {
		n++
		var a, b eval.Trace
		fast.Trace(p, &a)
		slow.Trace(p, &b)
		if !slices.Equal(a.Counts, b.Counts) || a.Phase != b.Phase || a.Scale != b.Scale {
			t.Errorf("%s: %+v, with sets %+v", r.Guide().FormatPosition(p), a, b)
		}
	})
	if n < 10 {
		t.Errorf("only %d positions", n)
	}
}
