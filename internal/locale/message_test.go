package locale

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
)

var knight = board.NewPiece(board.Black, board.Knight)

// TestText formats every kind of placeholder.
func TestText(t *testing.T) {
	c, err := Load("xx", []byte(`{
		"a.text": "{text}, {text, quote}, {text, sign}",
		"a.piece": "the {piece} ({piece, dative}) of {side} on {square}",
		"a.list": "{list, or}; {none, and}",
		"a.plural": "{n, plural, =0 {nothing} one {# piece} other {# pieces of {n}}}",
		"a.select": "{on, select, true {yes} other {no}} {role, select, knight {N} other {}}",
		"a.brace": "'{'it's'}'",
		"a.nested": "so: {part}",
		"word.role.knight.dative": "springer"
	}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		m    message.Message
		want string
	}{
		{New("a.text", message.Args{"text": "é\n\""}), "é\n\", \"é\\n\\\"\", 'é'"},
		{New("a.piece", message.Args{"piece": knight, "side": board.White, "square": message.Square("b3N")}), "the black knight (black springer) of White on b3N"},
		{New("a.list", message.Args{"list": message.List{"x", 2, board.At(4, 3)}, "none": message.List{}}), "x, 2 or e4; "},
		{New("a.list", message.Args{"list": message.List{"x", board.Queen}, "none": message.List{"y"}}), "x or queen; y"},
		{New("a.plural", message.Args{"n": 0}), "nothing"},
		{New("a.plural", message.Args{"n": 1}), "1 piece"},
		{New("a.plural", message.Args{"n": 5}), "5 pieces of 5"},
		{New("a.select", message.Args{"on": true, "role": board.Knight}), "yes N"},
		{New("a.select", message.Args{"on": false, "role": knight}), "no N"},
		{New("a.select", nil), "no "},
		{New("a.brace", nil), "{it's}"},
		{New("a.nested", message.Args{"part": message.New("a.part", "part {n}", message.Args{"n": 2})}), "so: part 2"},
		{New("a.nested", nil), "so: {part}"},
		{New("a.unknown", message.Args{"x": 1}), "a.unknown"},
		{message.Message{}, ""},
	} {
		if got := c.Text(test.m); got != test.want {
			t.Errorf("%s %v: %q, want %q", test.m.Code, test.m.Args, got, test.want)
		}
	}
	if c.Language() != "xx" || English().Language() != "en" {
		t.Error("catalogue has the wrong language")
	}
}

// TestAgreement checks that a colour word can depend on the role.
func TestAgreement(t *testing.T) {
	c, err := Load("fr", []byte(`{
		"a.piece": "{piece, the}",
		"word.colour.black": "{role, select, queen {noire} rook {noire} other {noir}}",
		"word.piece": "{role} {colour}",
		"word.role.knight.the": "le cavalier",
		"word.role.rook.the": "la tour"
	}`))
	if err != nil {
		t.Fatal(err)
	}
	for pc, want := range map[board.Piece]string{knight: "le cavalier noir", board.NewPiece(board.Black, board.Rook): "la tour noire"} {
		if got := c.Text(New("a.piece", message.Args{"piece": pc})); got != want {
			t.Errorf("%v is %q, want %q", pc, got, want)
		}
	}
}

// TestPlural checks plural categories.
func TestPlural(t *testing.T) {
	for language, categories := range map[string]map[string][]int{
		"en": {"one": {1}, "other": {0, 2, 11, 21}},
		"fr": {"one": {0, 1, -1}, "other": {2, 11, 21, 101}},
		"ru": {"one": {1, 21, 101, 1001}, "few": {2, 3, 4, 22, 104}, "many": {0, 5, 11, 12, 14, 20, 111, 112, 113}},
	} {
		for want, numbers := range categories {
			for _, n := range numbers {
				if got := category(language, n); got != want {
					t.Errorf("%s: %d is %s, want %s", language, n, got, want)
				}
			}
		}
	}
}

// TestEnglishParses parses every entry of the English catalogue.
func TestEnglishParses(t *testing.T) {
	if _, err := Load("en", embedded("en")); err != nil {
		t.Fatalf("Load: %v", err)
	}
	var entries map[string]string
	if err := json.Unmarshal(embedded("en"), &entries); err != nil {
		t.Fatalf("json.Unmarshal: %v", err)
	}
	at := -1
	for _, code := range slices.Sorted(maps.Keys(entries)) {
		next := strings.Index(string(embedded("en")), `"`+code+`":`)
		if next < at {
			t.Errorf("%s is out of order: entries must be sorted", code)
		}
		at = next
	}
	if strings.Count(string(embedded("en")), `": "`) != len(entries) {
		t.Error("duplicate entry was accepted")
	}
}

// TestBadEntries checks that every malformed entry is reported.
func TestBadEntries(t *testing.T) {
	for entry, want := range map[string]string{
		"{":                           "unclosed",
		"{}":                          "no argument name",
		"a } b":                       "unmatched",
		"{a, }":                       "malformed",
		"{a, select}":                 "malformed",
		"{a, quote, x}":               "malformed",
		"{a, select, x {y}}":          "no choice other",
		"{a, select, x {y":            "unclosed",
		"{a, select, x {y} x {z}}":    "duplicate choice",
		"{a, plural, one other {#}}":  "",
		"{a, select, other {{b}} {c}": "unclosed",
		strings.Repeat("{a, select, other {", 20) + strings.Repeat("}}", 20): "deep",
	} {
		data, err := json.Marshal(map[string]string{"a.b": entry, "a.c": "fine"})
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		_, err = Load("xx", data)
		if want == "" {
			want = "no choice other"
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "a.b") {
			t.Errorf("%q: %v, want %q", entry, err, want)
		}
	}
	if _, err := Load("xx", []byte("[]")); err == nil {
		t.Error("list was accepted as a catalogue")
	}
}

// TestRecursiveMessage formats a message that contains itself.
func TestRecursiveMessage(t *testing.T) {
	list := message.List{nil}
	list[0] = list
	args := message.Args{"faults": list}
	args["what"] = message.New("a.what", "what: {what}", args)
	for code, english := range map[message.Code]string{"a.faults": "{faults, each}", "a.what": "what: {what}"} {
		if got := message.New(code, english, args).String(); len(got) > 1000 || !strings.Contains(got, "...") {
			t.Errorf("message %s = %.200q", code, got)
		}
	}
}

// FuzzText formats every entry with arbitrary arguments.
func FuzzText(f *testing.F) {
	f.Add("x", 3, uint8(9))
	f.Add("\xff\x00", -1, uint8(255))
	f.Fuzz(func(t *testing.T, text string, n int, b uint8) {
		values := message.List{text, n, message.Square(text), board.Square(b), board.Piece(b), board.Role(b), board.Colour(b), true, nil, 1.5,
			New(message.Code(text), nil), message.List{text, n}, []string{text}, struct{}{}}
		for i, code := range English().Codes() {
			args := message.Args{}
			names, _ := English().Placeholders(code)
			for j, name := range names {
				args[name] = values[(i+j+int(b))%len(values)]
			}
			m := New(code, args)
			_ = m.String()
		}
	})
}

// FuzzLoad loads arbitrary catalogues and formats messages with them.
func FuzzLoad(f *testing.F) {
	f.Add("{a, select, x {y #} other {{b, plural, one {#} other {}}}}")
	f.Add("'{' {a, quote} }")
	f.Fuzz(func(t *testing.T, entry string) {
		data, err := json.Marshal(map[string]string{"a.b": entry})
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		c, err := Load("xx", data)
		if err != nil {
			return
		}
		names, _ := c.Placeholders("a.b")
		args := message.Args{}
		for _, name := range names {
			args[name] = "x"
		}
		_ = c.Text(New("a.b", args))
	})
}

// TestFormat checks that the catalogues are formatted.
func TestFormat(t *testing.T) {
	for _, language := range tags() {
		var entries map[string]string
		if err := json.Unmarshal(embedded(language), &entries); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		if text, err := Format(entries); err != nil || !bytes.Equal(text, embedded(language)) {
			t.Errorf("catalogue/%s.json is not in the format of Format (%v); run go run ./internal/tool/catalogue -format", language, err)
		}
	}
}

// TestFind checks that find finds every catalogue entry. Entries that find misses would still be found,
// but slowly.
func TestFind(t *testing.T) {
	for _, language := range tags() {
		file := embedded(language)
		var entries map[string]string
		if err := json.Unmarshal(file, &entries); err != nil {
			t.Fatalf("json.Unmarshal: %v", err)
		}
		for code, text := range entries {
			quoted, ok := find(file, code)
			if got := ""; !ok || json.Unmarshal(bytes.TrimSuffix(quoted, []byte(",")), &got) != nil || got != text {
				t.Errorf("%s: %s is %q, %v, not %q", language, code, quoted, ok, text)
			}
			for _, none := range []string{code + "-", code[1:], code[:len(code)-1] + "!"} {
				if quoted, ok := find(file, none); ok && entries[none] == "" {
					t.Errorf("%s: %s is found: %q", language, none, quoted)
				}
			}
		}
		for _, none := range []string{"", "{", "}", "a", "zzz", "\xff"} {
			if quoted, ok := find(file, none); ok {
				t.Errorf("%s: %q is found: %q", language, none, quoted)
			}
		}
	}
	for _, file := range []string{"", "\n", "{", "{\n}\n", "{}", "\n\n\n", "x", "{\n  \"a\": \"b\"\n}"} {
		if _, ok := find([]byte(file), "b"); ok {
			t.Errorf("b is found in %q", file)
		}
	}
}
