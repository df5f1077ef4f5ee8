package xboard_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/xboard"
)

// talk is a conversation as XBoard holds it.
type talk struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan string
	ended chan error
}

func config() xboard.Config { return xboard.Config{Name: "Tain test", Rules: variant.All()} }

func begin(t *testing.T, c xboard.Config) *talk {
	t.Helper()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	k := &talk{t: t, in: toEngine, lines: make(chan string, 10_000), ended: make(chan error, 1)}
	go func() {
		defer close(k.lines)
		for sc := bufio.NewScanner(fromEngine); sc.Scan(); {
			k.lines <- sc.Text()
		}
	}()
	go func() {
		err := xboard.Serve(context.Background(), in, out, c)
		out.Close()
		in.Close()
		k.ended <- err
	}()
	t.Cleanup(func() { toEngine.Close() })
	return k
}

func (k *talk) say(lines ...string) {
	k.t.Helper()
	for _, l := range lines {
		if _, err := io.WriteString(k.in, l+"\n"); err != nil {
			k.t.Fatalf("%s: %v", l, err)
		}
	}
}

// hear returns the lines up to one that begins in a certain way.
func (k *talk) hear(prefix string) (seen []string) {
	k.t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		select {
		case l, open := <-k.lines:
			if !open {
				k.t.Fatalf("the conversation ended before %q; heard %q", prefix, seen)
			}
			seen = append(seen, l)
			if strings.HasPrefix(l, prefix) {
				return seen
			}
		case <-timeout:
			k.t.Fatalf("no %q; heard %q", prefix, seen)
		}
	}
}

// sync pings and returns what was said before the answer.
func (k *talk) sync() []string {
	k.t.Helper()
	k.say("ping 7")
	seen := k.hear("pong 7")
	return seen[:len(seen)-1]
}

// close ends the conversation and returns what is still said.
func (k *talk) close() (rest []string) {
	k.t.Helper()
	k.in.Close()
	for l := range k.lines {
		rest = append(rest, l)
	}
	if err := <-k.ended; err != nil {
		k.t.Errorf("the conversation ended with %v", err)
	}
	return rest
}

// once holds a whole conversation.
func once(t *testing.T, lines ...string) []string {
	t.Helper()
	k := begin(t, config())
	k.say(lines...)
	return k.close()
}

func contains(lines []string, part string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return strings.Contains(l, part) })
}

func TestFeatures(t *testing.T) {
	seen := once(t, "xboard", "protover 2", "accepted ping", "rejected smp")
	for _, want := range []string{
		`myname="Tain test"`, "ping=1", "setboard=1", "usermove=1", "analyze=1", "memory=1", "smp=1", "time=1",
		"sigint=0", "sigterm=0", "colors=0", `variants="normal,`, ",cylinder", ",triboard", ",mirrorsquare", ",nachfolger",
		`option="Level -spin 20 1 20"`, `option="EvalMode -combo *learnt /// hand /// blind"`, `option="Clear Hash -button"`,
	} {
		if !contains(seen, want) && !contains(seen, strings.Replace(want, ",", `"normal,`, 1)) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	if seen[len(seen)-1] != "feature done=1" {
		t.Errorf("it ends with %q", seen[len(seen)-1])
	}
}

// TestPlays answers moves in every rule set, to the end of the time or depth.
func TestPlays(t *testing.T) {
	for _, r := range variant.All() {
		if _, err := engine.New(r, engine.Options{HashMB: 1}); err != nil {
			continue
		}
		name := r.Info().Name
		if name == "chess" {
			name = "normal"
		}
		k := begin(t, config())
		k.say("xboard", "protover 2", "new", "variant "+name, "level 40 0:05 0", "easy", "sd 3")
		start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatal(err)
		}
		line := rules.NewLine(r, start)
		for range 4 {
			p := line.Position()
			m := rules.LegalMoves(r, &p)[1]
			if _, err := line.Play(m); err != nil {
				t.Fatal(err)
			}
			k.say("usermove " + r.Guide().FormatMove(&p, m))
			seen := k.hear("move ")
			answer := strings.TrimPrefix(seen[len(seen)-1], "move ")
			if _, err := line.PlayText(answer); err != nil {
				t.Fatalf("%s: the answer %s: %v", name, answer, err)
			}
		}
		k.close()
	}
}

