package book_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// Every book that comes with the program can be read, and what it says at the
// start can be played. Variety is the point of it: more than one first move.
func TestEmbedded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range variant.Builtin().All() {
		b, err := book.For(r)
		if err != nil {
			t.Errorf("%s: %v", r.Info().Name, err)
			continue
		}
		if b.Len() == 0 {
			t.Errorf("%s has no book", r.Info().Name)
			continue
		}
		p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		drawn := map[string]bool{}
		for range 400 {
			m, ok := b.Move(&p, rng)
			if !ok || !rules.Legal(r, &p, m) {
				t.Fatalf("%s: the book's move at the start is not legal", r.Info().Name)
			}
			drawn[r.Guide().FormatUCI(&p, m)] = true
		}
		if len(drawn) < 2 {
			t.Errorf("%s: the book knows only %v at the start", r.Info().Name, drawn)
		}
	}
}

func TestParse(t *testing.T) {
	r, _ := variant.Builtin().Find("chess")
	text := "00000000000000ff e2e4 3 4 d2d4 1 1\n"
	b, err := book.Parse(r, "# comment\n\n"+text)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != text {
		t.Errorf("reads back as %q", b.String())
	}
	for _, bad := range []string{"xyz", "ff e2e4", "ff e2e4 0 0", "ff e2e4 1 3", "ff e2e4 a b", "ff e2e4 1 -1"} {
		if _, err := book.Parse(r, bad); err == nil || !strings.HasPrefix(err.Error(), "book: line 1") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	r, _ := variant.Builtin().Find("chess")
	f.Add("00000000000000ff e2e4 3 4 d2d4 1 1\n")
	f.Add("ff e2e4 99999999999999999999 1")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := book.Parse(r, text)
		if err != nil {
			return
		}
		again, err := book.Parse(r, b.String())
		if err != nil || again.String() != b.String() {
			t.Errorf("%q does not read back: %v", b.String(), err)
		}
	})
}
