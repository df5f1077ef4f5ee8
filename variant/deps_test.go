package variant_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/tainchess/tain/"

// layers lists the package paths in each layer of the module, from the bottom up: the library, the
// application and the edge. A package may import only packages in the same layer or a lower one. The longest
// matching path determines a package's layer. A package without a matching path fails TestImports.
var layers = [][]string{
	{"", "board", "message", "rules", "notation", "variant", "engine", "render", "internal/schema", "internal/vector"},
	{
		"internal/play", "internal/people", "internal/lab", "internal/ini", "internal/zrf", "internal/background", "internal/version", "internal/protocol",
		"internal/site/store", "internal/site/jobs", "internal/site/bus", "internal/site/backup", "internal/site/studies",
	},
	{
		"cmd", "web", "docs", "examples", "internal/protocol/wire", "internal/protocol/uci", "internal/protocol/xboard",
		"internal/bot", "internal/cli", "internal/term", "internal/tool", "internal/licence", "internal/locale", "internal/rulebook", "internal/sheet", "internal/translation",
		"internal/site/accounts", "internal/site/admin", "internal/site/api", "internal/site/app", "internal/site/certificate", "internal/site/config", "internal/site/handle", "internal/site/limit",
		"internal/site/live", "internal/site/load", "internal/site/openid", "internal/site/page", "internal/site/push", "internal/site/request", "internal/site/rest", "internal/site/server",
		"internal/site/trace", "internal/site/view",
	},
}

// testOnly lists the packages that only tests may import.
var testOnly = []string{"examples", "internal/test/*", "internal/test/*/*", "internal/test/*/*/*"}

// programOnly lists the packages that only programs, tests and the root package may import. All other packages
// receive their rule sets from the caller.
var programOnly = []string{"variant"}

// goPackage is a package in the output of go list.
type goPackage struct {
	ImportPath, Name string
	Imports, Deps    []string
}

// packages runs go list with additional environment variables and returns the packages of the module by path.
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
			t.Fatalf("d.Decode: %v", err)
		}
		all[strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, strings.TrimSuffix(module, "/")), "/")] = p
	}
}

func among(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := path.Match(pattern, name)
		return ok && err == nil
	})
}

// layerOf returns the index of a package's layer, or -1 if it has none.
func layerOf(name string) int {
	for at := name; ; at = path.Dir(at) {
		if at == "." {
			at = ""
		}
		for i, s := range layers {
			if slices.Contains(s, at) && (at != "" || name == "") {
				return i
			}
		}
		if at == "" {
			return -1
		}
	}
}

// TestImports checks that packages import only packages in the same layer or a lower one.
func TestImports(t *testing.T) {
	all := packages(t)
	for _, name := range []string{"board", "rules", "notation", "variant", "variant/flat", "variant/flat/topology", "internal/play/game"} {
		if _, ok := all[name]; !ok {
			t.Fatalf("go list does not list %s: %v", name, all)
		}
	}
	for name, p := range all {
		if among(name, testOnly) {
			continue
		}
		if layerOf(name) < 0 {
			t.Errorf("%s is in no layer: add it to the list in this test", name)
		}
		for _, imported := range p.Imports {
			within, ok := strings.CutPrefix(imported, module)
			switch {
			case !ok:
			case among(within, testOnly):
				t.Errorf("%s imports %s, which is for tests only", name, within)
			case among(within, programOnly) && p.Name != "main" && name != "":
				t.Errorf("%s imports %s, which only programs and the root package may import", name, within)
			case strings.HasPrefix(name, "engine") && strings.HasPrefix(within, "variant"):
				t.Errorf("%s imports %s: the engine must receive its rule sets from the caller", name, within)
			case layerOf(within) > layerOf(name):
				t.Errorf("%s imports %s, which is in a higher layer", name, within)
			}
		}
	}
}

// promises returns the packages in the first two rows of the table of compatibility in docs/library.md: those that the
// promise covers, and the others that programs can import.
func promises(t *testing.T) (public, importable []string) {
	t.Helper()
	text, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	_, rows, ok := strings.Cut(string(text), "| packages | promise |\n|---|---|\n")
	lines := strings.Split(rows, "\n")
	if !ok || len(lines) < 3 {
		t.Fatal("docs/library.md has no table of packages and promises")
	}
	name := regexp.MustCompile("`([a-z0-9/]+)`")
	for i, list := range []*[]string{&public, &importable} {
		for _, m := range name.FindAllStringSubmatch(strings.Split(lines[i], "|")[1], -1) {
			*list = append(*list, m[1])
		}
	}
	return public, importable
}

// TestPromises checks that docs/library.md lists every package of the library once, and that every public package has
// an example.
func TestPromises(t *testing.T) {
	public, importable := promises(t)
	listed := slices.Sorted(slices.Values(slices.Concat(public, importable)))
	var library []string
	for name := range packages(t) {
		if layerOf(name) == 0 && !strings.HasPrefix(name, "internal/") && !among(name, testOnly) {
			library = append(library, cmp.Or(name, "tain"))
		}
	}
	if slices.Sort(library); !slices.Equal(listed, library) {
		t.Errorf("docs/library.md lists the packages\n%v, want\n%v", listed, library)
	}
	example := regexp.MustCompile(`(?m)^func Example`)
	for _, p := range public {
		files, err := filepath.Glob(filepath.Join("..", strings.TrimPrefix(p, "tain"), "*_test.go"))
		if err != nil {
			t.Fatalf("filepath.Glob: %v", err)
		}
		if !slices.ContainsFunc(files, func(file string) bool {
			text, err := os.ReadFile(file)
			return err == nil && example.Match(text)
		}) {
			t.Errorf("%s has no example: add one to its tests", p)
		}
	}
}

// TestOracles checks that the reference implementations in internal/test/oracle share no code with the
// library.
func TestOracles(t *testing.T) {
	found := 0
	for name, p := range packages(t) {
		if !strings.HasPrefix(name, "internal/test/oracle/") {
			continue
		}
		found++
		for _, imported := range p.Imports {
			if within, ok := strings.CutPrefix(imported, module); ok {
				t.Errorf("%s imports %s", name, within)
			}
		}
	}
	if found == 0 {
		t.Error("no reference implementation found")
	}
}

// TestFoundations checks that packages for the browser do not depend on networking, databases, processes or
// translations.
func TestFoundations(t *testing.T) {
	for name, p := range packages(t, "GOOS=js", "GOARCH=wasm") {
		if among(name, testOnly) || layerOf(name) != 0 && name != "cmd/wasm" && name != "internal/play/game" {
			continue
		}
		for _, dep := range p.Deps {
			if dep == module+"internal/translation" {
				t.Errorf("%s depends on the translations, which the page fetches separately", name)
			}
			if dep == "net" || dep == "net/http" || dep == "database/sql" || dep == "os/exec" {
				t.Errorf("%s depends on %s", name, dep)
			}
		}
	}
}
