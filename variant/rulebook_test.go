package variant_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/rulebook"
	"github.com/tainchess/tain/internal/rulebook/loader"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// TestSharedDiagrams checks that the diagrams for rules shared with chess show the same moves. The rulebook
// introduces spawning later, so a spawned piece must not make any of these moves illegal.
func TestSharedDiagrams(t *testing.T) {
	known := variant.Builtin()
	reach := map[string]string{} // moves of the selected piece, by rule; chess first
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
						t.Errorf("%s, rule %s: the piece may move to %s, but in chess to %s", name, at, seen, reach[at])
					}
				}
			}
		}
	}
}

// TestRulebooks checks that every rule set has a complete rulebook and that a test covers each rule. The tool
// internal/tool/rulebook writes the list of tests, and its test fails if the list is out of date.
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
		n, text := 0, ""
		for _, s := range book.Sections {
			for _, rule := range s.Rules {
				n++
				if len(rule.Tests) == 0 {
					t.Errorf("no test covers rule %s of %s: %s", rule.Number, name, rule.Title)
				}
				text += rulebook.Terminal(rulebook.Book{Sections: []rulebook.Section{{Rules: []rulebook.Rule{rule}}}}, rulebook.Style{Width: 1 << 20})
			}
		}
		if n < 20 {
			t.Errorf("the rulebook of %s has only %d rules", name, n)
		}
		// A rulebook must be self-contained, so it must mention all of these words.
		for _, word := range []string{
			"rook", "bishop", "queen", "knight", "king", "pawn", "En passant", "Promotion", "castling", "checkmate", "stalemate",
			"three times", "fifty", "seventy-five", "resign", "turn", "notation chapter",
		} {
			if !strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
				t.Errorf("rulebook of %s does not mention: %s", name, word)
			}
		}
	}
}
