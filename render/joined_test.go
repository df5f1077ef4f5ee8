package render_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// joinedBoards are definitions of boards with joined edges, each with the text of its start.
var joinedBoards = []struct{ text, want string }{
	{`{"name":"klein","board":{"files":3,"ranks":4},"seam":{"crossing":"twist","kinds":"bp"},"ends":{"crossing":"wrap","kinds":"b"},"promotes":"r","start":"k2/1p1/3/B1K w - - 0 1"}`, `
  . | B . K | k
     -------
4 K | k . . | B 4
3 . | . p . | . 3
2 . | . . . | . 2
1 . | B . K | k 1
     -------
  K | k . . | B
      a b c
`},
	{`{"name":"globe","board":{"files":4,"ranks":3},"seam":{"crossing":"wrap","kinds":"bp"},"ends":{"crossing":"pole","kinds":"b"},"promotes":"r","start":"k3/3p/1RK1 w - - 0 1"}`, `
  . | . . k . | .
     ---------
3 . | k . . . | k 3
2 p | . . . p | . 2
1 . | . R K . | . 1
     ---------
  R | K . . R | K
      a b c d
`},
	{`{"name":"holes","board":{"files":3,"ranks":10,"holes":"a1 b5"},"promotes":"r","start":"k2/3/p2/3/3/1*1/3/3/3/*1K w - - 0 1"}`, `
10 k . . 10
 9 . . . 9
 8 p . . 8
 7 . . . 7
 6 . . . 6
 5 .   . 5
 4 . . . 4
 3 . . . 3
 2 . . . 2
 1   . K 1
   a b c
`},
}

func TestJoinedText(t *testing.T) {
	for _, c := range joinedBoards {
		r, err := variant.Builtin().Choose(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		p := positions.From(t, r, r.Info().Start)
		got := render.Text(r, &p, render.ASCII, nil)
		if got = "\n" + got; got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", r.Info().Name, got, c.want)
		}
	}
}

// TestJoinedWays checks that pictures of all moves from the start of boards with joined edges can be drawn.
func TestJoinedWays(t *testing.T) {
	for _, c := range joinedBoards {
		r, err := variant.Builtin().Choose(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		p := positions.From(t, r, r.Info().Start)
		for _, m := range rules.LegalMoves(r, &p) {
			s := render.NewScene(r, p)
			s.Move, s.Coordinates = m, true
			d, err := render.Draw(s)
			if err != nil {
				t.Fatalf("%s: %v", r.Guide().FormatUCI(&p, m), err)
			}
			text, err := d.SVG(400)
			if err != nil || strings.Contains(string(text), "NaN") || strings.Contains(string(text), "Inf") {
				t.Errorf("%s of %s: %v", r.Guide().FormatUCI(&p, m), r.Info().Name, err)
			}
		}
	}
}
