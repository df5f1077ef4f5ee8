package xboard_test

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/protocol"
	"github.com/tainchess/tain/internal/protocol/xboard"
	"github.com/tainchess/tain/internal/test/linestest"
	"github.com/tainchess/tain/internal/test/tiny"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
)

// talk is a session with the engine under test.
type talk struct{ *linestest.Talk }

func config() xboard.Config {
	return xboard.Config{Config: protocol.Config{Name: "Tain test", Rules: variant.Builtin()}}
}

func begin(t *testing.T, c xboard.Config) talk {
	t.Helper()
	return talk{linestest.Begin(t, func(ctx context.Context, in io.Reader, out io.Writer) error { return xboard.Serve(ctx, in, out, c) })}
}

// sync sends a ping and returns the output before the pong.
func (k talk) sync() []string {
	k.T.Helper()
	k.Send("ping 7")
	seen := k.ReadUntil("pong 7")
	return seen[:len(seen)-1]
}

// once runs a whole session and returns its output.
func once(t *testing.T, lines ...string) []string {
	t.Helper()
	k := begin(t, config())
	k.Send(lines...)
	return k.Close()
}

func TestFeatures(t *testing.T) {
	seen := once(t, "xboard", "protover 2", "accepted ping", "rejected smp")
	for _, want := range []string{
		`myname="Tain test"`, "ping=1", "setboard=1", "usermove=1", "analyze=1", "memory=1", "smp=1", "time=1",
		"sigint=0", "sigterm=0", "colors=0", `variants="normal,fischerandom,triboard,cylinder"`,
		`option="Level -spin 20 1 20"`, `option="EvalMode -combo *learnt /// weights /// derived /// hand /// blind"`, `option="Clear Hash -button"`,
	} {
		if !linestest.Contains(seen, want) {
			t.Errorf("no %q in %q", want, seen)
		}
	}
	if seen[len(seen)-1] != "feature done=1" {
		t.Errorf("last line = %q", seen[len(seen)-1])
	}
	c := config()
	c.All = true
	k := begin(t, c)
	k.Send("protover 2")
	k.ReadUntil(`feature variants="normal,fischerandom,triboard,mirrorsquare,nachfolger,trid,meder,portal,cylinder,alice"`)
	k.Close()
}

func TestVariants(t *testing.T) {
	const setup = "setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
	wraps := []string{"piece P& fmWfceoFifmnD", "piece N& oN", "piece B& oB", "piece R& oR", "piece Q& oQ", "piece K& oK"}
	all := config()
	all.All = true
	small := config()
	small.Rules = registry.New(append(variant.Builtin().All(), tiny.Rules)...)
	for _, c := range []struct {
		name string
		conf xboard.Config
		want []string
	}{
		{"normal", config(), nil},
		{"chess", config(), nil},
		{"cylinder", config(), wraps}, // XBoard has a variant with this name, so there is no setup line
		{"triboard", config(), append([]string{setup + "KQkq - 0 1"}, wraps...)},
		{"Triboard", config(), append([]string{setup + "KQkq - 0 1"}, wraps...)},
		{"bughouse", config(), []string{"Error (unsupported variant): bughouse"}},
		{"", config(), []string{"Error (unsupported variant): "}},
		{"mirrorsquare", config(), []string{
			"tellusererror XBoard cannot display mirrorsquare: play it with tain play, in the browser with tain serve, or in a program that knows it over UCI",
			"Error (unsupported variant): mirrorsquare"}},
		{"mirrorsquare", all, []string{setup + "KQkq - 0 1"}},
		{"nachfolger", all, []string{setup + "- - 0 1"}},
		{"trid", all, nil},
		{"small", ownConfig(), []string{
			"setup (PNBRQ..A.............Kpnbrq..a.............k) 6x6+0_fairy arqkra/pppppp/6/6/PPPPPP/ARQKRA w - - 0 1",
			"piece P& fmWfceFifmW2", "piece A& BN"}},
		{"hurdles", ownConfig(), []string{
			"setup (PNBRQ......C...G....HKpnbrq......c...g....hk) 8x8+0_fairy cnggkrnc/pppppppp/8/8/8/8/PPPPPPPP/CNGGKRNC w - - 0 1",
			"piece P& fmFfceWifmF2", "piece N& fhNbFsD", "piece C& mRcpR", "piece G& gRgB", "piece H& nN"}},
		{"tiny", small, []string{
			"tellusererror XBoard cannot display tiny: play it with tain play, in the browser with tain serve, or in a program that knows it over UCI",
			"Error (unsupported variant): tiny"}},
	} {
		k := begin(t, c.conf)
		k.Send("new", "variant "+c.name)
		if seen := k.Close(); !slices.Equal(seen, c.want) {
			t.Errorf("%s, all %v: %q, want %q", c.name, c.conf.All, seen, c.want)
		}
	}
	// The pawn on a5 captures the pawn on h5 en passant over the seam. Only in triboard does it land on that
	// pawn's home square.
	k := begin(t, config())
	k.Send("new", "variant triboard", "force", "setboard 4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", "usermove a5h6")
	k.ReadUntil("Illegal move (")
	k.Send("usermove a5h7")
	if seen := k.Close(); len(seen) > 0 {
		t.Errorf("triboard: %q", seen)
	}
	// A new game is orthodox chess again.
	k = begin(t, all)
	k.Send("new", "variant mirrorsquare")
	k.ReadUntil("setup ")
	k.Send("new", "force", "usermove e2e4", "usermove d7d5")
	if seen := k.Close(); len(seen) > 0 {
		t.Errorf("new after mirrorsquare: %q", seen)
	}
}

