package variant_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/ruledata"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
	"github.com/tainchess/tain/variant/gallery"
)

// eachRules runs a test for every built-in rule set.
func eachRules(t *testing.T, test func(t *testing.T, r rules.Rules)) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) { test(t, r) })
	}
}

// document returns the rule data of a rule set as JSON, and its decoded common part.
func document(t *testing.T, r rules.Rules) (text []byte, c ruledata.Common) {
	t.Helper()
	text, err := ruledata.Encode(ruledata.Of(r))
	if err != nil {
		t.Fatalf("ruledata.Encode: %v", err)
	}
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	return text, c
}

// TestRuleSchema validates the rule data of every rule set against its schema, and checks that the schema
// rejects invalid data.
func TestRuleSchema(t *testing.T) {
	eachRules(t, func(t *testing.T, r rules.Rules) {
		text, c := document(t, r)
		source, err := ruledata.Schema(r)
		if err != nil {
			t.Fatalf("ruledata.Schema: %v", err)
		}
		parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(source))
		if err != nil {
			t.Fatalf("jsonschema.UnmarshalJSON: %v", err)
		}
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource(c.Schema, parsed); err != nil {
			t.Fatalf("compiler.AddResource(%q): %v", c.Schema, err)
		}
		schema, err := compiler.Compile(c.Schema)
		if err != nil {
			t.Fatalf("compiler.Compile(%q): %v", c.Schema, err)
		}
		read := func() map[string]any {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("jsonschema.UnmarshalJSON: %v", err)
			}
			return value.(map[string]any)
		}
		if err := schema.Validate(read()); err != nil {
			t.Errorf("the data does not match its schema: %v", err)
		}
		for field, broken := range map[string]any{
			"name": "Not A Name", "$schema": "urn:other", "squares": []any{map[string]any{"name": "a1"}}, "boards": "one", "surplus": 1,
			"ends": []any{map[string]any{"reason": "checkmate", "result": "victory", "how": "automatic"}}, "pieces": []any{},
		} {
			value := read()
			value[field] = broken
			if schema.Validate(value) == nil {
				t.Errorf("%s: the schema accepts %v", field, broken)
			}
			delete(value, field)
			if field != "surplus" && schema.Validate(value) == nil {
				t.Errorf("the schema does not require %s", field)
			}
		}
	})
}

// TestRuleExamples replays the worked examples in the rule data and compares the results.
func TestRuleExamples(t *testing.T) {
	eachRules(t, func(t *testing.T, r rules.Rules) {
		_, c := document(t, r)
		if len(c.Examples) < 10 {
			t.Errorf("only %d worked examples", len(c.Examples))
		}
		for _, e := range c.Examples {
			p, err := r.Guide().ParsePosition(e.Position, rules.ParseOptions{AllowNoKing: e.Study})
			if err != nil {
				t.Errorf("%s: err = %v; want no error", e.Shows, err)
				continue
			}
			played, err := rules.Play(r, &p, e.Move)
			if e.Code != "" {
				if no, ok := err.(*rules.IllegalMove); !ok || no.Code != e.Code || no.Error() != e.Says {
					t.Errorf("%s: playing %s: error %v, want %s: %s", e.Shows, e.Move, err, e.Code, e.Says)
				}
				continue
			}
			if err != nil || r.Guide().FormatPosition(&played.Next) != e.After || r.Guide().FormatSAN(&p, played.Move) != e.SAN {
				t.Errorf("%s: playing %s: error %v, want %s, %s", e.Shows, e.Move, err, e.SAN, e.After)
			}
		}
	})
}

// never lists, for each rule set in space, the messages that it cannot produce.
var never = map[string]string{
	"trid":  "no-passenger no-rotation not-adjacent.nowhere",
	"meder": "no-passenger not-adjacent.nowhere rotated-already.straight rotated-already.turned shadow", // boards do not rotate, and pieces cast no shadow
}

// neverFlat returns the messages that a flat rule set cannot produce because of its fields.
func neverFlat(v *flat.Rules) (all []string) {
	either := func(first bool, yes, no string) {
		if first {
			yes, no = no, yes
		}
		all = append(all, strings.Fields(yes)...)
	}
	either(v.NoCastling, "no-castling", "castling-blocked castling-check castling-crossed castling-home.elsewhere castling-home.none"+
		" castling-home.rook castling-landing castling-right")
	either(v.NoDoublePush, "double-step.none en-passant.no-double-step", "double-step.rank en-passant.late")
	usual := v.Promotes == nil || slices.Equal(v.Promotes, []board.Role{board.Queen, board.Rook, board.Bishop, board.Knight})
	either(usual, "promotion-kind promotion-missing.pawn", "promotion-kind.among promotion-missing.among")
	either(v.Reflection != nil && v.Reflection.GoesOn != [8]bool{}, "goes-elsewhere.other", "")
	crossing, kinds := v.Topology.Crossing()
	either(v.SeamHome && kinds[board.Pawn] && !v.NoDoublePush, "en-passant-landing", "")
	// The rook does not matter, because a lone rook never has to cross the seam to reach a square.
	kinds[board.Rook] = true
	either(crossing != topology.NoCrossing && kinds != [8]bool{false, true, true, true, true, true, true}, "seam-closed", "")
	return all
}

