package prose_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/prose"
)

func TestCheck(t *testing.T) {
	text := "Fine.\nIf not\ntold, it starts anew.\n```\nanew\n```\nRun `anew`.\n"
	found := prose.CheckMarkdown(text)
	if got := strings.Join(found, "\n"); len(found) != 2 || !strings.HasPrefix(found[0], "line 2: ") || !strings.HasPrefix(found[1], "line 3: ") {
		t.Errorf("Check found %s", got)
	}
}

// TestCheckSource checks that CheckSource reads comments, test names and help in struct tags, but not
// code and other strings.
func TestCheckSource(t *testing.T) {
	for name, text := range map[string]string{
		"x.go":  "package x\n\n// If not\n// told, x is 1.\nvar anew = \"anew\" // starts anew\n\nfunc TestStartsAnew(t *testing.T) {}\n",
		"x.ts":  "const x = \"anew\";\n\n// If not\n// told, x is 1.\nx; // starts anew\n\ntest(\"starts anew\", () => {});\n",
		"x.mjs": "const anew = \"https://anew\";\n\n/* If not\n * told, x is 1. */\nx; // starts anew\n\nit('starts anew', () => {});\n",
	} {
		var at []string
		for _, found := range prose.CheckSource(name, text) {
			line, _, _ := strings.Cut(strings.TrimPrefix(found, "line "), ":")
			at = append(at, line)
		}
		if got := strings.Join(at, " "); got != "3 5 7" {
			t.Errorf("CheckSource(%s) found lines %s, want 3 5 7", name, got)
		}
	}
	tags := "package x\n\ntype x struct {\n\tA int `name:\"anew\" help:\"If not told, \\\"A\\\" is 1.\"`\n\tB int `json:\"anew\"`\n}\n"
	if found := prose.CheckSource("x.go", tags); len(found) != 1 || !strings.HasPrefix(found[0], "line 4: ") {
		t.Errorf("CheckSource found %v in struct tags, want one phrase in line 4", found)
	}
	if found := prose.CheckSource("x.md", "anew"); found != nil {
		t.Errorf("CheckSource of a file that is not source code found %v", found)
	}
}

// TestSources checks every source file in the repository.
func TestSources(t *testing.T) {
	root, own := filepath.Join("..", "..", ".."), filepath.Join("internal", "test", "prose")
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if base := entry.Name(); name == own || base == "node_modules" || base == "testdata" || base == "dist" || base == "bin" || strings.HasPrefix(base, ".") && name != "." {
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".go", ".ts", ".tsx", ".mjs":
		default:
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for _, found := range prose.CheckSource(name, string(text)) {
			t.Errorf("%s: %s", filepath.ToSlash(name), found)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 500 {
		t.Errorf("read %d source files, want at least 500", files)
	}
}
