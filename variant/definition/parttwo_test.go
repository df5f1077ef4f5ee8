package definition_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/perftfile"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// everything uses all extended fields that can be combined.
const everything = `name = "everything"
royal = "ka"
castling = "960"
links = ["a5 nw - g4 w", "d6 n - d1 n"]
start = "rnbqkbnar/ppppppppp/9/2*1*4/9/PPPPPPPPP/RNBQKBNAR w IAia - 0 1"
[board]
files = 9
ranks = 7
holes = "e4 c4"
[seam]
crossing = "twist"
kinds = "apn"
[ends]
crossing = "wrap"
kinds = "c"
[pieces]
c = { move = "RN", name = "chancellor" }
n = "N"
a = "BN"
[pawn]
promotes = "cn"
double = 1
zone = 2
must = false
[capture]
rebirth = "mirror"
[goal]
stalemate = "loss"
checks = 3
reach = { n = "e5 d5", a = "a7" }
`

// TestPartTwoForm checks the canonical form of the extended fields: they follow the basic fields, in the
// order of the documentation, and every spelling has the same form.
func TestPartTwoForm(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"name":"a","royal":"k","links":[],"board":{"files":8,"ranks":8,"holes":"","planes":1},"ends":{"crossing":"none"},"pieces":{"n":"N","q":"Q"},"pawn":{"double":2,"zone":1,"must":true,"promotes":"qrbn"},"capture":{"rebirth":"none"},"goal":{"stalemate":"draw"}}`, `{"name":"a"}`},
		{`{"name":"a","pawn":{"double":1,"promotes":"rn"},"goal":{"stalemate":"win"}}`, `{"name":"a","double_push":false,"promotes":"rn","stalemate":"win"}`},
		{`{"name":"a","pawn":{"double":1},"double_push":false}`, `{"name":"a","double_push":false}`},
		{`{"name":"a","castling":"960","study":true}`, `{"name":"a","castling":"960","study":true}`},
		{`{"name":"a","seam":{"crossing":"twist","kinds":"kp"}}`, `{"name":"a","seam":{"crossing":"twist","kinds":"pk"}}`},
		{`{"name":"a","seam":{"crossing":"wrap","kinds":"q"},"ends":{"kinds":"kq","crossing":"pole"}}`, `{"name":"a","seam":{"crossing":"wrap","kinds":"q"},"ends":{"crossing":"pole","kinds":"qk"}}`},
		{`{"name":"a","pieces":{"z":"Z","a":{"move":"BN"},"q":{"move":"Q","name":"lady"}},"goal":{"reach":{"k":"e5 d4"},"checks":1}}`,
			`{"name":"a","pieces":{"q":{"move":"Q","name":"lady"},"a":"BN","z":"Z"},"goal":{"checks":1,"reach":{"k":"d4 e5"}}}`},
		{`{"name":"a","links":["h3 w - a6 nw","d3 n - e6 n","a4 sw - h5 sw"]}`, `{"name":"a","links":["d3 n - e6 n","h5 ne - a4 ne","a6 se - h3 e"]}`},
		{`{"name":"a","board":{"planes":2,"holes":"d4B d5 d4A e5B"},"passing":{"to":"other"},"goal":{"reach":{"k":"e5 e4A"}},"links":["e6B n - d6B s"]}`,
			`{"name":"a","links":["d6B n - e6B s"],"board":{"holes":"d4 d5 e5B","planes":2},"passing":{"to":"other"},"goal":{"reach":{"k":"e4A e5A"}}}`},
	} {
		d := definition.ReadAny(c.text)
		if got := d.JSON(); got != c.want {
			t.Errorf("JSON() of %s = %s, want %s", c.text, got, c.want)
		}
		for _, form := range []string{d.JSON(), d.TOML()} {
			if again := definition.ReadAny(form); again.JSON() != d.JSON() {
				t.Errorf("Parse(%s) = %s", form, again.JSON())
			}
		}
		if d.Summary().String() == "" {
			t.Errorf("%s has no summary", c.text)
		}
	}
	d := read(t, everything)
	want := `{"name":"everything","start":"rnbqkbnar/ppppppppp/9/2*1*4/9/PPPPPPPPP/RNBQKBNAR w IAia - 0 1 +0+0","seam":{"crossing":"twist","kinds":"pna"},"castling":"960","double_push":false,"promotes":"cn","stalemate":"loss",` +
		`"royal":"ka","links":["g4 e - a5 se","d6 n - d1 n"],"board":{"files":9,"ranks":7,"holes":"c4 e4"},"ends":{"crossing":"wrap","kinds":"c"},"pieces":{"a":"BN","c":{"move":"RN","name":"chancellor"}},` +
		`"pawn":{"zone":2,"must":false},"capture":{"rebirth":"mirror"},"goal":{"checks":3,"reach":{"n":"d5 e5","a":"a7"}}}`
	if d.JSON() != want {
		t.Errorf("JSON() = %s\nwant %s", d.JSON(), want)
	}
	if again := read(t, d.TOML()); again.Hash() != d.Hash() {
		t.Errorf("%s\nhas a different hash", d.TOML())
	}
	// Without promotes, only pawn.promotes matters: the royal rook is not a fault.
	if d, want := read(t, `{"name":"a","royal":"kr","pawn":{"promotes":"qn"}}`), `{"name":"a","promotes":"qn","royal":"rk"}`; d.JSON() != want {
		t.Errorf("JSON() = %s, want %s", d.JSON(), want)
	}
}

// TestPartTwoFaults checks faults in the extended fields with their places.
func TestPartTwoFaults(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`royal = ""`, "2:9 royal: a side needs a royal kind of piece, such as k"},
		{`royal = "kx"`, `2:11 royal: "x" is not one of the kinds p, n, b, r, q and k`},
		{`royal = "kK"`, `2:11 royal: "K" is not one of the kinds p, n, b, r, q and k; did you mean k?`},
		{`royal = "kq"`, "2:9 royal: a pawn cannot promote to a royal queen: list the other kinds in promotes"},
		{"castling = 960\nchess960 = true", `2:12 castling: expected true, false or "960" instead of 960
