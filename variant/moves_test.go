package variant_test

import (
	"context"
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
)

// litter returns a position filled with garbage. Tests use it to check that all fields are overwritten.
func litter() (p board.Position) {
	for s := board.Square(0); s < 64; s++ {
		p.Put(s, board.NewPiece(board.Colour(s&1), board.Queen))
	}
	p.SetCastling(15)
	p.Extra = [2]uint64{1<<64 - 1, 1<<64 - 1}
	p.HalfmoveClock, p.FullmoveNumber = 99, 99
	return p
}

// TestApply plays every pseudo-legal move. Apply must either reject the move, or pass the turn, update the
// clocks and leave no king of the mover attacked. It must not change the original position.
func TestApply(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		var list board.MoveList
		refused := 0
		walk(t, r, func(p *board.Position) {
			before := *p
			list.Reset()
			r.PseudoLegal(p, &list)
			seen := map[board.Move]bool{}
			for _, m := range list.All() {
				text := r.Guide().FormatUCI(p, m)
				if seen[m] || m == board.NoMove {
					t.Errorf("%s was generated twice or is not a move", text)
				}
				seen[m] = true
				next := litter()
				if !r.Apply(p, m, &next) {
					refused++
					continue
				}
				if _, attacked := r.Kings(&next, p.Side); !attacked.Empty() {
					t.Errorf("%s leaves the mover in check", text)
				}
				if next.Side != p.Side.Other() || next.FullmoveNumber != p.FullmoveNumber+uint32(p.Side) || next.HalfmoveClock != 0 && next.HalfmoveClock != p.HalfmoveClock+1 {
					t.Errorf("%s leaves %v to move, clocks %d and %d", text, next.Side, next.HalfmoveClock, next.FullmoveNumber)
				}
			}
			if !p.Equal(&before) {
				t.Error("Apply changed the original position")
			}
		})
		if refused == 0 {
			t.Error("Apply rejected no move in the walk")
		}
	})
}

// TestLegalGenerator compares the legal move generator with the pseudo-legal moves that Apply accepts, and
// the result of Make with that of Apply.
func TestLegalGenerator(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		s, ok := r.(rules.LegalGenerator)
		if !ok {
			t.Skip("the rule set has no legal generator")
		}
		var list board.MoveList
		walk(t, r, func(p *board.Position) {
			list.Reset()
			r.PseudoLegal(p, &list)
			var want []board.Move
			for _, m := range list.All() {
				applied, made := litter(), litter()
				if !r.Apply(p, m, &applied) {
					continue
				}
				want = append(want, m)
				if s.Make(p, m, &made); !made.Equal(&applied) {
					t.Errorf("Make and Apply give different positions for %s:\n%+v\n%+v", r.Guide().FormatUCI(p, m), made, applied)
				}
			}
			list.Reset()
			s.Legal(p, &list)
			got := slices.Sorted(slices.Values(list.All()))
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("Legal: %v, want %v", got, want)
			}
			if n := s.Count(p); n != len(want) {
				t.Errorf("Count = %d, want %d", n, len(want))
			}
		})
	})
}

// TestColourSymmetry checks that White and Black have the same rules on flat boards.
func TestColourSymmetry(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		if len(r.Info().Levels) > 0 {
			t.Skip("boards in space have no colour symmetry")
		}
		walk(t, r, func(p *board.Position) {
			flipped := positions.Flip(p)
			var want []board.Move
			for _, m := range rules.LegalMoves(r, p) {
				other := board.NewMoveOfType(m.Type(), m.From()^56, m.To()^56, m.Promotion())
				want = append(want, other)
				var next, after board.Position
				r.Apply(p, m, &next)
				if r.Apply(&flipped, other, &after); !after.Equal(ptr(withFull(positions.Flip(&next), after.FullmoveNumber))) {
					t.Errorf("%v leads to a different position for the other colour", r.Guide().FormatUCI(p, m))
				}
			}
			got := rules.LegalMoves(r, &flipped)
			slices.Sort(got)
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("the other colour has %d moves, want %d", len(got), len(want))
			}
			if r.Dead(p) != r.Dead(&flipped) {
				t.Error("the position is dead for only one colour")
			}
		})
	})
}

func ptr[T any](v T) *T { return &v }

// withFull returns the position with the given full-move number, which is not symmetric between the colours.
func withFull(p board.Position, full uint32) board.Position {
	p.FullmoveNumber = full
	return p
}

// TestCounters compares perft counts with one and several threads, with and without a hash table, and without
// the legal move generator.
func TestCounters(t *testing.T) {
	each(t, func(t *testing.T, r rules.Rules) {
		for i, e := range entries(t, r) {
			if i%4 != 0 {
				continue
			}
			p := positions.From(t, r, e.Text())
			depth := 3
			if e.ID == "start" {
				depth = 4 // deep enough to split the work twice
			}
			want := perft.Count(r, &p, depth)
			for name, c := range map[string]perft.Counter{
				"table":              {Rules: r, HashMB: 1},
				"threads":            {Rules: r, Threads: 4},
				"threads and table":  {Rules: r, Threads: 4, HashMB: 1},
				"no legal generator": {Rules: struct{ rules.Rules }{r}},
			} {
				if got, err := c.Count(context.Background(), &p, depth); err != nil || got != want {
					t.Errorf("%s with %s: %d, %v, want %d", e.ID, name, got, err, want)
				}
			}
		}
	})
}
