package anyboard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// partOne holds the existing rule sets written as part-one definitions.
var partOne = map[string]string{
	"chess":    `{"name":"x"}`,
	"cylinder": `{"name":"x","seam":{"crossing":"wrap","kinds":"pnbrqk"}}`,
	"triboard": `{"name":"x","seam":{"crossing":"wrap","kinds":"pnbrqk","en_passant":"home"},"boards":3}`,
	"portal":   `{"name":"x","seam":{"crossing":"hop","kinds":"pnbrqk"}}`,
	"mirrorsquare": `{"name":"x","reflection":{"map":"rotate","promotions":false,
		"makes":{"p":"p","n":"n","b":"b","r":"r","q":"q","k":"k"}}}`,
	"nachfolger": `{"name":"x","castling":false,"reflection":{"map":"rotate",
		"makes":{"p":"n","n":"b","b":"r","r":"q"},"goes_on":"qk"}}`,
}

// TestPartOne checks the perft counts of the existing rule sets and of the definitions with counts of their
// own.
func TestPartOne(t *testing.T) {
	run := func(name, definition, path string, atLeast int) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := New(definition)
			if err != nil || !g.partOne {
				t.Fatalf("New(%s): part one = %v, %v", definition, err == nil && g.partOne, err)
			}
			if n := countFile(t, definition, path, min(mostLeaves(), 100_000)); n < atLeast {
				t.Errorf("checked only %d counts", n)
			}
		})
	}
	for name, definition := range partOne {
		run(name, definition, "../../../../variant/"+name+"/"+name+".perft", 20)
	}
	files, err := filepath.Glob("../../../../variant/definition/testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d definitions, %v", len(files), err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		run(filepath.Base(path), string(text), strings.TrimSuffix(path, ".json")+".perft", 2)
	}
}