3:1 chess960: unknown field`},
		{"[board]\nwidth = 6\nfile = 6\nholes = [\"d4\"]", `3:1 board.width: unknown field
4:1 board.file: unknown field; did you mean files?
5:9 board.holes: expected text in quotes instead of a list`},
		{"[board]\nfiles = 9", "2:2 start: this board needs a starting position: that of chess does not fit"},
		{"start = \"rkqbr/pppppp/6/6/6/PPPPPP/RNKQBR w - - 0 1\"\n[board]\nfiles = 6\nranks = 7", "2:10 start: rank 7 is 5 squares wide instead of 6"},
		// A gap of 0 is wrong, also where the rank has the right number of squares.
		{"start = \"rkqbr0n/pppppp/6/6/6/PPPPPP/RNKQBR w - - 0 1\"\n[board]\nfiles = 6\nranks = 7", "2:10 start: rank 7 contains a superfluous 0"},
		{"start = \"0p105/pppppp/6/6/6/PPPPPP/RNKQBR w - - 0 1\"\n[board]\nfiles = 6\nranks = 7", "2:10 start: rank 7 is 106 squares wide instead of 6"},
		{"start = \"rnkqbr/pppppp/6/6/PPPPPP/RNKQBR w - - 0 1\"\n[board]\nfiles = 6\nranks = 7", "2:10 start: the board has 6 ranks instead of 7"},
		{"start = \"rakqbr/pppppp/6/6/6/PPPPPP/RNKQBR w - - 0 1\"\n[board]\nfiles = 6\nranks = 7", `2:11 start: rank 7 contains "a", which is neither a piece (PNBRQK), a gap nor a hole (*)`},
		{"start = \"rnkqbr/pppppp/6/6/PPPPPP/RNKQBR w KQkq - 0 1\"\n[board]\nfiles = 6\nranks = 7", "2:10 start: the board has 6 ranks instead of 7"},
		{"start = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBKR w KQkqx - 0 1\"\n[pieces]\na = \"N\"", `2:56 start: castling letter 'K' does not fit the starting position: castling needs the only king of a side and a rook on its rank
