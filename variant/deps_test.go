package variant_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tainchess/tain/"

// layers are the packages from the ground up. A package imports only from
// layers below its own, so packages of one layer never import each other. A new
// package needs a place here.
var layers = [][]string{
	{"board", "internal/vector", "internal/protocol/lines", "internal/play/fair", "internal/background", "internal/manual", "internal/version", "internal/translation", "docs"},
	{"message"},
	{"internal/locale", "internal/locale/source"},
	{"variant/flat/topology", "internal/play/clock"},
	{"rules"},
	{"notation", "engine/eval", "internal/rulebook"}, // a rule set brings its features to the evaluation
	{"variant/flat/features", "variant/flat/text", "engine/eval/nnue", "internal/protocol/wire", "rules/ruledata"},
	{"variant/flat", "variant/space"},
	{"variant/chess"}, // the others are variants of it
	{"variant/definition"},
	{"variant/*"},
	{"internal/rulebook/flatbook", "internal/rulebook/spacebook"},
	{"internal/rulebook/loader"},
	{"engine/search", "engine/book", "engine/tablebase"},
	{"engine", "engine/learn", "render"},
	{"engine/train", "internal/site/api", "internal/play/game", "internal/match", "internal/protocol", "internal/zrf", "web"},
	{"internal/play/name"},
	{"internal/play/room", "internal/site/shelf", "internal/site/push", "internal/site/trace", "internal/site/handle", "internal/study", "internal/puzzle", "internal/licence", "internal/sheet", "internal/bot"},
	{"internal/site/store"},
	{"internal/protocol/uci", "internal/protocol/xboard", "internal/term", "internal/site/store/*", "internal/site/bus/nats", "internal/site/server", "internal/site/load", "internal/site/certificate"},
	{"internal/site/backup", "internal/site/admin", "internal/site/config", "internal/site/jobs"},
	{"variant"}, // the list of all: everything but programs is handed a rule set
	{"cmd/*", "internal/tool/*", "examples/*"},
}

// testOnly are the packages that nothing but tests may import.
var testOnly = []string{"examples", "internal/test/*", "internal/protocol/lines/linestest", "internal/site/store/storetest", "internal/site/bus/bustest"}

// programOnly are the packages that only programs and tests may import.
var programOnly = []string{"variant", "internal/perftfile"}

// goPackage is what go list tells of a package.
type goPackage struct {
	ImportPath, Name string
	Imports, Deps    []string
}

// packages lists the packages of the module, by their path within it, as they
// are with some variables of the environment.
func packages(t *testing.T, env ...string) map[string]goPackage {
	t.Helper()
	list := exec.Command("go", "list", "-json=ImportPath,Name,Imports,Deps", module+"...")
	list.Env = append(os.Environ(), env...)
	out, err := list.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			t.Fatalf("go list: %v: %s", err, failed.Stderr)
		}
		t.Fatalf("go list: %v", err)
	}
	all := map[string]goPackage{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimPrefix(p.ImportPath, module)] = p
	}
}

func among(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}

// layer returns the layer of a package, -1 for one that has none. The first
// that fits counts, so variant/flat lies below the rule sets made of it.
func layer(name string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return among(name, l) })
}

// TestImports keeps the packages pointing one way.
func TestImports(t *testing.T) {
	all := packages(t)
	for _, name := range []string{"board", "rules", "notation", "variant", "variant/flat", "variant/flat/topology", "internal/test/naive"} {
		if _, ok := all[name]; !ok {
			t.Fatalf("go list does not know %s: %v", name, all)
		}
	}
	for name, p := range all {
		apart := among(name, testOnly) || among(name, programOnly) && layer(name) < 0
		if layer(name) < 0 && !apart {
			t.Errorf("%s has no layer: give it its place in the list of this test", name)
		}
		for _, imported := range p.Imports {
			within, ok := strings.CutPrefix(imported, module)
			if !ok {
				continue
			}
			switch {
			case strings.HasPrefix(name, "internal/test/naive"):
				t.Errorf("%s imports %s: it must share nothing with what it is compared to", name, within)
			case among(within, testOnly) && !among(name, testOnly):
				t.Errorf("%s imports %s, which is for tests only", name, within)
			case among(within, programOnly):
				if p.Name != "main" {
					t.Errorf("%s imports %s, which only programs may", name, within)
				}
			case !apart && layer(within) >= layer(name):
				t.Errorf("%s imports %s, which does not lie below it", name, within)
			}
		}
	}
}

// TestFoundations keeps the network and databases out of everything that has
// to run in a browser.
func TestFoundations(t *testing.T) {
	for name, p := range packages(t, "GOOS=js", "GOARCH=wasm") {
		if among(name, testOnly) || name != "cmd/wasm" && layer(name) > layer("engine") && name != "variant" && name != "internal/play/game" {
			continue
		}
		for _, dep := range p.Deps {
			if dep == module+"internal/translation" {
				t.Errorf("%s depends on the translations, which the page fetches one by one", name)
			}
			if dep == "net" || dep == "net/http" || dep == "database/sql" || dep == "os/exec" {
				t.Errorf("%s depends on %s", name, dep)
			}
		}
	}
}
