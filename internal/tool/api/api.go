package main

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/exp/apidiff"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

const module = "github.com/tainchess/tain/"

// Public are the packages that others build on. What else can be imported, the
// parts that a family of rule sets is made of, may change with any version.
var Public = []string{
	"board", "rules", "rules/ruledata", "notation", "render",
	"variant", "variant/definition", "variant/space",
	"variant/chess", "variant/cylinder", "variant/meder", "variant/mirrorsquare", "variant/nachfolger", "variant/portal", "variant/triboard", "variant/trid",
	"engine", "engine/book", "engine/eval", "engine/learn", "engine/search",
}

// Offered returns the public packages as they are now.
func Offered() ([]*types.Package, error) {
	paths := make([]string, 0, len(Public))
	for _, p := range Public {
		paths = append(paths, module+p)
	}
	// Types come from the compiler, which has them already; no source is read.
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile | packages.NeedImports | packages.NeedDeps}, paths...)
	if err != nil {
		return nil, err
	}
	var all []*types.Package
	for _, p := range loaded {
		for _, fault := range p.Errors {
			return nil, fmt.Errorf("%s: %w", p.PkgPath, fault)
		}
		all = append(all, p.Types)
	}
	slices.SortFunc(all, func(a, b *types.Package) int { return cmp.Compare(a.Path(), b.Path()) })
	return all, nil
}

// Write keeps packages in a file: a zip with an entry for each, in the
// compiler's own form.
func Write(file string, all []*types.Package) error {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, p := range all {
		entry, err := archive.Create(p.Path())
		if err != nil {
			return err
		}
		if err := gcexportdata.Write(entry, token.NewFileSet(), p); err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return os.WriteFile(file, out.Bytes(), 0o644)
}

// Read reads what Write has kept.
func Read(file string) (all []*types.Package, err error) {
	archive, err := zip.OpenReader(file)
	if err != nil {
		return nil, fmt.Errorf("%s is nothing that api -write has written: %w", file, err)
	}
	defer archive.Close()
	for _, entry := range archive.File {
		in, err := entry.Open()
		if err != nil {
			return nil, err
		}
		p, err := gcexportdata.Read(in, token.NewFileSet(), map[string]*types.Package{}, entry.Name)
		in.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", file, entry.Name, err)
		}
		all = append(all, p)
	}
	return all, nil
}

// Changes lists what breaks programs written for the old packages and what was
// only added.
func Changes(old, now []*types.Package) (breaking, adding []string) {
	byPath := map[string]*types.Package{}
	for _, p := range now {
		byPath[p.Path()] = p
	}
	for _, before := range old {
		name := strings.TrimPrefix(before.Path(), module)
		after := byPath[before.Path()]
		if after == nil {
			breaking = append(breaking, name+": removed")
			continue
		}
		for _, c := range apidiff.Changes(before, after).Changes {
			line := name + ": " + c.Message
			if c.Compatible {
				adding = append(adding, line)
			} else {
				breaking = append(breaking, line)
			}
		}
	}
	return breaking, adding
}

// LastRelease finds the file of the last release, and its version.
func LastRelease() (file, version string, err error) {
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", "", fmt.Errorf("cannot find the module: %w", err)
	}
	all, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "internal/tool/api/releases/*.api"))
	if err != nil || len(all) == 0 {
		return "", "", cmp.Or(err, errors.New("there is no release in internal/tool/api/releases; keep one with api -write"))
	}
	version = func() string {
		slices.SortFunc(all, func(a, b string) int { return slices.Compare(numbers(a), numbers(b)) })
		return strings.TrimSuffix(filepath.Base(all[len(all)-1]), ".api")
	}()
	return all[len(all)-1], version, nil
}

// numbers reads the numbers of a version in a file's name.
func numbers(file string) []int {
	var n [3]int
	_, _ = fmt.Sscanf(filepath.Base(file), "%d.%d.%d", &n[0], &n[1], &n[2])
	return n[:]
}
