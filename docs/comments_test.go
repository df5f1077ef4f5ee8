package docs_test

import (
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// module is the path of this module.
const module = "github.com/tainchess/tain"

// goPackage is a package of this module with its documentation.
type goPackage struct {
	*doc.Package
	names map[string]bool // exported names, and methods and fields as Type.Name
}

// goPackages parses the packages of this module, by their import paths.
func goPackages(t *testing.T) map[string]goPackage {
	t.Helper()
	found := map[string]goPackage{}
	err := filepath.WalkDir("..", func(dir string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return err
		}
		if name := e.Name(); name == "node_modules" || name == "testdata" || len(name) > 2 && name[0] == '.' {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && dir != ".." {
			return filepath.SkipDir
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		if err != nil || len(files) == 0 {
			return err
		}
		relative, err := filepath.Rel("..", dir)
		if err != nil {
			return err
		}
		p, err := parsePackage(path.Join(module, filepath.ToSlash(relative)), files)
		found[p.ImportPath] = p
		return err
	})
	if err != nil {
		t.Fatalf("parsing the packages: %v", err)
	}
	return found
}

func parsePackage(name string, files []string) (goPackage, error) {
	set := token.NewFileSet()
	var parsed []*ast.File
	p := goPackage{names: map[string]bool{}}
	for _, file := range files {
		f, err := parser.ParseFile(set, file, nil, parser.ParseComments)
		if err != nil {
			return p, err
		}
		parsed = append(parsed, f)
		for _, d := range f.Decls {
			p.declare(d)
		}
	}
	var err error
	p.Package, err = doc.NewFromFiles(set, parsed, name, doc.AllDecls)
	return p, err
}

// declare adds the names that a declaration introduces.
func (p *goPackage) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			of := d.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if generic, ok := of.(*ast.IndexExpr); ok {
				of = generic.X
			}
			if id, ok := of.(*ast.Ident); ok {
				name = id.Name + "." + name
			}
		}
		p.names[name] = true
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					p.names[n.Name] = true
				}
			case *ast.TypeSpec:
				p.names[s.Name.Name] = true
				var fields *ast.FieldList
				switch of := s.Type.(type) {
				case *ast.StructType:
					fields = of.Fields
				case *ast.InterfaceType:
					fields = of.Methods
				default:
					continue
				}
				for _, f := range fields.List {
					for _, n := range f.Names {
						p.names[s.Name.Name+"."+n.Name] = true
					}
				}
			}
		}
	}
}

// comments returns the doc comments of a package, by what they describe.
func (p *goPackage) comments() map[string]string {
	all := map[string]string{"package": p.Doc}
	functions := func(of string, list []*doc.Func) {
		for _, f := range list {
			all[of+f.Name] = f.Doc
		}
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			all[v.Names[0]] = v.Doc
		}
	}
	functions("", p.Funcs)
	values(p.Consts)
	values(p.Vars)
	for _, t := range p.Types {
		all[t.Name] = t.Doc
		functions("", t.Funcs)
		functions(t.Name+".", t.Methods)
		values(t.Consts)
		values(t.Vars)
	}
	return all
}

var (
	// A name in brackets that is not a link, such as [Gone] or [board.Gone]. Only exported names can be links.
	unlinkedName = regexp.MustCompile(`\[\*?((?:[\w/.-]+\.)?[A-Z]\w*(?:\.[A-Z]\w*)?)\]`)
	ownPage      = regexp.MustCompile(`(?:https://github\.com/tainchess/tain/(?:blob|tree)/[^/\s]+/|\b)(docs/[\w./-]*\w\.\w+)`)
	ownPackage   = regexp.MustCompile(`(?:https://pkg\.go\.dev/)?github\.com/tainchess/tain(/[\w/]+)?`)
)

// deadLinks returns the links in a doc comment that lead nowhere.
func deadLinks(p goPackage, text string, packages map[string]goPackage) (dead []string) {
	var visit func(all []comment.Text)
	visit = func(all []comment.Text) {
		for _, t := range all {
			switch t := t.(type) {
			case comment.Plain:
				for _, m := range unlinkedName.FindAllStringSubmatch(string(t), -1) {
					dead = append(dead, m[1])
				}
			case *comment.Link:
				visit(t.Text)
			case *comment.DocLink:
				name := t.Name
				if t.Recv != "" {
					name = t.Recv + "." + name
				}
				to, own := packages[t.ImportPath]
				switch {
				case t.ImportPath == "":
					to = p
				case !own && strings.HasPrefix(t.ImportPath, module):
					dead = append(dead, t.ImportPath)
					continue
				case !own:
					continue // another module
				}
				if name != "" && !to.names[name] {
					dead = append(dead, path.Join(t.ImportPath, name))
				}
			}
		}
	}
	var blocks func(all []comment.Block)
	blocks = func(all []comment.Block) {
		for _, b := range all {
			switch b := b.(type) {
			case *comment.Paragraph:
				visit(b.Text)
			case *comment.Heading:
				visit(b.Text)
			case *comment.List:
				for _, item := range b.Items {
					blocks(item.Content)
				}
			}
		}
	}
	blocks(p.Parser().Parse(text).Content)
	for _, m := range ownPage.FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			dead = append(dead, m[1])
		}
	}
	for _, m := range ownPackage.FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("..", m[1])); m[1] != "" && err != nil && !strings.Contains(text, m[0]+"/") && !strings.Contains(text, m[0]+".") {
			dead = append(dead, m[0])
		}
	}
	return dead
}

// TestCommentLinks checks that names in brackets and links to our own pages in doc comments lead somewhere.
func TestCommentLinks(t *testing.T) {
	packages := goPackages(t)
	if len(packages) < 100 {
		t.Fatalf("found only %d packages", len(packages))
	}
	for _, p := range packages {
		for what, text := range p.comments() {
			for _, link := range deadLinks(p, text, packages) {
				t.Errorf("%s, %s: dead link %s", p.ImportPath, what, link)
			}
		}
	}
}

// TestDeadCommentLinks checks that [TestCommentLinks] finds dead links.
func TestDeadCommentLinks(t *testing.T) {
	packages := goPackages(t)
	p := packages[module]
	for text, want := range map[string]string{
		"See [Game], [Game.Play], [*MoveError], [rules.Rules] and [io.Reader].": "",
		"See [Gaem].":                                       "Gaem",
		"See [Game.Plya].":                                  "Game.Plya",
		"See [rules.Ruels].":                                module + "/rules/Ruels",
		"See [render.Scene.Plya].":                          module + "/render/Scene.Plya",
		"See [missing.Name].":                               "missing.Name",
		"See [" + module + "/ruels].":                       module + "/ruels",
		"See docs/library.md.":                              "",
		"See docs/libary.md.":                               "docs/libary.md",
		"See https://" + module + "/blob/main/docs/api.md.": "",
		"See https://" + module + "/blob/main/docs/aip.md.": "docs/aip.md",
		"Take a[i] and [n].\n\n\tx := m[Gaem]":              "",
	} {
		if got := strings.Join(deadLinks(p, text, packages), " "); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q: dead links %q, want %q", text, got, want)
		}
	}
}
