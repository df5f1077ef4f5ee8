package variant_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/long"
)

// toy is the complete source of a minimal rule set.
const toy = `// Package toy is chess in which a quiet knight move spawns a knight for the
// opponent.
//
// # Rules
//
// 1 The rules are those of chess, without castling.
//
// 2 When a knight makes a quiet move, a knight of the other colour appears on
// the opposite square, if that is empty.
package toy

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set.
var Rules = flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "toy",
		Title:   "Toy chess",
		Summary: message.New("toy.summary", "Knights spawn knights.", nil),
		PGN:     "toy",
		Start:   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
	},
	Topology:   topology.Plane,
	Reflection: &flat.Reflection{Made: [8]board.Role{board.Knight: board.Knight}},
	NoMate:     flat.BareKings,
	NoCastling: true,
})
`

// TestToy adds a rule set to a copy of the repository, as a folder and an entry in the list of built-in rule
// sets. It checks that every program accepts the rule set without further changes.
func TestToy(t *testing.T) {
	if !long.Enabled() {
		t.Skip("builds the program")
	}
	if _, err := os.Stat("../.git"); err != nil {
		t.Skip("not a working copy of the repository")
	}
	root := copyTree(t)
	folder := filepath.Join(root, "variant", "toy")
	write(t, filepath.Join(folder, "toy.go"), toy)
	list := filepath.Join(root, "variant", "all.go")
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatalf("os.ReadFile(%q): %v", list, err)
	}
	added := strings.Replace(string(text), "\t\tchess.Rules,\n", "\t\tchess.Rules,\n\t\ttoy.Rules,\n", 1)
	added = strings.Replace(added, "import (\n", "import (\n\t\""+module+"variant/toy\"\n", 1)
	if added == string(text) || strings.Count(added, "toy") != 2 {
		t.Fatalf("the list has no insertion point for a rule set:\n%s", text)
	}
	write(t, list, added)

	program := filepath.Join(t.TempDir(), "tain")
	inside(t, root, "go", "build", "-ldflags=-s -w", "-o", program, "./cmd/tain")
	if out := inside(t, root, program, "variants"); !strings.Contains(out, "Knights spawn knights.") {
		t.Errorf("variants printed\n%s", out)
	}
	if out := inside(t, root, program, "perft", "toy", "1"); strings.TrimSpace(out) != "20" {
		t.Errorf("perft 1 printed %s", out)
	}
	if out := inside(t, root, program, "perft", "toy", "3"); len(strings.TrimSpace(out)) < 4 {
		t.Errorf("perft 3 printed %s", out)
	}
	if out := inside(t, root, program, "analyse", "toy", "--depth", "3"); !strings.Contains(out, "best: ") {
		t.Errorf("analyse printed\n%s", out)
	}
	inside(t, root, "go", "test", "./variant", "-run", "^(TestInfo|TestCounts|TestTexts|TestHashes|TestWraps)$/^toy$")

	page := filepath.Join(t.TempDir(), "data.json")
	inside(t, root, "go", "run", "-ldflags=-s -w", "./internal/tool/webdata", page)
	var data struct {
		Variants []struct{ Name string }
		Ideas    map[string]any
	}
	written, err := os.ReadFile(page)
	if err != nil || json.Unmarshal(written, &data) != nil {
		t.Fatalf("%v in %.80s", err, written)
	}
	known := slices.ContainsFunc(data.Variants, func(v struct{ Name string }) bool { return v.Name == "toy" })
	if _, idea := data.Ideas["toy"]; !known || idea {
		t.Errorf("the page lists the rule set = %v, with an idea = %v", known, idea)
	}
}

// copyTree copies the files of the repository, except those that Git ignores, into a temporary folder and
// returns the folder. It omits files that no Go package needs: the sources of the page and some of the
// documentation.
func copyTree(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for _, name := range strings.Fields(inside(t, "..", "git", "ls-files", "--cached", "--others", "--exclude-standard")) {
		if strings.HasPrefix(name, "docs/") && !strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".md") || strings.HasPrefix(name, "web/src/") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		if os.IsNotExist(err) {
			continue // the file has been removed but is still in the index
		}
		if err != nil {
			t.Fatalf("reading a file in the index: %v", err)
		}
		write(t, filepath.Join(root, name), string(text))
	}
	return root
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatalf("os.MkdirAll: %v", err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatalf("os.WriteFile(%q): %v", name, err)
	}
}

// inside runs a command in a folder and returns its standard output. It fails the test if the command fails.
func inside(t *testing.T, folder, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir = folder
	var errs strings.Builder
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s\n%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}
