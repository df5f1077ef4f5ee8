package render

import (
	"encoding/json"
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render/paint"
)

// TestEveryPieceIsDrawn checks that each piece fits in its box, and that the highlight of a spawned piece is
// on the other side.
func TestEveryPieceIsDrawn(t *testing.T) {
	for _, name := range paint.Pictures() {
		for _, c := range []board.Colour{board.White, board.Black} {
			plain, made := paint.Dark.PiecePaths(name, c, false), paint.Dark.PiecePaths(name, c, true)
			if len(plain) < 3 || len(made) != len(plain) {
				t.Fatalf("%v %v has %d paths, and %d when spawned", c, name, len(plain), len(made))
			}
			if a, b := plain[len(plain)-1], made[len(made)-1]; a.Outline.String() == b.Outline.String() {
				t.Errorf("highlight of a spawned %v %v is on the same side", c, name)
			}
			for _, p := range append(plain, made...) {
				if b := p.Outline.Bounds().Grown(p.Width / 2); b.X < 0 || b.Y < 0 || b.X+b.W > 100 || b.Y+b.H > 100 {
					t.Errorf("a part of %v %v is outside the box: %v", c, name, b)
				}
			}
		}
	}
}

// TestPiecesAreDistinguishable checks that any two pictures differ in enough pixels at 20 pixels per square.
func TestPiecesAreDistinguishable(t *testing.T) {
	for _, theme := range paint.Themes() {
		var all []*image.RGBA
		var names []string
		for _, c := range []board.Colour{board.White, board.Black} {
			for _, name := range paint.Pictures() {
				d := &paint.Drawing{Width: 200, Height: 100, Theme: theme, Shapes: []paint.Shape{
					paint.Rect{Box: paint.Box{X: 0, Y: 0, W: 100, H: 100}, Paint: paint.Filled(theme.Light)}, paint.Rect{Box: paint.Box{X: 100, Y: 0, W: 100, H: 100}, Paint: paint.Filled(theme.Dark)},
					paint.Figure{Box: paint.Box{X: 0, Y: 0, W: 100, H: 100}, Picture: name, Colour: c}, paint.Figure{Box: paint.Box{X: 100, Y: 0, W: 100, H: 100}, Picture: name, Colour: c},
				}}
				img, err := d.Image(40)
				if err != nil {
					t.Fatalf("d.Image: %v", err)
				}
				all, names = append(all, img), append(names, c.String()+" "+string(name))
			}
		}
		for i := range all {
			for j := range i {
				differ := 0
				for n := 0; n < len(all[i].Pix); n += 4 {
					if math.Abs(float64(all[i].Pix[n])-float64(all[j].Pix[n])) > 40 {
						differ++
					}
				}
				least := 50
				if len(names[i]) == len(names[j]) && len(names[i]) == len("white a") {
					least = 16 // letters on the same disc
				}
				if differ < least {
					t.Errorf("%s: %s and %s differ in %d pixels of 800", theme.Name, names[i], names[j], differ)
				}
			}
		}
	}
}

func TestPictureFor(t *testing.T) {
	for _, c := range []struct {
		name   string
		letter byte
		betza  string
		want   paint.Picture
	}{
		{letter: 'n', want: "knight"},
		{letter: 'K', want: "king"},
		{letter: 'a', betza: "BN", want: "archbishop"},
		{letter: 'c', betza: "NR", want: "chancellor"},
		{letter: 'm', betza: "NF0WW", want: "amazon"},
		{letter: 'm', betza: "RBN", want: "amazon"},
		{letter: 'c', betza: "C", want: "camel"},
		{letter: 'z', betza: "Z", want: "zebra"},
		{letter: 'e', betza: "A", want: "alfil"},
		{letter: 'f', betza: " F ", want: "ferz"},
		{letter: 'w', betza: "W", want: "wazir"},
		{letter: 'd', betza: "D", want: "dabbaba"},
		{letter: 'h', betza: "NN", want: "nightrider"},
		{letter: 'h', betza: "N0", want: "nightrider"},
		{letter: 'c', betza: "mRcpR", want: "cannon"},
		{letter: 'c', betza: "pcRmW0", want: "cannon"},
		{letter: 'g', betza: "gQ", want: "grasshopper"},
		{name: "Archbishop", letter: 'h', betza: "BWN", want: "archbishop"},
		{name: "general", letter: 'a', betza: "BN", want: "archbishop"},
		{letter: 'e', betza: "N", want: "knight"},
		{letter: 'n', betza: "NN", want: "nightrider"},
		{letter: 'm', betza: "K", want: "m"},
		{letter: 'f', betza: "F3", want: "f"},
		{letter: 'D', betza: "DA", want: "d"},
		{letter: 'r', betza: "R4", want: "r"},
		{letter: 'r', betza: "?", want: "r"},
		{letter: 'x', want: "x"},
		{letter: 'k', betza: "N", want: "king"},
		{letter: 'p', betza: "mfFcefWimfnA", want: "pawn"},
		{name: "ferz", letter: 'p', betza: "F", want: "ferz"},
	} {
		if got := paint.PictureFor(c.name, c.letter, c.betza); got != c.want {
			t.Errorf("PictureFor(%q, %q, %q) = %q, want %q", c.name, c.letter, c.betza, got, c.want)
		}
	}
}