2:57 start: castling letter 'Q' does not fit the starting position: castling needs the only king of a side and a rook on its rank
2:60 start: castling letter 'x' does not fit the starting position: castling needs the only king of a side and a rook on its rank`},
		{"start = \"rnbqk1/PP\"\npromotes = \"rx\"\n[board]\nfiles = 6\nranks = 2", "2:17 start: rank 1 is 2 squares wide instead of 6\n3:14 promotes: \"x\" is not one of the kinds p, n, b, r, q and k"},
		{"start = \"rnbqkn/pp\"\n[board]\nfiles = 20\nranks = 2", "4:9 board.files: expected a whole number from 1 to 16 instead of 20"},
		{"start = \"rnbqka/pp4\"\n[board]\nfiles = 6\nranks = 2\n[pieces]\na = \"X\"", "7:6 pieces.a: \"X\": \"X\" is neither a modifier (mcinpge), a direction (fblrvs) nor an atom (WFDNAHCZGKRBQ)"},
		{"[ends]\ncrossing = \"wrap\"\nkinds = \"q\"", "2:2 start: this game needs a starting position of its own; in that of chess: the king on e8 is attacked although it is White's turn"},
		{"[ends]\ncrossing = \"poles\"\nkinds = \"q\"", `3:12 ends.crossing: expected none, wrap, twist or pole instead of "poles"; did you mean pole?`},
		{"[goal]\nreach = { k = \"e8\" }", "2:2 start: this game needs a starting position of its own; in that of chess: the game is already over in this position: Black wins by reaching a goal square"},
		{"start = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +3+0\"\n[goal]\nchecks = 3", "2:9 start: the game is already over in this position: White wins by giving check often enough"},
		{"[goal]\ncheck = 3\nreach = \"d4\"", "3:1 goal.check: unknown field; did you mean checks?\n4:9 goal.reach: expected a table of fields instead of \"d4\""},
		{"[pieces.a]\nmoves = \"BN\"\nname = \"a\u200bb\"", "3:1 pieces.a.moves: unknown field; did you mean move?\n4:10 pieces.a.name: the character U+200B is invisible or changes the direction of the text: remove it"},
		{"[pieces]\na = \"BM\"", `3:7 pieces.a: "BM": "M" is neither a modifier (mcinpge), a direction (fblrvs) nor an atom (WFDNAHCZGKRBQ)`},
		{"[pawn]\npromote = \"q\"\nzone = \"2\"", "3:1 pawn.promote: unknown field; did you mean promotes?\n4:8 pawn.zone: expected a whole number from 1 to 8 instead of \"2\""},
		{"links = [\"d8 up - e1 n\", [\"d8\"]]", `2:14 links: expected n, ne, e, se, s, sw, w or nw instead of "up"
2:26 links: a list is not a link, such as "d8 n - e1 n"`},
		{`links = ["d8 x - e1 N"]`, `2:14 links: expected n, ne, e, se, s, sw, w or nw instead of "x"
2:21 links: expected n, ne, e, se, s, sw, w or nw instead of "N"; did you mean n?`},
		{`castling = "orthodox"`, `2:12 castling: expected true, false or "960" instead of "orthodox"`},
		{"royal = \"n\"\npromotes = \"kn\"", "3:14 promotes: a pawn cannot promote to a knight"},
		{"promotes = \"q\"\n[pawn]\npromotes = \"r\"", "4:12 pawn.promotes: this contradicts promotes: use only one of the two"},
		{"double_push = false\n[pawn]\ndouble = 2", "4:10 pawn.double: this contradicts double_push: use only one of the two"},
		{"stalemate = \"draw\"\n[goal]\nstalemate = \"win\"", "4:13 goal.stalemate: this contradicts stalemate: use only one of the two"},
		{"[pawn]\ndouble = 3\nzone = 9\nmust = 1", "3:10 pawn.double: expected a whole number from 1 to 2 instead of 3\n4:8 pawn.zone: expected a whole number from 1 to 8 instead of 9\n5:8 pawn.must: expected true or false instead of 1"},
		{"[board]\nfiles = 0\nranks = 17\nplanes = 3.5", "3:9 board.files: expected a whole number from 1 to 16 instead of 0\n4:9 board.ranks: expected a whole number from 1 to 16 instead of 17\n5:10 board.planes: expected a whole number from 1 to 2 instead of 3.5"},
		{"[board]\nfiles = 16\nranks = 16\nplanes = 2", "2:2 board: the board has 512 squares; the limit is 256"},
		{"[board]\nfiles = 10", "2:2 start: this board needs a starting position: that of chess does not fit"},
		{"[board]\nfiles = 7", "2:2 start: this board needs a starting position: that of chess does not fit"},
		{"[board]\nholes = \"d4 e9 E4 d04 d4\"", `3:13 board.holes: "e9" is not a square of this board, which has the squares a1 to h8