func TestVariants(t *testing.T) {
	for name, want := range map[string]string{
		"mirrorsquare": "setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy rnbqkbnr/",
		"nachfolger":   "w - - 0 1",
		"triboard":     "setup ",
		"bughouse":     "Error (unsupported variant): bughouse",
		"":             "Error (unsupported variant):",
	} {
		if seen := once(t, "new", "variant "+name); !contains(seen, want) {
			t.Errorf("%s: %q, want %q", name, seen, want)
		}
	}
	for _, name := range []string{"normal", "cylinder"} {
		if seen := once(t, "new", "variant "+name); len(seen) > 0 {
			t.Errorf("%s: %q", name, seen)
		}
	}
	// a5 takes h7's pawn over the seam, and only in triboard lands at its home.
	if seen := once(t, "new", "variant triboard", "force", "setboard 4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "usermove a5h6", "usermove a5h7"); len(seen) != 2 {
		t.Errorf("triboard: %q", seen)
	}
	// A new game is a normal one again.
	if seen := once(t, "new", "variant mirrorsquare", "new", "force", "usermove e2e4", "usermove d7d5"); len(seen) != 1 {
		t.Errorf("new after mirrorsquare: %q", seen)
	}
}

// TestResults tells how games end, whoever ends them.
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
		k.say("new", "force", "setboard "+c.position, "playother", "usermove "+c.move)
		if seen := k.sync(); !slices.Equal(seen, []string{c.want}) {
			t.Errorf("%s %s: %q, want %q", c.position, c.move, seen, c.want)
		}
		k.say("usermove h8h7")
		if seen := k.sync(); !contains(seen, "Illegal move (") {
			t.Errorf("%s: a move after the end: %q", c.position, seen)
		}
		k.close()
	}
	k := begin(t, config())
	k.say("new", "force", "setboard r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "sd 4", "go")
	k.hear("move a8a1")
	k.hear("0-1 {Black mates}")
	k.say("go")
	k.hear("0-1 {Black mates}")
	k.close()
}

// TestClaims claims a draw that is worth having.
func TestClaims(t *testing.T) {
	k := begin(t, config())
	k.say("new", "force", "setboard 7k/7q/8/8/8/8/8/K6R w - - 95 90", "sd 2", "go")
	k.hear("move h1h7")
	k.say("usermove h8h7")
	if seen := k.sync(); !contains(seen, "1/2-1/2 {No play can lead to mate}") {
		t.Errorf("%q", seen)
	}
	k.say("force", "setboard 6rk/6pp/8/8/8/8/r7/7K w - - 97 90", "go")
	k.hear("move ")
	k.say("usermove a2a3")
	k.hear("move ")
	k.say("usermove a3a2")
	if seen := k.hear("1/2-1/2"); !contains(seen, "{Draw by the fifty move rule}") {
		t.Errorf("%q", seen)
	}
	k.close()
}

// TestMoveText takes moves with and without usermove, in machine form or as
// written, castling plainly, and says why others are refused.
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
		{[]string{"undo"}, []string{"Error (there is no move to take back): undo"}},
		{[]string{"e2e4", "remove", "e7e5"}, []string{"Error (there is no move to take back): remove"}},
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
		t.Errorf("no reason: %q", seen)
	}
}

// TestSettings takes what is right and says what is wrong.
func TestSettings(t *testing.T) {
	if seen := once(t, "new", "level 40 5 0", "level 0 2:30 12", "level 40 0:30 0.5", "st 3", "st 0.5", "sd 4", "time 12345", "otim 0",
		"memory 4", "memory 99999999", "cores 2", "cores 0", "hard", "easy", "post", "nopost", "option Level=3", "option EvalMode=blind",
		"option OwnBook=1", "option MultiPV=2", "option Clear Hash", "random"); len(seen) > 0 {
		t.Errorf("%q", seen)
	}
	for line, want := range map[string]string{
		"level":               "level wants moves",
		"level 40 five 0":     "level wants moves",
		"level 40 5 -1":       "level wants moves",
		"level 40 1e300 0":    "level wants moves",
		"level 40 NaN 0":      "level wants moves",
		"st":                  "st wants seconds",
		"st 0":                "st wants seconds",
		"st -4":               "st wants seconds",
		"sd x":                "sd wants a depth",
		"sd 0":                "sd wants a depth",
		"time soon":           "it wants hundredths of a second",
		"memory lots":         "it wants a number",
		"cores -1":            "it wants a number",
		"option Level=21":     "it is a number from 1 to 20",
		"option Level":        "it is a number from 1 to 20",
		"option OwnBook=yes":  "OwnBook is 0 or 1",
		"option EvalMode=odd": "EvalMode is learnt, hand or blind",
		"option Speed=9":      "unknown option",
	} {
		if seen := once(t, "new", line); len(seen) != 1 || !strings.HasPrefix(seen[0], "Error ("+want) || !strings.HasSuffix(seen[0], "): "+line) {
			t.Errorf("%s: %q, want %q", line, seen, want)
		}
	}
}

