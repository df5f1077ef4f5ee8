package definition_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// builtins maps the names of built-in rule sets to definitions as users would write them.
var builtins = map[string]string{
	"chess":    `name = "chess"` + "\n" + `title = "Chess"`,
	"cylinder": "name = \"cylinder\"\ntitle = \"Cylinder chess\"\n[seam]\ncrossing = \"wrap\"\nkinds = \"pnbrqk\"",
	"portal":   "name = \"portal\"\ntitle = \"Portal chess\"\n[seam]\ncrossing = \"hop\"\nkinds = \"pnbrqk\"",
	"triboard": "name = \"triboard\"\ntitle = \"Three-board mirror chess\"\nboards = 3\n[seam]\ncrossing = \"wrap\"\nkinds = \"kqrbnp\"\nen_passant = \"home\"",
	"mirrorsquare": `name = "mirrorsquare"
title = "Mirror square chess"
[reflection]
map = "rotate"
makes = { p = "p", n = "n", b = "b", r = "r", q = "q", k = "k" }
promotions = false`,
	"nachfolger": `name = "nachfolger"
title = "Successor mirror chess"
castling = false
[reflection]
makes = { p = "n", n = "b", b = "r", r = "q" }
goes_on = "kq"
promotions = true`,
}

// TestBuiltins parses definitions of the built-in games. They must equal the definitions of the built-in rule
// sets, even after a round trip, and the compiled rule sets must play the same way.
func TestBuiltins(t *testing.T) {
	known := variant.Builtin()
	for name, text := range builtins {
		d := read(t, text)
		builtin, _ := known.Find(name)
		of, ok := definition.Of(builtin)
		if !ok || of.JSON() != d.JSON() {
			t.Errorf("%s: the definition is %s, but Of returns %s", name, d.JSON(), of.JSON())
			continue
		}
		for _, form := range []string{d.TOML(), d.JSON()} {
			again := read(t, form)
			if again.Hash() != d.Hash() {
				t.Errorf("%s: parsing %s gives a different game", name, form)
			}
			if r, err := definition.Resolve(again, known); err != nil || r != builtin {
				t.Errorf("%s: Resolve = %v, %v; want %v", name, r, err, builtin)
			}
		}
		compiled := d.Compile()
		count(t, compiled, "../"+name+"/"+name+".perft")
		compare(t, compiled, builtin)
	}
}

// compare plays random games with two rule sets and checks that moves, texts and hashes are equal.
func compare(t *testing.T, a, b rules.Rules) {
	t.Helper()
	dice := rand.New(rand.NewPCG(5, 6))
	for range 10 {
		p, err := a.Guide().ParsePosition(a.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("a.Guide().ParsePosition(%q): %v", a.Info().Start, err)
		}
		for range 80 {
			moves := rules.LegalMoves(a, &p)
			if len(moves) != len(rules.LegalMoves(b, &p)) || a.Dead(&p) != b.Dead(&p) {
				t.Fatalf("%s: %s differs", a.Info().Name, a.Guide().FormatPosition(&p))
			}
			if len(moves) == 0 {
				break
			}
			m := moves[dice.IntN(len(moves))]
			if x, y := a.Guide().FormatSAN(&p, m), b.Guide().FormatSAN(&p, m); x != y {
				t.Fatalf("%s: %s and %s", a.Info().Name, x, y)
			}
			var one, two board.Position
			if !a.Apply(&p, m, &one) || !b.Apply(&p, m, &two) || one != two {
				t.Fatalf("%s: after %v the positions differ", a.Info().Name, m)
			}
			p = one
		}
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
