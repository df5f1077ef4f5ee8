package grid_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/grid"
)

var all = grid.Crossing{Seam: true, Ends: true, Links: true}

func board(t *testing.T, s grid.Spec) *grid.Board {
	t.Helper()
	b, err := grid.New(s)
	if err != nil {
		t.Fatalf("grid.New: %v", err)
	}
	return b
}

// lines formats the lines of a piece from a square, sorted.
func lines(t *testing.T, b *grid.Board, text, from string, c grid.Crossing) (found []string) {
	t.Helper()
	s, ok := b.Parse(from)
	if !ok {
		t.Fatalf("no square %s", from)
	}
	atoms, err := betza.Parse(text)
	if err != nil {
		t.Fatalf("betza.Parse: %v", err)
	}
	for i := range atoms {
		for _, l := range b.Lines(&atoms[i], s, false, c) {
			var names []string
			for _, at := range l {
				name := b.Name(at.To)
				for _, e := range at.Empty {
					name += "/" + b.Name(e)
				}
				names = append(names, name)
			}
			found = append(found, strings.Join(names, " "))
		}
	}
	slices.Sort(found)
	return found
}

func TestLines(t *testing.T) {
	square := func(b *grid.Board, name string) grid.Square { s, _ := b.Parse(name); return s }
	plain := board(t, grid.Spec{Files: 8, Ranks: 8})
	cylinder := board(t, grid.Spec{Files: 8, Ranks: 8, Seam: grid.Wrap})
	moebius := board(t, grid.Spec{Files: 8, Ranks: 8, Seam: grid.Twist})
	sphere := board(t, grid.Spec{Files: 8, Ranks: 8, Seam: grid.Wrap, Ends: grid.Pole})
	klein := board(t, grid.Spec{Files: 6, Ranks: 6, Seam: grid.Wrap, Ends: grid.Twist})
	hop := board(t, grid.Spec{Files: 8, Ranks: 8, Seam: grid.Hop})
	holes := board(t, grid.Spec{Files: 8, Ranks: 8, Holes: []grid.Square{square(plain, "d5"), square(plain, "e4")}})
	links := board(t, grid.Spec{Files: 8, Ranks: 8, Links: []grid.Link{{From: square(plain, "d8"), Out: grid.Heading{Y: 1}, To: square(plain, "e1"), In: grid.Heading{Y: 1}},
		{From: square(plain, "a6"), Out: grid.Heading{X: -1, Y: 1}, To: square(plain, "h3"), In: grid.Heading{X: -1}}}})
	planes := board(t, grid.Spec{Files: 8, Ranks: 8, Planes: 2})
	for _, c := range []struct {
		about, text, from string
		b                 *grid.Board
		c                 grid.Crossing
		want              []string
	}{
		{"a rook", "fR", "d6", plain, all, []string{"d7 d8"}},
		{"a rook around a cylinder ends before its origin", "rR", "f2", cylinder, all, []string{"g2 h2 a2 b2 c2 d2 e2"}},
		{"an edge that the kind may not cross", "rR", "f2", cylinder, grid.Crossing{}, []string{"g2 h2"}},
		{"2.1 a twisted seam turns the up-down part at once", "frF", "h2", moebius, all, []string{"a6"}},
		{"2.1 a twisted seam turns the rest of the line", "frB", "g6", moebius, all, []string{"h7 a1"}},
		{"2.2 a pole", "fR", "b7", sphere, all, []string{"b8 f8 f7 f6 f5 f4 f3 f2 f1 b1 b2 b3 b4 b5 b6"}},
		{"2.2 a twisted end", "frB", "b5", klein, all, []string{"c6 c1 b2 a3 f4 e5 d6 d1 e2 f3 a4"}},
		{"2.6 a hop", "flB", "b3", hop, all, []string{"a4 h4 g5 f6 e7 d8"}},
		{"2.6 a hop from a corner", "flB", "b7", hop, all, []string{"a8 h8"}},
		{"2.6 leaps wrap", "fN", "a3", hop, all, []string{"b5", "c4", "g4", "h5"}},
		{"2.4 a link", "fR", "d7", links, all, []string{"d8 e1 e2 e3 e4 e5 e6 e7 e8"}},
		{"2.4 a link backward", "bR", "e2", links, all, []string{"e1 d8 d7 d6 d5 d4 d3 d2 d1"}},
		{"2.4 a link that turns a line", "flB", "b5", links, all, []string{"a6 h3 g3 f3 e3 d3 c3 b3 a3"}},
		{"2.4 the same link backward", "rR", "g3", links, all, []string{"h3 a6 b5 c4 d3 e2 f1"}},
		{"2.4 leaps ignore links", "fD", "d7", links, all, nil},
		{"2.5 holes stop steps", "fR", "d3", holes, all, []string{"d4"}},
		{"3.3 leaps jump holes", "fD", "d4", holes, all, []string{"d6"}},
		{"3.3 leaps do not land in holes", "fD", "d3", holes, all, nil},
		{"3.4 lame leaps", "nD", "d4", holes, all, []string{"b4/c4", "d2/d3", "d6", "f4"}},
		{"3.4 lame knights", "nffN", "d4", plain, all, []string{"c6/d5", "e6/d5"}},
		{"3.4 lame knights need the step", "nlN", "a1", plain, all, nil},
		{"3.3 one way exists, the other does not", "ffN", "h7", sphere, grid.Crossing{Ends: true}, []string{"c8", "e8"}},
		{"riders of leaps", "ffN0", "a1", plain, all, []string{"b3 c5 d7"}},
		{"limited riders", "W3", "d4", plain, all, []string{"c4 b4 a4", "d3 d2 d1", "d5 d6 d7", "e4 f4 g4"}},
		{"one plane at a time", "fR", "d7B", planes, all, []string{"d8B"}},
	} {
		if got := lines(t, c.b, c.text, c.from, c.c); !slices.Equal(got, c.want) {
			t.Errorf("%s: %s from %s: %q, want %q", c.about, c.text, c.from, got, c.want)
		}
	}
}

