package locale_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/gallery"
)

// TestLetters checks every possible letter of a piece in every language.
func TestLetters(t *testing.T) {
	for _, language := range locale.Languages() {
		c, _ := locale.For(language)
		pieces := map[string]string{}
		for letter := 'A'; letter <= 'Z'; letter++ {
			piece := string(letter)
			shown := c.Letter(piece)
			if other, taken := pieces[shown]; taken {
				t.Errorf("%s: %s and %s are both shown as %s", language, other, piece, shown)
			}
			pieces[shown] = piece
			for _, move := range []string{"e4", "xe4+", "1e4", "ae4", "e1e4#"} {
				if got := locale.SAN(language, piece+move); got != shown+move {
					t.Errorf("%s: %s%s is shown as %s, want %s%s", language, piece, move, got, shown, move)
				}
				if got := locale.ParseSAN(language, shown+move); got != piece+move {
					t.Errorf("%s: %s%s is read as %s, want %s%s", language, shown, move, got, piece, move)
				}
			}
			if got := locale.ParseSAN(language, "e8="+shown); got != "e8="+piece {
				t.Errorf("%s: e8=%s is read as %s, want e8=%s", language, shown, got, piece)
			}
		}
	}
	if got := locale.SAN("es", "Ae5=B"); got != "AAe5=A" {
		t.Errorf("Ae5=B is shown in Spanish as %s, want AAe5=A", got)
	}
}

// TestLettersClash plays random games of all built-in and gallery games. In every language, all legal moves of a
// position must look different and must be read back as the same moves.
func TestLettersClash(t *testing.T) {
	games := variant.Builtin().All()
	for _, e := range gallery.All() {
		r, err := variant.Builtin().Choose(e.Definition)
		if err != nil {
			t.Fatalf("Choose(%s): %v", e.Name, err)
		}
		games = append(games, r)
	}
	for _, r := range games {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
			if err != nil {
				t.Fatalf("ParsePosition: %v", err)
			}
			dice := rand.New(rand.NewPCG(1, 2))
			for range 60 {
				legal := rules.LegalMoves(r, &p)
				if len(legal) == 0 {
					break
				}
				checkLetters(t, r, &p, legal)
				var next board.Position
				r.Apply(&p, legal[dice.IntN(len(legal))], &next)
				p = next
			}
		})
	}
}

func checkLetters(t *testing.T, r rules.Rules, p *board.Position, legal []board.Move) {
	t.Helper()
	for _, language := range locale.Languages() {
		shown := map[string]string{}
		for _, m := range legal {
			san := r.Guide().FormatSAN(p, m)
			text := locale.SAN(language, san)
			if other, taken := shown[text]; taken && other != san {
				t.Errorf("%s: %s and %s are both shown as %s", language, other, san, text)
			}
			shown[text] = san
			if read := locale.ParseSAN(language, text); read != san {
				t.Errorf("%s: %s is shown as %s, which is read as %s", language, san, text, read)
			}
		}
	}
}
