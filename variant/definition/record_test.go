package definition_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/oracle/anyboard"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat/text"
)

const (
	portal    = `{"name":"doors","seam":{"crossing":"hop","kinds":"pnbrqk"}}`
	marked    = `{"name":"doors","title":"A \"Portal\" } {  # game","seam":{"crossing":"hop","kinds":"pnbrqk","mark":true}}`
	leftRight = `{"name":"two-wings","reflection":{"map":"files","makes":{"p":"p","n":"n","b":"b","r":"r","q":"q"}}}`
)

// played returns a game in which the given moves have been played.
func played(t *testing.T, r rules.Rules, start string, moves ...string) *pgn.Game {
	t.Helper()
	p, err := r.Guide().ParsePosition(start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("r.Guide().ParsePosition(%q): %v", start, err)
	}
	line := rules.NewLine(r, p)
	var all []board.Move
	for _, text := range moves {
		step, err := line.PlayText(text)
		if err != nil {
			t.Fatalf("line.PlayText(%q): %v", text, err)
		}
		all = append(all, step.Move)
	}
	return pgn.NewGame(r, p, all...)
}

func pgnOf(t *testing.T, g *pgn.Game) string {
	t.Helper()
	var b strings.Builder
	if err := pgn.Write(&b, g); err != nil {
		t.Fatalf("pgn.Write: %v", err)
	}
	return b.String()
}

// TestPGNContainsRules writes games and reads them with a registry that does not contain the definition.
func TestPGNContainsRules(t *testing.T) {
	for _, form := range []string{portal, marked, leftRight} {
		d := read(t, form)
		r := d.Compile()
		g := played(t, r, r.Info().Start, "a4", "h6", "Ra3", "e6")
		if err := g.SetTag("Rules", form); err == nil {
			t.Error("SetTag accepted the definition")
		}
		text := pgnOf(t, g)
		for _, want := range []string{"[Variant \"" + d.Name + "\"]\n", "[RulesHash \"" + d.Hash() + "\"]\n", "[Rules \"{\\\"name"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s is missing in\n%s", want, text)
			}
		}
		back, err := pgn.NewReader(strings.NewReader(text+text), variant.Builtin().Find).Next()
		if err != nil {
			t.Fatalf("reading back: %v", err)
		}
		if back.Rules.Info().Definition != d.JSON() || len(back.Line) != 4 {
			t.Errorf("read back as %s with %d moves", back.Rules.Info().Definition, len(back.Line))
		}
		if again := pgnOf(t, back); again != text {
			t.Errorf("written again as\n%s\nwant\n%s", again, text)
		}
	}
}

