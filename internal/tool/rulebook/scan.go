package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tainchess/tain/internal/rulebook"
)

// A test cites the rules it covers in one of three ways:
//
//   - a test case is named after the rule: "2.1 a quiet pawn move spawns a pawn";
//   - a failure message begins with the number: "2.8: a pawn was spawned";
//   - the comment of the test has a line "Holds: mirrorsquare 2.1, 2.2; chess 1.3".
//
// The first two may also be in a variable used by the test, and count only below folder variant. A
// number without a name refers to the rule set of the test's folder. In a family's folder, such as
// variant/space, it refers to all rule sets of the family, and "trid 6.1 ..." refers to one of them. A
// section number cites its rule if the section has only one.

// citation is a rule cited by a test.
type citation struct {
	folder  string // folder of the test, such as variant/chess
	variant string // rule set, if the test names one
	number  string
	test    rulebook.Test
}

var (
	cites = regexp.MustCompile(`^(?:([a-z]+) (\d+\.\d+)|(\d+(?:\.\d+)?))( |: )\S`)
	holds = regexp.MustCompile(`(?m)^\s*Holds: (.+)$`)
)

// scan returns the citations in all tests of the module.
func scan(root string) (all []citation, err error) {
	folders := map[string][]string{}
	err = fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && name != "."):
			return fs.SkipDir
		case !d.IsDir() && strings.HasSuffix(name, "_test.go"):
			folders[path.Dir(name)] = append(folders[path.Dir(name)], name)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for folder, files := range folders {
		found, err := scanFolder(root, folder, files)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	slices.SortStableFunc(all, func(a, b citation) int {
		return strings.Compare(a.test.File, b.test.File) // preserve the order within a file
	})
	return all, nil
}

// scanFolder returns the citations in the tests of a folder.
func scanFolder(root, folder string, files []string) (all []citation, err error) {
	set := token.NewFileSet()
	parsed := make([]*ast.File, len(files))
	shared := map[string][]string{} // citing texts by variable name
	for i, name := range files {
		if parsed[i], err = parser.ParseFile(set, filepath.Join(root, name), nil, parser.ParseComments|parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		for _, d := range parsed[i].Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.VAR {
				for _, s := range d.Specs {
					v := s.(*ast.ValueSpec)
					for _, n := range v.Names {
						shared[n.Name] = texts(v, nil)
					}
				}
			}
		}
	}
	for i, name := range files {
		for _, d := range parsed[i].Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || f.Body == nil || !strings.HasPrefix(f.Name.Name, "Test") && !strings.HasPrefix(f.Name.Name, "Fuzz") {
				continue
			}
			said, err := stated(f)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", name, f.Name.Name, err)
			}
			if strings.HasPrefix(folder, "variant/") {
				said = append(said, cited(f, shared)...)
			}
			for _, c := range said {
				c.folder, c.test.File = folder, name
				all = append(all, c)
			}
		}
	}
	return all, nil
}

// cited lists the rules cited in the strings of a test.
func cited(f *ast.FuncDecl, shared map[string][]string) (all []citation) {
	for _, text := range texts(f.Body, shared) {
		m := cites.FindStringSubmatch(text)
		c := citation{variant: m[1], number: m[2] + m[3], test: rulebook.Test{Name: f.Name.Name}}
		if m[4] == " " {
			c.test.Name += ", " + text
		}
		if !slices.ContainsFunc(all, func(other citation) bool { return other == c }) {
			all = append(all, c)
		}
	}
	return all
}

// texts lists the citing strings in a syntax tree, including those of the variables it uses.
func texts(n ast.Node, shared map[string][]string) (all []string) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && cites.MatchString(text) {
				all = append(all, text)
			}
		case *ast.Ident:
			all = append(all, shared[n.Name]...)
		}
		return true
	})
	return all
}

// stated lists the rules cited in the Holds lines of a test's comment.
func stated(f *ast.FuncDecl) (all []citation, err error) {
	for _, m := range holds.FindAllStringSubmatch(f.Doc.Text(), -1) {
		for part := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(m[1]), "."), ";") {
			name, numbers, ok := strings.Cut(strings.TrimSpace(part), " ")
			if !ok {
				return nil, fmt.Errorf("%q cites no rule; write Holds: chess 1.1, 1.2", m[0])
			}
			for number := range strings.SplitSeq(numbers, ",") {
				all = append(all, citation{variant: name, number: strings.TrimSpace(number), test: rulebook.Test{Name: f.Name.Name}})
			}
		}
	}
	return all, nil
}

// imported lists the family folders that a rule set's package imports: folders below variant
// that are not rule sets.
func imported(root, name string, isRuleSet func(name string) bool) (folders []string, err error) {
	files, err := filepath.Glob(filepath.Join(root, "variant", name, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range source.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			if _, below, ok := strings.Cut(to, "/variant/"); err == nil && ok && !strings.Contains(below, "/") && !isRuleSet(below) {
				folders = append(folders, "variant/"+below)
			}
		}
	}
	return folders, nil
}

// hold adds the tests that cover a book's own rules to the book, and returns the rules without tests. A test
// that names the book's rule set and cites an unknown rule is an error.
func hold(book *rulebook.Book, folders []string, all []citation) (missing []string, err error) {
	numbers := map[string]*rulebook.Rule{}
	for i := range book.Sections {
		s := &book.Sections[i]
		for j := range s.Rules {
			if s.Rules[j].From == "" {
				s.Rules[j].Tests = nil
				numbers[s.Rules[j].Number] = &s.Rules[j]
			}
		}
		if len(s.Rules) == 1 && s.Rules[0].From == "" {
			numbers[s.Number] = &s.Rules[0]
		}
	}
	for _, c := range all {
		r := numbers[c.number]
		switch {
		case c.variant == book.Variant && r == nil:
			return nil, fmt.Errorf("%s: %s cites the unknown rule %s %s", c.test.File, c.test.Name, c.variant, c.number)
		case c.variant == book.Variant, c.variant == "" && r != nil && slices.Contains(folders, c.folder):
			if !slices.Contains(r.Tests, c.test) {
				r.Tests = append(r.Tests, c.test)
			}
		}
	}
	for _, number := range book.Numbers() {
		if r := numbers[number]; r != nil && r.Number == number && len(r.Tests) == 0 {
			missing = append(missing, book.Variant+" "+number)
		}
	}
	return missing, nil
}
