package definition_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// TestFaults checks faults with their places and fields, and that Parse reports all faults together in the
// order of the text.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "1:1 name: a definition needs a name"},
		{`name = "Portal"`, `1:8 name: invalid name "Portal": use at most 40 lower-case letters, digits and hyphens, and do not start with a hyphen`},
		{`name = "-a"`, `1:8 name: invalid name "-a": use at most 40 lower-case letters, digits and hyphens, and do not start with a hyphen`},
		{`name = 3`, "1:8 name: expected text in quotes instead of 3"},
		{`name = "start"`, `1:8 name: "start" cannot be the name of a game: it means something else in commands or file names`},
		{"name = \"a\"\ntitle = \" b\"", "2:9 title: expected one line of at most 80 characters, without spaces at the start or end"},
		{"name = \"a\"\ntitle = \"b\u200bc\"", "2:11 title: the character U+200B is invisible or changes the direction of the text: remove it"},
		{"name = \"a\"\ncolor = 1", "2:1 color: unknown field; colour belongs in the table reflection"},
		{"name = \"a\"\nzzzzzz = 1", "2:1 zzzzzz: unknown field"},
		{"name = \"a\"\n[seam]\ncastlin = true", "3:1 seam.castlin: unknown field; castling belongs above the first table"},
		{"name = \"a\"\n[seam]\ncrossing = \"hop\"", "2:2 seam.kinds: a crossing needs the kinds of piece that may cross, such as pnbrqk"},
		{"name = \"a\"\n[seam]\ncrossing = \"warp\"\nkinds = \"xpp\"\nkind = 2", `3:12 seam.crossing: expected none, wrap, hop or twist instead of "warp"; did you mean wrap?
4:10 seam.kinds: "x" is not one of the kinds p, n, b, r, q and k
4:12 seam.kinds: p is given twice
5:1 seam.kind: unknown field; did you mean kinds?`},
		{"name = \"a\"\npromotes = \"qk\"", "2:14 promotes: a pawn cannot promote to a king"},
		{"name = \"a\"\npromotes = \"p\"", "2:13 promotes: a pawn cannot promote to a pawn"},
		{"name = \"a\"\npromotes = \"\"", "2:12 promotes: a pawn must be able to promote to something"},
		{"name = \"a\"\nboards = 2", "2:10 boards: the number of boards must be 1 or 3, not 2"},
		{"name = \"a\"\nboards = \"3\"", `2:10 boards: the number of boards must be 1 or 3, not "3"`},
		{"name = \"a\"\ncastling = 1", `2:12 castling: expected true, false or "960" instead of 1`},
		{"name = \"a\"\nstudy = \"yes\"", `2:9 study: expected true or false instead of "yes"`},
		{"name = \"a\"\nseam = 1", "2:8 seam: expected a table of fields instead of 1"},
		{"name = \"a\"\nstalemate = \"lost\"", `2:13 stalemate: expected draw, loss or win instead of "lost"; did you mean loss?`},
		{"name = \"a\"\n[reflection]\nmakes = { x = \"p\", p = \"pp\", n = 1 }", `3:11 reflection.makes.x: "x" is not one of the kinds p, n, b, r, q and k
3:24 reflection.makes.p: "pp" is not one of the kinds p, n, b, r, q and k
3:34 reflection.makes.n: 1 is not one of the kinds p, n, b, r, q and k`},
		{"name = \"a\"\n[reflection]\nmakes = [\"p\"]", "3:9 reflection.makes: expected a table of fields instead of a list"},
		{"name = \"a\"\nstart = \"8/8/8/8/8/8/8/K6x w - - 0 1\"", "2:26 start: rank 1 contains \"x\", which is neither a piece (KQRBNP for White, kqrbnp for Black) nor a gap (1-8)"},
		{"name = \"a\"\nstart = \"7k/5KQ1/8/8/8/8/8/8 b - - 0 1\"", "2:9 start: the game is already over in this position: checkmate: White wins"},
		{"name = \"a\"\nstart = \"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1\"", "2:9 start: the game is already over in this position: draw by stalemate: Black has no legal move and is not in check"},
		{"name = \"a\"\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"", "2:9 start: the game is already over in this position: draw: neither side can checkmate"},
		{"name = \"a\\u200b\"", `1:8 name: invalid name "a\u200b": use at most 40 lower-case letters, digits and hyphens, and do not start with a hyphen`},
		{"name = \"a\"\nnames = \"b\"\n[seams]\nkinds = \"q\"", `2:1 names: unknown field; did you mean name?
3:2 seams: unknown field; did you mean seam?`},
		{"name = \"a\"\nstart = 5\ntitle = true", "2:9 start: expected text in quotes instead of 5\n3:9 title: expected text in quotes instead of true"},
		{"name = \"a\"\npromotes = \"Qx\"", `2:13 promotes: "Q" is not one of the kinds p, n, b, r, q and k; did you mean q?
2:14 promotes: "x" is not one of the kinds p, n, b, r, q and k`},
		{"name = \"a\"\n[seam]\ncrossing = \"Wrap\"\nkinds = [\"q\"]\nen_pasant = \"home\"", `3:12 seam.crossing: expected none, wrap, hop or twist instead of "Wrap"; did you mean wrap?
4:9 seam.kinds: expected text in quotes instead of a list
5:1 seam.en_pasant: unknown field; did you mean en_passant?`},
		{"name = \"a\"\n[reflection]\nmap = \"rotated\"\ncolour = \"oponent\"\ncaptures = \"yes\"", `3:7 reflection.map: expected rotate, files or ranks instead of "rotated"; did you mean rotate?
4:10 reflection.colour: expected opponent or own instead of "oponent"; did you mean opponent?
5:12 reflection.captures: expected true or false instead of "yes"`},
		{`{"name":null}`, "1:9 name: expected text in quotes instead of null"},
		{`{"name":"a","name":"b"}`, `1:20 the definition cannot be read: duplicate key "name"`},
		{`{"name":"a"} x`, "1:14 the definition cannot be read: unexpected text after the definition"},
		{"{\"name\":\"a\",\n\"study\":tru}", "2:9 the definition cannot be read: invalid character '}' in literal true (expecting 'e')"},
		{"{\"name\":\"a\",\n\"stalemate\":null,\n\"seam\":[]}", `2:13 stalemate: expected draw, loss or win instead of null
3:8 seam: expected a table of fields instead of a list`},
		{`{"name":`, "1:9 the text ends too early: something is missing here, such as a closing brace"},
		{`{"name":"a","seam":{"kinds":{"a":{"b":{"c":{"d":1}}}}}}`, "1:49 the definition cannot be read: seam.kinds.a.b.c.d is nested too deeply"},
		{`name = `, "1:7 the definition cannot be read: expected value, not end of input"},
		{"name = \"a\"\n[pieces]\né = \"N\"", "3:1 the definition cannot be read: invalid character at start of key: U+00E9 'é'"},
		{"name = \"a\"\nname = \"b\"", "2:1 the definition cannot be read: name is already defined"},
		{"[]", "a definition in JSON is an object in braces, not a list or a single value"},
		{" [{\"name\": \"a\"}]\n", "a definition in JSON is an object in braces, not a list or a single value"},
		{"\"a\"", "a definition in JSON is an object in braces, not a list or a single value"},
		{"name = \"\xff\"", "the definition is not UTF-8 text"},
		{strings.Repeat("#", 20_000), "the definition is longer than the limit of 16384 bytes"},
	} {
		checkFaults(t, c.text, c.want)
	}
}

