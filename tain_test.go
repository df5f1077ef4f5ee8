package tain_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain"
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// newGame starts a game or fails the test.
func newGame(t testing.TB, name string, options ...tain.Option) *tain.Game {
	t.Helper()
	g, err := tain.NewGame(name, options...)
	if err != nil {
		t.Fatalf("NewGame(%q): %v", name, err)
	}
	return g
}

// equal reports an error if two values differ.
func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestVariants starts a game of every built-in rule set by its name.
func TestVariants(t *testing.T) {
	all := tain.Variants()
	equal(t, "number of rule sets", len(all), 9)
	for _, v := range all {
		g := newGame(t, v.Name)
		equal(t, v.Name+": Variant", g.Variant(), v)
		equal(t, v.Name+": FEN at the start", g.FEN(), v.Start)
	}
}

// TestString checks that the drawing of a game in space shows all its boards.
func TestString(t *testing.T) {
	drawn := newGame(t, "trid").String()
	for _, name := range []string{"level W", "level N", "level B", "QL1", "QL6", "KL1", "KL6"} {
		if !strings.Contains(drawn, name) {
			t.Errorf("the drawing lacks %s:\n%s", name, drawn)
		}
	}
}

// TestRandomGames plays random games with every built-in rule set and compares the results with those of
// packages rules, describe and pgn.
func TestRandomGames(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(7, 11))
			for range 3 {
				compareGame(t, r, rng)
			}
		})
	}
}

func compareGame(t *testing.T, r rules.Rules, rng *rand.Rand) {
	t.Helper()
	g := newGame(t, r.Info().Name)
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatalf("r.Guide().ParsePosition(%q): %v", r.Info().Start, err)
	}
	line := rules.NewLine(r, start)
	for line.Ply() < 80 && !line.Outcome().Over() {
		p := line.Position()
		legal := rules.LegalMoves(r, &p)
		moves := g.Moves()
		if len(moves) != len(legal) {
			t.Fatalf("%s: got %d moves, want %d", g.FEN(), len(moves), len(legal))
		}
		n := rng.IntN(len(legal))
		compareMove(t, g, r, &p, moves[n], legal[n])
		text := moves[n].String()
		if rng.IntN(2) == 0 {
			text = g.SAN(moves[n])
		}
		if played, err := g.Play(text); err != nil || played != moves[n] {
			t.Fatalf("%s: Play(%q) = %v, %v", g.FEN(), text, played, err)
		}
		if _, err := line.Play(legal[n]); err != nil {
			t.Fatalf("line.Play: %v", err)
		}
		comparePosition(t, g, line)
	}
	compareRecord(t, g, line)
	compareUndo(t, g, line)
}

// compareMove compares the descriptions of a legal move with those of package describe.
func compareMove(t *testing.T, g *tain.Game, r rules.Rules, p *board.Position, m tain.Move, legal board.Move) {
	t.Helper()
	at := g.FEN() + " " + m.String()
	d := describe.Move(r, p, legal)
	equal(t, at+": UCI", m.String(), d.Move)
	equal(t, at+": SAN", g.SAN(m), d.SAN)
	equal(t, at+": Explain", g.Explain(m), d.Message.String())
	changes := g.Changes(m)
	if len(changes) != len(d.Changes) {
		t.Fatalf("%s: got changes %v, want %v", at, changes, d.Changes)
	}
	name := func(s string) string {
		if s == "" {
			return "-"
		}
		return s
	}
	for i, c := range changes {
		want := d.Changes[i]
		equal(t, at+": effect", c.Effect, want.Effect)
		equal(t, at+": piece", c.Piece.String(), want.Piece.String())
		equal(t, at+": promoted piece", c.Into.String(), want.Into.String())
		equal(t, at+": from", c.From.String(), name(want.From))
		equal(t, at+": to", c.To.String(), name(want.To))
		equal(t, at+": board", c.Board, want.Mount)
		equal(t, at+": onto", c.Onto, want.Onto)
	}
}