3:16 board.holes: "E4" is not a square of this board, which has the squares a1 to h8
3:19 board.holes: "d04" is not a square of this board, which has the squares a1 to h8
3:23 board.holes: d4 is given twice`},
		{"[board]\nholes = \"e2\"", "2:2 start: this board needs a starting position: that of chess does not fit"},
		{"[seam]\ncrossing = \"hop\"\nkinds = \"r\"\n[board]\nholes = \"d4\"\n[ends]\ncrossing = \"wrap\"\nkinds = \"r\"",
			"3:12 seam.crossing: hop cannot be combined with board.holes\n8:12 ends.crossing: wrap cannot be combined with seam.crossing = \"hop\""},
		{"links = [\"d8 n - e1 n\"]\n[seam]\ncrossing = \"hop\"\nkinds = \"r\"", `2:9 links: links cannot be combined with seam.crossing = "hop"`},
		{"start = \"k6/7/7/7/7/7/7/6K w - - 0 1\"\n[board]\nfiles = 7\n[seam]\ncrossing = \"hop\"\nkinds = \"r\"", "6:12 seam.crossing: hop needs a board with 8 files"},
		{"[ends]\ncrossing = \"pole\"\nkinds = \"r\"", `3:12 ends.crossing: a pole needs an even number of files and seam.crossing = "wrap"`},
		{"[ends]\ncrossing = \"hop\"", `3:12 ends.crossing: expected none, wrap, twist or pole instead of "hop"`},
		{"[ends]\ncrossing = \"twist\"", "2:2 ends.kinds: a crossing needs the kinds of piece that may cross, such as pnbrqk"},
		{`links = "d8 n - e1 n"`, `2:9 links: expected a list of links, such as ["d8 n - e1 n"], instead of "d8 n - e1 n"`},
		{`links = ["d8 n e1 n", 3, "d9 n - e1 nn"]`, `2:10 links: "d8 n e1 n" is not a link, such as "d8 n - e1 n"
2:23 links: 3 is not a link, such as "d8 n - e1 n"
2:27 links: "d9" is not a square of this board, which has the squares a1 to h8
2:37 links: expected n, ne, e, se, s, sw, w or nw instead of "nn"; did you mean n?`},
		{`links = ["d8 n - e1 n", "e1 s - a1 s"]`, "2:25 links: two links for the step s from e1"},
		{`links = ["d8 n - e1 n", "e1 s - d8 s"]`, "2:25 links: two links for the step s from e1"},
		{"links = [\"d4 n - e1 n\"]\n[board]\nholes = \"d4\"", "2:11 links: d4 is a hole"},
		{"links = [\"d4 n - e1B n\", \"a1A n - a2B n\"]\n[board]\nplanes = 2", "2:11 links: d4 needs the letter of its plane, A or B\n2:26 links: a link joins squares of one plane"},
		{"[pieces]\nab = \"N\"\nA = \"N\"\nx = 3\ny = \"\"\nz = {}\nw = { mov = \"N\" }", `3:1 pieces.ab: "ab" cannot stand for a kind of piece: use one letter from a to z