// written lists definitions that can produce messages that the built-in rule sets cannot.
var written = []string{
	`{"name": "hop-all", "seam": {"crossing": "hop", "kinds": "pnbrqk"}}`,
	`{"name": "hop-riders", "seam": {"crossing": "hop", "kinds": "brq", "en_passant": "home"}, "double_push": false}`,
	`{"name": "wrap-rooks", "seam": {"crossing": "wrap", "kinds": "r"}, "promotes": "qn"}`,
	`{"name": "wrap-most", "seam": {"crossing": "wrap", "kinds": "pnbqk", "en_passant": "home"}, "castling": false}`,
	`{"name": "wrap-home", "seam": {"crossing": "wrap", "kinds": "p", "en_passant": "home"}, "promotes": "b"}`,
	`{"name": "left-right", "reflection": {"map": "files", "makes": {"p": "p", "n": "n", "b": "b", "r": "r", "q": "q"}}}`,
	`{"name": "own-kings", "reflection": {"map": "ranks", "makes": {"k": "k", "n": "k"}, "colour": "own", "goes_on": "p", "captures": true}, "double_push": false}`,
	`{"name": "travellers", "reflection": {"goes_on": "nbrk", "captures": true}, "castling": false, "stalemate": "loss"}`,
}

// eachWritten runs a test for every built-in rule set and every definition in written.
func eachWritten(t *testing.T, test func(t *testing.T, r rules.Rules)) {
	eachRules(t, test)
	for _, text := range written {
		r, err := variant.Builtin().Choose(text)
		if err != nil {
			t.Fatalf("variant.Builtin().Choose(%q): %v", text, err)
		}
		t.Run(r.Info().Name, func(t *testing.T) { test(t, r) })
	}
}

// declared returns the codes of the messages about illegal moves in the source of packages.
func declared(t *testing.T, folders ...string) []string {
	t.Helper()
	found := map[string]bool{}
	for _, folder := range folders {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("Go files in %s: %v; want some", folder, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("os.ReadFile(%q): %v", file, err)
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
			if err != nil {
				t.Fatalf("parser.ParseFile(%q): %v", file, err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if text, err := strconv.Unquote(lit.Value); err == nil && strings.HasPrefix(text, "illegal.") {
						found[text] = true
					}
				}
				return true
			})
		}
	}
	// This message is for guides that return no reason. The built-in guides always return a reason, as
	// TestIllegalAgrees and TestIllegalAll check.
	delete(found, "illegal.illegal.move")
	found["illegal.king-capture"] = true // every rule set accepts plans
	var all []string
	for text := range found {
		all = append(all, text)
	}
	slices.Sort(all)
	return all
}

