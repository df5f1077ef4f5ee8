package render_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// FuzzTexts draws scenes with hostile text. Drawing must not panic, and the SVG must be well formed and
// contain the title as text.
func FuzzTexts(f *testing.F) {
	f.Add("chess", "", "e2", "e2e4", "Queen's pawn")
	f.Add("triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "a5", "h7h5", "</title><script>alert(1)</script>")
	f.Add("trid", "", "QL1", "QL1-QL2", "\x00\x01\ufffe\xff]]>&amp;<!--")
	f.Add("meder", "", "a1W", "O-O", "\" onload=\"x")
	f.Fuzz(func(t *testing.T, name, text, chosen, last, title string) {
		r, ok := variant.Builtin().Find(name)
		if !ok {
			return
		}
		if text == "" {
			text = r.Info().Start
		}
		p, err := r.Guide().ParsePosition(text, rules.ParseOptions{AllowNoKing: true})
		if err != nil {
			return
		}
		s := render.NewScene(r, p)
		s.Coordinates = true
		s.Chosen = chosen
		if _, err := render.Draw(s); err != nil {
			s.Chosen = ""
		}
		if s.SetLast(last) != nil {
			s.Last = []string{last} // not a valid move
		}
		s.Title = title
		got, _ := wellFormed(t, drawing(t, s))
		if want := legible(title); want != "" && got != want {
			t.Errorf("title %q was drawn as %q", title, got)
		}
	})
}

// legible returns a string without the characters that the SVG writer omits.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\ufffd' || r < ' ' && r != '\t' && r != '\n' || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, text)
}