// TestPGNWithManyRules reads a file whose games have the same name but different rules and starting
// positions.
func TestPGNWithManyRules(t *testing.T) {
	text := ""
	starts := []string{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"}
	for _, start := range starts {
		r := read(t, `{"name":"ending","start":"`+start+`"}`).Compile()
		text += pgnOf(t, played(t, r, start, "Ke2"))
	}
	games := pgn.NewReader(strings.NewReader(text), variant.Builtin().Find)
	for _, start := range starts {
		g, err := games.Next()
		if err != nil {
			t.Fatalf("games.Next: %v", err)
		}
		if got := g.Rules.Guide().FormatPosition(&g.Start); got != start {
			t.Errorf("the game starts from %s, want %s", got, start)
		}
	}
}

// TestRulesTags reads games with various combinations of the Variant, Rules and RulesHash tags.
func TestRulesTags(t *testing.T) {
	d := read(t, portal)
	known := variant.Builtin().With(d.Compile())
	triboard, _ := known.Find("triboard")
	for _, c := range []struct {
		tags  string
		known *registry.Registry
		want  string // the name of the rule set, or the start of the error
	}{
		{`[Variant "doors"] [RulesHash "` + d.Hash() + `"]`, known, "doors"},
		{`[RulesHash "` + strings.ToUpper(d.Hash()) + `"]`, known, "doors"},
		{`[Variant "our-doors"] [RulesHash "` + d.Hash() + `"]`, known, "doors"},
		{`[Variant "doors"] [RulesHash "` + d.Hash() + `"]`, variant.Builtin(), `the game uses rules named "doors" with the hash ` + d.Hash() + `, which are not installed`},
		{`[Variant "doors"] [RulesHash "00"]`, known, `the game uses rules named "doors" with the hash 00`},
		{`[Variant "triboard"] [RulesHash "` + definition.HashOf(triboard) + `"]`, known, "triboard"},
		{`[Variant "triboard"] [RulesHash "00"]`, known, `the game uses rules named "triboard" with the hash 00`},
		{`[RulesHash "00"] [Rules "{\"name\":\"doors\"}"]`, known, "the definition in the Rules tag does not match the hash 00"},
		{`[Rules "{\"name\":\"Doors\"}"]`, known, "the definition in the Rules tag cannot be read"},
		{`[Rules "{"]`, known, "the definition in the Rules tag cannot be read"},
		{`[Rules "touch move"]`, known, "chess"},
	} {
		g, err := pgn.NewReader(strings.NewReader(c.tags+"\n\n1. e4 *\n"), c.known.Find).Next()
		var bad *pgn.Error
		switch {
		case errors.As(err, &bad):
			if !strings.HasPrefix(bad.Message.String(), c.want) {
				t.Errorf("%s: %s, want %s", c.tags, bad.Message, c.want)
			}
		case err != nil || g.Rules.Info().Name != c.want:
			t.Errorf("%s: %v, want %s", c.tags, err, c.want)
		case strings.Contains(c.tags, "touch") && (g.Tag("Rules") != "touch move" || !strings.Contains(pgnOf(t, g), `[Rules "touch move"]`)):
			t.Errorf("the Rules tag of another program became %q", g.Tag("Rules"))
		}
	}
}

// TestSeamMark formats and parses moves with the * that marks a way over the seam.
func TestSeamMark(t *testing.T) {
	r := read(t, marked).Compile()
	guide := r.Guide()
	p, err := guide.ParsePosition("7r/P7/4k3/8/8/N7/8/R3K3 w - - 0 1", rules.ParseOptions{})
	if err != nil {
		t.Fatalf(`guide.ParsePosition("7r/P7/4k3/8/8/N7/8/R3K3 w - - 0 1"): %v`, err)
	}
	for uci, san := range map[string]string{
		"a3g4": "Ng4*", "a3h5": "Nh5*", "a3b5": "Nb5", "a7h8q": "axh8*=Q", "a1h1": "Rh1*", "a1b1": "Rb1",
	} {
		m, err := guide.ParseMove(&p, uci)
		if err != nil {
			t.Fatalf("guide.ParseMove(%q): %v", uci, err)
		}
		if got := guide.FormatSAN(&p, m); got != san {
			t.Errorf("%s was written as %s, want %s", uci, got, san)
		}
		for _, text := range []string{san, strings.ReplaceAll(san, "*", ""), san + "!"} {
			if back, err := guide.ParseMove(&p, text); err != nil || back != m {
				t.Errorf("%s was read as %v, %v", text, back, err)
			}
		}
	}
	if _, err := guide.ParseMove(&p, "Nb5*"); err == nil || err.Error() != "Nb5 does not cross the seam, so it is written without *" {
		t.Errorf("Nb5*: %v", err)
	}
	plain := read(t, portal).Compile()
	if m, err := plain.Guide().ParseMove(&p, "Ng4*"); err != nil || plain.Guide().FormatSAN(&p, m) != "Ng4" {
		t.Errorf("ParseMove of a move with * in a game without seam marks: %v, %v", m, err)
	}
}

// TestSeamMarkInGames checks that the writer omits the *, which other programs read as the end of the game,
// and that the reader accepts it.
func TestSeamMarkInGames(t *testing.T) {
	r := read(t, marked).Compile()
	known := variant.Builtin().With(r)
	g := played(t, r, "7r/P7/4k3/8/8/N7/8/R3K3 w - - 0 1", "Ng4*", "Ke7", "axh8*=Q")
	text := pgnOf(t, g)
	if !strings.Contains(text, "\n1. Ng4 Ke7 2. axh8=Q *\n") {
		t.Errorf("the moves were written with a *:\n%s", text)
	}
	text = strings.Replace(text, "1. Ng4 Ke7 2. axh8=Q *", "1. Ng4*!? Ke7 2. axh8*=Q {over} *", 1)
	games := pgn.NewReader(strings.NewReader(text+"[Event \"next\"]\n\n1. e4 e5*\n"), known.Find)
	back, err := games.Next()
	if err != nil || len(back.Line) != 3 || back.Line[0].NAGs == nil || back.Result != "*" {
		t.Fatalf("read %+v, %v", back, err)
	}
	if next, err := games.Next(); err != nil || len(next.Line) != 2 || next.Result != "*" {
		t.Errorf("* does not end another game: %+v, %v", next, err)
	}
	if _, err := games.Next(); err != io.EOF {
		t.Errorf("Next at the end: %v", err)
	}
}

// TestUnknownNames checks the errors for names that are not installed, with and without a hash.
func TestUnknownNames(t *testing.T) {
	for text, want := range map[string]string{
		"a#}":  `unknown rule set "a#}"`,
		"a":    `unknown rule set "a"`,
		"a#00": "unknown rules a with the hash 00: put their definition into",
	} {
		if _, err := definition.NewCache().Read(text, variant.Builtin()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("Read(%q): %v, want %s", text, err, want)
		}
	}
}

// TestByteOrderMark parses definitions that start with a byte order mark.
func TestByteOrderMark(t *testing.T) {
	for _, text := range []string{"\ufeffname = \"a\"\r\n[seam]\r\ncrossing = \"hop\"\r\nkinds = \"q\"\r\n", "\ufeff" + portal} {
		read(t, text)
	}
}

// TestStudies compiles a definition whose starting position lacks a king, and writes and reads a game.
func TestStudies(t *testing.T) {
	d := read(t, `{"name":"lonely","start":"8/8/8/8/8/8/PPPP4/K7 w - - 0 1","study":true}`)
	r := d.Compile()
	if of, _ := definition.Of(r); of.Hash() != d.Hash() {
		t.Errorf("Of returned %s", of.JSON())
	}
	text := pgnOf(t, played(t, r, r.Info().Start, "d4"))
	if back, err := pgn.NewReader(strings.NewReader(text), variant.Builtin().Find).Next(); err != nil || len(back.Line) != 1 {
		t.Errorf("%v in\n%s", err, text)
	}
}

// TestRecordsAnyBoard plays random games of random definitions with their own boards and pieces, and checks that
// PGN and links contain everything: the rules, the moves in SAN and the final position.
func TestRecordsAnyBoard(t *testing.T) {
	games := 150
	if testing.Short() {
		games = 40
	}
	dice := rand.New(rand.NewPCG(6, 7))
	for range games {
		form, _ := anyboard.Invent(dice, anyboard.Limits{Squares: 64, Planes: 1})
		d, _, err := definition.Parse(form)
		if err != nil {
			t.Fatalf("%s: definition.Parse: %v", form, err)
		}
		r := d.Compile()
		p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{AllowNoKing: true})
		if err != nil {
			t.Fatalf("%s: ParsePosition: %v", form, err)
		}
		line := rules.NewLine(r, p)
		for range 40 {
			if line.Outcome().Over() {
				break
			}
			at := line.Position()
			moves := rules.LegalMoves(r, &at)
			if _, err := line.Play(moves[dice.IntN(len(moves))]); err != nil {
				t.Fatalf("%s: line.Play: %v", form, err)
			}
		}
		final := line.Position()
		want := r.Guide().FormatPosition(&final)
		record := pgnOf(t, pgn.NewGame(r, p, line.Moves()...))
		back, err := pgn.NewReader(strings.NewReader(record), variant.Builtin().Find).Next()
		if err != nil {
			t.Errorf("%v:\n%s", err, record)
			continue
		}
		if end, err := back.Final(); err != nil || back.Rules.Guide().FormatPosition(&end) != want || pgnOf(t, back) != record {
			t.Errorf("the record ends differently (%v), want %s:\n%s", err, want, record)
		}
		if d.Plain() {
			continue // see TestLinkContainsRules; links of such games have no clocks
		}
		link := text.FormatLink(r, &final)
		l, err := text.ParseLink(link, variant.Builtin().Find)
		if err != nil || l.Rules.Info().Hash != d.Hash() || l.Rules.Guide().FormatPosition(&l.Position) != want {
			t.Errorf("%s is read as %+v (%v), want %s", link, l, err, want)
		}
	}
}

// TestWideRecords writes and reads games on wide boards that begin from a position other than the usual start.
func TestWideRecords(t *testing.T) {
	for name, moves := range map[string][]string{"capablanca": {"Nc3", "e6"}, "alice": {"e2Ae4A", "e7Ae5A"}} {
		form, err := os.ReadFile("../../testdata/boards/" + name + ".json")
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		r := read(t, string(form)).Compile()
		line := rules.NewLine(r, positions.From(t, r, ""))
		for _, move := range moves {
			if _, err := line.PlayText(move); err != nil {
				t.Fatalf("%s: line.PlayText(%q): %v", name, move, err)
			}
		}
		start := line.Position()
		record := pgnOf(t, pgn.NewGame(r, start, rules.LegalMoves(r, &start)[0]))
		back, err := pgn.NewReader(strings.NewReader(record), variant.Builtin().Find).Next()
		if err != nil || !back.Start.Equal(&start) || len(back.Line) != 1 {
			t.Errorf("%s: %v; want a move from %s in\n%s", name, err, r.Guide().FormatPosition(&start), record)
		}
	}
}