// TestSettings checks that valid settings are accepted and invalid ones are reported.
func TestSettings(t *testing.T) {
	if seen := once(t, "new", "level 40 5 0", "level 0 2:30 12", "level 40 0:30 0.5", "st 3", "st 0.5", "sd 4", "time 12345", "otim 0",
		"memory 4", "memory 99999999", "cores 2", "cores 0", "hard", "easy", "post", "nopost", "option Level=3", "option EvalMode=blind",
		"option OwnBook=1", "option MultiPV=2", "option Clear Hash", "random"); len(seen) > 0 {
		t.Errorf("valid settings cause output %q", seen)
	}
	for line, want := range map[string]string{
		"level":               "level takes a number of moves",
		"level 40 five 0":     "level takes a number of moves",
		"level 40 5 -1":       "level takes a number of moves",
		"level 40 1e300 0":    "level takes a number of moves",
		"level 40 NaN 0":      "level takes a number of moves",
		"st":                  "st needs seconds",
		"st 0":                "st needs seconds",
		"st -4":               "st needs seconds",
		"sd x":                "sd needs a depth",
		"sd 0":                "sd needs a depth",
		"time soon":           "not a number of centiseconds",
		"memory lots":         "not a number",
		"cores -1":            "not a number",
		"option Level=21":     "not a number from 1 to 20",
		"option Level":        "not a number from 1 to 20",
		"option OwnBook=yes":  "OwnBook is 0 or 1",
		"option EvalMode=odd": "EvalMode is one of learnt, weights, derived, hand, blind",
		"option Speed=9":      "unknown option",
	} {
		if seen := once(t, "new", line); len(seen) != 1 || !strings.HasPrefix(seen[0], "Error ("+want) || !strings.HasSuffix(seen[0], "): "+line) {
			t.Errorf("%s: %q, want %q", line, seen, want)
		}
	}
}

// TestBookAndHint checks the bk and hint commands.
func TestBookAndHint(t *testing.T) {
	c := config()
	c.Book = func(r rules.Rules) engine.Book {
		if r.Info().Name == "chess" {
			return a3{}
		}
		return nil
	}
	k := begin(t, c)
	k.Send("new", "bk")
	if seen := k.sync(); !slices.Equal(seen, []string{" a3", ""}) {
		t.Errorf("bk printed %q; want a3 and an empty line", seen)
	}
	k.Send("option OwnBook=1", "go")
	k.ReadUntil("move a2a3")
	k.Send("bk") // Black cannot play the book move
	if seen := k.sync(); !slices.Equal(seen, []string{" no move in the book", ""}) {
		t.Errorf("bk printed %q; want no move in the book and an empty line", seen)
	}
	k.Send("new", "force", "variant cylinder", "bk", "hint")
	if seen := k.sync(); !linestest.Contains(seen, " no move in the book") || !linestest.Contains(seen, "Hint: ") {
		t.Errorf("bk and hint printed %q; want no book move and a hint", seen)
	}
	k.Close()
}

// a3 is a book whose only move is a2a3.
type a3 struct{}

func (a3) Move(*board.Position, *rand.Rand) (board.Move, bool) {
	return board.NewMove(8, 16, board.NoRole), true
}

// TestSessionEnd checks that a session ends at the end of the input, when the context ends, and when the
// output is closed.
func TestSessionEnd(t *testing.T) {
	if seen := once(t, "new", "hard", "st 0.2", "go"); len(seen) != 1 || !strings.HasPrefix(seen[0], "move ") {
		t.Errorf("lines after the end of input = %q", seen)
	}
	if seen := once(t, "new", "analyze"); linestest.Contains(seen, "move") {
		t.Errorf("lines after the end of input while analysing = %q", seen)
	}
	ctx, stop := context.WithCancel(context.Background())
	in, hold := io.Pipe()
	defer hold.Close()
	time.AfterFunc(30*time.Millisecond, stop)
	if err := xboard.Serve(ctx, in, io.Discard, config()); !errors.Is(err, context.Canceled) {
		t.Errorf("Serve with a cancelled context: got error %v", err)
	}
	if err := xboard.Serve(context.Background(), strings.NewReader("protover 2\nanalyze\n"), linestest.ClosedWriter{}, config()); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("Serve with a closed output: got error %v", err)
	}
	if err := xboard.Serve(context.Background(), strings.NewReader("new\n"), io.Discard, xboard.Config{}); err == nil {
		t.Error("Serve without rule sets: got no error")
	}
}

// FuzzServe checks that arbitrary input causes no panic and no hang.
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
			t.Fatalf("%q: xboard.Serve: %v", text, err)
		}
	})
}
