package definition_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/oracle/naivetrid"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// TestBases formats the definitions of trid and meder and resolves them to the built-in rule sets.
func TestBases(t *testing.T) {
	known := variant.Builtin()
	for _, name := range []string{"trid", "meder"} {
		r, _ := known.Find(name)
		d, ok := definition.Of(r)
		if !ok {
			t.Fatalf("%s has no definition", name)
		}
		want := `{"name":"` + name + `","title":"` + r.Info().Title + `","base":"` + name + `"}`
		if d.JSON() != want {
			t.Errorf("definition of %s = %s, want %s", name, d.JSON(), want)
		}
		for _, form := range []string{d.TOML(), d.JSON()} {
			if back, err := definition.Resolve(read(t, form), known); err != nil || back != r {
				t.Errorf("Resolve(%s) = %v, %v; want %v", form, back, err, r)
			}
		}
		compiled := read(t, strings.Replace(want, name, "another", 1)).Compile()
		count(t, compiled, "../"+name+"/"+name+".perft")
		if of, ok := definition.Of(compiled); !ok || of.JSON() != compiled.Info().Definition {
			t.Errorf("Of(compiled %s) found no definition", name)
		}
	}
}

// TestPolicyForm checks that different spellings of a policy have the same canonical form and hash.
func TestPolicyForm(t *testing.T) {
	toml := read(t, `name = "club"
base = "trid"
[policy]
empty = "anyone"
across = [1, 0, 2]
along = [1]
direction = "level"
cross_column = "side"
passengers = "kpn"
shadow = false
turns = true`)
	want := `{"name":"club","base":"trid","policy":{"across":[0,1,2],"cross_column":"side","shadow":false,"passengers":"pnk","empty":"anyone"}}`
	if toml.JSON() != want {
		t.Errorf("JSON() = %s, want %s", toml.JSON(), want)
	}
	for _, form := range []string{want, toml.TOML()} {
		if again := read(t, form); again.Hash() != toml.Hash() {
			t.Errorf("%s has a different hash", form)
		}
	}
	hashes := map[string]string{}
	for _, text := range []string{
		`{"name":"club","base":"trid"}`, `{"name":"club","base":"meder"}`, want,
		`{"name":"club","base":"trid","policy":{"turns":false}}`,
		`{"name":"club","base":"trid","policy":{"direction":"rank"}}`,
		`{"name":"club","base":"trid","policy":{"passengers":""}}`,
		`{"name":"club","base":"trid","policy":{"along":[]}}`,
		`{"name":"club","base":"trid","start":"W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9"}`,
		`{"name":"club"}`,
	} {
		d := read(t, text)
		if other, twice := hashes[d.Hash()]; twice {
			t.Errorf("%s and %s have the same hash", text, other)
		}
		hashes[d.Hash()] = text
	}
	if s := toml.Summary().String(); s != "Like trid, but when crossing to the other side a board moves to the same level, one level away or two levels away, a move to the other side is never backward, boards may end a move above or below pieces, only pawns, knights and kings may ride and either side may move an empty board." {
		t.Errorf("Summary() = %q, want all differences from trid", s)
	}
}

// TestPolicyFaults checks the faults reported for the fields of a policy.
func TestPolicyFaults(t *testing.T) {
	for text, want := range map[string]string{
		`{"name":"x","policy":{}}`:    "policy: this field is for tri-dimensional games",
		`{"name":"x","base":"chess"}`: "base: expected trid or meder",
		`{"name":"x","base":5}`:       "base: expected trid or meder",
		`{"name":"x","base":"trid","seam":{"crossing":"hop","kinds":"q"},"castling":false,"boards":3}`: "seam: this field is for games|castling: this field is for games|boards: this field is for games",
		`{"name":"x","base":"trid","policy":{"along":[0],"across":[6],"turns":"no","kinds":1}}`:        "policy.along: expected a list|policy.across: expected a list|policy.turns: expected true or false|policy.kinds: unknown field; kinds belongs in the table ends",
		`{"name":"x","base":"trid","policy":{"along":[1,1],"across":1,"direction":"up"}}`:              "policy.along:|policy.across:|policy.direction: expected level or rank",
		`{"name":"x","base":"trid","policy":{"passengers":"px","empty":"nobody"}}`:                     `policy.passengers: "x" is not one|policy.empty: expected owner or anyone`,
		`{"name":"x","base":"trid","policy":{"along":[1.5]}}`:                                          "policy.along:",
		`{"name":"x","base":"trid","policy":[1]}`:                                                      "policy: expected a table",
		`{"name":"x","base":"meder","start":"W:4/4/4/4 w - - - 0 1"}`:                                  "start:|start:|start:",
	} {
		_, _, err := definition.Parse(text)
		faults, ok := err.(definition.Faults)
		wants := strings.Split(want, "|")
		if !ok || len(faults) != len(wants) {
			t.Errorf("Parse(%s): %v; want %d faults", text, err, len(wants))
			continue
		}
		for i, w := range wants {
			if !strings.HasPrefix(told(faults[i]), w) {
				t.Errorf("%s: %v, want %s", text, faults[i], w)
			}
		}
	}
	_, warnings, err := definition.Parse(`{"name":"x","base":"meder","policy":{"cross_column":"side"}}`)
	if err != nil || len(warnings) != 1 || warnings[0].Field != "policy.cross_column" {
		t.Errorf("Parse of a field that meder cannot change: warnings %v, err %v; want one warning for policy.cross_column", warnings, err)
	}
}

// TestPolicyPlays compares the number of legal moves under a policy with the naive rules.
func TestPolicyPlays(t *testing.T) {
	r := read(t, `{"name":"club","base":"meder","policy":{"across":[0,1,2,3],"cross_column":"side","turns":true,"passengers":"nbq","empty":"anyone"}}`).Compile()
	policy := naivetrid.Policy{Along: []int{1, 2}, Across: []int{0, 1, 2, 3}, Ranks: true, Sideways: true, Turns: true, Stays: "prk", Anyone: true}
	dice := rand.New(rand.NewPCG(2, 3))
	for range 3 {
		for p := range positions.Walk(r, positions.From(t, r, r.Info().Start), dice, 60, positions.Any) {
			text := r.Guide().FormatPosition(p)
			slow, err := naivetrid.ParseBy(policy, text)
			if err != nil {
				t.Fatalf("naivetrid.ParseBy(%q): %v", text, err)
			}
			if got, want := len(rules.LegalMoves(r, p)), len(slow.Moves()); got != want {
				t.Fatalf("%s: %d moves, want %d", text, got, want)
			}
		}
	}
}

// TestBoardWithoutNeighbours checks the error for moving a board whose pin has no neighbours.
func TestBoardWithoutNeighbours(t *testing.T) {
	r := read(t, `{"name":"club","base":"trid","policy":{"along":[5],"across":[]}}`).Compile()
	p := positions.From(t, r, "W:4/4/4/2K1|N:4/4/4/4|B:2k1/4/4/4|QL3w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9")
	for _, move := range []string{"QL3-QL4", "QL3-KL3", "QL4"} {
		_, err := rules.Play(r, &p, move)
		if err == nil || !strings.Contains(err.Error(), "has no neighbouring pins") {
			t.Errorf(`%s: %v; want an error that contains "has no neighbouring pins"`, move, err)
		}
	}
}
