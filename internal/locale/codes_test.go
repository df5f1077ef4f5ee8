package locale

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// own are the entries that no call of this kind asks for: those of the catalogue
// itself, those of the page, and those whose codes are made of a name. Tests of
// cmd/tain, of the page and of variant hold them to what they name.
var own = regexp.MustCompile(`^(word|list|page|variant|gallery)\.`)

// code is what a code looks like; its first word is one of the sections.
var code = regexp.MustCompile(`^[a-z]+(\.[a-z0-9-]+)+$`)

// TestCodes holds the program and the English catalogue together: every code
// that is used has an entry with the same arguments, every entry is used.
//
// A code is written out in the call that makes the message, and its arguments
// after it, as Args{...} or nil: what this test cannot see, it cannot check.
func TestCodes(t *testing.T) {
	english := English()
	sections := map[string]bool{}
	for _, c := range english.Codes() {
		section, _, _ := strings.Cut(string(c), ".")
		sections[section] = sections[section] || !own.MatchString(string(c))
	}
	used := map[Code]bool{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for i, arg := range call.Args {
				name, ok := literal(arg)
				section, _, _ := strings.Cut(name, ".")
				if !ok || !code.MatchString(name) || !sections[section] || i+1 >= len(call.Args) {
					continue
				}
				given, ok := argNames(call.Args[i+1])
				if !ok {
					continue
				}
				used[Code(name)] = true
				want, known := english.Placeholders(Code(name))
				switch place := files.Position(arg.Pos()); {
				case !known:
					t.Errorf("%v: %s has no entry", place, name)
				case !slices.Equal(given, want):
					t.Errorf("%v: %s is given %v, its entry takes %v", place, name, given, want)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range english.Codes() {
		if !used[c] && !own.MatchString(string(c)) {
			t.Errorf("nothing says %s", c)
		}
	}
}

func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// argNames returns the names in Args{...}, sorted, or none for nil.
func argNames(e ast.Expr) ([]string, bool) {
	if id, ok := e.(*ast.Ident); ok {
		return nil, id.Name == "nil"
	}
	l, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	switch t := l.Type.(type) {
	case *ast.SelectorExpr:
		ok = t.Sel.Name == "Args"
	case *ast.Ident:
		ok = t.Name == "Args"
	default:
		ok = false
	}
	var names []string
	for _, entry := range l.Elts {
		if pair, is := entry.(*ast.KeyValueExpr); is {
			name, is := literal(pair.Key)
			ok = ok && is
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, ok
}
