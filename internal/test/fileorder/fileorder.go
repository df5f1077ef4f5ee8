// Package fileorder checks that the files of a package use each other one way
// only: that there is an order in which each uses only those before it.
package fileorder

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sentence is how a package comment states the order.
const sentence = "each using only those before it:"

var fileName = regexp.MustCompile(`\b[a-z0-9_]+\.go\b`)

// Check fails a test unless the comment of the package in the working folder
// names all its files in an order in which each uses only those before it:
//
//	The files, each using only those before it: first.go, second.go.
//
// What a file says for one platform only (name_unix.go) is taken for a part of
// name.go.
func Check(t testing.TB) {
	t.Helper()
	order, arrows, err := read(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(arrows) == 0 {
		t.Fatal("no file uses another: nothing is checked")
	}
	for _, a := range arrows {
		from, to := slices.Index(order, a.from), slices.Index(order, a.to)
		switch {
		case from < 0:
			t.Errorf("the package comment does not give %s a place", a.from)
		case to < 0:
			t.Errorf("the package comment does not give %s a place", a.to)
		case to > from:
			t.Errorf("%s uses %s of %s, which comes after it", a.from, a.name, a.to)
		}
	}
}

// arrow is one use of a name across files.
type arrow struct{ from, to, name string }

// read returns the order that a package comment states and the arrows between
// the package's files.
func read(dir string) (order []string, arrows []arrow, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_other.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		f, err := parser.ParseFile(set, name, text, parser.ParseComments)
		if err != nil {
			return nil, nil, err
		}
		files = append(files, f)
		if _, list, ok := strings.Cut(strings.Join(strings.Fields(f.Doc.Text()), " "), sentence); ok {
			order = fileName.FindAllString(list, -1)
		}
	}
	if order == nil {
		return nil, nil, fmt.Errorf("the package comment does not say %q", sentence)
	}
	// Other packages are not looked into: what matters is who uses a name of
	// this one.
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: empty{}, Error: func(error) {}}
	pkg, _ := config.Check(dir, set, files, info)
	seen := map[arrow]bool{}
	for id, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() {
			continue
		}
		a := arrow{file(set, id.Pos()), file(set, object.Pos()), object.Name()}
		if a.from != a.to && !seen[a] {
			seen[a] = true
			arrows = append(arrows, a)
		}
	}
	slices.SortFunc(arrows, func(a, b arrow) int {
		return strings.Compare(a.from+" "+a.to+" "+a.name, b.from+" "+b.to+" "+b.name)
	})
	return order, arrows, nil
}

// file returns the name of the file of a place.
func file(set *token.FileSet, at token.Pos) string {
	name := filepath.Base(set.Position(at).Filename)
	return strings.Replace(name, "_unix.go", ".go", 1)
}

// empty imports every package as one that holds nothing.
type empty struct{}

// Import returns the package.
func (empty) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}
