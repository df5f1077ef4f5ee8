package render_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

var update = flag.Bool("update", false, "rewrite the golden pictures; inspect them afterwards")

const inSpace = "W:4/4/P1PP/1BBN|N:N3/4/4/4|B:nbbn/pppp/4/4|QL1w:P1/2|QL4b^:2/1q|KL2w:PP/RK|KL6b:kr/pp w - - - 0 12"

// closedPins has a board on KL2 that cannot move to four pins: two are backward, one is occupied, and one is
// in the shadow of the pawn on a2.
const closedPins = "W:4/4/P1P1/1BKN|N:N3/4/4/4|B:nbbk/pppp/4/4|QL1w:P1/2|QL4b^:2/1q|KL2w:1P/2|KL3b^:rn/2 w - - - 0 12"

// goldens lists the scenes for the pictures in testdata.
var goldens = []struct {
	file, name, text, chosen, move string
	change                         func(s *render.Scene)
}{
	{file: "chess-castling", name: "chess", text: "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQBPPP/R3K2R w KQkq - 0 9", chosen: "e1", move: "O-O-O"},
	{file: "chess-promotion", name: "chess", text: "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", move: "axb8=Q"},
	{file: "cylinder-seam", name: "cylinder", text: "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", move: "Bg3"},
	{file: "triboard-dark", name: "triboard", text: "4k3/1pp2pp1/8/8/7Q/8/1P3PP1/4K3 w - - 0 1", chosen: "h4", change: func(s *render.Scene) { s.Theme = paint.Dark }},
	{file: "triboard-blockers", name: "triboard", text: "4k3/8/8/8/2P4R/8/8/4K3 w - - 0 1", chosen: "h4", change: func(s *render.Scene) { s.Blockers = true }},
	{file: "triboard-blocked-pawn", name: "triboard", text: "4k3/8/8/8/n7/8/P7/4K3 w - - 0 1", chosen: "a2", change: func(s *render.Scene) { s.Theme = paint.Print }},
	{file: "triboard-flip", name: "triboard", text: "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", chosen: "h4", change: func(s *render.Scene) { s.Flip = true }},
	{file: "mirrorsquare-print", name: "mirrorsquare", text: "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3", move: "Ke2", change: func(s *render.Scene) { s.Theme = paint.Print }},
	{file: "mirrorsquare-origin", name: "mirrorsquare", text: "4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", move: "Be4"},
	{file: "nachfolger-pass", name: "nachfolger", text: "4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", move: "Qe5"},
	{file: "alice-pass", name: "alice", text: "rnbqkbnr/ppp1pppp/8/8/4p3/8/PPPP1PPP/RNBQK1NR|8/8/8/8/8/8/4B3/8 w KQkq - 0 3", chosen: "e2B", move: "Bb5B"},
	{file: "alice-flip", name: "alice", text: "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR|8/8/8/8/4P3/8/8/8 b KQkq - 0 1", chosen: "g8A", change: func(s *render.Scene) { s.Flip = true }},
	{file: "trid-plan", name: "trid", text: inSpace, chosen: "QL1", move: "QL1^180"},
	{file: "trid-oblique", name: "trid", text: inSpace, chosen: "a6N", change: func(s *render.Scene) { s.View, s.Flip = render.Oblique, true }},
	{file: "trid-refused", name: "trid", text: closedPins, chosen: "KL2", change: func(s *render.Scene) { s.Quadrants = true }},
	{file: "trid-refused-oblique", name: "trid", text: closedPins, chosen: "KL2", change: func(s *render.Scene) { s.View, s.Theme, s.Quadrants = render.Oblique, paint.Dark, true }},
	{file: "meder-oblique", name: "meder", text: "W:4/4/P1PP/1BBN|N:N3/4/4/4|B:nbbn/pppp/4/4|QL1w:P1/2|QL4b:2/1q|KL2w:PP/RK|KL6b:kr/pp w - - - 0 12", move: "QL1-QL3", change: func(s *render.Scene) { s.View, s.Theme = render.Oblique, paint.Dark }},
}

// TestGolden compares drawings with those in testdata. SVG must match exactly. Pixels may differ slightly,
// because floating-point arithmetic differs between machines.
func TestGolden(t *testing.T) {
	for _, c := range goldens {
		t.Run(c.file, func(t *testing.T) {
			s := scene(t, c.name, c.text)
			s.Chosen, s.Coordinates = c.chosen, true
			if c.move != "" {
				played, err := rules.Play(s.Rules, &s.Position, c.move)
				if err != nil {
					t.Fatalf("rules.Play(%q): %v", c.move, err)
				}
				s.Move = played.Move
			}
			if c.change != nil {
				c.change(s)
			}
			d := drawing(t, s)
			wellFormed(t, d)
			text, err := d.SVG(480)
			if err != nil {
				t.Fatalf("d.SVG: %v", err)
			}
			if want := golden(t, c.file+".svg", text); !bytes.Equal(text, want) {
				t.Errorf("the SVG differs from the golden file; rewrite it with -update")
			}
			img, err := d.Image(320)
			if err != nil {
				t.Fatalf("d.Image: %v", err)
			}
			var b bytes.Buffer
			if err := d.PNG(&b, 320); err != nil {
				t.Fatalf("d.PNG: %v", err)
			}
			want, err := png.Decode(bytes.NewReader(golden(t, c.file+".png", b.Bytes())))
			if err != nil {
				t.Fatalf("png.Decode: %v", err)
			}
			if off := difference(t, img, want); off > 0.0005 {
				t.Errorf("the pixels differ by %.4f from the golden file", off)
			}
		})
	}
}