// TestReversible checks that on boards with joined edges the opposite step leads back to the origin.
func TestReversible(t *testing.T) {
	for _, s := range []grid.Spec{{Files: 8, Ranks: 8, Seam: grid.Wrap}, {Files: 8, Ranks: 8, Seam: grid.Twist}, {Files: 8, Ranks: 6, Seam: grid.Wrap, Ends: grid.Pole}} {
		b := board(t, s)
		for from := range grid.Square(b.Size()) {
			for x := -1; x <= 1; x++ {
				for y := -1; y <= 1; y++ {
					h := grid.Heading{X: x, Y: y}
					if h == (grid.Heading{}) {
						continue
					}
					to, in, ok := b.Step(from, h, all)
					if !ok {
						continue
					}
					if back, out, ok := b.Step(to, in.Turned(), all); !ok || back != from || out != h.Turned() {
						t.Errorf("%+v: %s %v leads to %s %v, which leads back to %s %v (%v)", s, b.Name(from), h, b.Name(to), in, b.Name(back), out, ok)
					}
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, s := range []grid.Spec{{Files: 16, Ranks: 16}, {Files: 10, Ranks: 12, Planes: 2}, {Files: 1, Ranks: 3}} {
		b := board(t, s)
		for at := range grid.Square(b.Size()) {
			if back, ok := b.Parse(b.Name(at)); !ok || back != at || b.At(b.File(at), b.Rank(at), b.Plane(at)) != at {
				t.Errorf("%s is parsed as %d, want %d", b.Name(at), back, at)
			}
		}
		for _, name := range []string{"", "a", "a0", "a01", "a17", "q1", "11", "a1x", "a1C", "aa1"} {
			if at, ok := b.Parse(name); ok {
				t.Errorf("%q is parsed as %s", name, b.Name(at))
			}
		}
	}
}

func TestFaults(t *testing.T) {
	up := grid.Heading{Y: 1}
	for _, s := range []grid.Spec{
		{Files: 17, Ranks: 1}, {Files: 0, Ranks: 1}, {Files: 16, Ranks: 16, Planes: 2}, {Files: 8, Ranks: 8, Planes: 3},
		{Files: 9, Ranks: 8, Seam: grid.Hop}, {Files: 8, Ranks: 8, Seam: grid.Pole}, {Files: 8, Ranks: 8, Ends: grid.Pole},
		{Files: 7, Ranks: 8, Seam: grid.Wrap, Ends: grid.Pole}, {Files: 8, Ranks: 8, Holes: []grid.Square{64}},
		{Files: 8, Ranks: 8, Links: []grid.Link{{From: 0, To: 1}}}, {Files: 8, Ranks: 8, Links: []grid.Link{{From: 0, To: 64, Out: up, In: up}}},
		{Files: 8, Ranks: 8, Links: []grid.Link{{From: 0, To: 1, Out: up, In: up}, {From: 0, To: 2, Out: up, In: up}}},
		{Files: 8, Ranks: 8, Links: []grid.Link{{From: 0, To: 1, Out: up, In: up}, {From: 3, To: 1, Out: up, In: up}}},
	} {
		if _, err := grid.New(s); err == nil {
			t.Errorf("grid.New(%+v) succeeds", s)
		}
	}
}

func Example() {
	cylinder, _ := grid.New(grid.Spec{Files: 8, Ranks: 8, Seam: grid.Wrap})
	h4, _ := cylinder.Parse("h4")
	to, _, _ := cylinder.Step(h4, grid.Heading{X: 1, Y: 1}, grid.Crossing{Seam: true})
	fmt.Println(cylinder.Name(to))
	// Output: a5
}
