package screen

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

var update = flag.Bool("update", false, "write the screens to the golden files")

func firstMove(r rules.Rules, p *board.Position) board.Move { return rules.LegalMoves(r, p)[0] }

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatalf("os.MkdirAll: %v", err)
		}
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	if got != string(want) {
		t.Errorf("%s differs (update it with -update); the screen is\n%s", file, got)
	}
}

// views maps rule sets to scenes that show their special features.
var views = map[string]struct {
	moves    []string
	from, to string
}{
	"alice":        {[]string{"e4A", "e5A"}, "g1A", "f3A"},
	"chess":        {[]string{"e4", "d5"}, "e4", "d5"},
	"portal":       {[]string{"a4", "h5"}, "a4", "h5"},
	"cylinder":     {[]string{"a4", "h5"}, "a4", "h5"},
	"triboard":     {[]string{"a4", "e6", "a5", "h5"}, "a5", "h7"},
	"mirrorsquare": {[]string{"e4", "e6"}, "d1", "h5"},
	"nachfolger":   {[]string{"e4", "e6"}, "d1", "h5"},
	"trid":         {[]string{"b4N", "b5N"}, "a2W", "a4N"},
	"meder":        {[]string{"b4N", "b5N"}, "d1W", "c3N"},
}

func TestViews(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		scene, ok := views[name]
		if !ok {
			t.Errorf("views has no scene for %s", name)
			continue
		}
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			s := open(t, name, "")
			s.resize(size[0], size[1])
			s.typeMoves(scene.moves...)
			s.At(scene.from).press("enter")
			s.At(scene.to)
			if s.preview == nil {
				t.Errorf("%s: %s-%s is not a legal move", name, scene.from, scene.to)
			}
			text := s.text()
			golden(t, fmt.Sprintf("%s-%dx%d", name, size[0], size[1]), text)
			for i, line := range strings.Split(text, "\n") {
				if canvas.Width(line) > size[0] {
					t.Errorf("%s: line %d has %d columns, want at most %d", name, i+1, canvas.Width(line), size[0])
				}
			}
			if lines := strings.Count(text, "\n"); lines != size[1] {
				t.Errorf("%s: the screen has %d lines, want %d", name, lines, size[1])
			}
		}
	}
}

func TestOtherViews(t *testing.T) {
	s := open(t, "trid", "", func(o *session.Options) { o.ASCII = true })
	golden(t, "trid-ascii", s.text())
	for _, r := range s.text() {
		if r > 126 {
			t.Fatalf("%q is not ASCII", r)
		}
	}
	s.press("?")
	golden(t, "help", s.text())
	s = open(t, "triboard", "")
	s.resize(50, 20)
	golden(t, "triboard-strips", s.text())
	s.press("ctrl+f")
	golden(t, "triboard-strips-flipped", s.text())
}

// TestColours checks that the screen has the same text with and without colours, and that no
// escape sequence sets a colour in the monochrome version.
func TestColours(t *testing.T) {
	for _, c := range []canvas.Colours{canvas.NoColours, canvas.SixteenColours, canvas.AllColours} {
		for _, theme := range []canvas.Theme{canvas.Light, canvas.Dark} {
			s := open(t, "mirrorsquare", "", func(o *session.Options) { o.Colours, o.Theme = c, theme })
			s.resize(120, 40)
			s.At("e2").press("enter")
			s.At("e4")
			s.wants("If played: White pawn to e4; a black pawn appears on d5", "●")
			text := s.View().Content
			painted := strings.Contains(text, "38;2;") || strings.Contains(text, "48;2;")
			basic := strings.Contains(text, "[46m") || strings.Contains(text, ";46m")
			switch {
			case c == canvas.NoColours && (painted || basic):
				t.Errorf("NoColours: the screen has colours: %q", text[:200])
			case c == canvas.SixteenColours && (painted || !basic):
				t.Error("SixteenColours: the screen has other colours")
			case c == canvas.AllColours && !painted:
				t.Error("AllColours: the screen has no colours")
			}
			if drawn := strings.Contains(text, "█"); drawn != (c != canvas.NoColours) {
				t.Errorf("colours %v: large pieces are drawn: %v, want %v", c, drawn, !drawn)
			}
		}
	}
}

func TestSpritesFillTheirCells(t *testing.T) {
	for _, set := range []struct {
		sprites *canvas.Sprites
		w, h    int
	}{{&canvas.NarrowSprites, 3, 3}, {&canvas.SmallSprites, 5, 3}, {&canvas.MiddleSprites, 7, 4}, {&canvas.LargeSprites, 9, 5}} {
		seen := map[string]board.Role{}
		for k := board.Pawn; k <= board.King; k++ {
			rows := set.sprites[k]
			if len(rows) != set.h {
				t.Errorf("a %v has %d rows, want %d", k, len(rows), set.h)
			}
			for _, row := range rows {
				if canvas.Width(row) != set.w {
					t.Errorf("a %v has the row %q, want %d characters", k, row, set.w)
				}
			}
			all := strings.Join(rows, "\n")
			if other, ok := seen[all]; ok {
				t.Errorf("the sprites of %v and %v are equal", k, other)
			}
			seen[all] = k
		}
	}
}

func BenchmarkView(b *testing.B) {
	for _, name := range []string{"mirrorsquare", "triboard", "trid"} {
		b.Run(name, func(b *testing.B) {
			r := ruleset(b, name)
			m, err := NewModel(b.Context(), session.Options{
				Rules: r, Start: positions.From(b, r, ""), People: [2]bool{true, true}, Colours: canvas.AllColours, Theme: canvas.Dark,
			})
			if err != nil {
				b.Fatalf("NewModel: %v", err)
			}
			m.w, m.h = 120, 40
			m.arrange()
			for b.Loop() {
				_ = m.View()
			}
		})
	}
}

// TestHelpFits checks that the help fits on a screen of 80 by 24 in every language.
func TestHelpFits(t *testing.T) {
	for _, language := range locale.Languages() {
		c, _ := locale.For(language)
		s := open(t, "trid", "", func(o *session.Options) { o.Language = c })
		s.press("?")
		if text := s.text(); strings.Contains(text, "…") {
			t.Errorf("%s: the help is truncated:\n%s", language, text)
		}
	}
}