func TestPieceSetJSON(t *testing.T) {
	text, err := json.Marshal(Pieces())
	if err != nil {
		t.Fatalf("json.Marshal: %v", err)
	}
	var set PieceSet
	if err := json.Unmarshal(text, &set); err != nil || len(set.Pieces) != 6+12+26 {
		t.Fatalf("%d pieces, %v", len(set.Pieces), err)
	}
	for _, p := range set.Pieces {
		for _, data := range append([]string{p.Cuts, p.Eye, p.Sign, p.Line, p.Made, p.MadeCuts}, p.Parts...) {
			if _, err := paint.ParseOutline(data); err != nil {
				t.Errorf("%s: ParseOutline: %v", p.Kind, err)
			}
		}
		if p.Line == p.Made || len(p.Parts) == 0 {
			t.Errorf("%s has %d parts and the highlights %s and %s", p.Kind, len(p.Parts), p.Line, p.Made)
		}
	}
	if d := DrawPieces(paint.Dark, nil); len(d.Shapes) < 24*8 {
		t.Errorf("the piece sheet has %d shapes", len(d.Shapes))
	}
}

// TestTextContrast checks the contrast of text, which must be at least 4.5 to 1, and of graphics and hints.
func TestTextContrast(t *testing.T) {
	for _, theme := range paint.Themes() {
		for what, pair := range map[string][2]color.NRGBA{
			"ink on paper":         {theme.Ink, theme.Paper},
			"slate on paper":       {theme.Slate, theme.Paper},
			"marks, light squares": {theme.OnLight, theme.Light},
			"marks, dark squares":  {theme.OnDark, theme.Dark},
		} {
			if c := contrast(pair[0], pair[1]); c < 4.5 {
				t.Errorf("%s: %s has a contrast of %.1f to 1", theme.Name, what, c)
			}
		}
		// For graphics such as pieces and the frame around the last move, 3 to 1 is enough.
		for what, pair := range map[string][2]color.NRGBA{
			"a black piece on a dark square":  {theme.Black.Body, theme.Dark},
			"the last move on a dark square":  {theme.TintEdge, theme.Dark},
			"the last move on a light square": {theme.TintEdge, theme.Light},
		} {
			if c := contrast(pair[0], pair[1]); c < 3 {
				t.Errorf("%s: %s has a contrast of %.1f to 1", theme.Name, what, c)
			}
		}
		// Hints may have less contrast, because they are large and have an edge.
		for what, pair := range map[string][2]color.NRGBA{
			"a move's dot on its edge":     {theme.Move, over(theme.HintEdge, theme.Dark)},
			"a capture's ring on its edge": {theme.Capture, over(theme.HintEdge, theme.Dark)},
		} {
			if c := contrast(pair[0], pair[1]); c < 2.4 {
				t.Errorf("%s: %s has a contrast of %.1f to 1", theme.Name, what, c)
			}
		}
	}
}

// over composites one colour over another.
func over(c, below color.NRGBA) color.NRGBA {
	m := func(a, b uint8) uint8 { return uint8((int(a)*int(c.A) + int(b)*(255-int(c.A))) / 255) }
	return color.NRGBA{R: m(c.R, below.R), G: m(c.G, below.G), B: m(c.B, below.B), A: 255}
}

// contrast returns the contrast ratio of two colours.
func contrast(a, b color.NRGBA) float64 {
	luminance := func(c color.NRGBA) float64 {
		linear := func(v uint8) float64 {
			x := float64(v) / 255
			if x <= 0.04045 {
				return x / 12.92
			}
			return math.Pow((x+0.055)/1.055, 2.4)
		}
		return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	}
	high, low := luminance(a), luminance(b)
	if high < low {
		high, low = low, high
	}
	return (high + 0.05) / (low + 0.05)
}

func TestThemes(t *testing.T) {
	for _, theme := range paint.Themes() {
		if got, ok := paint.ThemeByName(theme.Name); !ok || got != theme {
			t.Errorf("theme %s was found as %v", theme.Name, got)
		}
	}
	if _, ok := paint.ThemeByName("Light"); ok {
		t.Error("unknown theme was found")
	}
}
