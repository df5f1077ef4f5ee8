package xboard_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/test/linestest"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// TestPlays checks that the engine plays in every rule set, limited by time and
// depth.
func TestPlays(t *testing.T) {
	conf := config()
	conf.All = true
	for _, r := range variant.Builtin().All() {
		name := r.Info().Name
		if name == "chess" {
			name = "normal"
		}
		k := begin(t, conf)
		k.Send("xboard", "protover 2", "new", "variant "+name, "level 40 0:05 0", "easy", "sd 3")
		start := positions.From(t, r, "")
		line := rules.NewLine(r, start)
		for range 4 {
			p := line.Position()
			m := rules.LegalMoves(r, &p)[1]
			if _, err := line.Play(m); err != nil {
				t.Fatalf("line.Play: %v", err)
			}
			k.Send("usermove " + r.Guide().FormatUCI(&p, m))
			seen := k.ReadUntil("move ")
			answer := strings.TrimPrefix(seen[len(seen)-1], "move ")
			if _, err := line.PlayText(answer); err != nil {
				t.Fatalf("%s: the answer %s: %v", name, answer, err)
			}
		}
		k.Close()
	}
}

// TestResults checks that the engine announces the results of games.
func TestResults(t *testing.T) {
	for _, c := range []struct {
		position, move, want string
	}{
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "1-0 {White mates}"},
		{"7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "g5g6", "1/2-1/2 {Stalemate}"},
		{"7k/8/8/8/8/8/6pK/8 w - - 0 1", "h2g2", "1/2-1/2 {No play can lead to mate}"},
		{"7k/8/8/8/8/8/R7/7K w - - 149 90", "a2a3", "1/2-1/2 {Draw by the seventy-five move rule}"},
	} {
		k := begin(t, config())
		k.Send("new", "force", "setboard "+c.position, "playother", "usermove "+c.move)
		if seen := k.sync(); !slices.Equal(seen, []string{c.want}) {
			t.Errorf("%s %s: %q, want %q", c.position, c.move, seen, c.want)
		}
		k.Send("usermove h8h7")
		if seen := k.sync(); !linestest.Contains(seen, "Illegal move (") {
			t.Errorf("%s: the engine moved after the end: %q", c.position, seen)
		}
		k.Close()
	}
	k := begin(t, config())
	k.Send("new", "force", "setboard r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "sd 4", "go")
	k.ReadUntil("move a8a1")
	k.ReadUntil("0-1 {Black mates}")
	k.Send("go")
	k.ReadUntil("0-1 {Black mates}")
	k.Close()
}

// TestClaims checks that the engine claims a draw if its position is not better.
func TestClaims(t *testing.T) {
	k := begin(t, config())
	k.Send("new", "force", "setboard 7k/7q/8/8/8/8/8/K6R w - - 95 90", "sd 2", "go")
	k.ReadUntil("move h1h7")
	k.Send("usermove h8h7")
	if seen := k.sync(); !linestest.Contains(seen, "1/2-1/2 {No play can lead to mate}") {
		t.Errorf("output %q; want a draw because no play can lead to mate", seen)
	}
	k.Send("force", "setboard 6rk/6pp/8/8/8/8/r7/7K w - - 97 90", "go")
	k.ReadUntil("move ")
	k.Send("usermove a2a3")
	k.ReadUntil("move ")
	k.Send("usermove a3a2")
	if seen := k.ReadUntil("1/2-1/2"); !linestest.Contains(seen, "{Draw by the fifty move rule}") {
		t.Errorf("output %q; want a draw by the fifty-move rule", seen)
	}
	k.Close()
}

// TestPonderClaims checks that the engine claims a draw if the expected move, on which it was pondering,
// makes the claim possible.
func TestPonderClaims(t *testing.T) {
	k := begin(t, config())
	k.Send("new", "post", "hard", "force", "setboard 8/8/8/8/4k3/8/r7/6K1 w - - 98 90", "sd 4", "go")
	k.ReadUntil("move ")
	k.ReadUntil("1 ") // the engine is pondering
	k.Send("hint")
	seen := k.ReadUntil("Hint: ")
	k.Send("usermove "+strings.TrimPrefix(seen[len(seen)-1], "Hint: "), "ping 1")
	if seen := k.ReadUntil("pong 1"); len(seen) < 2 || seen[len(seen)-2] != "1/2-1/2 {Draw by the fifty move rule}" {
		t.Errorf("output %q; want a draw by the fifty-move rule before the pong", seen)
	}
	k.Send("usermove a2a3")
	if seen := k.sync(); !linestest.Contains(seen, "Illegal move (") {
		t.Errorf("engine moved after the claim: %q", seen)
	}
	k.Close()
}

// TestLowTime checks that the engine moves immediately when it has little
// time.
func TestLowTime(t *testing.T) {
	k := begin(t, config())
	k.Send("new", "easy", "st 0.000001", "usermove e2e4")
	k.ReadUntil("move ")
	k.Close()
}

// TestMoveText checks that moves are accepted with and without usermove, in UCI notation and in SAN, and that
// illegal moves are rejected with a reason.
func TestMoveText(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  []string
	}{
		{[]string{"usermove e2e5"}, []string{"Illegal move ("}},
		{[]string{"e2e4", "e7e5", "Nf3", "b8c6", "f1c4", "f8c5", "e1g1"}, nil},
		{[]string{"e2e4", "e7e5", "Nf3", "b8c6", "f1c4", "f8c5", "O-O"}, nil},
		{[]string{"e7e5"}, []string{"Illegal move ("}},
		{[]string{"usermove"}, []string{"Illegal move ("}},
		{[]string{"usermove nonsense"}, []string{"Illegal move ("}},
		{[]string{"nonsense"}, []string{"Error (unknown command): nonsense"}},
		{[]string{"setboard 8/8/8/8/8/8/8/8 w - - 0 1"}, []string{"tellusererror Illegal position: "}},
		{[]string{"setboard"}, []string{"tellusererror Illegal position: "}},
		{[]string{"setboard 7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"}, nil},
		{[]string{"undo"}, []string{"Error (no move to take back): undo"}},
		{[]string{"e2e4", "remove", "e7e5"}, []string{"Error (no move to take back): remove"}},
		{[]string{"e2e4", "undo", "d2d4", "d7d5", "remove", "e2e4"}, nil},
		{[]string{"edit"}, []string{"Error (not supported, use setboard): edit"}},
		{[]string{"pause"}, []string{"Error (unknown command): pause"}},
		{[]string{strings.Repeat("x", 2<<20)}, []string{"Error (the line has more than"}},
		{[]string{"\x00\xff"}, []string{"Error (unknown command)"}},
		{[]string{"", "random", "computer", "name Kasparov", "rating 1 2", "ics -", "white", "black", "nps 5", "egtpath x y"}, nil},
	} {
		seen := once(t, append([]string{"new", "force"}, c.lines...)...)
		if len(seen) != len(c.want) {
			t.Errorf("%.80q: %q, want %q", c.lines, seen, c.want)
			continue
		}
		for i := range seen {
			if !strings.HasPrefix(seen[i], c.want[i]) {
				t.Errorf("%.80q: %q, want %q", c.lines, seen, c.want)
			}
		}
	}
	seen := once(t, "new", "force", "usermove e2e5")
	if ok, _ := regexp.MatchString(`^Illegal move \(.{10,}\): e2e5$`, seen[0]); !ok {
		t.Errorf("no reason reported: %q", seen)
	}
}