func comparePosition(t *testing.T, g *tain.Game, line *rules.Line) {
	t.Helper()
	r, p := line.Rules(), line.Position()
	fen := r.Guide().FormatPosition(&p)
	equal(t, "FEN", g.FEN(), fen)
	equal(t, fen+": turn", g.Turn(), p.Side)
	equal(t, fen+": check", g.InCheck(), rules.InCheck(r, &p))
	o, want := g.Outcome(), line.Outcome()
	equal(t, fen+": result", o.Result, want.Result)
	equal(t, fen+": reason", o.Reason, want.Reason)
	equal(t, fen+": outcome", o.String(), want.String())
	if !slices.Equal(o.Claims, want.Claim) {
		t.Errorf("%s: got claims %v, want %v", fen, o.Claims, want.Claim)
	}
	pieces := 0
	for _, s := range g.Squares() {
		at, err := r.Guide().ParseSquare(&p, s.String())
		if err != nil {
			t.Fatalf("%s: square %s: %v", fen, s, err)
		}
		equal(t, fen+": piece on "+s.String(), g.Piece(s).String(), p.Piece(at).String())
		if g.Piece(s) != (tain.Piece{}) {
			pieces++
		}
		if again, err := g.ParseSquare(s.String()); err != nil || again != s {
			t.Errorf("%s: ParseSquare(%s) = %v, %v", fen, s, again, err)
		}
	}
	for range p.All() {
		pieces--
	}
	equal(t, fen+": pieces left after removing those of the position", pieces, 0)
}

// compareRecord writes a game as PGN, reads it back and compares the two games.
func compareRecord(t *testing.T, g *tain.Game, line *rules.Line) {
	t.Helper()
	if err := g.SetTag("White", "Anna"); err != nil {
		t.Fatalf(`g.SetTag("White", "Anna"): %v`, err)
	}
	text, err := g.PGN()
	if err != nil {
		t.Fatalf("g.PGN: %v", err)
	}
	record := pgn.NewGame(line.Rules(), line.Start(), line.Moves()...)
	if o := line.Outcome(); o.Over() {
		record.Result = string(o.Result)
	}
	if err := record.SetTag("White", "Anna"); err != nil {
		t.Fatalf(`record.SetTag("White", "Anna"): %v`, err)
	}
	var want strings.Builder
	if err := pgn.Write(&want, record); err != nil {
		t.Fatalf("pgn.Write: %v", err)
	}
	equal(t, "PGN", text, want.String())
	games := 0
	for again, err := range tain.ReadPGN(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("reading back: %v\n%s", err, text)
		}
		games++
		equal(t, "FEN read back", again.FEN(), g.FEN())
		equal(t, "White read back", again.Tag("White"), "Anna")
		if !slices.Equal(again.Played(), g.Played()) {
			t.Errorf("moves read back: got %v, want %v", again.Played(), g.Played())
		}
		rewritten, err := again.PGN()
		if err != nil || rewritten != text {
			t.Errorf("PGN written again: %v\n%s\nwant\n%s", err, rewritten, text)
		}
	}
	equal(t, "games read back", games, 1)
	if svg, err := g.SVG(); err != nil || !strings.HasPrefix(string(svg), "<svg") {
		t.Errorf("SVG: %.40q, %v", svg, err)
	}
	if g.String() == "" {
		t.Error("String returned an empty text")
	}
}

func compareUndo(t *testing.T, g *tain.Game, line *rules.Line) {
	t.Helper()
	played := g.Played()
	for i := len(played) - 1; i >= 0; i-- {
		if m, ok := g.Undo(); !ok || m != played[i] {
			t.Fatalf("Undo = %v, %t, want %v", m, ok, played[i])
		}
		line.Undo()
		comparePosition(t, g, line)
	}
	if m, ok := g.Undo(); ok || m != (tain.Move{}) {
		t.Errorf("Undo at the start = %v, %t", m, ok)
	}
}

