package definition_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// TestFaults checks every fault and its field, and that Parse reports all faults together.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{``, "name: a definition needs a name"},
		{`name = "Portal"`, `name: invalid name "Portal": use at most 40 lower-case letters`},
		{`name = "-a"`, `name: invalid name "-a"`},
		{`name = 3`, "name: expected text in quotes"},
		{"name = \"a\"\ntitle = \" b\"", "title: a title must be one line"},
		{"name = \"a\"\ncolor = 1", "color: unknown field; the fields are name, title, base, start"},
		{"name = \"a\"\n[seam]\ncrossing = \"hop\"", "seam.kinds: a seam with a crossing needs the kinds"},
		{"name = \"a\"\n[seam]\ncrossing = \"over\"\nkinds = \"xpp\"\nwidth = 2", "seam.width: unknown field; the fields are crossing, kinds, en_passant, mark; seam.crossing: expected one of none, wrap, hop; seam.kinds: \"x\" is not one of the kinds p, n, b, r, q and k; seam.kinds: p is given twice"},
		{"name = \"a\"\npromotes = \"kq\"", "promotes: a pawn cannot promote to a king"},
		{"name = \"a\"\npromotes = \"p\"", "promotes: a pawn cannot promote to a pawn"},
		{"name = \"a\"\npromotes = \"\"", "promotes: a pawn must be able to promote to something"},
		{"name = \"a\"\nboards = 2", "boards: the number of boards must be 1 or 3"},
		{"name = \"a\"\nboards = \"3\"", "boards: the number of boards must be 1 or 3"},
		{"name = \"a\"\ncastling = 1", "castling: expected true or false"},
		{"name = \"a\"\nseam = 1", "seam: expected a table"},
		{"name = \"a\"\nstalemate = \"lost\"", "stalemate: expected one of draw, loss, win"},
		{"name = \"a\"\n[reflection]\nmakes = { x = \"p\", p = \"pp\", n = 1 }", "reflection.makes.n: \"1\" is not one of the kinds p, n, b, r, q and k; reflection.makes.p: \"pp\" is not one"},
		{"name = \"a\"\n[reflection]\nmakes = \"p\"", "reflection.makes: expected a table"},
		{"name = \"a\"\nstart = \"8/8/8/8/8/8/8/K7 w - - 0 1\"", "start: "},
		{"name = \"a\"\nstart = \"hello\"", "start: "},
		{`{"name":"a","name":"b"}`, `duplicate key "name"`},
		{`{"name":"a"} x`, "the definition cannot be read"},
		{`{"name":`, "the text of the definition ends too early"},
		{`{"name":"a","seam":{"kinds":{"a":{"b":{"c":1}}}}}`, "the definition cannot be read"},
		{`name = `, "the definition cannot be read"},
		{"name = \"a\"\nname = \"b\"", "the definition cannot be read"},
		{"name = \"\xff\"", "the definition is not UTF-8 text"},
		{strings.Repeat("#", 20_000), "the definition has 20000 bytes; the limit is 16384"},
	} {
		_, _, err := definition.Parse(c.text)
		var faults definition.Faults
		if !errors.As(err, &faults) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
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
		if got := strings.Join(fields, " "); got != c.want {
			t.Errorf("%s: faults of %q, want %q: %v", c.text, got, c.want, err)
		}
	}
}

// TestWarnings checks the warnings for fields without effect.
func TestWarnings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"name = \"a\"\n[seam]\nkinds = \"p\"", "seam.kinds: this has no effect: the seam is not crossed"},
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
		if err != nil || len(warnings) != 1 || !strings.HasPrefix(warnings[0].Error(), c.want) {
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
		"\ntitle = \"b\"", "\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"", "\n[seam]\ncrossing = \"wrap\"\nkinds = \"p\"", "\n[seam]\ncrossing = \"hop\"\nkinds = \"p\"",
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
	for _, text := range builtins {
		f.Add(text)
	}
	f.Add(`{"name":"left-right","title":"Left-right mirror","reflection":{"map":"files","makes":{"p":"p","n":"n"},"colour":"own"}}`)
	f.Add("name = \"a\"\nstart = \"4k3/8/8/8/8/8/8/4K3 b - - 3 9\"\nstudy = true\nboards = 3")
	f.Add(`{"name":"a","base":"trid","policy":{"along":[1,2],"across":[],"direction":"rank","cross_column":"side","passengers":"pk","empty":"anyone"}}`)
	f.Add(`{"name":"a","seam":{"crossing":"hop","kinds":"k"},"promotes":"n","title":"\u007f"}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, _, err := definition.Parse(text)
		if err != nil {
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
		if err == nil || !strings.HasPrefix(err.Error(), "the text of the definition ends too early, at "+where+":") {
			t.Errorf(`Parse(%q): %v; want an error that the text ends too early, at %s`, text, err, where)
		}
	}
}
