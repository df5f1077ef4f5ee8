package anyboard

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/perftfile"
)

// mostLeaves returns the largest perft count to check. A long test checks all of them.
func mostLeaves() int {
	switch {
	case long.Enabled():
		return math.MaxInt
	case testing.Short():
		return 700
	}
	return 12000
}

// text returns an entry's position with counters. The check counter is the last field of its EPD.
func text(e perftfile.Entry) string {
	fields := strings.Fields(e.EPD)
	return strings.Join(append(append([]string{}, fields[:4]...), append([]string{"0", "1"}, fields[4:]...)...), " ")
}

// countFile checks a file of perft counts and returns the number of counts.
func countFile(t *testing.T, definition, path string, most int) int {
	g, err := New(definition)
	if err != nil {
		t.Fatalf("New(%s): %v", definition, err)
	}
	entries, err := perftfile.Load(path)
	if err != nil {
		t.Fatalf("perftfile.Load: %v", err)
	}
	checked := 0
	for _, e := range entries {
		p, err := g.Parse(text(e))
		if err != nil {
			t.Fatalf("%s: Parse(%s): %v", e.ID, text(e), err)
		}
		if fen := p.FEN(); e.ID == "start" && fen != g.Start() {
			t.Errorf("start %s, definition %s", fen, g.Start())
		}
		for _, c := range e.Counts {
			if c.Lines > uint64(most) {
				continue
			}
			if got := p.Perft(c.Depth); uint64(got) != c.Lines {
				t.Errorf("%s: %s depth %d: %d, want %d", e.ID, p.FEN(), c.Depth, got, c.Lines)
			}
			checked++
		}
	}
	return checked
}

// TestVectors checks perft counts computed by an independent program.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("../../../../testdata/boards/*.json")
	if err != nil || len(files) != 17 {
		t.Fatalf("%d definitions, %v; want 17", len(files), err)
	}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".json")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			definition, err := os.ReadFile(path)
			if err != nil {
				t.Fatalf("os.ReadFile: %v", err)
			}
			if n := countFile(t, string(definition), strings.TrimSuffix(path, ".json")+".perft", mostLeaves()); n < 12 {
				t.Errorf("checked only %d counts", n)
			}
		})
	}
}
