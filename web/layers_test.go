package web_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// contract is the generated type file, which all layers may import.
const contract = "wire.gen"

// layers are the folders of the client's source, from the bottom up. A file may import from its
// own layer's folder and from lower layers; pages may also import from each other.
var layers = [][]string{
	{"data", contract},
	{"text"},
	{"settings", "storage"},
	{"rules", "style", "offline"},
	{"game", "sound", "board"},
	{"components"},
	{"."}, // shared by all pages: the router and the title
	{"pages"},
	{"prerender"}, // renders pages during the build
}

// TestLayers checks that files import only from layers that they may use.
func TestLayers(t *testing.T) {
	imports := regexp.MustCompile(`(?m)from "(\.[^"]*)"`)
	level := func(folder string) int {
		return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, folder) })
	}
	seen := 0
	err := fs.WalkDir(os.DirFS("src"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".ts") && !strings.HasSuffix(name, ".tsx") {
			return err
		}
		from, _, inside := strings.Cut(name, "/")
		if !inside {
			return nil // the application may import everything
		}
		if level(from) < 0 {
			t.Errorf("web/src/%s belongs to no layer", from)
			return nil
		}
		text, err := os.ReadFile(path.Join("src", name))
		if err != nil {
			return err
		}
		for _, found := range imports.FindAllStringSubmatch(string(text), -1) {
			to, _, inside := strings.Cut(path.Join(path.Dir(name), found[1]), "/")
			if !inside && to != contract {
				to = "."
			}
			seen++
			if to != from && level(to) >= level(from) {
				t.Errorf("web/src/%s imports from %s, which does not lie below it", name, to)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatalf("fs.WalkDir: %v", err)
	}
	if seen < 100 {
		t.Errorf("only %d imports were found", seen)
	}
}
