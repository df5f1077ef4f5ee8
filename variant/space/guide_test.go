package space

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
)

// TestClassAndWays tells what sort of move a move is and what it leads over.
func TestClassAndWays(t *testing.T) {
	for _, c := range []struct{ position, move, class, way string }{
		{"", "b2Wb4N", "quiet", "b2W b4N"},
		{"", "a1Wb3W", "quiet", "a1W b3W"},
		{set(home, "Rz0QL1", "w - - - 0 9"), "z0QL1e0KL1", "quiet", "z0QL1 a0 b0 c0 d0 e0KL1"},
		{set(home, "Bd1KL1", "w - - - 0 9"), "d1KL1a4N", "quiet", "d1KL1 c2 b3 a4N"},
		{set(home, "Qb8B rb5N", "w - - - 0 9"), "b8Bb5N", "capture", "b8B b7 b6 b5N"},
		{set(home, "Kb2W", "w - - - 0 9"), "b2Wc3N", "quiet", "b2W c3N"},
		{set(home, "Pb5N pa5N", "w - a5N - 0 9"), "b5Na6B", "en passant", "b5N a6B"},
		{set(home, "Kd0KL1 Rz0QL1", "w Q - - 0 9"), "O-O-O", "castling", "d0KL1 a0QL1"},
		{set(home, "Pb7B", "w - - - 0 9"), "b7Bb8Bq", "promotion", "b7B b8B"},
		{set(home, "", "w - - - 0 9"), "QL1-QL2", "board", "QL1 QL2"},
		{set(home, "", "w - - - 0 9"), "QL1^180", "board", "QL1 QL1"},
	} {
		p := positions.From(t, Trid, c.position)
		m, err := Trid.Guide().ParseMove(&p, c.move)
		if err != nil {
			t.Errorf("%s: %v", c.move, err)
			continue
		}
		if got := Trid.Guide().Class(&p, m).String(); got != c.class {
			t.Errorf("%s is %s, want %s", c.move, got, c.class)
		}
		ways := Trid.Guide().Ways(&p, m)
		var names []string
		for _, touch := range ways[0] {
			names = append(names, touch.Square)
		}
		if got := strings.Join(names, " "); len(ways) != 1 || got != c.way || ways[0].Seam() {
			t.Errorf("%s goes %s, want %s", c.move, got, c.way)
		}
	}
	p := positions.From(t, Trid, set("QL1w QL4w QL6b KL6b", "Pa8B", "b - - - 7 9"))
	m, _ := Trid.Guide().ParseMove(&p, "QL6-QL5")
	if c := Trid.Guide().Class(&p, m); c&rules.BoardMove == 0 || c&rules.Promotion == 0 {
		t.Errorf("a board that leaves the enemy's pawn to promote is %v", c)
	}
}

// TestDead calls only two bare kings dead (3.9).
func TestDead(t *testing.T) {
	for pieces, want := range map[string]bool{
		"Kb1W kb8B": true, "Kb1W kb8B Nc1W": false, "Kb1W kb8B Bc1W": false, "Kb1W": false, "Kb1W Kc1W kb8B": false,
	} {
		p := positions.From(t, Trid, set(home, pieces, "w - - - 0 9"))
		if Trid.Dead(&p) != want {
			t.Errorf("%s: dead %t", pieces, !want)
		}
	}
}

