package gallery_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/gallery"
)

// TestAll checks every definition file. It must be listed and parse without warnings, its game must have the
// name of the file, and no first move may end the game.
func TestAll(t *testing.T) {
	found, err := filepath.Glob("*.toml")
	if err != nil || len(found) < 12 || len(found) != len(gallery.All()) {
		t.Fatalf("%d files and %d games, %v", len(found), len(gallery.All()), err)
	}
	known := variant.Builtin()
	hashes := map[string]string{}
	for _, e := range gallery.All() {
		text, err := os.ReadFile(e.Name + ".toml")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		d, warnings, err := definition.Parse(string(text))
		if err != nil || warnings != nil || d.Name != e.Name || d.JSON() != e.Definition || d.Title == e.Name {
			t.Errorf("Parse of %s: %v, warnings %v, %s; want the listed definition, with a title and without warnings", e.Name, err, warnings, d.JSON())
		}
		if other, twice := hashes[e.Hash]; twice {
			t.Errorf("%s is the same game as %s", e.Name, other)
		}
		hashes[e.Hash] = e.Name
		if !strings.HasSuffix(e.Why, ".") || strings.HasSuffix(e.Summary, "Same as orthodox chess.") {
			t.Errorf(`%s: Why is %q, Summary %q; want a sentence and a difference from chess`, e.Name, e.Why, e.Summary)
		}
		r, ok := known.Find(e.Definition)
		if !ok || r.Info().Hash != e.Hash {
			t.Fatalf("Find failed for the definition of %s", e.Name)
		}
		p := positions.From(t, r, r.Info().Start)
		if n := len(rules.LegalMoves(r, &p)); n < 10 {
			t.Errorf("%s has %d moves at the start", e.Name, n)
		}
		for _, m := range rules.LegalMoves(r, &p) {
			next := p
			r.Apply(&p, m, &next)
			if len(rules.LegalMoves(r, &next)) == 0 {
				t.Errorf("%s ends immediately, after %s", e.Name, r.Guide().FormatSAN(&p, m))
			}
		}
	}
}

// TestFind checks that only references with the prefix are found.
func TestFind(t *testing.T) {
	if e, ok := gallery.Find("gallery/echo"); !ok || e.Name != "echo" {
		t.Errorf("Find(gallery/echo) = %v, %t; want the entry echo", e, ok)
	}
	for _, ref := range []string{"echo", "gallery/", "gallery/../echo", "gallery/nothing", ""} {
		if e, ok := gallery.Find(ref); ok {
			t.Errorf("Find(%q) = %s; want none", ref, e.Name)
		}
	}
}
