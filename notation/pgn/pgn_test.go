package pgn_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func newReader(text string) *pgn.Reader {
	return pgn.NewReader(strings.NewReader(text), variant.Builtin().Find)
}

// readOne reads PGN text that contains exactly one game.
func readOne(t *testing.T, text string) *pgn.Game {
	t.Helper()
	r := newReader(text)
	g, err := r.Next()
	if err != nil {
		t.Fatalf("reading %q: %v", text, err)
	}
	if more, err := r.Next(); err != io.EOF {
		t.Fatalf("after the only game in %q: %v, %v; want io.EOF", text, more, err)
	}
	return g
}

// sketch formats the moves and comments of a game independently of the writer. G marks comments on the game,
// B comments before a move, and A comments after a move.
func sketch(g *pgn.Game) string {
	var b strings.Builder
	for _, c := range g.Comments {
		fmt.Fprintf(&b, "G{%s} ", c)
	}
	sketchLine(&b, g.Rules, g.Start, g.Line)
	return strings.TrimSpace(b.String() + g.Result)
}

func sketchLine(b *strings.Builder, r rules.Rules, p board.Position, line []*pgn.Node) {
	for _, n := range line {
		for _, c := range n.Before {
			fmt.Fprintf(b, "B{%s} ", c)
		}
		b.WriteString(rules.FormatUCI(r, &p, n.Move) + " ")
		for _, nag := range n.NAGs {
			fmt.Fprintf(b, "$%d ", nag)
		}
		for _, c := range n.After {
			fmt.Fprintf(b, "A{%s} ", c)
		}
		for _, v := range n.Variations {
			b.WriteString("( ")
			sketchLine(b, r, p, v)
			b.WriteString(") ")
		}
		p = after(r, p, n.Move)
	}
}

// after returns the position after a move or a null move.
func after(r rules.Rules, p board.Position, m board.Move) (next board.Position) {
	if m == board.NullMove {
		next, _ = rules.Pass(r, &p)
		return next
	}
	r.Apply(&p, m, &next)
	return next
}

