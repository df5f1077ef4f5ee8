// Package source finds the messages created in Go source code, so that tests and tools can
// compare them with the catalogues.
package source

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

	"github.com/tainchess/tain/message"
)

// Use is a call that creates a message. Its arguments are the code as a literal, the English sentence
// unless that is in the catalogue, and the message arguments as Args{...} or nil. A row of a table that pairs
// another value with the code of a message without arguments, as its last element, is a Use too.
type Use struct {
	Code    message.Code
	English string // English sentence; empty if the sentence is in the catalogue
	Args    []string
	Place   token.Position
}

// code matches message codes.
var code = regexp.MustCompile(`^[a-z]+(\.[a-z0-9-]+)+$`)

// Uses returns the messages created in the Go files below a folder, except tests.
func Uses(root string) (all []Use, err error) {
	files := token.NewFileSet()
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != root):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				all = appendUses(all, n, files)
			case *ast.CompositeLit:
				all = appendRow(all, n, files)
			}
			return true
		})
		return nil
	})
	return all, err
}

// Sentences returns the English sentences in the Go files below a folder, keyed by message code.
func Sentences(root string) (map[message.Code]string, error) {
	uses, err := Uses(root)
	all := map[message.Code]string{}
	for _, u := range uses {
		if u.English != "" {
			all[u.Code] = u.English
		}
	}
	return all, err
}

func appendUses(all []Use, call *ast.CallExpr, files *token.FileSet) []Use {
	for i, arg := range call.Args {
		name, ok := literal(arg)
		if !ok || !code.MatchString(name) || i+1 >= len(call.Args) {
			continue
		}
		u := Use{Code: message.Code(name), Place: files.Position(arg.Pos())}
		rest := call.Args[i+1:]
		if text, ok := literal(rest[0]); ok && len(rest) > 1 && !code.MatchString(text) {
			u.English, rest = text, rest[1:]
		}
		if u.Args, ok = argNames(rest[0]); ok {
			all = append(all, u)
		}
	}
	return all
}

func appendRow(all []Use, row *ast.CompositeLit, files *token.FileSet) []Use {
	if row.Type != nil || len(row.Elts) < 2 {
		return all
	}
	last := row.Elts[len(row.Elts)-1]
	_, text := literal(row.Elts[0])
	if name, ok := literal(last); ok && !text && code.MatchString(name) {
		all = append(all, Use{Code: message.Code(name), Place: files.Position(last.Pos())})
	}
	return all
}

// literal returns the value of a string literal, or of literals joined with +. It returns false for any
// other expression.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.BinaryExpr:
		left, ok := literal(e.X)
		right, too := literal(e.Y)
		return left + right, ok && too && e.Op == token.ADD
	}
	return "", false
}

// argNames returns the names in Args{...}, sorted, or none for nil. It returns false for any other
// expression.
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

// InBrowser reports whether the browser's WebAssembly program may use a catalogue entry. The other entries are used
// only by the page itself, the terminal or the server.
func InBrowser(code string) bool {
	switch section, _, _ := strings.Cut(code, "."); section {
	case "page", "command", "gallery", "privacy", "preview", "embed", "server", "admin", "match", "study":
		return false
	}
	return true
}
