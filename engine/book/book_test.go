package book_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestEmbedded checks that every built-in book has several moves for the starting position, and that they are
// all legal.
func TestEmbedded(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, r := range variant.Builtin().All() {
		b, err := book.For(r)
		if err != nil {
			t.Errorf("%s: book.For: %v", r.Info().Name, err)
			continue
		}
		if b.Len() == 0 {
			t.Errorf("%s has no book", r.Info().Name)
			continue
		}
		p := positions.From(t, r, "")
		drawn := map[string]bool{}
		for range 400 {
			m, ok := b.Move(&p, rng)
			if !ok || !rules.Legal(r, &p, m) {
				t.Fatalf("%s: the book's move at the start is not legal", r.Info().Name)
			}
			drawn[r.Guide().FormatUCI(&p, m)] = true
		}
		if len(drawn) < 2 {
			t.Errorf("%s: book moves at the start %v; want several", r.Info().Name, drawn)
		}
	}
}

func TestParse(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	text := "00000000000000ff e2e4 3 4 d2d4 1 1\n"
	b, err := book.Parse(r, "# comment\n\n"+text)
	if err != nil {
		t.Fatalf("book.Parse: %v", err)
	}
	if b.String() != "# Book of chess: 1 positions.\n"+text {
		t.Errorf("Parse(text).String() = %q; want the text", b.String())
	}
	for _, bad := range []string{"xyz", "ff e2e4", "ff e2e4 0 0", "ff e2e4 1 3", "ff e2e4 a b", "ff e2e4 1 -1"} {
		if _, err := book.Parse(r, bad); err == nil || !strings.HasPrefix(err.Error(), "book: line 1") {
			t.Errorf("book.Parse(%q): %v; want an error in line 1", bad, err)
		}
	}
}

// TestRuleSetOf checks that a book names its rule set and that other rule sets reject the book. A book that
// names no rule set is accepted.
func TestRuleSetOf(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	const move = "00000000000000ff e2e4 3 4\n"
	for text, want := range map[string]string{
		move: "", "# made by hand\n" + move: "", "": "",
		"# Book of chess: 1 positions.\n" + move:                 "chess",
		"# Book of chess from 400 games: 62 positions.\n" + move: "chess",
		"\ufeff\n  # Book of chess\r\n" + move:                   "chess",
		move + "# Book of trid\n":                                "", // only a comment
		"# Book of \n" + move:                                    "",
	} {
		if got := book.RuleSetOf(text); got != want {
			t.Errorf("RuleSetOf(%q) = %q; want %q", text, got, want)
		}
		if _, err := book.Parse(r, text); err != nil {
			t.Errorf("book.Parse(%q): %v", text, err)
		}
	}
	_, err := book.Parse(r, "# Book of trid: 1 positions.\n"+move)
	if err == nil || err.Error() != "book: this book is for trid, not for chess" {
		t.Errorf("Parse of a book for another rule set: %v", err)
	}
}

// TestChangedRules checks that a changed definition rejects the book of its
// earlier version.
func TestChangedRules(t *testing.T) {
	choose := func(text string) rules.Rules {
		r, err := variant.Builtin().Choose(text)
		if err != nil {
			t.Fatalf("variant.Builtin().Choose(%q): %v", text, err)
		}
		return r
	}
	before := choose(`{"name":"mine","reflection":{"makes":{"n":"b"}}}`)
	after := choose(`{"name":"mine","reflection":{"makes":{"n":"q"}}}`)
	text := book.New(before).String() + "00000000000000ff e2e4 3 4\n"
	if book.RuleSetOf(text) != "mine" {
		t.Errorf("RuleSetOf = %q; want mine", book.RuleSetOf(text))
	}
	if _, err := book.Parse(before, text); err != nil {
		t.Errorf("Parse of its own book: %v", err)
	}
	if _, err := book.Parse(after, text); err == nil || err.Error() != "book: this book is for other rules named mine" {
		t.Errorf("Parse with the changed rules: %v", err)
	}
}

func TestLoad(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	name := filepath.Join(t.TempDir(), "book.txt")
	own, err := book.For(r)
	if err != nil {
		t.Fatalf("book.For: %v", err)
	}
	for text, want := range map[string]string{
		own.Format("From games.\nOr so."): "", "# nothing\n": "book: no positions", "xyz": "book: line 1: want a hash",
		"# Book of trid\nff e2e4 1 1": "this book is for trid, not for chess", strings.Repeat("x", 1<<17): "book: line 1",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatalf("os.WriteFile(%q): %v", name, err)
		}
		b, err := book.Load(r, name)
		switch {
		case want == "" && (err != nil || b.String() != own.String()):
			t.Errorf("Load of %.80q: %v; want the same book", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), name)):
			t.Errorf("Load of %.80q: %v; want %q", text, err, want)
		}
	}
	if _, err := book.Load(r, name+".none"); err == nil || err.Error() != "cannot read the book "+name+".none: no such file or directory" {
		t.Errorf("book.Load: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	r := positions.Rules(f, variant.Builtin(), "chess")
	f.Add("00000000000000ff e2e4 3 4 d2d4 1 1\n")
	f.Add("ff e2e4 99999999999999999999 1")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := book.Parse(r, text)
		if err != nil {
			return
		}
		again, err := book.Parse(r, b.String())
		if err != nil || again.String() != b.String() {
			t.Errorf("Parse of the written book %q: %v", b.String(), err)
		}
	})
}
