package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// module is the prefix of all package paths.
const module = "github.com/tainchess/tain/"

// source is the information extracted from a package's source.
type source struct {
	docs   map[string]string            // by type
	fields map[string]map[string]string // by type and field
	values map[string][]string          // constants of a string type
	types  []string                     // exported structs and string types, in order
}

// readSource parses a package given its path.
func readSource(root, path string) (*source, error) {
	within, ok := strings.CutPrefix(path, module)
	if !ok {
		return nil, fmt.Errorf("%s is not in this module", path)
	}
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(within), "*.go"))
	if err != nil {
		return nil, err
	}
	s := &source{map[string]string{}, map[string]map[string]string{}, map[string][]string{}, nil}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range parsed.Decls {
			if d, ok := d.(*ast.GenDecl); ok {
				s.declaration(d)
			}
		}
	}
	return s, nil
}

func (s *source) declaration(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			doc := spec.Doc
			if doc == nil && len(d.Specs) == 1 {
				doc = d.Doc
			}
			s.typeSpec(spec, doc)
		case *ast.ValueSpec:
			if of, ok := spec.Type.(*ast.Ident); ok && d.Tok == token.CONST && len(spec.Values) == 1 {
				if text, ok := spec.Values[0].(*ast.BasicLit); ok && text.Kind == token.STRING {
					value, _ := strconv.Unquote(text.Value) // cannot fail: the parser has checked the literal
					s.values[of.Name] = append(s.values[of.Name], value)
				}
			}
		}
	}
}

func (s *source) typeSpec(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	name := spec.Name.Name
	s.docs[name] = oneLine(doc)
	shape, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	if spec.Name.IsExported() && !spec.Assign.IsValid() {
		s.types = append(s.types, name)
	}
	s.fields[name] = map[string]string{}
	for _, field := range shape.Fields.List {
		text := oneLine(field.Doc)
		if text == "" {
			text = oneLine(field.Comment)
		}
		for _, n := range field.Names {
			s.fields[name][n.Name] = text
		}
	}
}

// oneLine returns a comment as one line.
func oneLine(c *ast.CommentGroup) string {
	return strings.Join(strings.Fields(c.Text()), " ")
}