// TestRejectedPosition checks that the engine plays no move after a rejected position.
func TestRejectedPosition(t *testing.T) {
	for _, refuse := range []string{"setboard 4k3/8/8/8/8/8/8/8 w - - 0 1", "variant shogi"} {
		for _, ask := range []string{"go", "playother", "undo", "remove", "analyze", "hint", "bk", "e2e4"} {
			seen := once(t, "new", "force", "sd 1", refuse, ask)
			if len(seen) != 2 || !strings.HasPrefix(seen[1], "Error (no position, ") || !strings.HasSuffix(seen[1], "): "+ask) {
				t.Errorf("%s, then %s: output %q; want an error because there is no position", refuse, ask, seen)
			}
		}
		if seen := once(t, "new", refuse, "usermove e2e4"); len(seen) != 2 || !strings.HasPrefix(seen[1], "Illegal move (no position, ") {
			t.Errorf("%s: the engine moved: %q", refuse, seen)
		}
		if seen := once(t, "new", refuse, "draw", ".", "?", "exit", "result 1-0", "force"); len(seen) != 1 {
			t.Errorf("%s: output %q; want one line", refuse, seen)
		}
		if seen := once(t, "new", refuse, "new", "sd 1", "usermove e2e4"); len(seen) != 2 || !strings.HasPrefix(seen[1], "move ") {
			t.Errorf("%s and a new game: %q", refuse, seen)
		}
	}
	if seen := once(t, "new", "variant shogi", "setboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1"); len(seen) != 2 || !strings.HasPrefix(seen[1], "tellusererror Illegal position: ") {
		t.Errorf("setboard after a rejected variant: %q", seen)
	}
	k := begin(t, config())
	k.Send("new", "analyze")
	k.ReadUntil("3 ")
	k.Send("setboard 8/8 w - - 0 1")
	k.ReadUntil("tellusererror Illegal position: ")
	if seen := k.sync(); len(seen) > 0 {
		t.Errorf("the engine analyses another position: %q", seen)
	}
	k.Send("setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	k.ReadUntil("2 100001 ")
	k.Close()
}

// TestDroppedRights checks that a position with impossible castling rights is
// accepted, and that the dropped rights are reported.
func TestDroppedRights(t *testing.T) {
	seen := once(t, "new", "force", "setboard 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "usermove e1g1")
	if want := []string{"telluser castling Q needs a white rook on a1, but the square is empty; the right is dropped"}; !slices.Equal(seen, want) {
		t.Errorf("%q, want %q", seen, want)
	}
}

// TestUnsupportedEnPassant checks that the engine does not capture en passant over the seam of triboard,
// which XBoard does not support. It does capture if the client supports all rule sets or there is no other
// move.
func TestUnsupportedEnPassant(t *testing.T) {
	for _, c := range []struct {
		all      bool
		position string
		takes    bool
	}{
		{false, "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", false},
		{false, "1r2k3/8/p7/P6p/8/6n1/4r3/K7 w - h6 0 2", true},
		{true, "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", true},
	} {
		conf := config()
		conf.All = c.all
		k := begin(t, conf)
		k.Send("new", "variant triboard", "option EvalMode=weights", "force", "setboard "+c.position, "sd 4", "go")
		if move := k.Last("move "); (move == "move a5h7") != c.takes {
			t.Errorf("%s, all %v: %s", c.position, c.all, move)
		}
		k.Close()
	}
}

// TestThinking checks that the engine prints thinking output, and that it moves immediately on "?".
func TestThinking(t *testing.T) {
	k := begin(t, config())
	k.Send("new", "post", "level 0 60 0", "easy", "usermove e2e4")
	line := regexp.MustCompile(`^\d+ -?\d+ \d+ \d+ [a-h][1-8][a-h][1-8]`)
	seen := k.ReadUntil("4 ")
	for _, l := range seen {
		if !line.MatchString(l) {
			t.Errorf("thinking line = %q", l)
		}
	}
	k.Send("ping 3", "usermove d2d4")
	k.ReadUntil("Illegal move (it is not your turn): d2d4")
	k.Send("?")
	k.ReadUntil("move ") // moves immediately, although an hour is left on the clock
	if seen := k.ReadUntil("pong 3"); len(seen) != 1 {
		t.Errorf("between move and pong: %q", seen)
	}
	k.Send("nopost", "sd 3", "usermove g1f3")
	if seen := k.ReadUntil("move "); len(seen) != 1 {
		t.Errorf("thinking output after nopost: %q", seen)
	}
	k.Send("post", "force", "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go")
	if seen := k.ReadUntil("move a1a8"); !linestest.Contains(seen, " 100001 ") {
		t.Errorf("no mate in %q", seen)
	}
	k.Send("force", "setboard 7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", "st 1", "sd 5", "go")
	if seen := k.ReadUntil("move "); !linestest.Contains(seen, " -100001 ") {
		t.Errorf("no mate in %q", seen)
	}
	k.Close()
}

// TestBestMoveMatchesLastLine checks that the engine plays the first move of the last reported line, even if
// the search is stopped.
func TestBestMoveMatchesLastLine(t *testing.T) {
	k := begin(t, config())
	for range 40 {
		// Use the same position each time. In a position with a single legal move, the search would end
		// before it could be interrupted.
		k.Send("new", "post", "easy", "force", "usermove e2e4", "level 0 60 0", "go")
		k.ReadUntil("5 ")
		k.Send("?")
		seen := k.ReadUntil("move ")
		move, first := strings.TrimPrefix(seen[len(seen)-1], "move "), ""
		for _, l := range seen[:len(seen)-1] {
			if fields := strings.Fields(l); len(fields) > 4 {
				first = fields[4]
			}
		}
		if first != "" && first != move {
			t.Errorf("played %s, last line starts with %s", move, first)
		}
	}
	k.Close()
}

// TestForce checks that force and similar commands cancel a search.
func TestForce(t *testing.T) {
	for _, command := range []string{"force", "new", "undo", "remove", "setboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "result 1-0 {resigns}", "variant cylinder"} {
		k := begin(t, config())
		k.Send("new", "level 0 60 0", "usermove e2e4", "ping 1", command)
		if seen := k.ReadUntil("pong 1"); linestest.Contains(seen, "move ") && !linestest.Contains(seen, "no move to take back") {
			t.Errorf("%s: output %q before the pong; want no move", command, seen)
		}
		if seen := k.sync(); linestest.Contains(seen, "move ") && !linestest.Contains(seen, "no move") {
			t.Errorf("%s: unexpected move: %q", command, seen)
		}
		k.Close()
	}
	if seen := once(t, "new", "level 0 60 0", "usermove e2e4", "quit"); len(seen) > 0 {
		t.Errorf("quit: %q", seen)
	}
}

// TestPonder tests ponder hits and misses.
func TestPonder(t *testing.T) {
	r := positions.Rules(t, variant.Builtin(), "chess")
	start := positions.From(t, r, "")
	line := rules.NewLine(r, start)
	k := begin(t, config())
	answer := func() {
		t.Helper()
		seen := k.ReadUntil("move ")
		if _, err := line.PlayText(strings.TrimPrefix(seen[len(seen)-1], "move ")); err != nil {
			t.Fatalf("line.PlayText: %v", err)
		}
		k.ReadUntil("1 ") // the engine is pondering
	}
	expected := func() string {
		t.Helper()
		k.Send("hint")
		seen := k.ReadUntil("Hint: ")
		return strings.TrimPrefix(seen[len(seen)-1], "Hint: ")
	}
	move := func(text string) {
		t.Helper()
		if _, err := line.PlayText(text); err != nil {
			t.Fatalf("line.PlayText: %v", err)
		}
		k.Send("usermove " + text)
	}
	k.Send("new", "post", "hard", "st 5", "sd 6", "go") // there is an expected reply only after a completed depth
	answer()
	move(expected())
	answer()
	p := line.Position()
	for _, m := range rules.LegalMoves(r, &p) {
		if text := r.Guide().FormatUCI(&p, m); text != expected() {
			move(text)
			break
		}
	}
	answer()
	k.Send("easy")
	k.sync()
	time.Sleep(20 * time.Millisecond)
	if seen := k.sync(); len(seen) > 0 {
		t.Errorf("engine ponders after easy: %q", seen)
	}
	k.Close()
}

// TestAnalyse checks that analysis mode follows every change of position and reports its status.
func TestAnalyse(t *testing.T) {
	k := begin(t, config())
	k.Send("new", "analyze")
	k.ReadUntil("3 ")
	k.Send(".")
	seen := k.ReadUntil("stat01: ")
	if ok, _ := regexp.MatchString(`^stat01: \d+ \d+ \d+ 0 20$`, seen[len(seen)-1]); !ok {
		t.Errorf("status line = %q; want time, nodes, depth, 0 and 20", seen[len(seen)-1])
	}
	k.Send("hint")
	k.ReadUntil("Hint: ")
	k.Send("usermove e2e4", "usermove e7e5", "usermove e4e5")
	k.ReadUntil("Illegal move (")
	k.Send("undo", "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	k.ReadUntil("2 100001 ")
	k.Send("setboard 8/8/8/3q4/8/8/8/R7 w - - 0 1") // kingless positions may be analysed
	k.ReadUntil("2 ")
	k.Send("new")
	k.ReadUntil("3 ")
	k.Send("variant triboard")
	k.ReadUntil("setup ")
	k.ReadUntil("3 ")
	k.Send("exit")
	k.sync()
	time.Sleep(20 * time.Millisecond)
	if seen := k.sync(); len(seen) > 0 {
		t.Errorf("analysis continues: %q", seen)
	}
	k.Send(".", "exit")
	if seen := k.sync(); len(seen) > 0 {
		t.Errorf("output %q; want none", seen)
	}
	k.Close()
}

// TestDrawOffer checks that the engine accepts a draw late in the game if its position is not better.
func TestDrawOffer(t *testing.T) {
	for _, c := range []struct {
		position string
		takes    bool
	}{
		{"3qk3/8/8/8/8/8/4P3/4K3 w - - 0 31", true},
		{"3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1", false},
		{"4k3/8/8/8/8/8/4P3/3QK3 w - - 0 31", false},
	} {
		k := begin(t, config())
		k.Send("new", "draw", "force", "setboard "+c.position, "sd 3", "go")
		if seen := k.ReadUntil("move "); linestest.Contains(seen, "offer draw") {
			t.Errorf("%s: the engine offers a draw with its first move", c.position)
		}
		k.Send("draw")
		if seen := k.sync(); linestest.Contains(seen, "offer draw") != c.takes {
			t.Errorf("%s: output %q; want the draw accepted: %v", c.position, seen, c.takes)
		}
		k.Close()
	}
}

// TestFischerandom checks that castling is read and written as O-O or O-O-O, regardless of the starting
// squares.
func TestFischerandom(t *testing.T) {
	for position, want := range map[string]string{
		"7k/8/8/8/8/8/5PPP/5KR1 w G - 0 1": "O-O",
		"7k/8/8/8/8/8/PPP5/RK6 w A - 0 1":  "O-O-O",
	} {
		k := begin(t, config())
		k.Send("new", "variant fischerandom", "force", "setboard "+position, "usermove "+want)
		if seen := k.sync(); len(seen) > 0 {
			t.Errorf("%s, %s: output %q; want none", position, want, seen)
		}
		k.Close()
	}
	// White can mate only by castling.
	k := begin(t, config())
	k.Send("new", "variant fischerandom", "force", "setboard 5k2/2NR3B/8/8/8/8/8/6KR w H - 0 1", "sd 3", "go")
	if move := k.Last("move "); move != "move O-O" {
		t.Errorf("the engine printed %q; want move O-O", move)
	}
	k.Close()
}
