package variant_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/gallery"
)

// TestTitlesAreInTheCatalogue keeps what rule sets and games of the gallery say
// of themselves the same in the catalogue, where translators find it. With
// UPDATE=1 in the environment it writes the entries.
func TestTitlesAreInTheCatalogue(t *testing.T) {
	want := map[string]string{}
	for _, r := range variant.Builtin().All() {
		i := r.Info()
		want["variant."+i.Name+".title"], want["variant."+i.Name+".summary"] = i.Title, i.Summary
	}
	for _, e := range gallery.All() {
		want["gallery."+e.Name+".title"], want["gallery."+e.Name+".summary"], want["gallery."+e.Name+".why"] = e.Title, e.Summary, e.Why
	}
	file := filepath.Join("..", "internal", "locale", "catalogue", "en.json")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var entries map[string]string
	if err := json.Unmarshal(data, &entries); err != nil {
		t.Fatal(err)
	}
	named := func(code string) bool {
		return strings.HasPrefix(code, "variant.") || strings.HasPrefix(code, "gallery.")
	}
	if os.Getenv("UPDATE") != "" {
		for code := range entries {
			if named(code) {
				delete(entries, code)
			}
		}
		for code, text := range want {
			entries[code] = text
		}
		text, err := locale.Format(entries)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for code, text := range want {
		if entries[code] != text {
			t.Errorf("%s is %q in the catalogue, want %q: run UPDATE=1 go test ./variant -run TestTitles", code, entries[code], text)
		}
	}
	for code := range entries {
		if _, known := want[code]; named(code) && !known {
			t.Errorf("nothing is called %s", code)
		}
	}
}
