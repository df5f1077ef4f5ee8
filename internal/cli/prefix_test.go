package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPackagePrefix checks that packagePrefix matches the name of every package whose errors begin with it.
func TestPackagePrefix(t *testing.T) {
	clause := regexp.MustCompile(`(?m)^package (\w+)$`)
	found := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "test" || d.Name() == "tool" || d.Name() != ".." && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name := clause.FindStringSubmatch(string(text))
		if name == nil || !regexp.MustCompile(`(?:Errorf|errors\.New)\("`+name[1]+`: `).Match(text) {
			return nil
		}
		found++
		if prefix := name[1] + ": "; !packagePrefix.MatchString(prefix) {
			t.Errorf("%s: people would see the prefix %q: add it to packagePrefix", path, prefix)
		}
		return nil
	})
	if err != nil || found < 20 {
		t.Errorf("found %d files with such errors, %v", found, err)
	}
}
