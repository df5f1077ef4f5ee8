package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// TestBoardMoves previews boards that move or turn, with and without a piece on them, and checks the marks of
// the last move.
func TestBoardMoves(t *testing.T) {
	const empty = "W:4/4/P1PP/1BBN|N:N3/4/4/4|B:nbbn/pppp/4/4|QL1w:2/2|QL4b:2/1q|KL2w:PP/RK|KL6b:kr/pp w - - - 0 12"
	ridden := strings.Replace(empty, "QL1w:2/2", "QL1w:P1/2", 1)
	for _, c := range []struct{ text, move, ghosts, ends, turns, last string }{
		{empty, "QL1-QL2", "", "QL2", "", "a4QL2 a5QL2 z4QL2 z5QL2"},
		{empty, "QL1-QL2^180", "", "QL2", "QL2", "a4QL2 a5QL2 z4QL2 z5QL2"},
		{empty, "QL1^180", "", "QL1", "QL1", "a0QL1 a1QL1 z0QL1 z1QL1"},
		{ridden, "QL1-QL2", "z5QL2", "QL2", "", "a4QL2 a5QL2 z4QL2 z5QL2"},
		{ridden, "QL1^180", "a0QL1", "QL1", "QL1", "a0QL1 a1QL1 z0QL1 z1QL1"},
	} {
		for _, view := range []render.View{render.Plan, render.Oblique} {
			s := scene(t, "trid", c.text)
			s.View = view
			played, err := rules.Play(s.Rules, &s.Position, c.move)
			if err != nil {
				t.Fatalf("rules.Play(%q): %v", c.move, err)
			}
			s.Move = played.Move
			d := drawing(t, s)
			for role, want := range map[paint.GroupRole]string{paint.GhostRole: c.ghosts, paint.WayRole: c.ends, paint.TurnRole: c.turns} {
				if got := strings.Join(marks(d.Shapes, role), " "); got != want {
					t.Errorf("%s, %s: marks for %s = %q, want %q", c.move, view, role, got, want)
				}
			}
			s.Move = board.NoMove
			s.Play(played.Move)
			if got := strings.Join(marks(drawing(t, s).Shapes, paint.LastMark), " "); got != c.last {
				t.Errorf("%s, %s: tinted squares = %q, want %q", c.move, view, got, c.last)
			}
			byPlay := slices.Sorted(slices.Values(s.Last))
			if err := s.SetLast(c.move); err != nil {
				t.Fatalf("s.SetLast(%q): %v", c.move, err)
			}
			if byLast := slices.Sorted(slices.Values(s.Last)); !slices.Equal(byLast, byPlay) {
				t.Errorf("%s: tinted squares %v after Play, %v after SetLast", c.move, byPlay, byLast)
			}
		}
	}
}

// TestInvalidPins checks the marks on neighbouring pins to which the selected board cannot move. The picture
// and its description must contain the reasons. A preview must have no such marks.
func TestInvalidPins(t *testing.T) {
	for _, c := range []struct{ pin, open, closed, why string }{
		{"KL2", "KL2 QL2", "KL1 KL3 QL1 QL3", "your pawn on a2W casts its shadow on column a2"},
		{"QL1", "KL1 QL1 QL2", "KL2", "KL2 is occupied by another board"},
		{"KL3", "", "KL2 KL3 KL4 QL2 QL3 QL4", "the board on KL3 carries 2 pieces"},
		{"QL4", "", "KL3 KL4 KL5 QL3 QL4 QL5", "the board on QL4 carries a black queen"},
	} {
		for _, view := range []render.View{render.Plan, render.Oblique} {
			s := scene(t, "trid", closedPins)
			s.View, s.Chosen = view, c.pin
			d := drawing(t, s)
			for role, want := range map[paint.GroupRole]string{paint.PinHint: c.open, paint.RefusedPin: c.closed} {
				if got := marks(d.Shapes, role); strings.Join(slices.Sorted(slices.Values(got)), " ") != want {
					t.Errorf("%s, %s: marks for %s = %v, want %s", c.pin, view, role, got, want)
				}
			}
			written := strings.Join(words(d.Shapes), " ")
			if !strings.Contains(d.Text, c.why) || !strings.Contains(written, c.why) {
				t.Errorf("%s, %s: labels %q, description %q; want %q in both", c.pin, view, written, d.Text, c.why)
			}
		}
	}
	s := scene(t, "trid", closedPins)
	played, err := rules.Play(s.Rules, &s.Position, "KL2-QL2")
	if err != nil {
		t.Fatalf(`rules.Play("KL2-QL2"): %v`, err)
	}
	s.Chosen, s.Move = "KL2", played.Move
	if got := marks(drawing(t, s).Shapes, paint.RefusedPin); len(got) > 0 {
		t.Errorf("pins are marked as closed during a preview: %v", got)
	}
}

// words returns the labels in a picture.
func words(shapes []paint.Shape) (all []string) {
	for _, s := range shapes {
		switch s := s.(type) {
		case paint.Label:
			all = append(all, s.Words)
		case paint.Group:
			all = append(all, words(s.Shapes)...)
		}
	}
	return all
}

// quadrants returns the marked quadrants with their squares.
func quadrants(shapes []paint.Shape) (all []string) {
	for _, s := range shapes {
		if g, ok := s.(paint.Group); ok && g.Role == paint.QuadrantMark {
			all = append(all, words(g.Shapes)[0]+":"+g.Square)
		}
	}
	return all
}

// TestQuadrantMarks checks that the quadrants of every board are numbered from its owner's side. A preview of
// a board move also numbers the board at its destination.
func TestQuadrantMarks(t *testing.T) {
	for _, c := range []struct{ move, want string }{
		{"", "q1:z0QL1 q2:a0QL1 q3:a1QL1 q4:z1QL1 q1:a7QL4 q2:z7QL4 q3:z6QL4 q4:a6QL4 q1:d4KL2 q2:e4KL2 q3:e5KL2 q4:d5KL2 q1:e3KL3 q2:d3KL3 q3:d2KL3 q4:e2KL3"},
		{"QL1-QL2^180", "q1:z0QL1 q2:a0QL1 q3:a1QL1 q4:z1QL1 q1:a7QL4 q2:z7QL4 q3:z6QL4 q4:a6QL4 q1:d4KL2 q2:e4KL2 q3:e5KL2 q4:d5KL2 q1:e3KL3 q2:d3KL3 q3:d2KL3 q4:e2KL3 q1:z4QL2 q2:a4QL2 q3:a5QL2 q4:z5QL2"},
	} {
		for _, view := range []render.View{render.Plan, render.Oblique} {
			for _, flip := range []bool{false, true} {
				s := scene(t, "trid", closedPins)
				s.View, s.Flip = view, flip
				if c.move != "" {
					played, err := rules.Play(s.Rules, &s.Position, c.move)
					if err != nil {
						t.Fatalf("rules.Play(%q): %v", c.move, err)
					}
					s.Move = played.Move
				}
				if got := marks(drawing(t, s).Shapes, paint.QuadrantMark); len(got) > 0 {
					t.Errorf("quadrants are numbered by default: %v", got)
				}
				s.Quadrants = true
				d := drawing(t, s)
				if got := strings.Join(quadrants(d.Shapes), " "); got != c.want {
					t.Errorf("%s, %s: the quadrants are %s, want %s", c.move, view, got, c.want)
				}
			}
		}
	}
}
