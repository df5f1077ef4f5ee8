package space_test

import (
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/variant/trid"
)

// TestPlaces checks that places are numbered in the order of the squares in Info in positions from random
// games, and that Facing maps each place to its counterpart.
func TestPlaces(t *testing.T) {
	r := trid.Rules
	squares := r.Info().Squares
	if r.Places() != len(squares) {
		t.Fatalf("%d places and %d names", r.Places(), len(squares))
	}
	for p := range positions.Games(t, r, 3, 6, 80, positions.Any) {
		boards := 0
		for _, side := range []board.Colour{board.White, board.Black} {
			for m := r.Mounted(p, side); m != 0; m &= m - 1 {
				boards++
			}
		}
		if boards != 4 {
			t.Fatalf("%d pins have a board", boards)
		}
		for s := board.Square(0); s < 64; s++ {
			if got, want := squares[r.Place(p, s)].Name, r.Guide().SquareName(p, s); got != want {
				t.Fatalf("square %d has the place %s, want %s", s, got, want)
			}
		}
	}
	for place, s := range squares {
		facing := squares[r.Facing(place)]
		if r.Facing(r.Facing(place)) != place || facing.X != s.X || facing.Y != 9-s.Y {
			t.Errorf("%s faces %s", s.Name, facing.Name)
		}
	}
	for m := range r.MountCount() {
		if r.FacingMount(r.FacingMount(m)) != m {
			t.Errorf("FacingMount is not its own inverse for mount %d", m)
		}
	}
}
