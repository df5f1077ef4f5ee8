// Command rulebook generates files from the rulebooks of the rule sets:
//
//	docs/rules/*.md                  the rulebook for readers, with pictures
//	docs/rules/pictures/             the pictures of the rulebooks
//	docs/rules/README.md             the list of rulebooks
//	variant/NAME/doc.go              the package comment
//	variant/NAME/rulebook.tests.txt  the tests that cover each rule
//
// The source is variant/NAME/rulebook.md. Tests cite the rules they cover (scan.go). The command prints
// rules that no test covers.
//
// Usage: rulebook, in the module root.
package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 1 {
		fmt.Fprintln(os.Stderr, "usage: rulebook, in the module root")
		os.Exit(2)
	}
	if err := run(".", os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "rulebook:", err)
		os.Exit(1)
	}
}

// run writes the files that have changed and removes obsolete pictures.
func run(root string, out io.Writer) error {
	made, missing, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range made {
		if err := put(filepath.Join(root, name), text); err != nil {
			return err
		}
	}
	spare, err := stale(root, made)
	if err != nil {
		return err
	}
	for _, name := range spare {
		if err := os.Remove(filepath.Join(root, name)); err != nil {
			return err
		}
	}
	for _, rule := range missing {
		fmt.Fprintln(out, "no test covers", rule)
	}
	return nil
}

// put writes a file atomically, unless it is already up to date.
func put(name string, text []byte) error {
	if old, err := os.ReadFile(name); err == nil && string(old) == string(text) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".rulebook-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err = f.Write(text); err == nil {
		err = f.Chmod(0o644)
	}
	if bad := f.Close(); err == nil {
		err = bad
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// stale lists the pictures that are no longer generated.
func stale(root string, made map[string][]byte) (names []string, err error) {
	there, err := fs.Glob(os.DirFS(root), pictures+"/*.svg")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(there, func(name string) bool {
		_, ok := made[name]
		return ok || !strings.HasSuffix(name, ".svg")
	}), nil
}
