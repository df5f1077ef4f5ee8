package book_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant"
)

// TestOpenings replays the named openings of all built-in rule sets.
func TestOpenings(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		all, err := book.Openings(r)
		if err != nil {
			t.Errorf("%s: book.Openings: %v", r.Info().Name, err)
		}
		if len(all) < 4 {
			t.Errorf("%s: %d named openings; want more", r.Info().Name, len(all))
		}
		for _, o := range all {
			if len(o.Moves) == 0 || len(o.Moves) > book.OpeningPlies || len(o.Name) > 80 {
				t.Errorf("%s: %q has the moves %v", r.Info().Name, o.Name, o.Moves)
			}
		}
	}
}

// named is chess with a different openings file.
type named struct {
	rules.Rules
	bundle.Files
	info rules.Info
}

func (n *named) Info() *rules.Info { return &n.info }

func TestOpeningsErrors(t *testing.T) {
	chess, _ := variant.Builtin().Find("chess")
	for text, want := range map[string]string{
		"King's pawn e4":            "line 1",
		"\n: e4":                    "line 2",
		"A:":                        "a name, a colon and moves",
		"A: e4 e4":                  "line 1, e4",
		"A: e4\n# x\nB: e2e4 # too": "A and B have the same moves",
	} {
		r := &named{Rules: chess, info: *chess.Info()}
		r.SetBundle(fstest.MapFS{bundle.Openings: {Data: []byte(text)}})
		if _, err := book.Openings(r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