4:1 pieces.A: "A" cannot stand for a kind of piece: use one letter from a to z
5:5 pieces.x: expected the moves of a piece in Betza notation, such as "BN", instead of 3
6:5 pieces.y: a kind of piece needs its moves in Betza notation, such as BN
7:5 pieces.z.move: a kind of piece needs its moves in Betza notation, such as BN
8:7 pieces.w.mov: unknown field; did you mean move?`},
		{"[pieces]\na = \"" + strings.Repeat("N", 401) + "\"", "2:2 pieces: the moves of all pieces together have 401 bytes; the limit is 400"},
		{"[pieces]\na = \"N\"\nc = \"N\"\nd = \"N\"\ne = \"N\"\nf = \"N\"\ng = \"N\"\nh = \"N\"\ni = \"N\"\nj = \"N\"\nl = \"N\"\nm = \"N\"", "2:2 pieces: the game has 17 kinds of pieces; the limit is 16"},
		{"[pieces]\na = 'WxF'\nc = { name = \"c\", move = \"RNfmm\" }\nd = \"feW\"\np = \"fceFmW\"\ne = \"K3\"", `3:7 pieces.a: "WxF": "x" is neither a modifier (mcinpge), a direction (fblrvs) nor an atom (WFDNAHCZGKRBQ)
4:31 pieces.c.move: "RNfmm": the modifier m is given twice
5:6 pieces.d: only the pawn may take en passant: e is for pieces.p
6:10 pieces.p: a pawn without capture must move forward: add a direction, such as mfW
7:7 pieces.e: "K3": K has no range: write its atoms, such as W3`},
		{"[capture]\nrebirth = \"homes\"", `3:11 capture.rebirth: expected none, home or mirror instead of "homes"; did you mean home?`},
		{"[passing]\nto = \"others\"", `3:6 passing.to: expected other instead of "others"; did you mean other?`},
		{"[passing]\nto = \"other\"", "3:6 passing.to: there is no other plane: add planes = 2 to the table board"},
		{"[passing]\nto = \"other\"\n[board]\nplanes = 2\n[capture]\nrebirth = \"home\"\n[reflection]\ngoes_on = \"q\"", "7:11 capture.rebirth: home cannot be combined with passing\n8:2 reflection: reflection cannot be combined with board.planes = 2"},
		{"[goal]\nchecks = 0\nreach = { k = \"\", x = \"d4\", q = \"z1\" }", `3:10 goal.checks: expected a whole number from 1 to 99 instead of 0
