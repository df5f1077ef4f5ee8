package main

import (
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestCompatible sees that programs written for the last release still build,
// unless the next version in the changelog is one that may break them.
func TestCompatible(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks the go command for all packages")
	}
	file, released, err := LastRelease()
	if err != nil {
		t.Fatal(err)
	}
	old, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	now, err := Offered()
	if err != nil {
		t.Fatal(err)
	}
	breaking, _ := Changes(old, now)
	if len(breaking) > 0 && !mayBreak(released, nextVersion(t)) {
		t.Errorf("these changes break programs written for %s; keep what there was, or make the next version in CHANGELOG.md one that may break them (docs/library.md):\n%s",
			released, strings.Join(breaking, "\n"))
	}
}

// TestExamples wants an example in every public package.
func TestExamples(t *testing.T) {
	for _, p := range Public {
		files, err := filepath.Glob("../../../" + p + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found = found || regexp.MustCompile(`(?m)^func Example`).Match(text)
		}
		if !found {
			t.Errorf("%s has no example", p)
		}
	}
}

// nextVersion is the first version of the changelog.
func nextVersion(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\]`).FindStringSubmatch(string(text))
	if found == nil {
		t.Fatal("CHANGELOG.md has no version")
	}
	return found[1]
}

// mayBreak reports whether a version may break programs written for another:
// before 1.0 a new minor version may, after it only a major one.
func mayBreak(from, to string) bool {
	a, b := numbers(from), numbers(to)
	return b[0] > a[0] || b[0] == 0 && b[1] > a[1]
}

func TestMayBreak(t *testing.T) {
	for _, c := range []struct {
		from, to string
		may      bool
	}{{"0.1.0", "0.1.1", false}, {"0.1.0", "0.2.0", true}, {"0.9.0", "1.0.0", true}, {"1.1.0", "1.2.0", false}, {"0.1.0", "0.1.0", false}} {
		if mayBreak(c.from, c.to) != c.may {
			t.Errorf("from %s to %s: not %t", c.from, c.to, c.may)
		}
	}
}

// TestChanges finds what breaks, through a file and back: a function that went,
// one that takes something else, a package that went; and what was added.
func TestChanges(t *testing.T) {
	pack := func(path string, funcs map[string]types.Type) *types.Package {
		p := types.NewPackage(module+path, filepath.Base(path))
		for name, takes := range funcs {
			params := types.NewTuple(types.NewVar(token.NoPos, p, "x", takes))
			p.Scope().Insert(types.NewFunc(token.NoPos, p, name, types.NewSignatureType(nil, nil, nil, params, nil, false)))
		}
		p.MarkComplete()
		return p
	}
	number, text := types.Typ[types.Int], types.Typ[types.String]
	file := filepath.Join(t.TempDir(), "1.api")
	if err := Write(file, []*types.Package{
		pack("board", map[string]types.Type{"Kept": number, "Gone": number, "Other": number}), pack("old", nil),
	}); err != nil {
		t.Fatal(err)
	}
	old, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	breaking, adding := Changes(old, []*types.Package{pack("board", map[string]types.Type{"Kept": number, "Other": text, "New": text})})
	if len(breaking) != 3 || len(adding) != 1 || !strings.Contains(strings.Join(breaking, "\n"), "Gone: removed") || !strings.Contains(adding[0], "New: added") {
		t.Errorf("breaking %q, adding %q", breaking, adding)
	}
	if err := os.WriteFile(file, []byte("no such thing"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(file); err == nil || !strings.Contains(err.Error(), "api -write") {
		t.Errorf("a foreign file: %v", err)
	}
}
