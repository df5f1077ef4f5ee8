package render_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/tiny"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/triboard"
)

func ExampleText() {
	p := board.Empty()
	p.Put(board.At(4, 0), board.NewPiece(board.White, board.King))
	p.Put(board.At(0, 4), board.NewPiece(board.White, board.Pawn))
	p.Put(board.At(7, 4), board.NewPiece(board.Black, board.Pawn))
	p.Put(board.At(4, 7), board.NewPiece(board.Black, board.King))
	fmt.Print(render.Text(triboard.Rules, &p, render.ASCII, nil))
	// Output:
	//        left       |     CENTRE      |      right
	// 8 . . . . k . . . | . . . . k . . . | . . . . k . . . 8
	// 7 . . . . . . . . | . . . . . . . . | . . . . . . . . 7
	// 6 . . . . . . . . | . . . . . . . . | . . . . . . . . 6
	// 5 P . . . . . . p | P . . . . . . p | P . . . . . . p 5
	// 4 . . . . . . . . | . . . . . . . . | . . . . . . . . 4
	// 3 . . . . . . . . | . . . . . . . . | . . . . . . . . 3
	// 2 . . . . . . . . | . . . . . . . . | . . . . . . . . 2
	// 1 . . . . K . . . | . . . . K . . . | . . . . K . . . 1
	//   a b c d e f g h | a b c d e f g h | a b c d e f g h
}

func TestPieceSymbolsDiffer(t *testing.T) {
	for name, g := range map[string]render.Glyphs{"Unicode": render.Unicode, "ASCII": render.ASCII} {
		seen := map[string]board.Piece{}
		for _, c := range []board.Colour{board.White, board.Black} {
			for k := board.Pawn; k <= board.King; k++ {
				pc := board.NewPiece(c, k)
				sign := g.Pieces[pc]
				if sign == "" {
					t.Errorf("%s has no symbol for a %v", name, pc)
				}
				if other, ok := seen[sign]; ok {
					t.Errorf("%s has the same symbol %q for a %v and a %v", name, sign, other, pc)
				}
				seen[sign] = pc
			}
		}
	}
	if got := render.Unicode.Pieces[board.NewPiece(board.White, board.Queen)]; got != "♕" {
		t.Errorf("white queen is %q", got)
	}
	if got := render.Unicode.Pieces[board.NewPiece(board.Black, board.Knight)]; got != "♞" {
		t.Errorf("black knight is %q", got)
	}
}

func TestSingleBoardHasNoWalls(t *testing.T) {
	p := board.Empty()
	text := render.Text(chess.Rules, &p, render.Unicode, nil)
	if strings.Contains(text, render.Unicode.Wall) || strings.Count(text, "\n") != 9 {
		t.Errorf("single board:\n%s", text)
	}
}

// TestTextOfOtherBoards draws a board that is not 8 by 8.
func TestTextOfOtherBoards(t *testing.T) {
	p, err := tiny.Rules.Guide().ParsePosition(tiny.Rules.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("tiny.Rules.Guide().ParsePosition(%q): %v", tiny.Rules.Info().Start, err)
	}
	want := `5 r . k . . 5
4 . . . . . 4
3 . . . . . 3
2 . . . . . 2
1 . . K . R 1
  a b c d e
`
	if got := render.Text(tiny.Rules, &p, render.ASCII, nil); got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestTextOfPlanes draws a board with two planes. Each plane has its own files, and there are no copies of squares
// beyond joined edges.
func TestTextOfPlanes(t *testing.T) {
	d, _, err := definition.Parse(`{"name":"two","board":{"files":3,"ranks":4,"planes":2},"ends":{"crossing":"wrap","kinds":"r"},
		"promotes":"r","start":"k2/3/3/K2|3/1r1/3/2R w - - 0 1"}`)
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	r := d.Compile()
	p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", r.Info().Start, err)
	}
	const want = `    A       B
4 k . .   . . . 4
3 . . .   . r . 3
2 . . .   . . . 2
1 K . .   . . R 1
  a b c   a b c
`
	if got := render.Text(r, &p, render.ASCII, nil); got != want {
		t.Errorf("got\n%s", got)
	}
	if n := len(render.Fringe(r.Info())); n != 0 {
		t.Errorf("%d copies of squares around two planes", n)
	}
}

// TestFurtherKinds draws a piece that chess does not have: as its letter in text, and as a picture of its own.
func TestFurtherKinds(t *testing.T) {
	d, _, err := definition.Parse(`{"name":"locusts","pieces":{"g":"gQ"},"start":"4k3/g7/8/8/8/8/7G/4K3 w - - 0 1"}`)
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	v := d.Compile()
	p, err := v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", v.Info().Start, err)
	}
	text := render.Text(v, &p, render.Unicode, nil)
	if !strings.Contains(text, "7 g · ") || !strings.Contains(text, " · G 2") {
		t.Errorf("grasshoppers on a7 and h2 are drawn as\n%s", text)
	}
	drawing, err := render.Draw(render.NewScene(v, p))
	if err != nil {
		t.Fatalf("render.Draw: %v", err)
	}
	svg, err := drawing.SVG(400)
	if err != nil {
		t.Fatalf("SVG: %v", err)
	}
	for _, id := range []string{"w-grasshopper", "b-grasshopper"} {
		if !strings.Contains(string(svg), id) {
			t.Errorf("the picture has no %s", id)
		}
	}
}