func TestReadMoves(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3 *"},
		{"numbers in every form", "1.e4 1...e5 2 . Nf3 2. ... Nc6 3 Bc4 3… Bc5 4... c3 ..d6 5O-O *",
			"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 d7d6 e1g1 *"},
		{"no numbers", "e4 e5 Nf3 0-1", "e2e4 e7e5 g1f3 0-1"},
		{"castling with zeros after a number", "1. Nf3 d5 2. g3 e5 3. Bg2 Be7 4.0-0 *", "g1f3 d7d5 g2g3 e7e5 f1g2 f8e7 e1g1 *"},
		{"results", "1. e4 1/2-1/2", "e2e4 1/2-1/2"},
		{"half", "1. e4 1/2", "e2e4 1/2-1/2"},
		{"half symbol and long dash", "1. e4 ½–½", "e2e4 1/2-1/2"},
		{"arrows", "1. e2→e4 e7->e5 2. Ng1⇒f3 Nb8–c6 →", "e2e4 e7e5 g1f3 b8c6 $41 *"},
		{"typographic dash", "1. e4 1–0", "e2e4 1-0"},
		{"star without a space", "1. e4*", "e2e4 *"},
		{"no end mark", "1. e4 e5", "e2e4 e7e5 *"},
		{"no end mark but a tag", "[Result \"0-1\"]\n\n1. e4 e5", "e2e4 e7e5 0-1"},
		{"end mark overrides tag", "[Result \"0-1\"]\n\n1. e4 e5 1-0", "e2e4 e7e5 1-0"},
		{"only tags", "[White \"A\"]\n[Result \"1-0\"]\n", "1-0"},
		{"only a result", "1-0", "1-0"},
		{"annotations", "1. e4! e5? 2. Nf3!! Nc6?? 3. Bc4!? Bc5?! 4. c3 $14 $0 d6!!! *",
			"e2e4 $1 e7e5 $2 g1f3 $3 b8c6 $4 f1c4 $5 f8c5 $6 c2c3 $14 $0 d7d6 $3 *"},
		{"check sign after an annotation", "1. e4 d6 2. Bb5!+ c6 *", "e2e4 d7d6 f1b5 $1 c7c6 *"},
		{"comments", "{start} 1. {why} e4 {good} {very} e5 ; line\n2. Nf3 {end} *",
			"G{start} B{why} e2e4 A{good} A{very} e7e5 A{line} g1f3 A{end} *"},
		{"comment over several lines", "1. e4 {a\r\n  b\tc\n\nd } e5 *", "e2e4 A{a b c d} e7e5 *"},
		{"braces do not nest", "1. e4 {a { b} e5 *", "e2e4 A{a { b} e7e5 *"},
		{"brace after semicolon", "1. e4 ; } {\n e5 *", "e2e4 A{} {} e7e5 *"},
		{"empty comments are dropped", "{} 1. e4 { } e5 ;\n*", "e2e4 e7e5 *"},
		{"comment after the end mark", "1. e4 1-0 {White} ; wins\n", "e2e4 A{White} A{wins} 1-0"},
		{"comment before the tags", "; from the archive\n[White \"A\"]\n{x}\n[Black \"B\"]\n\n{y} 1. e4 *",
			"G{from the archive} G{x} G{y} e2e4 *"},
		{"comment after a variation", "1. e4 (1. d4) {then} e5 *", "e2e4 ( d2d4 ) B{then} e7e5 *"},
		{"comment after a last variation", "1. e4 (1. d4) {then} *", "e2e4 A{then} ( d2d4 ) *"},
		{"comment between number and move", "1. e4 1... {hm} e5 *", "e2e4 B{hm} e7e5 *"},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 *",
			"e2e4 ( d2d4 d7d5 ( g8f6 c2c4 ) c2c4 ) ( c2c4 ) e7e5 *"},
		{"comments in variations", "1. e4 ({or} 1. {hm} d4 {solid}) e5 *", "e2e4 ( B{or} B{hm} d2d4 A{solid} ) e7e5 *"},
		{"bracketed remark", "1. e4 ({only words}) () e5 *", "e2e4 A{only words} e7e5 *"},
		{"result in a variation", "1. e4 (1. d4 d5 1/2-1/2) e5 *", "e2e4 ( d2d4 d7d5 ) e7e5 *"},
		{"escape lines", "%secret {\n1. e4\n% e5 (\ne5 *", "e2e4 e7e5 *"},
		{"percent sign inside a comment", "1. e4 {\n% 100} e5 *", "e2e4 A{% 100} e7e5 *"},
		{"byte order mark", "\ufeff% note\n1. e4 *", "e2e4 *"},
		{"old line endings", "1. e4 ; one\re5 ; two\r2. Nf3 *", "e2e4 A{one} e7e5 A{two} g1f3 *"},
		{"control characters in comments", "1. e4 {a\x00b\x1bc} *", "e2e4 A{a b c} *"},
		{"older encodings", "1. e4 {Gr\xfcnfeld \x93x\x94 \x81} *", "e2e4 A{Grünfeld “x” \ufffd} *"},
		{"start", "[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]\n\n40... e1=Q+ 41. Kb2 *", "e2e1q a1b2 *"},
		{"study without a king", "[SetUp \"0\"]\n[fen \"4k3/8/8/8/8/8/8/R7 w - - 0 1\"]\n\n1. Ra8+ *", "a1a8 *"},
		{"seam en passant in two words", "[Variant \"Triboard\"]\n[FEN \"4k3/7p/8/P7/8/8/8/4K3 b - - 0 1\"]\n\n1... h5 2. axh7 e.p. Kd8 *",
			"h7h5 a5h7 e8d8 *"},
		{"en passant marks", "1. e4 a6 2. e5 d5 3. exd6\ne.p. *", "e2e4 a7a6 e4e5 d7d5 e5d6 *"},
		{"teleport", "[Variant \"nachfolger\"]\n\n1. e4 e6 2. Qh5@a4 *", "e2e4 e7e6 d1h5 *"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g := readOne(t, test.text)
			if got := sketch(g); got != test.want {
				t.Errorf("reading %q\n got %s\nwant %s", test.text, got, test.want)
			}
			if _, err := g.Final(); err != nil {
				t.Errorf("Final: %v", err)
			}
		})
	}
}

