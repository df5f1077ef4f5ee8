package grid

import (
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestEverySquareHasPlace(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		info := r.Info()
		for _, p := range []*Grid{New(info, 8), New(info, 2), New(info, 8).Flipped()} {
			type cell struct{ x, y int }
			taken := map[cell]string{}
			centre := 0
			for _, at := range p.Places {
				if other, ok := taken[cell{at.X, at.Y}]; ok {
					t.Errorf("%s: %s and %s have the same cell", info.Name, at.Name, other)
				}
				taken[cell{at.X, at.Y}] = at.Name
				if at.X < 0 || at.Y < 0 || at.X >= p.Cols || at.Y >= p.Rows {
					t.Errorf("%s: %s is outside the grid", info.Name, at.Name)
				}
				if at.Copy == rules.Centre {
					centre++
				}
			}
			if centre != len(info.Squares) {
				t.Errorf("%s: %d squares have a place, want %d", info.Name, centre, len(info.Squares))
			}
			for _, tag := range p.Tags {
				for dx := range 2 {
					if other, ok := taken[cell{tag.X + dx, tag.Y}]; ok {
						t.Errorf("%s: the name of %s overlaps %s", info.Name, tag.Level, other)
					}
				}
			}
		}
	}
}

// TestCursorReachesEverySquare checks that arrow keys reach every square.
func TestCursorReachesEverySquare(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		start := positions.From(t, r, "")
		squares := SquaresOf(r, &start)
		exists := func(name string) bool { _, ok := squares[name]; return ok }
		for _, p := range []*Grid{New(r.Info(), 8), New(r.Info(), 8).Flipped()} {
			seen := map[string]bool{}
			next := []string{r.Guide().SquareName(&start, 0)}
			for len(next) > 0 {
				name := next[0]
				next = next[1:]
				if seen[name] {
					continue
				}
				seen[name] = true
				for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
					next = append(next, p.Step(name, d[0], d[1], exists))
				}
			}
			if len(seen) != len(squares) {
				t.Errorf("%s: the cursor reaches %d squares, want %d", r.Info().Name, len(seen), len(squares))
			}
		}
	}
}

func TestStepStopsAtEdge(t *testing.T) {
	p := New(positions.Rules(t, variant.Builtin(), "chess").Info(), 8)
	all := func(string) bool { return true }
	for _, test := range []struct {
		from   string
		dx, dy int
		want   string
	}{{"a1", -1, 0, "a1"}, {"a1", 1, 0, "b1"}, {"a1", 0, -1, "a2"}, {"h8", 0, -1, "h8"}, {"e4", 0, 1, "e3"}, {"nowhere", 1, 0, "nowhere"}} {
		if got := p.Step(test.from, test.dx, test.dy, all); got != test.want {
			t.Errorf("Step(%s, %d, %d) = %s, want %s", test.from, test.dx, test.dy, got, test.want)
		}
	}
}
