package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
)

const root = "../../.."

// TestComplete checks that every module in the program's build information and every package
// imported by the page has a licence.
func TestComplete(t *testing.T) {
	list, err := collect(root)
	if err != nil {
		t.Fatalf("collect: %v", err)
	}
	has := map[string]wire.Licence{}
	for _, n := range list {
		if len(n.Text) < 200 || n.Version == "" {
			t.Errorf("%s %s: %q is not a licence", n.Name, n.Version, n.Text)
		}
		has[n.Part+" "+n.Name] = n
	}
	if n := has["program Go"]; !strings.Contains(n.Text, "The Go Authors") {
		t.Errorf("notice of Go = %q", n.Text)
	}
	linked := 0
	for _, module := range linkedModules(t) {
		linked++
		if n, ok := has["program "+module[0]]; !ok || n.Version != module[1] {
			t.Errorf("%s %s is in the program; the list has %s", module[0], module[1], n.Version)
		}
	}
	if linked < 20 {
		t.Errorf("found only %d modules in the program", linked)
	}
	if _, err := os.Stat(filepath.Join(root, "web", "node_modules")); err != nil {
		return // without a page there are no packages
	}
	imports := regexp.MustCompile(`(?m)(?:from|import) "((?:@[\w.-]+/)?[a-z][\w.-]*)(?:/[^"]*)?"`)
	found := 0
	err = fs.WalkDir(os.DirFS(filepath.Join(root, "web", "src")), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".test.ts") || !strings.HasSuffix(name, ".ts") && !strings.HasSuffix(name, ".tsx") && !strings.HasSuffix(name, ".css") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, "web", "src", name))
		for _, m := range imports.FindAllStringSubmatch(string(text), -1) {
			found++
			if _, ok := has["page "+m[1]]; !ok {
				t.Errorf("web/src/%s imports %s, which has no notice", name, m[1])
			}
		}
		return err
	})
	if err != nil || found < 10 {
		t.Errorf("found %d imports in web/src: %v", found, err)
	}
}

// linkedModules builds the program and reads its build information.
func linkedModules(t *testing.T) (modules [][2]string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "tain")
	build := exec.Command("go", "build", "-o", program, "./cmd/tain")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	out, err := exec.Command("go", "version", "-m", program).Output()
	if err != nil {
		t.Fatalf("exec.Command.Output: %v", err)
	}
	for line := range strings.Lines(string(out)) {
		if f := strings.Fields(line); len(f) >= 3 && f[0] == "dep" {
			modules = append(modules, [2]string{f[1], f[2]})
		}
	}
	return modules
}

// TestNotice checks that a folder without a licence is an error.
func TestNotice(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "AUTHORS"), []byte("somebody"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	if _, err := notice(folder); err == nil {
		t.Error("notice of a folder without a licence succeeded; want an error")
	}
	if err := os.WriteFile(filepath.Join(folder, "LICENSE.md"), []byte("do as you like"), 0o600); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	if text, err := notice(folder); err != nil || text != "somebody\n\ndo as you like" {
		t.Errorf(`notice = %q, %v; want "somebody\n\ndo as you like"`, text, err)
	}
}