// checkFaults checks the faults of a definition, each with its line and column. If the definition is readable TOML,
// the same definition in JSON must have the same faults at the same words.
func checkFaults(t *testing.T, text, want string) {
	t.Helper()
	_, _, err := definition.Parse(text)
	if got := lines(err); got != want {
		t.Errorf("Parse(%.200q):\n%s\nwant\n%s", text, got, want)
	}
	var fields map[string]any
	if text == "" || strings.HasPrefix(text, "{") || toml.Unmarshal([]byte(text), &fields) != nil || len(text) > 16<<10 {
		return
	}
	form, jsonErr := json.MarshalIndent(fields, "", " ")
	if jsonErr != nil {
		t.Fatalf("json.MarshalIndent: %v", jsonErr)
	}
	_, _, err2 := definition.Parse(string(form))
	if got, want := words(err2, string(form)), words(err, text); !slices.Equal(got, want) {
		t.Errorf("Parse(%s):\n%s\nwant\n%s", form, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// words returns the sorted faults, each with the word in the text at its place: for a table, its name.
func words(err error, text string) (all []string) {
	var faults definition.Faults
	errors.As(err, &faults)
	for _, f := range faults {
		at := text[min(f.Place.Offset, len(text)):]
		switch before := text[:len(text)-len(at)]; {
		case strings.HasPrefix(at, "{"):
			at = before[strings.LastIndexAny(strings.TrimRight(before, "\": ="), "\" \n")+1:]
		default:
			at = strings.Trim(at, "\"'")
		}
		if end := strings.IndexAny(at, "\"'=:]},\n\\\u200b"); end >= 0 {
			at = at[:end]
		}
		all = append(all, strings.TrimSpace(at)+" "+told(f))
	}
	slices.Sort(all)
	return all
}

// lines returns the faults, one on each line with its line and column.
func lines(err error) string {
	var faults definition.Faults
	if !errors.As(err, &faults) {
		return fmt.Sprint(err)
	}
	var all []string
	for _, f := range faults {
		place := ""
		if f.Place.Line > 0 {
			place = fmt.Sprintf("%d:%d ", f.Place.Line, f.Place.Column)
		}
		all = append(all, place+told(f))
	}
	return strings.Join(all, "\n")
}

// TestAllErrorsAtOnce checks that an invalid start and a taken name are reported together with all other
// faults. Faults in the start that only follow from other faults must not be reported.
func TestAllErrorsAtOnce(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"name":"chess","boards":2,"start":"nonsense"}`, "name boards start"},
		{`{"name":"a","promotes":"k","start":"8/8/8/8/8/8/8/K7 w - - 0 1"}`, "promotes start"},
		{`{"name":"a","study":1,"start":"8/8/8/8/8/8/8/K7 w - - 0 1"}`, "study"},
		{`{"name":"a","castling":1,"start":"4k3/8/8/8/8/8/8/4K3 w K - 0 1"}`, "castling"},
		{`{"name":"a","boards":2,"seam":{"crossing":"wrap","kinds":"r"},"start":"R2k3b/8/8/8/8/8/8/4K3 w - - 0 1"}`, "boards start"},
		{`{"name":"a","seam":{"crossing":"warp","kinds":"r"},"start":"3k2R1/8/8/8/8/8/8/4K3 w - - 0 1"}`, "seam.crossing start"},
		{`{"name":"triboard","start":3}`, "name start"},
		{`{"name":"chess","title":"Plain chess"}`, ""},
		{`{"name":"chess","castling":false}`, "name"},
	} {
		_, _, err := definition.ParseNew(c.text, variant.Builtin())
		var faults definition.Faults
		errors.As(err, &faults)
		var fields []string
		for _, f := range faults {
			fields = append(fields, f.Field)
		}
		if got := strings.Join(slices.Compact(fields), " "); got != c.want {
			t.Errorf("%s: faults of %q, want %q: %v", c.text, got, c.want, err)
		}
	}
}

// TestWarnings checks the warnings for fields without effect.
func TestWarnings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"name = \"a\"\n[seam]\nkinds = \"p\"", "seam.kinds: this has no effect: nothing crosses this edge"},
		{"name = \"a\"\n[seam]\nen_passant = \"home\"", "seam.en_passant: this has no effect: pawns do not cross a seam"},
		{"name = \"a\"\n[seam]\ncrossing = \"wrap\"\nkinds = \"q\"\nen_passant = \"home\"", "seam.en_passant: this has no effect"},
		{"name = \"a\"\n[reflection]", "reflection: this has no effect"},
		{"name = \"a\"\n[reflection]\ngoes_on = \"k\"\nmakes = { k = \"k\" }", "reflection.makes.k: this has no effect: a king goes on itself"},
		{"name = \"a\"\n[reflection]\ngoes_on = \"q\"\nmakes = { q = \"k\" }\npromotions = false", "reflection.makes.q: this has no effect"},
		{"name = \"a\"\n[reflection]\ngoes_on = \"q\"\nmakes = { q = \"p\" }", "reflection.makes.q: this has no effect: a queen goes on itself"},
		{"name = \"a\"\n[reflection]\ngoes_on = \"q\"\ncolour = \"own\"", "reflection.colour: this has no effect: nothing is spawned"},
		{"name = \"a\"\n[reflection]\nmakes = { p = \"n\", q = \"p\" }\npromotions = false", "reflection.promotions: this has no effect: promoted pieces spawn nothing"},
		{"name = \"a\"\ndouble_push = false\n[seam]\ncrossing = \"hop\"\nkinds = \"p\"\nen_passant = \"home\"", "seam.en_passant: this has no effect: no pawn advances two squares"},
		{"name = \"a\"\ncastling = false\nstart = \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"", "start: castling rights have no effect"},
	} {
		_, warnings, err := definition.Parse(c.text)
		if err != nil || len(warnings) != 1 || !strings.HasPrefix(told(warnings[0]), c.want) {
			t.Errorf("%q: %v, %v, want %s", c.text, err, warnings, c.want)
		}
	}
	// These definitions have no warnings. In the first, a promotion to a queen spawns a piece.
	read(t, "name = \"a\"\n[reflection]\ngoes_on = \"q\"\nmakes = { q = \"n\" }")
	read(t, "name = \"a\"\nstudy = true\nstart = \"8/8/8/8/8/8/8/K7 w - - 0 1\"")
}

// TestHash checks that all spellings of a definition have the same hash, and that definitions with different
// meanings have different hashes.
func TestHash(t *testing.T) {
	spellings := []string{
		"name = \"a\"\n[seam]\ncrossing = \"hop\"\nkinds = \"pq\"",
		"title = \"a\"\nname = \"a\"\ncastling = true\npromotes = \"qrbn\"\nboards = 1\nstudy = false\n[seam]\nkinds = \"qp\"\nen_passant = \"crossed\"\ncrossing = \"hop\"",
		`{"seam":{"kinds":"qp","crossing":"hop"},"stalemate":"draw","name":"a","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}`,
		`{"name":"a","double_push":true,"boards":1.0,"seam":{"crossing":"hop","kinds":"pq"}}`,
		`{"name":"a","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w QKqk - 0 1","seam":{"crossing":"hop","kinds":"pq"}}`,
	}
	want := read(t, spellings[0])
	for _, text := range spellings[1:] {
		if d := read(t, text); d.Hash() != want.Hash() {
			t.Errorf("JSON() = %s, want %s", d.JSON(), want.JSON())
		}
	}
	hashes := map[string]string{}
	for _, more := range []string{
		"", "\ncastling = false", "\ndouble_push = false", "\npromotes = \"rqbn\"", "\nstalemate = \"loss\"", "\nstalemate = \"win\"", "\nboards = 3",
		"\ntitle = \"b\"", "\nstart = \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"", "\n[seam]\ncrossing = \"wrap\"\nkinds = \"p\"", "\n[seam]\ncrossing = \"hop\"\nkinds = \"p\"",
		"\n[seam]\ncrossing = \"hop\"\nkinds = \"p\"\nen_passant = \"home\"", "\n[reflection]\nmakes = { p = \"p\" }", "\n[reflection]\nmakes = { p = \"n\" }",
		"\n[reflection]\nmakes = { p = \"p\" }\nmap = \"files\"", "\n[reflection]\nmakes = { p = \"p\" }\nmap = \"ranks\"", "\n[reflection]\nmakes = { p = \"p\" }\ncolour = \"own\"",
		"\n[reflection]\nmakes = { p = \"p\" }\ngoes_on = \"q\"", "\n[reflection]\nmakes = { p = \"p\" }\ncaptures = true", "\n[reflection]\nmakes = { p = \"p\", q = \"q\" }", "\n[reflection]\nmakes = { p = \"p\", q = \"q\" }\npromotions = false",
	} {
		d := read(t, "name = \"a\""+more)
		if other, ok := hashes[d.Hash()]; ok {
			t.Errorf("%q and %q have the same hash", more, other)
		}
		hashes[d.Hash()] = more
		for _, form := range []string{d.JSON(), d.TOML()} {
			if again := read(t, form); again.JSON() != d.JSON() {
				t.Errorf("Parse(%s) = %s", form, again.JSON())
			}
		}
		if d.Summary().IsZero() {
			t.Errorf("the summary for %q is empty", more)
		}
	}
}

// FuzzParse parses arbitrary input as TOML and JSON. Accepted input must survive a round trip and compile.
func FuzzParse(f *testing.F) {
	for name := range builtins {
		f.Add(source(f, name))
	}
	f.Add(`{"name":"left-right","title":"Left-right mirror","reflection":{"map":"files","makes":{"p":"p","n":"n"},"colour":"own"}}`)
	f.Add("name = \"a\"\nstart = \"4k3/8/8/8/8/8/8/4K3 b - - 3 9\"\nstudy = true\nboards = 3")
	f.Add(`{"name":"a","base":"trid","policy":{"along":[1,2],"across":[],"direction":"rank","cross_column":"side","passengers":"pk","empty":"anyone"}}`)
	f.Add(`{"name":"a","seam":{"crossing":"hop","kinds":"k"},"promotes":"n","title":"\u007f"}`)
	f.Add(everything)
	for _, text := range vectors(f) {
		f.Add(text)
	}
	f.Add(`{"name":"a","board":{"files":4,"ranks":4,"planes":2,"holes":"a1 b2B"},"links":["a2A n - b3A se"],"passing":{"to":"other"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := definition.Parse(text)
		if err != nil {
			for _, fault := range err.(definition.Faults) {
				if fault.Field != "" && fault.Place.Line == 0 {
					t.Fatalf("%q: %v has no place", text, fault)
				}
			}
			return
		}
		for _, form := range []string{d.JSON(), d.TOML()} {
			again, _, err := definition.Parse(form)
			if err != nil || again.Hash() != d.Hash() {
				t.Fatalf("%q was written as %q, which was read with the error %v", text, form, err)
			}
		}
		countStart(t, d)
	})
}

func countStart(t *testing.T, d *definition.Definition) {
	v := d.Compile()
	var p, err = v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{AllowNoKing: true})
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", v.Info().Start, err)
	}
	countLines(v, &p, 2)
}

// TestTruncated checks the location reported for a truncated definition.
func TestTruncated(t *testing.T) {
	for text, where := range map[string]string{
		"{": "line 1, column 2", "{\"name\":\"x\",\n\"title\": ": "line 2, column 9", "{\"name\":\"x\"\n\n": "line 1, column 12",
		`{"name":"x","seam":{"crossing":"hop"`: "line 1, column 37", `{"name":"x`: "line 1, column 11", `{"na`: "line 1, column 5",
	} {
		_, _, err := definition.Parse(text)
		if err == nil || !strings.HasPrefix(err.Error(), where+": the text ends too early:") {
			t.Errorf(`Parse(%q): %v; want an error at %s that the text ends too early`, text, err, where)
		}
	}
}