// golden returns the content of a file in testdata. With -update, it writes the file first.
func golden(t *testing.T, name string, now []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatalf(`os.MkdirAll("testdata"): %v`, err)
		}
		if err := os.WriteFile(path, now, 0o644); err != nil {
			t.Fatalf("os.WriteFile(%q): %v", path, err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("os.ReadFile(%q): %v", path, err)
	}
	return text
}

// difference returns the mean difference between the pixels of two pictures, from 0 to 1. It ignores small
// differences.
func difference(t *testing.T, a, b image.Image) float64 {
	t.Helper()
	if a.Bounds() != b.Bounds() {
		t.Fatalf("the sizes differ: %v and %v", a.Bounds(), b.Bounds())
	}
	const tolerance = 6 << 8
	sum := 0.0
	r := a.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			off := max(apart(ar, br), apart(ag, bg), apart(ab, bb))
			if off > tolerance {
				sum += float64(off) / 65535
			}
		}
	}
	return sum / float64(r.Dx()*r.Dy())
}

func apart(a, b uint32) uint32 {
	if a > b {
		return a - b
	}
	return b - a
}

// TestPicturesDiffer checks that difference distinguishes two positions and returns 0 for equal pictures.
func TestPicturesDiffer(t *testing.T) {
	one := scene(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	two := scene(t, "chess", "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1")
	a, err := drawing(t, one).Image(320)
	if err != nil {
		t.Fatalf("drawing(t, one).Image: %v", err)
	}
	b, err := drawing(t, two).Image(320)
	if err != nil {
		t.Fatalf("drawing(t, two).Image: %v", err)
	}
	if off := difference(t, a, b); off < 0.002 {
		t.Errorf("two positions differ by only %.4f", off)
	}
	if off := difference(t, a, a); off != 0 {
		t.Errorf("a picture differs from itself by %.4f", off)
	}
}

// threeBoards returns a complex scene: three boards with hints and ways.
func threeBoards(t testing.TB) *render.Scene {
	s := scene(t, "triboard", "rnbqkbnr/pp2pppp/2p5/3p4/3P3P/8/PPP1PPP1/RNBQKBNR w KQkq - 0 3")
	s.Chosen, s.Coordinates = "c1", true
	return s
}

func BenchmarkSVG(b *testing.B) {
	s := threeBoards(b)
	for b.Loop() {
		d, err := render.Draw(s)
		if err == nil {
			_, err = d.SVG(1200)
		}
		if err != nil {
			b.Fatalf("drawing as SVG: %v", err)
		}
	}
}

func BenchmarkPNG(b *testing.B) {
	s := threeBoards(b)
	for b.Loop() {
		d, err := render.Draw(s)
		if err == nil {
			err = d.PNG(io.Discard, 1200)
		}
		if err != nil {
			b.Fatalf("drawing as PNG: %v", err)
		}
	}
}

// TestPinsMap counts the lines in the pin map.
func TestPinsMap(t *testing.T) {
	for name, want := range map[string]int{"trid": 26, "meder": 24} {
		r := positions.Rules(t, variant.Builtin(), name)
		d, err := render.DrawPins(r, paint.Light, nil)
		if err != nil {
			t.Fatalf("render.DrawPins: %v", err)
		}
		wellFormed(t, d)
		lines := 0
		for _, s := range d.Shapes {
			if _, ok := s.(paint.Path); ok {
				lines++
			}
		}
		if lines != want {
			t.Errorf("%s: the map has %d lines, want %d", name, lines, want)
		}
	}
	r := positions.Rules(t, variant.Builtin(), "chess")
	if _, err := render.DrawPins(r, paint.Light, nil); err == nil {
		t.Error("DrawPins accepted chess")
	}
}

// TestFullBoard draws a board with a piece on every square, in each theme.
func TestFullBoard(t *testing.T) {
	s := scene(t, "chess", "")
	p := board.Empty()
	for sq := board.Square(0); sq < 64; sq++ {
		p.Put(sq, board.NewPiece(board.Colour(sq&1), board.Pawn+board.Role(sq%6)))
	}
	s.Position = p
	for _, theme := range paint.Themes() {
		s.Theme = theme
		wellFormed(t, drawing(t, s))
	}
}
