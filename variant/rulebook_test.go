package variant_test

import (
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/variant"
)

// ruleNumber is a rule of a rulebook: a paragraph that starts with its number,
// or a section that is one rule.
var ruleNumber = regexp.MustCompile(`(?m)^(?:# )?(\d+(?:\.\d+)?) `)

// TestRulebooks reads the package comment of each flat rule set and looks for a
// test in its folder that cites each rule by its number.
func TestRulebooks(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		if len(r.Info().Levels) > 0 {
			continue // two rule sets share that folder and its numbers
		}
		source, err := parser.ParseFile(token.NewFileSet(), name+"/"+name+".go", nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		tests, err := os.ReadFile(name + "/" + name + "_test.go")
		if err != nil {
			t.Fatal(err)
		}
		numbers := ruleNumber.FindAllStringSubmatch(source.Doc.Text(), -1)
		if len(numbers) < 5 {
			t.Errorf("the rulebook of %s has only %d numbered rules", name, len(numbers))
		}
		for _, n := range numbers {
			if !strings.Contains(string(tests), `"`+n[1]+" ") && !strings.Contains(string(tests), `"`+n[1]+":") {
				t.Errorf("no test of %s cites its rule %s", name, n[1])
			}
		}
	}
}
