package results_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/tool/results"
)

// TestResultsPage checks that docs/results.md is current.
func TestResultsPage(t *testing.T) {
	const page = "../../../docs/results.md"
	want, err := results.Page(strings.TrimSuffix(page, ".md"))
	if err != nil {
		t.Fatalf("Page: %v", err)
	}
	if got, err := os.ReadFile(page); err != nil || string(got) != want {
		t.Errorf("docs/results.md differs from its result files (%v); run make results", err)
	}
}

// TestResultFile checks that a result file can be written and read back, and that invalid files are
// rejected.
func TestResultFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "speed.json")
	want := results.Group{Title: "Speed", Results: []results.Result{{
		Title: "Moves", Shows: "Moves per second.", Tables: []results.Table{{Columns: []string{"rules", "moves"}, Rows: [][]string{{"chess", "1.00"}}}},
	}}}
	if err := results.Write(file, want); err != nil {
		t.Fatalf("Write: %v", err)
	}
	if got, err := results.Read(file); err != nil || got.Markdown() != want.Markdown() {
		t.Errorf("Read after Write: %v\n%s", err, got.Markdown())
	}
	for _, text := range []string{
		`{`,
		`{"title": "a", "results": []}`,
		`{"title": "a", "speed": 1, "results": [{"title": "b", "shows": "c", "output": "d"}]}`,
		`{"title": "a", "results": [{"title": "b", "shows": "c"}]}`,
		`{"title": "a", "results": [{"title": "b", "shows": "c", "tables": [{"columns": ["d", "e"], "rows": [["1"]]}]}]}`,
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatalf("os.WriteFile: %v", err)
		}
		if _, err := results.Read(file); err == nil {
			t.Errorf("Read(%s) succeeded; want an error", text)
		}
	}
}
