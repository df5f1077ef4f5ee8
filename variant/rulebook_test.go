package variant_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// TestSharedDiagrams sees that a rule that a mirror game shares with chess shows
// the same there: what a move makes is told only later in its book, so nothing
// that appears may have taken a move away.
func TestSharedDiagrams(t *testing.T) {
	known := variant.Builtin()
	reach := map[string]string{} // of the chosen piece, by rule; those of chess first
	for _, name := range []string{"chess", "mirrorsquare", "nachfolger"} {
		r, _ := known.Find(name)
		book, err := loader.Load(r, known.Find, loader.Language{})
		if err == nil {
			err = rulebook.Illustrate(&book, r, nil)
		}
		if err != nil {
			t.Fatalf("the rulebook of %s: %v", r.Info().Name, err)
		}
		for _, s := range book.Sections {
			for _, rule := range s.Rules {
				for _, b := range rule.Body {
					if b.Diagram == nil || b.Diagram.Chosen == "" || name != "chess" && rule.From != "chess" {
						continue
					}
					at := rule.Number + " " + b.Diagram.Chosen
					if seen := strings.Join(b.Diagram.Reach, " "); name == "chess" {
						reach[at] = seen
					} else if seen != reach[at] {
						t.Errorf("%s, rule %s: may go to %s, in chess to %s", name, at, seen, reach[at])
					}
				}
			}
		}
	}
}

// TestRulebooks sees that every rule set has a whole rulebook and that a test
// holds each of its rules. Which do is written by internal/tool/rulebook, whose
// own test fails where that is out of date.
func TestRulebooks(t *testing.T) {
	known := variant.Builtin()
	for _, r := range known.All() {
		name := r.Info().Name
		if _, ok := bundle.Read(r, bundle.Rulebook); !ok {
			t.Errorf("%s has no rulebook", name)
			continue
		}
		book, err := loader.Load(r, known.Find, loader.Language{})
		if err != nil {
			t.Errorf("loader.Load: %v", err)
			continue
		}
		n, said := 0, ""
		for _, s := range book.Sections {
			for _, rule := range s.Rules {
				n++
				if len(rule.Tests) == 0 {
					t.Errorf("no test holds rule %s of %s: %s", rule.Number, name, rule.Title)
				}
				said += rulebook.Terminal(rulebook.Book{Sections: []rulebook.Section{{Rules: []rulebook.Rule{rule}}}}, rulebook.Style{Width: 1 << 20})
			}
		}
		if n < 20 {
			t.Errorf("the rulebook of %s has only %d rules", name, n)
		}
		// Whoever reads it can play: none of these is left to another document.
		for _, word := range []string{
			"rook", "bishop", "queen", "knight", "king", "pawn", "En passant", "Promotion", "castling", "checkmate", "stalemate",
			"three times", "fifty", "seventy-five", "resign", "turn", "notation chapter",
		} {
			if !strings.Contains(strings.ToLower(said), strings.ToLower(word)) {
				t.Errorf("the rulebook of %s says nothing of: %s", name, word)
			}
		}
	}
}
