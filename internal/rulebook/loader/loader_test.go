package loader_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/internal/test/prose"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/gallery"
)

// games returns the built-in rule sets and the gallery.
func games(t *testing.T) []rules.Rules {
	t.Helper()
	known := variant.Builtin()
	all := known.All()
	for _, e := range gallery.All() {
		r, err := known.Choose(e.Definition)
		if err != nil {
			t.Fatalf("Choose: %v", err)
		}
		all = append(all, r)
	}
	return all
}

// book returns a rule set's English rulebook after verifying the claims of its diagrams.
func book(t *testing.T, r rules.Rules) rulebook.Book {
	t.Helper()
	b, err := loader.Load(r, variant.Builtin().Find, loader.Language{})
	if err != nil {
		t.Fatalf("loader.Load: %v", err)
	}
	if err := rulebook.Illustrate(&b, r, nil); err != nil {
		t.Fatalf("rulebook.Illustrate: %v", err)
	}
	return b
}

func TestBuiltin(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		b := book(t, r)
		if b.Variant != r.Info().Name || b.Title != r.Info().Title || len(b.Sections) < 4 {
			t.Errorf("%s: the book is %q of %q, %d sections", r.Info().Name, b.Title, b.Variant, len(b.Sections))
		}
	}
}

// TestNumbers checks that sections and rules are numbered without gaps, and that every
// reference leads to an existing rule.
func TestNumbers(t *testing.T) {
	reference := regexp.MustCompile(`\b\d+\.\d+\b`)
	for _, r := range games(t) {
		b := book(t, r)
		numbers := map[string]bool{}
		first := 1
		if b.Sections[0].Number == "0" {
			first = 0
		}
		for i, s := range b.Sections {
			if want := fmt.Sprint(first + i); s.Number != want {
				t.Errorf("%s: section %s should be %s", b.Variant, s.Number, want)
			}
			for j, rule := range s.Rules {
				if want := fmt.Sprintf("%s.%d", s.Number, j+1); rule.Number != want {
					t.Errorf("%s: rule %s should be %s", b.Variant, rule.Number, want)
				}
				numbers[rule.Number] = true
			}
		}
		for _, text := range texts(b) {
			for _, number := range reference.FindAllString(text, -1) {
				if !numbers[number] {
					t.Errorf("%s refers to rule %s, which it does not have: %s", b.Variant, number, text)
				}
			}
		}
	}
}

// elsewhere matches statements about other games, which do not help a player of this game.
var elsewhere = regexp.MustCompile("(?i)rule sets|in (some|other) games|which only `|(section|see) \\d")

// TestWords checks that no book mentions other rule sets or contains a banned phrase.
func TestWords(t *testing.T) {
	for _, r := range games(t) {
		b := book(t, r)
		for _, text := range texts(b) {
			if found := elsewhere.FindString(text); found != "" {
				t.Errorf("%s: %q in: %s", b.Variant, found, text)
			}
			for _, found := range prose.Check(text) {
				t.Errorf("%s: %s in: %s", b.Variant, found, text)
			}
		}
	}
}

// texts returns every paragraph, item and caption of a book, without code.
func texts(b rulebook.Book) (all []string) {
	code := regexp.MustCompile("`[^`]*`")
	add := func(blocks []rulebook.Block) {
		for _, block := range blocks {
			all = append(all, block.Text)
			all = append(all, block.Items...)
			if block.Diagram != nil {
				all = append(all, block.Diagram.About)
			}
		}
	}
	add(b.Intro)
	for _, s := range b.Sections {
		add(s.Intro)
		for _, rule := range s.Rules {
			add(rule.Body)
		}
	}
	for i := range all {
		all[i] = strings.TrimSpace(code.ReplaceAllString(all[i], "`"))
	}
	return all
}
