package uci_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/uci"
	"github.com/tainchess/tain/internal/test/linestest"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// talk is a session with the engine under test.
type talk struct{ *linestest.Talk }

func config() uci.Config {
	return uci.Config{
		Config: protocol.Config{Name: "Tain test", Rules: variant.Builtin()}, Author: "nobody",
		Draw: func(r rules.Rules, _ *board.Position) string { return "a board of " + r.Info().Name },
	}
}

func begin(t *testing.T, c uci.Config) talk {
	t.Helper()
	return talk{linestest.Begin(t, func(ctx context.Context, in io.Reader, out io.Writer) error { return uci.Serve(ctx, in, out, c) })}
}

// silent checks that nothing is printed before readyok.
func (k talk) silent() {
	k.T.Helper()
	k.Send("isready")
	if seen := k.ReadUntil("readyok"); len(seen) != 1 {
		k.T.Errorf("got lines %q", seen)
	}
}

// once runs a whole session and returns its output.
func once(t *testing.T, lines ...string) []string {
	t.Helper()
	k := begin(t, config())
	k.Send(lines...)
	return k.Close()
}

func count(lines []string, prefix string) (n int) {
	for _, l := range lines {
		if strings.HasPrefix(l, prefix) {
			n++
		}
	}
	return n
}

func TestIntroduction(t *testing.T) {
	seen := once(t, "uci")
	for _, want := range []string{
		"id name Tain test", "id author nobody",
		"option name Hash type spin default 16 min 1 max 1024",
		"option name Threads type spin default 1 min 1 max 256",
		"option name MultiPV type spin default 1 min 1 max 500",
		"option name Ponder type check default false",
		"option name UCI_AnalyseMode type check default false",
		"option name UCI_LimitStrength type check default false",
		"option name UCI_Elo type spin default " + strconv.Itoa(engine.MaxElo),
		"option name Skill Level type spin default 20 min 1 max 20",
		"option name OwnBook type check default false",
		"option name Move Overhead type spin default 15 min 0 max 5000",
		"option name UCI_ShowWDL type check default false",
		"option name UCI_Chess960 type check default false",
		"option name Clear Hash type button",
		"option name EvalMode type combo default learnt var learnt var weights var derived var hand var blind",
		"option name UCI_Variant type combo default chess",
	} {
		if !linestest.Contains(seen, want) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	for _, r := range variant.Builtin().All() {
		if !linestest.Contains(seen, " var "+r.Info().Name) {
			t.Errorf("%s is not offered", r.Info().Name)
		}
	}
	if seen[len(seen)-1] != "uciok" {
		t.Errorf("last line = %q", seen[len(seen)-1])
	}
}

// TestUnknownWords checks that the words before a command are skipped, as the protocol requires.
func TestUnknownWords(t *testing.T) {
	seen := once(t, "joho position startpos moves e2e4", "please  do isready", "well setoption name MultiPV value 2", "what d", "and\tthen go depth 1", "joho")
	for _, want := range []string{
		`info string unknown command "please  do"; skipped`, "readyok", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"multipv 2", "bestmove ", `info string unknown command "joho"; ignored`,
	} {
		if !linestest.Contains(seen, want) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	// Arguments are not commands.
	if seen := once(t, "setoption name go value isready", "go depth 1 quit", "isready"); linestest.Contains(seen, "skipped") || !linestest.Contains(seen, "readyok") {
		t.Errorf("output %q", seen)
	}
	k := begin(t, config())
	k.Send("go infinite", "now quit")
	if n := count(k.Close(), "bestmove"); n != 1 {
		t.Errorf("%d bestmove lines, want one", n)
	}
}

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"position startpos moves e2e4 e7e5 g1f3"}, "Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"},
		{[]string{"position fen 4k3/8/8/8/8/8/8/R3K2R  w KQ - 0 1   moves e1g1"}, "Fen: 4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
		{[]string{"setoption name UCI_Variant value mirrorsquare", "position startpos moves e2e4"}, "Fen: rnbqkbnr/pppppppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
		{[]string{"setoption name uci_variant value Triboard", "position fen 4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2 moves a5h7"}, "Fen: 4k3/7P/8/8/8/8/8/4K3 b - - 0 2"},
		// An invalid command leaves no position.
		{[]string{"position startpos moves e2e4", "position startpos moves e2e5"}, "no position, the last was rejected: move 1, e2e5: "},
		{[]string{"position startpos moves e2e4", "position fen 8/8 w - - 0 1"}, "no position, the last was rejected: "},
		{[]string{"position startpos moves e2e4", "position"}, "no position, the last was rejected: position needs startpos"},
		{[]string{"position startpos moves e2e4", "position moves e2e4"}, "no position"},
		{[]string{"position startpos moves e2e4", "position fen"}, "no position"},
		// Kingless positions are accepted only for analysis.
		{[]string{"position fen 8/8/8/3q4/8/8/8/R7 w - - 0 1"}, "no position, the last was rejected: White has no king"},
		{[]string{"setoption name UCI_AnalyseMode value true", "position fen 8/8/8/3q4/8/8/8/R7 w - - 0 1"}, "Fen: 8/8/8/3q4/8/8/8/R7 w - - 0 1"},
	} {
		seen := once(t, append(slices.Clone(c.lines), "d")...)
		if !linestest.Contains(seen, c.want) {
			t.Errorf("%q: %q, want %q", c.lines, seen, c.want)
		}
	}
	seen := once(t, "position startpos moves e2e4 e7e5 e4e5")
	if !linestest.Contains(seen, "info string position rejected: move 3, e4e5: ") || len(seen[0]) < 60 {
		t.Errorf("no reason for a rejected move: %q", seen)
	}
}

