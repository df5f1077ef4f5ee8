package source

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// plainValue replaces values that no field accepts with a literal, as readTOML does.
func plainValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, one := range v {
			v[name] = plainValue(one)
		}
	case []any:
		for i, one := range v {
			v[i] = plainValue(one)
		}
	case string, bool, int64:
	default:
		return literal("")
	}
	return v
}

// withoutText empties the literals in a value, and reports whether it contains any.
func withoutText(v any) (plain any, literals bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, one := range v {
			inner := false
			v[name], inner = withoutText(one)
			literals = literals || inner
		}
	case []any:
		for i, one := range v {
			inner := false
			v[i], inner = withoutText(one)
			literals = literals || inner
		}
	case literal:
		return literal(""), true
	}
	return v, literals
}

// checkTOML compares readTOML with toml.Unmarshal. They may differ only in numbers that are not valid TOML,
// which readTOML leaves to the fields, in lists of tables, and in integers with a prefix.
func checkTOML(t *testing.T, text string) {
	t.Helper()
	var want map[string]any
	wantErr := toml.Unmarshal([]byte(text), &want)
	r := &Text{text: text, where: map[string]span{}}
	got, literals := withoutText(any(r.readTOML()))
	switch {
	case wantErr == nil && r.faults != nil && !strings.Contains(r.faults[0].Message.String(), "no lists of tables"):
		t.Fatalf("%q: toml.Unmarshal accepts it, but readTOML reports %v", text, r.faults)
	case wantErr != nil && r.faults == nil && !literals && !strings.ContainsAny(text, "0_"):
		t.Fatalf("%q: toml.Unmarshal reports %v, but readTOML accepts it", text, wantErr)
	case wantErr == nil && r.faults == nil:
		if want == nil {
			want = map[string]any{}
		}
		if want := plainValue(any(want)); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q:\n got %v\nwant %v", text, got, want)
		}
	}
	for path, at := range r.where {
		if at.key < 0 || at.value < 0 || max(at.key, at.value, at.content) > len(text) {
			t.Fatalf("%q: %s is at %+v, outside the text", text, path, at)
		}
	}
}

// TestTOML compares readTOML with toml.Unmarshal on the definitions of the gallery, changed at random places.
func TestTOML(t *testing.T) {
	files, err := filepath.Glob("../../gallery/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no definitions in ../../gallery: %v", err)
	}
	texts := []string{
		"a.b = 1\n[a]\nc = 2", "a.b = 1\n[a.c]\nd = 2", "[a.b]\n[a]\nc = 1", "[a]\n[a.b]\n[a]", "a = {b = 1}\n[a.c]", "a = {b.c = 1, b.d = 2}",
		"a = {b = 1, b = 2}", "a = [1, {b = 2}, 'c']", `"a.b" = 1` + "\na.b = 2", "[x]\na.b = 1\na.c = {d = 1}\na.c.e = 2", "a = 1.5\nb = 2020-01-01\nc = -7",
		"[[a]]\nb = 1", "a = \"\"\"\nx\"\"\"", "a = 'x\n'", "= 1", "a", "[a", "a = [1,\n# c\n2]\n",
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	random := rand.New(rand.NewPCG(1, 2))
	parts := []string{"[", "]", "=", ".", "\"", "'", "\n", "{", "}", ",", "a", "kinds", "seam", "true", "7", " ", "#", "[seam]\n", "[a.b]\n", "name = \"x\"\n"}
	for _, text := range texts {
		checkTOML(t, text)
		for range 300 {
			from := random.IntN(len(text) + 1)
			to := min(len(text), from+random.IntN(4))
			checkTOML(t, text[:from]+parts[random.IntN(len(parts))]+text[to:])
		}
	}
}

// FuzzTOML compares readTOML with toml.Unmarshal.
func FuzzTOML(f *testing.F) {
	f.Add("name = \"a\"\n[seam]\nkinds = 'pn'\n[pieces]\na = { move = \"BN\", name = \"archbishop\" }\n[goal.reach]\nk = \"d4\"")
	f.Fuzz(checkTOML)
}
