package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
)

// TestBoardMoves shows where a board goes and whether it turns, with a piece on
// it and without, and tints it when it has moved.
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
				t.Fatal(err)
			}
			s.Move = played.Move
			d := drawing(t, s)
			for role, want := range map[render.GroupRole]string{render.GhostRole: c.ghosts, render.WayRole: c.ends, render.TurnRole: c.turns} {
				if got := strings.Join(marks(d.Shapes, role), " "); got != want {
					t.Errorf("%s, %s: marks for %s are %q, want %q", c.move, view, role, got, want)
				}
			}
			s.Move = board.NoMove
			s.Play(played.Move)
			if got := strings.Join(marks(drawing(t, s).Shapes, render.LastMark), " "); got != c.last {
				t.Errorf("%s, %s: tinted are %q, want %q", c.move, view, got, c.last)
			}
			byPlay := slices.Sorted(slices.Values(s.Last))
			if err := s.SetLast(c.move); err != nil {
				t.Fatal(err)
			}
			if told := slices.Sorted(slices.Values(s.Last)); !slices.Equal(told, byPlay) {
				t.Errorf("%s: played it tints %v, told %v", c.move, byPlay, told)
			}
		}
	}
}