func TestReadTags(t *testing.T) {
	g := readOne(t, strings.Join([]string{
		`[Site "Bad \"Quotes\" \\ and \n"] [Round "-"]`,
		`[ black  "The "Quiet" One" ]`,
		`[white "first"]`,
		`[White "second"]`,
		`[Date "????.??.??"]`,
		`[Event "?"]`,
		`[Opening ""]`,
		"[Annotator \"M\xfcller\x1b[2J\"]",
		`[Result "1/2"]`,
		"",
		"1. e4",
	}, "\r\n"))
	want := []pgn.Tag{
		{Name: "Site", Value: `Bad "Quotes" \ and \n`},
		{Name: "Round", Value: "-"},
		{Name: "White", Value: "second"},
		{Name: "Black", Value: `The "Quiet" One`},
		{Name: "Opening", Value: ""},
		{Name: "Annotator", Value: "Müller [2J"},
	}
	if fmt.Sprint(g.Tags) != fmt.Sprint(want) {
		t.Errorf("tags\n got %q\nwant %q", g.Tags, want)
	}
	for name, value := range map[string]string{
		"EVENT": "?", "Date": "????.??.??", "white": "second", "Result": "1/2-1/2",
		"Variant": "", "SetUp": "", "FEN": "", "Missing": "",
	} {
		if got := g.Tag(name); got != value {
			t.Errorf("Tag(%q) = %q, want %q", name, got, value)
		}
	}
}

// TestReadManyTags reads 80,000 tags, which would take very long in quadratic time.
func TestReadManyTags(t *testing.T) {
	var b strings.Builder
	for i := range 80000 {
		fmt.Fprintf(&b, "[T%d \"\"]\n", i)
	}
	if g := readOne(t, b.String()+"[t0 \"x\"]\n*"); len(g.Tags) != 80000 || g.Tag("T0") != "x" {
		t.Errorf("read %d tags, the first %q", len(g.Tags), g.Tags[:1])
	}
}

func TestSetTag(t *testing.T) {
	start, err := positions.Rules(t, variant.Builtin(), "cylinder").Guide().ParsePosition("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		t.Fatalf("ParsePosition of king and rook against king: %v", err)
	}
	g := pgn.NewGame(positions.Rules(t, variant.Builtin(), "cylinder"), start)
	for _, step := range []struct{ name, value, want string }{
		{"White", "A\nB", "A B"}, {"white", "C", "C"}, {"White", "", "?"}, {"White", "", "?"},
		{"result", "1-0", "1-0"}, {"ECO", "A00", "A00"},
	} {
		if err := g.SetTag(step.name, step.value); err != nil {
			t.Errorf("SetTag(%q, %q): %v", step.name, step.value, err)
		}
		if got := g.Tag(step.name); got != step.want {
			t.Errorf("after SetTag(%q, %q) the value is %q, want %q", step.name, step.value, got, step.want)
		}
	}
	for name, value := range map[string]string{
		"Variant": "chess", "FEN": "8/8/8/8/8/8/8/8 w - - 0 1", "setup": "0", "Result": "won", "": "x", "a b": "x", "é": "x",
	} {
		if err := g.SetTag(name, value); err == nil {
			t.Errorf("SetTag(%q, %q) succeeded", name, value)
		}
	}
	if g.Tag("Variant") != "cylinder" || g.Tag("SetUp") != "1" || g.Tag("FEN") != "4k3/8/8/8/8/8/8/R3K3 w - - 0 1" {
		t.Errorf("derived tags = %q, %q, %q", g.Tag("Variant"), g.Tag("SetUp"), g.Tag("FEN"))
	}
}

func TestReadVariant(t *testing.T) {
	for name, want := range map[string]string{
		"": "chess", "?": "chess", "Standard": "chess", "CHESS": "chess", "normal": "chess", "From Position": "chess",
		"Cylinder": "cylinder", " triboard ": "triboard", "MIRRORSQUARE": "mirrorsquare", "nachfolger": "nachfolger",
	} {
		text := fmt.Sprintf("[Variant \"%s\"]\n\n1. e3 *", name)
		if g := readOne(t, text); g.Rules.Info().Name != want {
			t.Errorf("Variant %q was read as %s, want %s", name, g.Rules.Info().Name, want)
		}

	}
}