4:15 goal.reach.k: expected squares, such as "d4 e4"
4:19 goal.reach.x: "x" is not one of the kinds p, n, b, r, q and k
4:34 goal.reach.q: "z1" is not a square of this board, which has the squares a1 to h8`},
	} {
		checkFaults(t, "name = \"a\"\n"+c.text, c.want)
	}
}

// TestPartTwoWarnings checks the warnings for extended fields without effect.
func TestPartTwoWarnings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"[ends]\nkinds = \"q\"", "ends.kinds: this has no effect: nothing crosses this edge"},
		{"[ends]\ncrossing = \"wrap\"\nkinds = \"p\"", "ends.kinds: p has no effect: pawns never cross the ends"},
		{"[pawn]\nmust = false", "pawn.must: this has no effect: a pawn always promotes on the last rank"},
		{"[pawn]\ndouble = 1\n[pieces]\np = \"fmWfcF\"", "pawn.double: this has no effect: pieces.p defines how a pawn advances"},
		{"double_push = false\n[pieces]\np = \"fmWfcF\"", "double_push: this has no effect: pieces.p defines how a pawn advances"},
		{"[passing]", `passing: this has no effect without to = "other"`},
	} {
		_, warnings, err := definition.Parse("name = \"a\"\n" + c.text)
		if err != nil || len(warnings) != 1 || told(warnings[0]) != c.want {
			t.Errorf("%s: %v, %v, want %s", c.text, err, warnings, c.want)
		}
	}
}

// vectors returns the definitions in testdata/boards. An independent program has counted their moves.
func vectors(t testing.TB) map[string]string {
	t.Helper()
	files, err := filepath.Glob("../../testdata/boards/*.json")
	if err != nil || len(files) != 17 {
		t.Fatalf("%d definitions, %v; want 17", len(files), err)
	}
	all := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		all[file] = string(text)
	}
	return all
}

// TestVectorForms checks that the canonical forms of the definitions in testdata/boards are stable, and that
// the definitions have summaries.
func TestVectorForms(t *testing.T) {
	for file, text := range vectors(t) {
		d := definition.ReadAny(text)
		for _, form := range []string{d.JSON(), d.TOML()} {
			if again := definition.ReadAny(form); again.Hash() != d.Hash() {
				t.Errorf("%s: the hash of %s differs from that of %s", file, form, d.JSON())
			}
		}
		if s := d.Summary().String(); s == "Same as orthodox chess." || len(d.Differences()) == 0 {
			t.Errorf("%s: summary %q", file, s)
		}
	}
}

// TestVectorCounts compiles the definitions in testdata/boards and checks perft counts of up to 20,000 against
// those of an independent program.
func TestVectorCounts(t *testing.T) {
	counted := 0
	for file, text := range vectors(t) {
		entries, err := perftfile.Load(strings.TrimSuffix(file, ".json") + ".perft")
		if err != nil {
			t.Fatalf("perftfile.Load: %v", err)
		}
		d := read(t, text)
		r := d.Compile()
		if of, ok := definition.Of(r); !ok || of.JSON() != d.JSON() {
			t.Errorf("%s: Of = %v, %v", file, of, ok)
		}
		for _, e := range entries {
			p, err := r.Guide().ParsePosition(e.Text(), rules.ParseOptions{})
			if err != nil {
				t.Errorf("%s: %s: %v", file, e.Text(), err)
				continue
			}
			for _, c := range e.Counts {
				if c.Lines > 20_000 {
					continue
				}
				if got := perft.Count(r, &p, c.Depth); got != c.Lines {
					t.Errorf("%s: %s: depth %d: %d leaf nodes, want %d", file, e.Text(), c.Depth, got, c.Lines)
				}
				counted++
			}
		}
	}
	if counted < 100 {
		t.Errorf("only %d counts", counted)
	}
}

// TestReservedNames checks names that commands, other programs or Windows use.
func TestReservedNames(t *testing.T) {
	for _, name := range []string{"start", "all", "self", "notation", "con", "nul", "lpt1", "normal", "chess960"} {
		_, _, err := definition.Parse(`{"name":"` + name + `"}`)
		var faults definition.Faults
		if !errors.As(err, &faults) || faults[0].Message.Code != "definition.name.reserved" {
			t.Errorf("%s: %v", name, err)
		}
	}
	read(t, `{"name":"console"}`)
	if _, _, err := definition.ParseNew(`{"name":"chess960"}`, variant.Builtin()); err == nil || strings.Contains(err.Error(), "built-in") {
		t.Errorf("ParseNew of a reserved name that chess also answers to: %v; want one fault", err)
	}
}

// TestSameNames checks the warning about kinds that messages cannot tell apart.
func TestSameNames(t *testing.T) {
	for pieces, want := range map[string]string{
		`"n":{"move":"N","name":"king"}`:                                     "N and K have the same name: king",
		`"n":{"move":"NN","name":"Rook"},"r":{"move":"RN","name":"rook"}`:    "N and R have the same name: Rook",
		`"n":{"move":"N","name":"horse"}`:                                    "",
		`"a":{"move":"Q","name":"queen"}`:                                    "", // there is no A in the game
		`"k":{"move":"N","name":"knight"},"n":{"move":"K","name":"man"}`:     "",
		`"n":{"move":"K","name":"nightrider"},"b":{"move":"NN"},"q":"QN"`:    "",
		`"n":{"move":"K","name":"queen"},"q":{"move":"QN","name":"empress"}`: "",
	} {
		_, warnings, err := definition.Parse(`{"name":"a","pieces":{` + pieces + `}}`)
		got := ""
		for _, w := range warnings {
			got += w.Message.String()
		}
		if err != nil || got != want {
			t.Errorf("%s: %v, %q; want %q", pieces, err, got, want)
		}
	}
}

// TestInvisible checks titles with invisible characters.
func TestInvisible(t *testing.T) {
	for _, c := range "\u200b\u200d\u2060\ufeff\u00ad\u202e\u034f\u115f\u3164\u2800\ufe0f\U000e0041\u0007\u2028\ue000" {
		if _, _, err := definition.Parse("{\"name\":\"a\",\"title\":\"b" + string(c) + "c\"}"); err == nil {
			t.Errorf("U+%04X is accepted", c)
		}
	}
	read(t, `{"name":"a","title":"Schach für Zwerge — шахматы 将棋 ♞"}`)
}
