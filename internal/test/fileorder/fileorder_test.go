package fileorder

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write makes a package of files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRead(t *testing.T) {
	dir := write(t, map[string]string{
		"low.go": "// Package x is two files.\n//\n// The files, each using only those\n// before it: low.go,\n// high.go.\npackage x\n\n" +
			"import \"fmt\"\n\ntype T struct{ field int }\n\nfunc low() { fmt.Println(T{}.name()) }\n",
		"high.go":       "package x\n\nfunc (t T) name() int { return t.field }\n",
		"high_test.go":  "package x\n\nfunc test() { low() }\n",
		"high_other.go": "package x\n\nfunc other() { low() }\n",
	})
	order, arrows, err := read(dir)
	if err != nil || !slices.Equal(order, []string{"low.go", "high.go"}) {
		t.Errorf("the order is %v, %v", order, err)
	}
	want := []arrow{{"high.go", "low.go", "T"}, {"high.go", "low.go", "field"}, {"low.go", "high.go", "name"}}
	if !slices.Equal(arrows, want) {
		t.Errorf("the arrows are %v, want %v", arrows, want)
	}
}

func TestReadNoOrder(t *testing.T) {
	dir := write(t, map[string]string{"a.go": "// Package x says nothing.\npackage x\n"})
	if _, _, err := read(dir); err == nil || !strings.Contains(err.Error(), "does not say") {
		t.Error(err)
	}
}