// TestInfo checks what the rule sets say of themselves.
func TestInfo(t *testing.T) {
	for v, pgn := range map[*Rules]string{Trid: "Tri-D", Meder: "Tri-D (Meder)"} {
		info := v.Info()
		if info.PGN != pgn || len(info.Squares) != 96 || !info.Castling || info.Boards != 1 {
			t.Errorf("%s says %+v", info.Name, info)
		}
		if got := strings.Join(info.Levels, " "); got != "W QL1 KL1 QL2 KL2 N QL3 KL3 QL4 KL4 B QL5 KL5 QL6 KL6" {
			t.Errorf("levels from the lowest: %s", got)
		}
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// TestShow compares drawings with testdata.
func TestShow(t *testing.T) {
	var b strings.Builder
	for _, text := range []string{Start, set("QL2w^ QL5w KL6b KL5b", "Kb1W kb8B Na4QL2 qz5QL5 Pd8B", "b - - - 0 9")} {
		p := positions.From(t, Trid, text)
		for _, ascii := range []bool{false, true} {
			fmt.Fprintf(&b, "%s\n\n%s\n", text, Show(&p, ascii))
			fmt.Fprintf(&b, "with quadrants\n\n%s\n", ShowQuadrants(&p, ascii))
		}
	}
	const file = "testdata/show.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || b.String() != string(want) {
		t.Errorf("the drawing is not that of %s (%v):\n%s", file, err, b.String())
	}
}

// TestRuleData writes the rule sets as data and holds them against the schema,
// and the data against the rules.
func TestRuleData(t *testing.T) {
	var schema map[string]any
	if err := json.Unmarshal(RuleSchema, &schema); err != nil {
		t.Fatal(err)
	}
	if _, ok := RuleData(chess.Rules); ok {
		t.Error("chess has tri-dimensional rule data")
	}
	both(t, func(t *testing.T, v *Rules) {
		data, ok := RuleData(v)
		text, err := json.Marshal(data)
		if !ok || err != nil {
			t.Fatal(err)
		}
		var document any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		s := schemaCheck{root: schema}
		if s.check("$", schema, document); len(s.wrong) > 0 {
			t.Errorf("the document does not fit its schema:\n%s", strings.Join(s.wrong, "\n"))
		}
		for from := range pin(pins) {
			for to := range pin(pins) {
				i := slices.IndexFunc(data.Adjacency, func(a AdjacencyData) bool { return a.From == pinName(from) && a.To == pinName(to) })
				if v.policy.adjacent(from, to) != (i >= 0) {
					t.Errorf("%s to %s", pinName(from), pinName(to))
				}
			}
		}
		want := map[string]string{"trid": "QL2 KL1 -1 true backward forward", "meder": "QL4 QL5 1 false backward forward"}[v.Info().Name]
		found := false
		for _, a := range data.Adjacency {
			found = found || fmt.Sprint(a.From, " ", a.To, " ", a.LevelChange, " ", a.Across, " ", a.White, " ", a.Black) == want
		}
		if !found {
			t.Errorf("%s is missing in %+v", want, data.Adjacency)
		}
	})
	// A document that does not fit is told so, or the check is worth nothing.
	for path, broken := range map[string]any{
		"name": "chess", "ranks": []any{0.0, 12.0}, "pins": []any{}, "rotation": map[string]any{"allowed": "yes"}, "surplus": 1.0,
	} {
		data, _ := RuleData(Trid)
		text, _ := json.Marshal(data)
		var document map[string]any
		if err := json.Unmarshal(text, &document); err != nil {
			t.Fatal(err)
		}
		document[path] = broken
		s := schemaCheck{root: schema}
		if s.check("$", schema, document); len(s.wrong) == 0 {
			t.Errorf("%s: %v fits", path, broken)
		}
	}
}

// schemaCheck holds JSON against the words of JSON Schema that ours uses; a word
// it does not know is wrong too.
type schemaCheck struct {
	root  map[string]any
	wrong []string
}

func (c *schemaCheck) fail(path, format string, args ...any) {
	c.wrong = append(c.wrong, path+": "+fmt.Sprintf(format, args...))
}

func (c *schemaCheck) check(path string, schema map[string]any, value any) {
	for word, says := range schema {
		switch word {
		case "$schema", "$id", "$defs", "title", "description":
		case "$ref":
			name := strings.TrimPrefix(says.(string), "#/$defs/")
			c.check(path, c.root["$defs"].(map[string]any)[name].(map[string]any), value)
		case "const":
			if value != says {
				c.fail(path, "%v is not %v", value, says)
			}
		case "enum":
			if !slices.Contains(says.([]any), value) {
				c.fail(path, "%v is none of %v", value, says)
			}
		case "type":
			n, number := value.(float64)
			kinds := map[string]bool{"integer": number && n == float64(int(n))}
			_, kinds["string"] = value.(string)
			_, kinds["boolean"] = value.(bool)
			_, kinds["array"] = value.([]any)
			_, kinds["object"] = value.(map[string]any)
			if !kinds[says.(string)] {
				c.fail(path, "%v is no %v", value, says)
			}
		case "minimum", "maximum":
			if n, ok := value.(float64); ok && (word == "minimum" && n < says.(float64) || word == "maximum" && n > says.(float64)) {
				c.fail(path, "%v is out of bounds", n)
			}
		case "pattern":
			if s, ok := value.(string); ok && !regexp.MustCompile(says.(string)).MatchString(s) {
				c.fail(path, "%s does not fit %v", s, says)
			}
		case "minItems", "maxItems":
			list, _ := value.([]any)
			if n := float64(len(list)); word == "minItems" && n < says.(float64) || word == "maxItems" && n > says.(float64) {
				c.fail(path, "%v items", n)
			}
		case "items":
			list, _ := value.([]any)
			for i, item := range list {
				c.check(fmt.Sprintf("%s[%d]", path, i), says.(map[string]any), item)
			}
		case "required":
			object, _ := value.(map[string]any)
			for _, name := range says.([]any) {
				if _, ok := object[name.(string)]; !ok {
					c.fail(path, "%v is missing", name)
				}
			}
		case "properties":
			object, _ := value.(map[string]any)
			for name, part := range object {
				if one, ok := says.(map[string]any)[name]; ok {
					c.check(path+"."+name, one.(map[string]any), part)
				}
			}
		case "additionalProperties":
			object, _ := value.(map[string]any)
			known, _ := schema["properties"].(map[string]any)
			for name := range object {
				if _, ok := known[name]; !ok {
					c.fail(path, "%s is not foreseen", name)
				}
			}
		default:
			c.fail(path, "the schema says %s, which is not checked", word)
		}
	}
}
