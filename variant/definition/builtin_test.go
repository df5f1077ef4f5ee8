package definition_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// builtins maps the names of the built-in rule sets on a flat board to the hashes of their definitions, which
// links and saved games contain.
var builtins = map[string]string{
	"chess":        "0e52084316928f82c46dcdc798e1c8b0",
	"cylinder":     "8389b53bee083785d8f26718902bd63e",
	"portal":       "ed996a2a59da6f855c153032c883363d",
	"triboard":     "272f081ce6eb31668c25ca16b0acff7c",
	"mirrorsquare": "7c188dd8efec73fba3f50206293fe54b",
	"nachfolger":   "baf15adc1578e7b1ce7d70cd16edfd7d",
}

// source returns the definition of a built-in rule set.
func source(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../" + name + "/" + name + ".toml")
	if err != nil {
		t.Fatalf("os.ReadFile: %v", err)
	}
	return string(text)
}

// TestBuiltins checks the hashes of the built-in games, and that their definitions return to the built-in
// rule sets after a round trip.
func TestBuiltins(t *testing.T) {
	known := variant.Builtin()
	for name, hash := range builtins {
		d := read(t, source(t, name))
		builtin, _ := known.Find(name)
		if of, ok := definition.Of(builtin); !ok || of.JSON() != d.JSON() || d.Hash() != hash || definition.HashOf(builtin) != hash {
			t.Errorf("%s: the definition is %s with the hash %s, want the hash %s; Of returns %s", name, d.JSON(), d.Hash(), hash, of.JSON())
		}
		for _, form := range []string{d.TOML(), d.JSON()} {
			if r, err := definition.Resolve(read(t, form), known); err != nil || r != builtin {
				t.Errorf("%s: Resolve = %v, %v; want the built-in rule set", name, r, err)
			}
		}
		count(t, builtin, "../"+name+"/"+name+".perft")
	}
}

// TestBuiltinNames checks that a different game with a built-in name is rejected, and that a built-in game
// without its title is accepted.
func TestBuiltinNames(t *testing.T) {
	same, err := definition.Resolve(read(t, `{"name":"cylinder","seam":{"crossing":"wrap","kinds":"pnbrqk"}}`), variant.Builtin())
	if err != nil || same.Info().Title != "Cylinder chess" {
		t.Errorf("Resolve of the definition of cylinder: got %v, %v; want the rule set with its title", same, err)
	}
	d := read(t, "name = \"cylinder\"\n[seam]\ncrossing = \"wrap\"\nkinds = \"pnbrq\"")
	_, err = definition.Resolve(d, variant.Builtin())
	if err == nil || !strings.HasPrefix(err.Error(), "name: cylinder is the name of a built-in game") {
		t.Errorf("definition.Resolve: %v", err)
	}
}