// TestOptions checks the starting positions that options select.
func TestOptions(t *testing.T) {
	equal(t, "Chess960 start 518", newGame(t, "chess", tain.Chess960(518)).FEN(), newGame(t, "chess").FEN())
	if g := newGame(t, "chess", tain.Chess960(0)); !strings.HasPrefix(g.FEN(), "bbqnnrkr/") {
		t.Errorf("Chess960 start 0 is %s", g.FEN())
	}
	const fen = "4k3/8/8/8/8/8/8/4K2R b K - 3 9"
	g := newGame(t, "cylinder", tain.Position("4k3/8/8/8/8/8/8/4K2R b - - 3 9"))
	equal(t, "side to move", g.Turn(), tain.Black)
	equal(t, "last option", newGame(t, "chess", tain.Chess960(3), tain.Position(fen)).FEN(), fen)
}

// TestDefinitions starts games from a definition given as TOML, as JSON and as a file, and by a gallery name.
func TestDefinitions(t *testing.T) {
	const text = "name = \"mine\"\n[seam]\ncrossing = \"hop\"\nkinds = \"pnbrqk\"\n"
	d, _, err := definition.Parse(text)
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	file := filepath.Join(t.TempDir(), "mine.toml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatalf("os.WriteFile(%q): %v", file, err)
	}
	fromFile, err := tain.NewGameFromFile(file)
	if err != nil {
		t.Fatalf("tain.NewGameFromFile(%q): %v", file, err)
	}
	for what, g := range map[string]*tain.Game{"TOML": newGame(t, text), "JSON": newGame(t, d.JSON()), "file": fromFile} {
		equal(t, what+": name", g.Variant().Name, "mine")
		equal(t, what+": moves", len(g.Moves()), len(newGame(t, "portal").Moves()))
		pgn, err := g.PGN()
		if err != nil {
			t.Fatalf("g.PGN: %v", err)
		}
		for again, err := range tain.ReadPGN(strings.NewReader(pgn)) {
			if err != nil || again.Variant() != g.Variant() {
				t.Errorf("%s: read back %v, %v", what, again, err)
			}
		}
	}
	equal(t, "gallery", newGame(t, "gallery/echo").Variant().Name, "echo")
}