// TestRuleRefusals tries the example for every message. The list must contain exactly the messages in the
// source of the rule set's family, except those that the rule set can never produce.
func TestRuleRefusals(t *testing.T) {
	plane, spatial := declared(t, "flat", "flat/text"), declared(t, "space", "space/text")
	if len(plane) < 30 || len(spatial) < 50 {
		t.Fatalf("the source declares only %d and %d messages", len(plane), len(spatial))
	}
	eachWritten(t, func(t *testing.T, r rules.Rules) {
		if r.Info().Wide() {
			t.Skip("the tests of package fairy cover the refusals of its family")
		}
		_, c := document(t, r)
		want, cannot := slices.Clone(spatial), strings.Fields(never[r.Info().Name])
		if v, ok := r.(*flat.Rules); ok {
			want, cannot = slices.Clone(plane), neverFlat(v)
		}
		for _, message := range cannot {
			n := slices.Index(want, "illegal."+message)
			if n < 0 {
				t.Errorf("%s is not in the source", message)
				continue
			}
			want = slices.Delete(want, n, n+1)
		}
		var got []string
		for _, e := range c.Refusals {
			got = append(got, e.Message)
			p, err := r.Guide().ParsePosition(e.Position, rules.ParseOptions{AllowNoKing: e.Study})
			if err != nil {
				t.Errorf("%s: err = %v; want no error", e.Message, err)
				continue
			}
			switch {
			case e.Bits != 0:
				err = r.Guide().WhyIllegal(&p, board.Move(e.Bits))
			case e.Plan != "":
				_, err = notation.Plan(r, &p, e.Plan)
				err = err.(*notation.PlanError).Unwrap()
			default:
				_, err = rules.Play(r, &p, e.Move)
			}
			no, ok := err.(*rules.IllegalMove)
			if !ok || no.Code != e.Code || string(no.Message.Code) != e.Message || no.Error() != e.Sentence {
				t.Errorf("%s %s in %s: error %v, want %s: %s", e.Move, e.Plan, e.Position, err, e.Code, e.Sentence)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("refusals in the data:\n%s\nwant:\n%s", strings.Join(got, " "), strings.Join(want, " "))
		}
	})
}

// TestRuleRefusalsRandom tries random moves in random positions and checks that the data lists every reason
// that occurs.
func TestRuleRefusalsRandom(t *testing.T) {
	games := 6
	if !long.Enabled() {
		games = 1
	}
	eachWritten(t, func(t *testing.T, r rules.Rules) {
		if r.Info().Wide() {
			t.Skip("package fairy lists only the reasons that its games have examples for")
		}
		_, c := document(t, r)
		listed := map[string]bool{}
		for _, e := range c.Refusals {
			listed[e.Message] = true
		}
		dice := rand.New(rand.NewPCG(12, 3))
		var texts []string
		given := map[string]int{}
		for p, m := range positions.Games(t, r, 5, games, 60, positions.Captures) {
			if m != board.NoMove {
				texts = append(texts, r.Guide().FormatUCI(p, m), r.Guide().FormatSAN(p, m))
			}
			for range 60 {
				text := texts[dice.IntN(len(texts))]
				if cut := dice.IntN(4); cut == 0 && len(text) > 2 { // combine parts of two moves
					other := texts[dice.IntN(len(texts))]
					text = text[:dice.IntN(len(text))] + other[dice.IntN(len(other)):]
				}
				_, err := rules.Play(r, p, text)
				if no, ok := err.(*rules.IllegalMove); ok {
					given[string(no.Message.Code)]++
					if !listed[string(no.Message.Code)] {
						t.Fatalf("%s in %s is illegal because of %s, which the data does not list", text, r.Guide().FormatPosition(p), no.Message.Code)
					}
				}
			}
		}
		if len(given) < 8 {
			t.Errorf("saw only %d reasons: %v", len(given), given)
		}
	})
}

// TestRuleText checks that positions and moves from random games match the patterns in the data.
func TestRuleText(t *testing.T) {
	eachRules(t, func(t *testing.T, r rules.Rules) { matchText(t, r, "") })
	for _, e := range gallery.All() {
		t.Run(e.Name, func(t *testing.T) { matchText(t, positions.Rules(t, variant.Builtin(), e.Definition), "") })
	}
	for name, c := range map[string][2]string{
		"a rook between the king and another":  {"chess", "rr2k3/8/8/8/8/8/8/4K1RR w Gb - 0 1"},
		"marked seam":                          {`{"name":"marked","seam":{"crossing":"wrap","kinds":"pnbrqk","mark":true}}`, ""},
		"a capture over the seam that goes on": {`{"name":"onward","seam":{"crossing":"wrap","kinds":"p","en_passant":"home"},"reflection":{"map":"ranks","goes_on":"p","captures":true}}`, "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1"},
	} {
		t.Run(name, func(t *testing.T) { matchText(t, positions.Rules(t, variant.Builtin(), c[0]), c[1]) })
	}
}

// matchText plays random games from a position and compares the texts of positions and legal moves with the
// patterns in the data. An empty position is the usual start.
func matchText(t *testing.T, r rules.Rules, start string) {
	t.Helper()
	_, c := document(t, r)
	patterns := map[string]*regexp.Regexp{}
	for _, f := range slices.Concat(c.Text.Fields, c.Text.Moves) {
		patterns[f.Pattern] = regexp.MustCompile(f.Pattern)
		if p := patterns[f.Pattern]; !p.MatchString(f.Example) || p.MatchString("?") {
			t.Errorf("the example %s for %s does not match %s", f.Example, f.Name, f.Pattern)
		}
	}
	move := func(text string) {
		t.Helper()
		if !slices.ContainsFunc(c.Text.Moves, func(f ruledata.Field) bool { return patterns[f.Pattern].MatchString(text) }) {
			t.Fatalf("%s matches none of %v", text, c.Text.Moves)
		}
	}
	san := slices.ContainsFunc(c.Text.Moves, func(f ruledata.Field) bool { return f.Name == "san" })
	for game := range 3 {
		for p := range positions.Walk(r, positions.From(t, r, start), positions.Dice(9, game), 60, positions.Captures) {
			fields := strings.Fields(r.Guide().FormatPosition(p))
			if len(fields) != len(c.Text.Fields) {
				t.Fatalf("the position has %d fields, but the data describes %d", len(fields), len(c.Text.Fields))
			}
			for n, f := range c.Text.Fields {
				if !patterns[f.Pattern].MatchString(fields[n]) {
					t.Fatalf("field %s = %s does not match %s", f.Name, fields[n], f.Pattern)
				}
			}
			for _, m := range rules.LegalMoves(r, p) {
				if move(r.Guide().FormatUCI(p, m)); san {
					move(r.Guide().FormatSAN(p, m))
				}
			}
		}
	}
}
