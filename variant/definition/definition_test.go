package definition_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/perftfile"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/definition"
)

// read parses a definition and fails the test if there are faults or warnings.
func read(t *testing.T, text string) *definition.Definition {
	t.Helper()
	d, warnings, err := definition.Parse(text)
	if err != nil || warnings != nil {
		t.Fatalf("%s: %v, warnings %v", text, err, warnings)
	}
	return d
}

// told returns the text of a fault without its place.
func told(f definition.Fault) string {
	f.Place = notation.Place{}
	return f.Error()
}

// TestCounts compares the perft counts of definitions with those of an independent program.
func TestCounts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.perft")
	if err != nil || len(files) == 0 {
		t.Fatalf("perft files in testdata: %v, %v", files, err)
	}
	for _, name := range files {
		text, err := os.ReadFile(strings.TrimSuffix(name, ".perft") + ".json")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		count(t, read(t, string(text)).Compile(), name)
	}
}

func count(t *testing.T, r rules.Rules, name string) {
	t.Helper()
	entries, err := perftfile.Load(name)
	if err != nil || len(entries) == 0 {
		t.Fatalf("perftfile.Load(%q): %d entries, %v; want some", name, len(entries), err)
	}
	for _, e := range entries {
		p, err := r.Guide().ParsePosition(e.Text(), rules.ParseOptions{AllowCheck: len(r.Info().Levels) > 0})
		if err != nil {
			t.Fatalf("r.Guide().ParsePosition: %v", err)
		}
		for _, c := range e.Counts {
			if !long.Enabled() && c.Lines > 300_000 {
				continue
			}
			if n := countLines(r, &p, c.Depth); n != c.Lines {
				t.Errorf("%s: %s: perft %d = %d, want %d", name, e.Text(), c.Depth, n, c.Lines)
			}
		}
	}
}

func countLines(r rules.Rules, p *board.Position, depth int) (n uint64) {
	v := r.(rules.LegalGenerator)
	if depth == 1 {
		return uint64(v.Count(p))
	}
	var list board.MoveList
	var next board.Position
	v.Legal(p, &list)
	for _, m := range list.All() {
		v.Make(p, m, &next)
		n += countLines(r, &next, depth-1)
	}
	return n
}