// TestThinking shows lines of the five fields, and moves when told.
func TestThinking(t *testing.T) {
	k := begin(t, config())
	k.say("new", "post", "level 0 60 0", "easy", "usermove e2e4")
	line := regexp.MustCompile(`^\d+ -?\d+ \d+ \d+ [a-h][1-8][a-h][1-8]`)
	seen := k.hear("4 ")
	for _, l := range seen {
		if !line.MatchString(l) {
			t.Errorf("a thought is %q", l)
		}
	}
	k.say("ping 3", "usermove d2d4")
	k.hear("Illegal move (it is not your turn): d2d4")
	began := time.Now()
	k.say("?")
	k.hear("move ")
	if took := time.Since(began); took > 500*time.Millisecond {
		t.Errorf("moved %v after being told", took)
	}
	if seen := k.hear("pong 3"); len(seen) != 1 {
		t.Errorf("between move and pong: %q", seen)
	}
	k.say("nopost", "sd 3", "usermove g1f3")
	if seen := k.hear("move "); len(seen) != 1 {
		t.Errorf("it thinks aloud though told not to: %q", seen)
	}
	k.say("post", "force", "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go")
	if seen := k.hear("move a1a8"); !contains(seen, " 100001 ") {
		t.Errorf("no mate in %q", seen)
	}
	k.say("force", "setboard 7k/R7/8/8/8/8/8/1R4K1 b - - 0 1", "st 1", "sd 5", "go")
	if seen := k.hear("move "); !contains(seen, " -100001 ") {
		t.Errorf("no mate in %q", seen)
	}
	k.close()
}

// TestForce abandons a move that is being thought about.
func TestForce(t *testing.T) {
	for _, command := range []string{"force", "new", "undo", "remove", "setboard 4k3/8/8/8/8/8/8/4K2R w - - 0 1", "result 1-0 {resigns}", "variant cylinder"} {
		k := begin(t, config())
		k.say("new", "level 0 60 0", "usermove e2e4", "ping 1", command)
		if seen := k.hear("pong 1"); contains(seen, "move ") && !contains(seen, "no move to take back") {
			t.Errorf("%s: %q", command, seen)
		}
		if seen := k.sync(); contains(seen, "move ") && !contains(seen, "no move") {
			t.Errorf("%s: a move came after all: %q", command, seen)
		}
		k.close()
	}
	if seen := once(t, "new", "level 0 60 0", "usermove e2e4", "quit"); len(seen) > 0 {
		t.Errorf("quit: %q", seen)
	}
}

// TestPonder uses the opponent's time whether he plays what is expected or
// not.
func TestPonder(t *testing.T) {
	r, _ := variant.ByName("chess")
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	line := rules.NewLine(r, start)
	k := begin(t, config())
	answer := func() {
		t.Helper()
		seen := k.hear("move ")
		if _, err := line.PlayText(strings.TrimPrefix(seen[len(seen)-1], "move ")); err != nil {
			t.Fatal(err)
		}
		k.hear("1 ") // it thinks while it waits
	}
	expected := func() string {
		t.Helper()
		k.say("hint")
		seen := k.hear("Hint: ")
		return strings.TrimPrefix(seen[len(seen)-1], "Hint: ")
	}
	move := func(text string) {
		t.Helper()
		if _, err := line.PlayText(text); err != nil {
			t.Fatal(err)
		}
		k.say("usermove " + text)
	}
	k.say("new", "post", "hard", "st 5", "sd 6", "go") // a finished depth knows what to expect
	answer()
	move(expected())
	answer()
	p := line.Position()
	for _, m := range rules.LegalMoves(r, &p) {
		if text := r.Guide().FormatMove(&p, m); text != expected() {
			move(text)
			break
		}
	}
	answer()
	k.say("easy")
	k.sync()
	time.Sleep(20 * time.Millisecond)
	if seen := k.sync(); len(seen) > 0 {
		t.Errorf("it thinks though it should not: %q", seen)
	}
	k.close()
}

