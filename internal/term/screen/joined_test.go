package screen

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant"
)

// klein is a board whose edges are all joined.
const klein = `{"name":"bottle","board":{"files":6,"ranks":10},"seam":{"crossing":"twist","kinds":"pnbrqk"},"ends":{"crossing":"wrap","kinds":"nbrqk"},
	"start":"6/rnqkbr/pppppp/6/6/6/6/PPPPPP/RNQKBR/6 w - - 0 1"}`

// TestJoined plays on a board with copies of the squares beyond its edges. A small screen shows no copies.
func TestJoined(t *testing.T) {
	bottle, err := variant.Builtin().Choose(klein)
	if err != nil {
		t.Fatalf("Choose: %v", err)
	}
	s := open(t, "chess", "", func(o *session.Options) { o.Rules, o.Start = bottle, positions.From(t, bottle, bottle.Info().Start) })
	for _, c := range []struct{ w, h, copies int }{{80, 24, 36}, {120, 40, 36}, {40, 20, 0}} {
		s.resize(c.w, c.h)
		s.wants("10", "9", "1")
		copies := 0
		for i := range s.layout.plan.Places {
			if s.layout.plan.Places[i].Fringe {
				copies++
			}
		}
		if copies != c.copies {
			t.Errorf("%dx%d: %d copies, want %d\n%s", c.w, c.h, copies, c.copies, s.text())
		}
	}
	s.resize(80, 24)
	s.typeMoves("b2c4") // the copies show the moved piece too
	if got := s.cellOn(1, "a9"); !strings.Contains(got, "♜") {
		t.Errorf("the copy of a9 shows %q", got)
	}
	s.press("ctrl+f")
	s.wants("10", "9", "1")
}
