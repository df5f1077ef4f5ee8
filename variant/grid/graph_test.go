package grid_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tainchess/tain/variant/betza"
	"github.com/tainchess/tain/variant/grid"
)

// TestGraph compares walks through graphs with lines on random boards.
func TestGraph(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 35))
	atoms, err := betza.Parse("WFNDAHCZGW0F0N0D0A0W3nNnDnAnHnGnN0nA0fWflFffN")
	if err != nil {
		t.Fatalf("betza.Parse: %v", err)
	}
	for n := range 60 {
		spec := grid.Spec{Files: 1 + dice.IntN(16), Ranks: 1 + dice.IntN(16), Planes: 1, Seam: grid.Edge(dice.IntN(4)), Ends: []grid.Edge{grid.None, grid.Wrap, grid.Twist, grid.Pole}[dice.IntN(4)]}
		for range dice.IntN(6) {
			spec.Holes = append(spec.Holes, grid.Square(dice.IntN(spec.Files*spec.Ranks)))
		}
		if spec.Files*spec.Ranks <= 128 {
			spec.Planes = 1 + dice.IntN(2)
		}
		if spec.Seam == grid.Hop {
			spec.Files, spec.Ends, spec.Holes = 8, grid.None, nil
		}
		for range dice.IntN(3) {
			h := func() grid.Heading { return grid.Heading{X: dice.IntN(3) - 1, Y: dice.IntN(3) - 1} }
			spec.Links = append(spec.Links, grid.Link{From: grid.Square(dice.IntN(spec.Files * spec.Ranks)), To: grid.Square(dice.IntN(spec.Files * spec.Ranks)), Out: h(), In: h()})
		}
		b, err := grid.New(spec)
		if err != nil {
			continue // contradictory
		}
		graphs := grid.NewGraphs(b)
		for i := range atoms {
			a := &atoms[i]
			c := grid.Crossing{Seam: dice.IntN(2) > 0, Ends: dice.IntN(2) > 0, Links: dice.IntN(2) > 0}
			turned := dice.IntN(2) > 0
			rays := graphs.Rays(a, turned, c)
			for s := range grid.Square(b.Size()) {
				if !b.Exists(s) {
					continue
				}
				want := b.Lines(a, s, turned, c)
				for _, l := range want {
					if !slices.ContainsFunc(rays, func(r grid.Ray) bool { return equal(a, &r, s, l) }) {
						t.Fatalf("board %d, atom %d: no ray for the line %v from %s", n, i, l, b.Name(s))
					}
				}
				for _, r := range rays {
					if r.Leaps[r.Start(s)] > 0 && !slices.ContainsFunc(want, func(l grid.Line) bool { return equal(a, &r, s, l) }) {
						t.Fatalf("board %d, atom %d: a ray from %s is not a line", n, i, b.Name(s))
					}
				}
			}
		}
	}
}

// equal reports whether a ray from a square is a line.
func equal(a *betza.Atom, r *grid.Ray, s grid.Square, l grid.Line) bool {
	at := r.Start(s)
	n := int(r.Leaps[at])
	if a.Rides() && a.Range > 0 {
		n = min(n, a.Range)
	} else if !a.Rides() {
		n = min(n, 1)
	}
	if n != len(l) {
		return false
	}
	for _, leap := range l {
		var empty []grid.Square
		if r.Empty != nil {
			for _, s := range r.Empty[at] {
				if s != grid.NoEmpty {
					empty = append(empty, grid.Square(s))
				}
			}
		}
		if at = r.Next[at]; at.Square() != leap.To || at.Seam() != leap.Seam || !slices.Equal(empty, leap.Empty) {
			return false
		}
	}
	return true
}