// TestAnalyse follows the board and tells its state.
func TestAnalyse(t *testing.T) {
	k := begin(t, config())
	k.say("new", "analyze")
	k.hear("3 ")
	k.say(".")
	seen := k.hear("stat01: ")
	if ok, _ := regexp.MatchString(`^stat01: \d+ \d+ \d+ 0 20$`, seen[len(seen)-1]); !ok {
		t.Errorf("%q", seen[len(seen)-1])
	}
	k.say("hint")
	k.hear("Hint: ")
	k.say("usermove e2e4", "usermove e7e5", "usermove e4e5")
	k.hear("Illegal move (")
	k.say("undo", "setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	k.hear("2 100001 ")
	k.say("setboard 8/8/8/3q4/8/8/8/R7 w - - 0 1") // a study may lack kings
	k.hear("2 ")
	k.say("new")
	k.hear("3 ")
	k.say("variant mirrorsquare")
	k.hear("setup ")
	k.hear("3 ")
	k.say("exit")
	k.sync()
	time.Sleep(20 * time.Millisecond)
	if seen := k.sync(); len(seen) > 0 {
		t.Errorf("it goes on: %q", seen)
	}
	k.say(".", "exit")
	if seen := k.sync(); len(seen) > 0 {
		t.Errorf("%q", seen)
	}
	k.close()
}

// TestDrawOffer takes a draw when it is worse and not when it is better.
func TestDrawOffer(t *testing.T) {
	for _, c := range []struct {
		position string
		takes    bool
	}{
		{"3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
		{"4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", false},
	} {
		k := begin(t, config())
		k.say("new", "draw", "force", "setboard "+c.position, "sd 3", "go")
		if seen := k.hear("move "); contains(seen, "offer draw") {
			t.Error("a draw before the game has begun")
		}
		k.say("draw")
		if seen := k.sync(); contains(seen, "offer draw") != c.takes {
			t.Errorf("%s: %q", c.position, seen)
		}
		k.close()
	}
}

// TestBookAndHint answers people who ask.
func TestBookAndHint(t *testing.T) {
	c := config()
	c.Book = func(r rules.Rules) engine.Book {
		if r.Info().Name == "chess" {
			return a3{}
		}
		return nil
	}
	k := begin(t, c)
	k.say("new", "bk")
	if seen := k.sync(); !slices.Equal(seen, []string{" a3", ""}) {
		t.Errorf("%q", seen)
	}
	k.say("option OwnBook=1", "go")
	k.hear("move a2a3")
	k.say("bk") // the move cannot be played by Black
	if seen := k.sync(); !slices.Equal(seen, []string{" no move in the book", ""}) {
		t.Errorf("%q", seen)
	}
	k.say("new", "force", "variant cylinder", "bk", "hint")
	if seen := k.sync(); !contains(seen, " no move in the book") || !contains(seen, "Hint: ") {
		t.Errorf("%q", seen)
	}
	k.close()
}

// a3 is a book of one move.
type a3 struct{}

func (a3) Move(*board.Position) (board.Move, bool) { return board.NewMove(8, 16, board.NoKind), true }

// TestEnds stops at the end of the input, when the context ends, and when
// nobody listens.
func TestEnds(t *testing.T) {
	if seen := once(t, "new", "hard", "st 0.2", "go"); len(seen) != 1 || !strings.HasPrefix(seen[0], "move ") {
		t.Errorf("the input ends: %q", seen)
	}
	if seen := once(t, "new", "analyze"); contains(seen, "move") {
		t.Errorf("the input ends while analysing: %q", seen)
	}
	ctx, stop := context.WithCancel(context.Background())
	in, hold := io.Pipe()
	defer hold.Close()
	time.AfterFunc(30*time.Millisecond, stop)
	if err := xboard.Serve(ctx, in, io.Discard, config()); !errors.Is(err, context.Canceled) {
		t.Errorf("the context ended: %v", err)
	}
	if err := xboard.Serve(context.Background(), strings.NewReader("protover 2\nanalyze\n"), deaf{}, config()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("nobody listens: %v", err)
	}
	if err := xboard.Serve(context.Background(), strings.NewReader("new\n"), io.Discard, xboard.Config{}); err == nil {
		t.Error("no rule sets, no error")
	}
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// FuzzServe feeds any text: no panic and no hang.
func FuzzServe(f *testing.F) {
	f.Add("xboard\nprotover 2\nnew\nst 1\nsd 1\nusermove e2e4\n?\nping 1\nquit\n")
	f.Add("variant mirrorsquare\nforce\ne2e4\nundo\nremove\nsetboard x\nanalyze\n.\nexit\n")
	f.Add("level 40 0:01 0\nsd 2\ngo\nhint\nbk\ndraw\nresult *\noption Level=2\n")
	f.Fuzz(func(t *testing.T, text string) {
		var out strings.Builder
		ctx, stop := context.WithTimeout(context.Background(), 10*time.Second)
		defer stop()
		text = "st 0.01\n" + strings.NewReplacer("level", "l", "st ", "s", "memory", "m", "cores", "c").Replace(text)
		if err := xboard.Serve(ctx, strings.NewReader(text), &out, config()); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	})
}