// TestRejectedPosition checks that the engine plays no move after a rejected position, and reports the reason
// until a valid position is set up.
func TestRejectedPosition(t *testing.T) {
	const why = "info string no position, the last was rejected: White has no king"
	refuse := []string{"position startpos moves e2e4", "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1"}
	for _, ask := range []string{"go depth 3", "go nodes 100 searchmoves e7e5 d7d5", "go wtime 1000 btime 1000", "go mate 2"} {
		seen := once(t, append(refuse, ask)...)
		if len(seen) != 3 || !strings.HasPrefix(seen[1], why) || seen[2] != "bestmove (none)" {
			t.Errorf("%s: output %q; want three lines, with the reason and bestmove (none)", ask, seen)
		}
	}
	for _, ask := range []string{"d", "eval", "go perft 2"} {
		if seen := once(t, append(refuse, ask)...); len(seen) != 2 || !strings.HasPrefix(seen[1], why) {
			t.Errorf("%s: output %q; want two lines, the second with the reason", ask, seen)
		}
	}
	k := begin(t, config())
	k.Send(refuse...)
	k.ReadUntil("info string position rejected")
	k.Send("go infinite")
	k.ReadUntil(why)
	k.silent() // bestmove is due only after stop
	k.Send("stop")
	k.ReadUntil("bestmove (none)")
	k.Send("go ponder wtime 1000 btime 1000")
	k.ReadUntil(why)
	k.Send("ponderhit")
	k.ReadUntil("bestmove (none)")
	for _, mend := range []string{"position startpos", "setoption name UCI_Variant value triboard"} {
		k.Send(refuse[1], mend, "go depth 1")
		if move := k.Last("bestmove "); move == "bestmove (none)" {
			t.Errorf("after %s: %s", mend, move)
		}
	}
	k.Close()
}

