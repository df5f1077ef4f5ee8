package locale_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/mirrorsquare"
	"github.com/tainchess/tain/variant/trid"
)

// TestLanguages checks that pictures are described in the scene's language.
func TestLanguages(t *testing.T) {
	const passing = "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2"
	for _, c := range []struct {
		language, title, text, copies string
	}{
		{"en", "Three-board mirror chess", "White to move. The white pawn on a5 can go to a6, h7 (capture).", "left centre right"},
		{"de", "Dreibrett-Spiegelschach", "Weiß ist am Zug. Der weiße Bauer auf a5 kann nach a6, h7 (schlägt).", "links Mitte rechts"},
		{"es", "Ajedrez espejo de tres tableros", "Juegan las blancas. El peón blanco de a5 puede ir a a6, h7 (captura).", "izquierda centro derecha"},
		{"fr", "Échecs miroir à trois échiquiers", "Trait aux Blancs. Le pion blanc en a5 peut aller en a6, h7 (prise).", "gauche centre droite"},
		{"ru", "Зеркальные шахматы на трёх досках", "Ход белых. Белая пешка на a5 может пойти на a6, h7 (взятие).", "левая центральная правая"},
	} {
		s := scene(t, "triboard", passing)
		s.Chosen, s.Language = "a5", in(t, c.language)
		d := drawing(t, s)
		if d.Title != c.title || d.Text != c.text {
			t.Errorf("%q: title %q and text %q, want %q and %q", c.language, d.Title, d.Text, c.title, c.text)
		}
		svg, err := d.SVG(300)
		if err != nil {
			t.Fatalf("d.SVG: %v", err)
		}
		for _, name := range strings.Fields(c.copies) {
			if !strings.Contains(string(svg), ">"+name+"<") {
				t.Errorf("%q: no board is called %q", c.language, name)
			}
		}
	}
}

// TestLanguagesInSpace checks that the reasons for closed pins, below the picture and in its
// description, are in the picture's language.
func TestLanguagesInSpace(t *testing.T) {
	for language, want := range map[string][]string{
		"de": {"Ebene W", "KL2 weiß", "Das Brett auf KL2 kann nach KL2, QL2.", "Nicht nach KL3: "},
		"es": {"nivel W", "KL2 blancas", "El tablero de KL2 puede ir a KL2, QL2.", "No a KL3: "},
		"fr": {"niveau W", "KL2 blanc", "Le plateau sur KL2 peut aller sur KL2, QL2.", "Pas sur KL3\u00a0: "},
		"ru": {"уровень W", "KL2 белые", "Доска на KL2 может перейти на KL2, QL2.", "Нельзя на KL3: штырь KL3 уже занят другой доской."},
	} {
		s := scene(t, "trid", closedPins)
		s.Chosen, s.Language = "KL2", in(t, language)
		svg, err := drawing(t, s).SVG(600)
		if err != nil {
			t.Fatalf("drawing: %v", err)
		}
		for _, words := range want {
			if !strings.Contains(string(svg), words) {
				t.Errorf("%s: picture lacks %q", language, words)
			}
		}
	}
}

// TestPictures checks the texts of pictures without a scene in another language.
func TestPictures(t *testing.T) {
	german := in(t, "de")
	pairs, err := render.DrawPairs(mirrorsquare.Rules, paint.Light, german)
	if err != nil {
		t.Fatalf("render.DrawPairs: %v", err)
	}
	pins, err := render.DrawPins(trid.Rules, paint.Light, german)
	if err != nil {
		t.Fatalf("render.DrawPins: %v", err)
	}
	for _, c := range []struct {
		d           *paint.Drawing
		title, text string
	}{
		{pairs, "Die Spiegelpaare: Spiegelfeldschach", "Diese Felder spiegeln einander: a1 und h8, "},
		{pins, "Die Zapfen: Tridimensionales Schach", "QL1 liegt neben "},
		{render.DrawPieces(paint.Light, german), "Die Figuren", "Die Figuren des Schachs, zwölf Märchenfiguren"},
	} {
		if c.d.Title != c.title || !strings.HasPrefix(c.d.Text, c.text) {
			t.Errorf("title %q and text %q, want %q and %q", c.d.Title, c.d.Text, c.title, c.text)
		}
	}
	s := scene(t, "chess", mirrorsquare.Rules.Info().Start)
	s.Chosen = "e4"
	if _, err := render.Draw(s); err == nil || message.Of(err).Code != "draw.no-piece" || german(message.Of(err)) != "auf e4 steht keine Figur zum Auswählen" {
		t.Errorf("selecting an empty square: %v", err)
	}
}

// closedPins has a board on KL2 that cannot reach some pins: backward ones, occupied ones, and
// those in the shadow of the pawn on a2.
const closedPins = "W:4/4/P1P1/1BKN|N:N3/4/4/4|B:nbbk/pppp/4/4|QL1w:P1/2|QL4b^:2/1q|KL2w:1P/2|KL3b^:rn/2 w - - - 0 12"

// in returns a function that formats messages in a language.
func in(t *testing.T, language string) render.Language {
	t.Helper()
	c, ok := locale.For(language)
	if !ok {
		t.Fatalf("no catalogue for %s", language)
	}
	return c.Text
}

func scene(t *testing.T, name, text string) *render.Scene {
	t.Helper()
	r := positions.Rules(t, variant.Builtin(), name)
	return render.NewScene(r, positions.From(t, r, text))
}

func drawing(t *testing.T, s *render.Scene) *paint.Drawing {
	t.Helper()
	d, err := render.Draw(s)
	if err != nil {
		t.Fatalf("render.Draw: %v", err)
	}
	return d
}