// TestStartErrors checks the types of the errors that NewGame returns.
func TestStartErrors(t *testing.T) {
	_, err := tain.NewGame("mirorsquare")
	var unknown *registry.UnknownError
	if !errors.As(err, &unknown) || !slices.Equal(unknown.Near, []string{"mirrorsquare"}) {
		t.Errorf("misspelt name: %v", err)
	}
	_, err = tain.NewGame("chess", tain.Position("8/8/8/8/8/8/8/8 x - - 0 1"))
	var faults rules.Faults
	if !errors.As(err, &faults) || len(faults) < 2 {
		t.Errorf("bad position: %v", err)
	}
	_, err = tain.NewGame("name = \"mine\"\nno-such-field = 3\n")
	var wrong definition.Faults
	if !errors.As(err, &wrong) {
		t.Errorf("bad definition: %v", err)
	}
	for _, n := range []int{-1, 960} {
		if _, err := tain.NewGame("chess", tain.Chess960(n)); !errors.As(err, &faults) {
			t.Errorf("Chess960 start %d: %v", n, err)
		}
	}
	if _, err := tain.NewGame("triboard", tain.Chess960(0)); err == nil {
		t.Error("triboard accepts a Chess960 start")
	}
	if _, err := tain.NewGameFromFile("no-such-file.toml"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	for _, name := range []string{"", "gallery/none", "chess#123", "{", "a=", "README.md"} {
		if g, err := tain.NewGame(name); err == nil {
			t.Errorf("NewGame(%q) starts a game of %s", name, g.Variant().Name)
		} else if !strings.HasPrefix(err.Error(), "tain: ") {
			t.Errorf("NewGame(%q): the error %q does not start with the package name", name, err)
		}
	}
}

// TestMoveErrors checks that text which is not a legal move gives a code and a reason and leaves the game
// unchanged.
func TestMoveErrors(t *testing.T) {
	g := newGame(t, "chess")
	before := g.FEN()
	for text, code := range map[string]string{
		"e2e5": "unreachable", "e7e5": "not-your-turn", "e4e5": "empty-square", "Bc4": "blocked",
		"O-O": "castling-blocked", "hello": "malformed", "": "malformed", strings.Repeat("x", 5000): "malformed",
	} {
		m, err := g.Play(text)
		var wrong *tain.MoveError
		if !errors.As(err, &wrong) || m != (tain.Move{}) {
			t.Errorf("Play(%.20q) = %v, %v", text, m, err)
			continue
		}
		equal(t, text+": code", wrong.Code, code)
		if wrong.Reason == "" || len(wrong.Error()) > 500 || errors.Unwrap(wrong) == nil {
			t.Errorf("Play(%.20q): reason %q", text, wrong.Reason)
		}
	}
	if err := g.PlayMove(tain.Move{}); err == nil {
		t.Error("PlayMove plays the zero Move")
	}
	equal(t, "FEN after illegal moves", g.FEN(), before)
	foreign := newGame(t, "chess", tain.Position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")).Moves()[0]
	equal(t, "SAN of another position's move", g.SAN(foreign), "")
	equal(t, "explanation of another position's move", g.Explain(foreign), "")
	if g.Changes(foreign) != nil {
		t.Error("Changes accepts a move from another position")
	}
	if _, err := g.ParseSquare("i9"); err == nil {
		t.Error("ParseSquare accepts i9")
	}
	equal(t, "piece on the zero square", g.Piece(tain.Square{}), tain.Piece{})
	equal(t, "zero move", tain.Move{}.String(), "-")
	equal(t, "zero square", tain.Square{}.String(), "-")
	equal(t, "zero piece", tain.Piece{}.String(), "empty")
}

// TestResult checks that a recorded result lasts until the next move.
func TestResult(t *testing.T) {
	g := newGame(t, "chess")
	if err := g.SetTag("Result", "0-1"); err != nil {
		t.Fatalf(`g.SetTag("Result", "0-1"): %v`, err)
	}
	equal(t, "result after resignation", g.Tag("Result"), "0-1")
	if _, err := g.Play("e4"); err != nil {
		t.Fatalf(`g.Play("e4"): %v`, err)
	}
	equal(t, "result after another move", g.Tag("Result"), "*")
	for _, text := range []string{"f5", "d4", "g5", "Qh5#"} {
		if _, err := g.Play(text); err != nil {
			t.Fatalf("g.Play(%q): %v", text, err)
		}
	}
	equal(t, "result after mate", g.Tag("Result"), "1-0")
	if side, won := g.Outcome().Winner(); side != tain.White || !won {
		t.Errorf("Winner = %v, %t", side, won)
	}
	if err := g.SetTag("FEN", "8/8"); err == nil {
		t.Error("SetTag accepts FEN")
	}
}

// TestReadPGN checks that ReadPGN preserves null moves, continues after a game that it cannot read, and yields
// an error of the reader once.
func TestReadPGN(t *testing.T) {
	const text = "1. e4 -- 2. d4 *\n\n[Variant \"no-such-game\"]\n\n1. e4 *\n\n1. d4 1/2-1/2\n"
	var read []string
	for g, err := range tain.ReadPGN(strings.NewReader(text)) {
		if err != nil {
			var wrong *pgn.Error
			if !errors.As(err, &wrong) || wrong.Game != 2 {
				t.Errorf("error %v", err)
			}
			continue
		}
		for _, m := range g.Played() {
			read = append(read, m.String())
		}
		read = append(read, g.Tag("Result"))
		if svg, err := g.SVG(); err != nil || len(svg) == 0 {
			t.Errorf("SVG: %v", err)
		}
	}
	equal(t, "games", strings.Join(read, " "), "e2e4 0000 d2d4 * d2d4 1/2-1/2")
	failed := errors.New("disk on fire")
	calls := 0
	for _, err := range tain.ReadPGN(readerFunc(func([]byte) (int, error) { return 0, failed })) {
		calls++
		if !errors.Is(err, failed) {
			t.Errorf("error %v", err)
		}
	}
	equal(t, "errors of a broken reader", calls, 1)
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// TestSearch runs the engine with every kind of limit.
func TestSearch(t *testing.T) {
	ctx := context.Background()
	g := newGame(t, "mirrorsquare")
	for _, l := range []tain.Limits{{}, {Depth: 2}, {Nodes: 500}, {Time: time.Millisecond}, {Level: 1, Seed: 1}, {Mate: 1}, {Depth: 1, Moves: g.Moves()[3:4]}} {
		m, err := g.BestMove(ctx, l)
		if err != nil || g.SAN(m) == "" || len(l.Moves) > 0 && m != l.Moves[0] {
			t.Errorf("BestMove(%+v) = %v, %v", l, m, err)
		}
		a, err := g.Analyse(ctx, l)
		if err != nil || len(a.Line) == 0 || len(a.SAN) != len(a.Line) || g.SAN(a.Line[0]) != a.SAN[0] {
			t.Errorf("Analyse(%+v) = %+v, %v", l, a, err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if m, err := g.BestMove(ended, tain.Limits{}); err != nil || g.SAN(m) == "" {
		t.Errorf("BestMove with a cancelled context = %v, %v", m, err)
	}
	level := tain.Limits{Level: 3, Seed: 9}
	first, err := newGame(t, "mirrorsquare").BestMove(ctx, level)
	if err != nil {
		t.Fatalf(`newGame(t, "mirrorsquare").BestMove: %v`, err)
	}
	second, err := newGame(t, "mirrorsquare").BestMove(ctx, level)
	if err != nil || first != second {
		t.Errorf("with the same seed, the engine chose %v and %v, %v", first, second, err)
	}
	foreign := newGame(t, "chess", tain.Position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")).Moves()[0]
	for _, l := range []tain.Limits{{Level: 21}, {Level: -1}, {Depth: -1}, {Time: -1}, {Mate: -1}, {Moves: []tain.Move{foreign}}} {
		if m, err := g.BestMove(ctx, l); err == nil {
			t.Errorf("BestMove(%+v) = %v", l, m)
		}
	}
	mated := newGame(t, "chess", tain.Position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"))
	if _, err := mated.BestMove(ctx, tain.Limits{}); !errors.Is(err, tain.ErrNoMoves) {
		t.Errorf("BestMove in mate: %v", err)
	}
	if _, err := mated.Analyse(ctx, tain.Limits{}); !errors.Is(err, tain.ErrNoMoves) {
		t.Errorf("Analyse in mate: %v", err)
	}
}

// FuzzPlay plays hostile input. Play must not panic, an error must leave the game unchanged, and Undo must
// take back a played move.
func FuzzPlay(f *testing.F) {
	names := tain.Variants()
	for i, text := range []string{"e4", "e2e4", "Nf3+", "O-O", "QL1-QL2", "b2Wb3N", "exd8=Q#", "--", "0000", "a7→a8=Q", "\xff", "Qc7@f2#"} {
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		g := newGame(t, names[int(which)%len(names)].Name)
		before := g.FEN()
		m, err := g.Play(text)
		if err != nil {
			var wrong *tain.MoveError
			if !errors.As(err, &wrong) || g.FEN() != before || len(g.Played()) != 0 {
				t.Fatalf("Play(%q): %v; now %s", text, err, g.FEN())
			}
			return
		}
		back, ok := g.Undo()
		if !ok || back != m || g.FEN() != before || !slices.Contains(g.Moves(), m) {
			t.Fatalf("Play(%q) = %v, taken back %v, %t", text, m, back, ok)
		}
	})
}