// TestDroppedRights checks that a position with impossible castling rights is accepted, and that the dropped
// rights are reported.
func TestDroppedRights(t *testing.T) {
	seen := once(t, "position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "d", "go depth 1")
	for _, want := range []string{
		"info string castling Q needs a white rook on a1, but the square is empty; the right is dropped",
		"Fen: 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	} {
		if !slices.Contains(seen, want) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	if last := seen[len(seen)-1]; !strings.HasPrefix(last, "bestmove ") || last == "bestmove (none)" {
		t.Errorf("last line = %q", last)
	}
}

// TestTallBoard plays moves on a board whose ranks have two digits.
func TestTallBoard(t *testing.T) {
	d, _, err := definition.Parse(`{"name": "tall", "board": {"files": 5, "ranks": 12}, "pieces": {"a": "BN"}, "start": "a2kr/r4/5/5/5/5/5/5/5/5/R4/A2KR w - - 0 1"}`)
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	c := config()
	c.Rules = c.Rules.With(d.Compile())
	k := begin(t, c)
	k.Send("setoption name UCI_Variant value tall", "position startpos moves a2a11 d12c12 a11a12", "d", "go depth 2")
	if want := "Fen: R1k1r/5/5/5/5/5/5/5/5/5/5/A2KR b - - 0 2"; !slices.Contains(k.Close(), want) {
		t.Errorf("no %q", want)
	}
}

// TestTridPosition sets up a position of tri-dimensional chess, whose text contains spaces, bars and
// asterisks.
func TestTridPosition(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "trid")
	p := positions.From(t, r, "")
	m := rules.LegalMoves(r, &p)[0]
	var next board.Position
	r.Apply(&p, m, &next)
	seen := once(t, "setoption name UCI_Variant value trid", "position fen "+r.Info().Start+" moves "+r.Guide().FormatUCI(&p, m), "d")
	if want := "Fen: " + r.Guide().FormatPosition(&next); !slices.Contains(seen, want) {
		t.Errorf("%q, want %q", seen, want)
	}
}

func TestPerft(t *testing.T) {
	for _, bad := range []string{"go perft", "go perft x", "go perft -1"} {
		if seen := once(t, bad); len(seen) != 1 || !strings.HasPrefix(seen[0], "info string go: perft needs a number") {
			t.Errorf("%s: output %q; want one line that asks for a number", bad, seen)
		}
	}
	seen := once(t, "position startpos", "go perft 3")
	if !slices.Contains(seen, "Nodes searched: 8902") || !slices.Contains(seen, "e2e4: 600") {
		t.Errorf("output %q; want 8902 nodes in total and 600 for e2e4", seen)
	}
	k := begin(t, config())
	k.Send("go perft 9", "stop")
	k.ReadUntil("info string perft stopped")
	k.Close()
}

func TestShow(t *testing.T) {
	seen := once(t, "position startpos moves f2f3 e7e5 g2g4 d8h4", "d", "eval")
	for _, want := range []string{"a board of chess", "Variant: chess", "Fen: rnb1kbnr/", "Key: ", "Legal moves: 0", "Outcome: checkmate: Black wins", "Final evaluation"} {
		if !linestest.Contains(seen, want) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	if k := begin(t, config()); true {
		k.Send("setoption name UCI_Variant value nachfolger", "bench")
		k.ReadUntil("Nodes/second")
		k.Send("bench", "stop")
		k.ReadUntil("info string bench stopped")
		k.Close()
	}
}

// TestEvalFollowsLevel checks that eval uses the net at full strength and the
// weights at lower levels, regardless of earlier searches.
func TestEvalFollowsLevel(t *testing.T) {
	const position, full, weak = "position startpos moves e2e4", "setoption name Skill Level value 20", "setoption name Skill Level value 5"
	final := func(lines ...string) (scores []string) {
		t.Helper()
		k := begin(t, config())
		for _, line := range lines {
			if k.Send(line); strings.HasPrefix(line, "go") {
				k.ReadUntil("bestmove")
			}
		}
		for _, line := range k.Close() {
			if strings.HasPrefix(line, "Final evaluation") {
				scores = append(scores, line)
			}
		}
		return scores
	}
	fresh := final(position, "eval", weak, "eval")
	if len(fresh) != 2 || fresh[0] == fresh[1] {
		t.Fatalf("scores of a new engine = %q; want two different ones", fresh)
	}
	for _, lines := range [][]string{
		{position, "go nodes 200", "eval", weak, "eval"},
		{position, weak, "go nodes 200", full, "eval", weak, "eval"},
	} {
		if got := final(lines...); !slices.Equal(got, fresh) {
			t.Errorf("%q: got %q; want %q, as in a new engine", lines, got, fresh)
		}
	}
}

// TestCommandErrors checks that malformed commands are reported and have no effect.
func TestCommandErrors(t *testing.T) {
	for line, want := range map[string]string{
		"xyzzy now":                                `unknown command "xyzzy now"`,
		"setoption":                                "setoption needs",
		"setoption name":                           "setoption needs",
		"setoption Hash 5":                         "setoption needs",
		"setoption name Hush value 5":              `unknown option "Hush"`,
		"setoption name Hash value 0":              "Hash is a number from 1 to 1024",
		"setoption name Hash value 99999999999999": "Hash is a number",
		"setoption name Hash":                      "Hash is a number",
		"setoption name Threads value two":         "Threads is a number",
		"setoption name Ponder value maybe":        "Ponder is true or false",
		"setoption name UCI_Variant value go":      "UCI_Variant is one of",
		"setoption name EvalMode value wise":       "EvalMode is one of learnt, weights, derived, hand, blind",
		"setoption name Skill Level value 21":      "Skill Level is a number from 1 to 20",
		"ponderhit":                                "ponderhit ignored",
		"go depth":                                 "go: depth needs a number",
		"go depth -3":                              "go: depth needs a number from 1",
		"go movetime 1e3":                          "go: movetime needs a number",
		"go depht 3":                               `go: unknown word "depht"`,
		"position startpos moves e9e4":             "position rejected: move 1, e9e4: ",
		strings.Repeat("x", 2<<20):                 "the line has more than",
		"\x00\x01\xff":                             "unknown command",
	} {
		seen := once(t, line, "go depth 1")
		if !linestest.Contains(seen, "info string "+want) && !linestest.Contains(seen, want) {
			t.Errorf("%.60q: %q, want %q", line, seen, want)
		}
		want := 1
		if strings.HasPrefix(line, "go") {
			want = 2
		}
		if n := count(seen, "bestmove"); n != want {
			t.Errorf("%.60q: %d bestmove lines, want %d: %q", line, n, want, seen)
		}
	}
	if seen := once(t, "", "   ", "debug on", "register later", "stop", "isready"); !slices.Equal(seen, []string{"readyok"}) {
		t.Errorf("valid lines cause output %q", seen)
	}
}

// TestStrength checks that the engine uses its book and its level, except in analysis mode.
func TestStrength(t *testing.T) {
	c := config()
	c.Book = func(rules.Rules) engine.Book { return a3{} }
	k := begin(t, c)
	ask := func(want bool, about string, lines ...string) {
		t.Helper()
		k.Send(append(lines, "position startpos", "go depth 3")...)
		if got := k.Last("bestmove") == "bestmove a2a3"; got != want {
			t.Errorf("%s: the book is used: %t", about, got)
		}
	}
	ask(false, "at first")
	ask(true, "own book", "setoption name OwnBook value true")
	ask(false, "analysing", "setoption name UCI_AnalyseMode value true")
	ask(true, "playing again", "setoption name UCI_AnalyseMode value false")
	k.Send("setoption name OwnBook value false", "setoption name Skill Level value 1", "go depth 30")
	if seen := k.ReadUntil("bestmove"); linestest.Contains(seen, "info depth 9 ") || linestest.Contains(seen, "multipv 2") {
		t.Errorf("level 1 searches too deep: %q", seen)
	}
	k.Send("setoption name Skill Level value 20", "setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 800", "go depth 30")
	if seen := k.ReadUntil("bestmove"); linestest.Contains(seen, "info depth 9 ") {
		t.Errorf("rating 800 searches too deep: %q", seen)
	}
	k.Send("setoption name UCI_LimitStrength value false", "setoption name EvalMode value blind", "setoption name Clear Hash", "setoption name Hash value 3", "go depth 9")
	if seen := k.ReadUntil("bestmove"); !linestest.Contains(seen, "info depth 9 ") {
		t.Errorf("full strength does not reach depth 9: %q", seen)
	}
	k.Close()
}

// a3 is a book whose only move is a2a3.
type a3 struct{}

func (a3) Move(*board.Position, *rand.Rand) (board.Move, bool) {
	return board.NewMove(8, 16, board.NoRole), true
}

// TestSessionEnd checks that a session ends on quit, at the end of the input, when the context ends, and when
// the output is closed.
func TestSessionEnd(t *testing.T) {
	if seen := once(t, "go infinite", "quit"); count(seen, "bestmove") != 1 {
		t.Errorf("quit: %q", seen)
	}
	if seen := once(t, "go infinite"); count(seen, "bestmove") != 1 {
		t.Errorf("lines after the end of input = %q", seen)
	}
	if seen := once(t, "go depth 7"); !linestest.Contains(seen, "info depth 7 ") {
		t.Errorf("Serve did not wait for a limited search: %q", seen)
	}
	if seen := once(t, "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go mate 1"); !linestest.Contains(seen, "score mate 1 ") || !linestest.Contains(seen, "bestmove a1a8") {
		t.Errorf("Serve did not wait for a search for mate: %q", seen)
	}
	if seen := once(t, "go mate 1"); count(seen, "bestmove") != 1 {
		t.Errorf("search for a nonexistent mate: %q", seen)
	}
	if seen := once(t, "go ponder depth 3"); count(seen, "bestmove") != 1 {
		t.Errorf("pondering at the end of the input: %q", seen)
	}
	ctx, stop := context.WithCancel(context.Background())
	in, hold := io.Pipe()
	defer hold.Close()
	time.AfterFunc(30*time.Millisecond, stop)
	if err := uci.Serve(ctx, in, io.Discard, config()); !errors.Is(err, context.Canceled) {
		t.Errorf("Serve with a cancelled context: got error %v", err)
	}
	if err := uci.Serve(context.Background(), strings.NewReader("uci\nisready\ngo infinite\n"), linestest.ClosedWriter{}, config()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Serve with a closed output: got error %v", err)
	}
	if err := uci.Serve(context.Background(), strings.NewReader("uci\n"), io.Discard, uci.Config{}); err == nil {
		t.Error("Serve without rule sets: got no error")
	}
}

// large matches large numbers, which would make searches slow.
var large = regexp.MustCompile(`(time|inc|depth|nodes|mate|perft|movestogo|value)\s+\+?([3-9]|[0-9]{2})`)

// commands lists the first words of lines that are executed.
var commands = []string{"uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "quit", "debug", "register", "d", "eval"}

// FuzzServe checks that arbitrary input causes no panic and no hang, and that each go gets one bestmove.
func FuzzServe(f *testing.F) {
	f.Add("uci\nisready\nposition startpos moves e2e4\ngo depth 1\nstop\nponderhit\nquit\n")
	f.Add("setoption name UCI_Variant value mirrorsquare\ngo nodes 2\nd\n")
	f.Add("position fen x y z moves\ngo searchmoves e2e4 ponder infinite\n")
	f.Add("go wtime 1 btime 1 winc\ngo mate 1\ngo perft 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "bench") || large.MatchString(text) {
			return // the search may take a long time
		}
		var out strings.Builder
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		defer stop()
		if err := uci.Serve(ctx, strings.NewReader(text), &out, config()); err != nil {
			t.Fatalf("%q: uci.Serve: %v", text, err)
		}
		searches := 0
		for line := range strings.Lines(text) {
			words := strings.Fields(line)
			if command := slices.IndexFunc(words, func(word string) bool { return slices.Contains(commands, word) }); command > 0 {
				words = words[command:] // words before a command are skipped
			}
			if len(words) > 0 && words[0] == "quit" {
				break
			}
			if len(words) > 0 && words[0] == "go" && !slices.Contains(words, "perft") {
				searches++
			}
		}
		if n := strings.Count(out.String(), "bestmove "); n != searches {
			t.Errorf("%q: %d bestmove lines for %d searches", text, n, searches)
		}
	})
}
