package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// talk runs a console on an input and returns the output.
func talk(t testing.TB, name, input string, change ...func(*session.Options)) string {
	t.Helper()
	r := builtin(t, name)
	o := session.Options{
		Rules: r, Start: positions.From(t, r, ""), Find: variant.Builtin().Find,
		People: [2]bool{true, true}, Seed: 1, Depth: 2, NoBook: true,
		Now: func() time.Time { return time.Date(2030, 5, 6, 7, 8, 9, 0, time.UTC) },
	}
	for _, f := range change {
		f(&o)
	}
	var out strings.Builder
	if err := Console(context.Background(), strings.NewReader(input), &out, o, false); err != nil {
		t.Fatalf("Console: %v", err)
	}
	return out.String()
}

func says(t *testing.T, said string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(said, want) {
			t.Errorf("the console does not print %q:\n%s", want, said)
		}
	}
}

func TestConsoleDescribesMoves(t *testing.T) {
	says(t, talk(t, "nachfolger", "e2e4\ne6\nd1h5\n"),
		"1. e4  White pawn to e4; a black knight appears on d5\n",
		"1... e6  Black pawn to e6; a white knight appears on d3\n",
		"2. Qh5@a4  White queen to h5, goes on to a4\n")
	says(t, talk(t, "mirrorsquare", "e4\nd7d5\ndxe4\n"),
		"1. e4  White pawn to e4; a black pawn appears on d5\n",
		"d7d5 is not legal: d5 is occupied by your own pawn.\n",
		"1... dxe4  Black pawn takes the pawn on e4\n")
	says(t, talk(t, "triboard", "new 4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2\naxh7 e.p.\n"),
		"2. axh7 e.p.  White pawn takes the pawn on h5 en passant and lands on h7\n")
	says(t, talk(t, "trid", "new W:4/4/P1PP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:2/1P|QL6b:rq/pp|KL1w:P1/KR|KL6b:kr/pp w - - - 0 5\nQL1-KL2\nd\n"),
		"White moves the board on QL1 to KL2; the white pawn is carried from a0QL1 to e4KL2\n", "KL2")
	said := talk(t, "chess", "f3\ne5\ng4\nQh4\na3\n")
	says(t, said, "Black queen to h4; checkmate\nCheckmate: Black wins.\n", "The game is over: checkmate: Black wins.\n")
}

// TestConsoleLetters checks that moves can be typed with French piece letters, and with English ones if
// the French interpretation is illegal.
func TestConsoleLetters(t *testing.T) {
	french := func(o *session.Options) { o.Letters = "fr" }
	says(t, talk(t, "chess", "Cf3\nCf6\nTg1\nNc6\nwhy Cg1\nnew 4k3/8/8/8/8/8/8/R3K3 w - - 0 1\nRd1\nRd7\nTh1\n", french),
		"1. Cf3  White knight to f3\n", "1... Cf6  Black knight to f6\n", "2. Tg1  White rook to g1\n", "2... Cc6  Black knight to c6\n",
		"Cg1 is not legal", "1. Rd1  White king to d1\n", "1... Rd7  Black king to d7\n", "Th1 is not legal")
}

// TestConsoleLanguage plays in German: moves, reasons, help and errors.
func TestConsoleLanguage(t *testing.T) {
	c, ok := locale.For("de")
	if !ok {
		t.Fatal("locale.For(de): not found")
	}
	said := talk(t, "triboard", "e4\ne4\nd\nhelp undo\nlevel 99\nwhy a7a2\nnonsense\nplan e5;Ke5\n", func(o *session.Options) { o.Language, o.Letters = c, "de" })
	says(t, said, "1. e4  ", "Bauer", "MITTE")
	for _, word := range []string{"command.", "pawn", "CENTRE", "cannot", "level"} {
		if strings.Contains(strings.ReplaceAll(said, "level 99", ""), word) {
			t.Errorf("the German console prints the English word %q:\n%s", word, said)
		}
	}
}

// TestConsolePlan checks that plans are described and do not change the game.
func TestConsolePlan(t *testing.T) {
	said := talk(t, "chess", "plan e4; Bc4; Qh5; Qxf7; Qxe8\nplan  e4 ;d4;\nplan ;\nplan e9\nfen\n")
	says(t, said, "Plan: White moves, Black does not. The game does not change.\n",
		"4. Qxf7#  White queen takes the pawn on f7; checkmate\n", "Step 5, Qxe8: kings are never captured",
		"2. d4  White pawn to d4\n", "The plan can be played.\n", "Step 1 is empty", "Step 1, e9: ",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n")
	says(t, talk(t, "trid", "b4N\nplan Nb6N; Nc4N\n"), "Black moves, White does not")
}

func TestConsoleCommands(t *testing.T) {
	for _, test := range []struct{ input, want string }{
		{"d", "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ 8\n"},
		{"d", "White to move.\n"},
		{"fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"},
		{"moves", "20 legal moves.\n"},
		{"moves b1", "Na3 Nc3\n2 legal moves from b1.\n"},
		{"moves a1", "No legal moves from a1.\n"},
		{"moves j9", "A square is a file a-h and a rank 1-8"},
		{"e4\nundo\nundo", "Took back e4. White to move.\nThere is no move to take back.\n"},
		{"e4\nundo\nredo", "Took back e4. White to move.\n1. e4  White pawn to e4\n"},
		{"redo", "No move was taken back.\n"},
		{"e4\nnew\nfen", "New game: two players. White to move.\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"},
		{"new nonsense", "field"},
		{"on", "The engine plays White at level 8.\n1. "},
		{"on\noff\ne5", "The engine is off: two people play.\n"},
		{"side black", "You play Black against level 8.\n1. "},
		{"side green", `"green" is not a side; choose white, black or both.`},
		{"level", "The engine plays at level 8.\n"},
		{"level 3", "The engine plays at level 3.\n"},
		{"level 21", "Invalid level 21; levels go from 1 to 20.\n"},
		{"level x", `"x" is not a valid level`},
		{"sd 5", "The engine searches 5 half-moves deep.\n"},
		{"sd 0", "The engine's depth is not limited.\n"},
		{"sd -1", `"-1" is not a valid depth`},
		{"st 0.5", "The engine thinks for 500ms per move.\n"},
		{"st 1e-30\nhint", "The engine thinks for 1ms per move.\nHint: "},
		{"new kqqqqqqq/pppppppp/qqqqqqqq/8/8/QQQQQQQQ/PPPPPPPP/KQQQQQQQ w - - 0 1\nsd 0\nst 0.001\nhint", "Hint: "},
		{"st nan", `"nan" is not a valid time`},
		{"st 0", "is not limited"},
		{"hint", "Hint: "},
		{"eval", "Evaluation: +"},
		{"clock", "The game has no clock.\n"},
		{"claim", "No draw can be claimed"},
		{"resign\ne4", "White resigned: Black wins.\nThe game is over"},
		{"resign\nundo\ne4", "Took back the end of the game. White to move.\n1. e4"},
		{"e4\npgn", "1. e4 *\n"},
		{"save", "save needs an argument: save FILE.\n"},
		{"load /nowhere/x.pgn", "Cannot read /nowhere/x.pgn: no such file or directory.\n"},
		{"bye now", `bye takes no argument; remove "now".`},
		{"help", "take back a move"},
		{"HELP", "such as a2a3 or a3"},
		{"frobnicate", `"frobnicate" is neither a command nor a legal move`},
		{"# a remark\n\n   \nfen", "rnbqkbnr/"},
		{"e4\r\ne5\r\n", "1... e5  Black pawn to e5\n"},
		{"quit\ne4", "Type help for a list of commands.\n"},
	} {
		says(t, talk(t, "chess", test.input), test.want)
	}
	if said := talk(t, "chess", "bye\ne4\n"); strings.Contains(said, "1. e4") {
		t.Error("the console continues reading after bye")
	}
	long := talk(t, "chess", strings.Repeat("x", 3*maxLine)+"\ne4\n")
	says(t, long, "This line is too long.\n", "1. e4")
	if strings.Count(long, "too long") != 1 {
		t.Error("a long line is reported more than once")
	}
}

// TestClassicCommands checks commands known from other chess consoles.
func TestClassicCommands(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"chess", "show", "White to move.\n"},
		{"chess", "show moves", "20 legal moves.\n"},
		{"chess", "e4\nshow game", "1.   e4\nBlack to move.\n"},
		{"chess", "show tell", `Cannot show "tell"; choose board, moves`},
		{"chess", "list", "No moves yet. White to move.\n"},
		{"chess", "e4\ne5\nNf3\nlist", "1.   e4          e5\n2.   Nf3\nBlack to move.\n"},
		{"chess", "setboard 4k3/8/8/8/8/8/8/4K2R b K - 0 7\nKd7\nO-O\nhistory", "7.   ...         Kd7\n8.   O-O\nBlack to move.\n"},
		{"chess", "setboard nonsense", "field"},
		{"chess", "setboard", "setboard needs an argument: setboard POSITION.\n"},
		{"chess", "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "New game"},
		{"chess", "epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"},
		{"trid", "epd", "|KL6b:kr/pp w KQkq - *\n"},
		{"chess", "e4\ne5\nNf3\nback 2\nforward 5", "Took back Nf3.\nTook back e5.\nBlack to move.\n1... e5  Black pawn to e5\n2. Nf3  White knight to f3\n"},
		{"chess", "e4\ne5\nremove\nlist", "Took back e4.\nWhite to move.\nNo moves yet."},
		{"chess", "back", "There is no move to take back.\n"},
		{"chess", "back 0", `"0" is not a valid number of half-moves`},
		{"chess", "forward", "No move was taken back.\n"},
		{"chess", "resign\nback 3\ne4", "Took back the end of the game.\nWhite to move.\n1. e4"},
		{"chess", "variant", "Rule set: chess (Chess)."},
		{"chess", "variant nachfolger\ne4", "Successor mirror chess: two players. White to move.\n1. e4  White pawn to e4; a black knight appears on d5\n"},
		{"chess", "variant checkers", `Unknown rule set "checkers"; tain variants lists all rule sets.`},
		{"chess", "usermove e2e4", "1. e4  White pawn to e4\n"},
		{"chess", "usermove e2e5", "A pawn on e2 cannot reach e5.\n"},
		{"chess", "manual", "The engine is off: two people play.\n"},
		{"chess", "switch", "There is no opponent to swap sides with: two players.\n"},
		{"chess", "depth 4", "The engine searches 4 half-moves deep.\n"},
		{"chess", "level 0 5 3", "White 5:00, Black 5:00.\n"},
		{"chess", "level 40 5 0", "The time is for the whole game"},
		{"chess", "level 0 1:30 2\ntime", "White 1:30, Black 1:30.\n"},
		{"chess", "e4\nlevel 40 5 0", "Set the clock before the first move"},
		{"chess", "level 1 2", "Level takes a number of moves, minutes"},
		{"chess", "perft 3", "8902\n"},
		{"mirrorsquare", "perft 2", "\n"},
		{"chess", "divide 1", "a2a3: 1\n"},
		{"chess", "perft", "perft needs an argument: perft N.\n"},
		{"chess", "perft -1", `"-1" is not a valid depth`},
		{"chess", "bench 1", "nodes/s"},
		{"chess", "bench x", `"x" is not a valid depth`},
		{"chess", "analyze", "Best: "},
		{"chess", "analyse 0", `"0" is not a valid time`},
		{"chess", "resign\nanalyse", "The game is over"},
		{"chess", "post\ngo", "The engine's thinking is shown"},
		{"chess", "nopost", "The engine's thinking is hidden.\n"},
		{"chess", "book", "Book: "},
		{"chess", "book on\nbook off", "opening book.\nThe engine does not use its opening book.\n"},
		{"chess", "book worst", `nknown option "worst"`},
		{"chess", "a4\na5\nRa3\nbk", "This position is not in the book.\n"},
		{"chess", "score", "Evaluation: +"},
		{"chess", "xboard", "This console does not support xboard; use tain xboard.\n"},
		{"chess", "help back", "back [N]: take back N half-moves.\nback 4 takes back"},
		{"chess", "help manual", "off: turn the engine off: people play both sides.\n"},
		{"chess", "help easy", "Tain has no easy command: the engine thinks only on its own time.\n"},
		{"chess", "help nothing", `Unknown command "nothing"; help lists all commands.`},
		{"chess", "edit", "Tain has no edit command: use setboard POSITION"},
		{"chess", "EASY", "Tain has no easy command"},
		{"chess", "ping 3", "type xboard to switch"},
		{"chess", "time 3000", "time takes no argument"},
	} {
		t.Run(test.name+" "+test.input, func(t *testing.T) { says(t, talk(t, test.name, test.input), test.want) })
	}
}

// TestSwitch checks that the engine moves after it has changed sides with the player.
func TestSwitch(t *testing.T) {
	says(t, talk(t, "chess", "switch\nlist", func(o *session.Options) { o.People = [2]bool{true, false} }),
		"You play Black against level 8.\n1. ", "Black to move.\n")
}

// TestPost checks that post prints the engine's thinking and nopost hides it.
func TestPost(t *testing.T) {
	said := talk(t, "chess", "post\ne4\nnopost\nNf3\n", func(o *session.Options) { o.People = [2]bool{true, false} })
	thought := regexp.MustCompile(`(?m)^ +\d+ +[+-]\d+\.\d\d +\d+\.\d\ds +\d+  \S+`).FindAllStringIndex(said, -1)
	if len(thought) == 0 || thought[len(thought)-1][0] > strings.Index(said, "is hidden") {
		t.Errorf("%d lines of thinking, want some before nopost and none after:\n%s", len(thought), said)
	}
}

// TestHelp checks that help lists every command once, that names are unique, and that
// every command in the catalogue exists.
func TestHelp(t *testing.T) {
	listed := map[string]int{}
	for _, g := range groups {
		for _, name := range strings.Fields(g.names) {
			listed[name]++
		}
	}
	seen := map[string]bool{}
	said := talk(t, "chess", "help\n")
	for _, known := range commands {
		names := strings.Fields(known.names)
		if listed[names[0]] != 1 {
			t.Errorf("help lists %s %d times, want once", names[0], listed[names[0]])
		}
		says(t, said, "  "+names[0], locale.English().Text(known.help()))
		for _, name := range names {
			if seen[name] || !instead(name).IsZero() {
				t.Errorf("two commands are named %s", name)
			}
			seen[name] = true
			says(t, talk(t, "chess", "help "+name+"\n"), locale.English().Text(known.help()))
		}
	}
	for _, code := range locale.English().Codes() {
		name, ok := strings.CutPrefix(string(code), "command.console.")
		if name = strings.TrimPrefix(name, "more."); !ok || strings.HasPrefix(name, "group.") {
			continue
		}
		if known, ok := find(name); !ok || known.name() != name {
			t.Errorf("the catalogue has %s, but the console has no command %s", code, name)
		}
	}
	// Words known from other consoles.
	for word := range strings.FieldsSeq("new go force manual undo remove back forward list moves show eval hint bk book depth time level sd st post nopost analyze " +
		"perft bench xboard uci load save epd fen setboard variant switch draw resign quit exit help edit easy hard white black computer random solve annotate") {
		if _, ok := find(word); !ok && instead(word).IsZero() {
			t.Errorf("unknown command %s", word)
		}
	}
}

// TestProtocol checks that a protocol receives the remaining input and the position, and that the
// console ends when the protocol ends.
func TestProtocol(t *testing.T) {
	var rest, position string
	said := talk(t, "triboard", "e4\nxboard\nprotover 2\nquit\n", func(o *session.Options) {
		o.Protocols = map[string]session.Protocol{"xboard": func(_ context.Context, in io.Reader, r rules.Rules, p *board.Position) error {
			text, err := io.ReadAll(in)
			rest, position = string(text), r.Guide().FormatPosition(p)
			return err
		}}
	})
	if rest != "protover 2\nquit\n" || position != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" || strings.Contains(said, "quit") {
		t.Errorf("the protocol received input %q and position %s", rest, position)
	}
	r := builtin(t, "chess")
	o := session.Options{Rules: r, Start: positions.From(t, r, ""), People: [2]bool{true, true}, Protocols: map[string]session.Protocol{
		"uci": func(context.Context, io.Reader, rules.Rules, *board.Position) error {
			return errors.New("the pipe broke")
		},
	}}
	if err := Console(context.Background(), strings.NewReader("uci\n"), io.Discard, o, false); err == nil || err.Error() != "the pipe broke" {
		t.Errorf("Console returned %v, want the error of the protocol", err)
	}
}

func TestConsoleEngine(t *testing.T) {
	against := func(o *session.Options) { o.People = [2]bool{true, false} }
	first := talk(t, "mirrorsquare", "e4\nNf3\n", against)
	if strings.Count(first, "\n1... ")+strings.Count(first, "\n2... ") != 2 {
		t.Errorf("the engine did not move twice:\n%s", first)
	}
	if again := talk(t, "mirrorsquare", "e4\nNf3\n", against); again != first {
		t.Errorf("the same seed gave different games:\n%s\n%s", first, again)
	}
	says(t, talk(t, "chess", "e4\nundo\nfen\n", against), "and e4. White to move.\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")
	mate := func(o *session.Options) {
		o.People = [2]bool{false, true}
		o.Start = positions.From(t, o.Rules, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
	}
	says(t, talk(t, "chess", "", mate), "1. Ra8#  White rook to a8; checkmate\nCheckmate: White wins.\n")
}

func TestConsoleFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	said := talk(t, "nachfolger", "e4\nsave x.pgn\ne6\nsave x.pgn\nnew\nload x.pgn\nfen\n")
	says(t, said, "Saved to x.pgn.\n", "Loaded x.pgn: Successor mirror chess, two players, 2 half-moves. White to move.\n")
	says(t, talk(t, "chess", "save x.pgn\nload x.pgn\nd\n"), "File x.pgn already exists; choose another name.\n", "Successor mirror chess")
	says(t, talk(t, "chess", "load x.pgn 2\n"), "Game 2 not found in x.pgn; its last game is 1")
}

// timedConsole is a console for two people, with a clock controlled by the test.
type timedConsole struct {
	*console
	said strings.Builder
	time time.Time
}

func newTimedConsole(t *testing.T, control clock.Control) *timedConsole {
	t.Helper()
	c := &timedConsole{time: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)}
	r := builtin(t, "chess")
	s, err := session.New(session.Options{
		Rules: r, Start: positions.From(t, r, ""), People: [2]bool{true, true},
		Control: &control, Now: func() time.Time { return c.time },
	})
	if err != nil {
		t.Fatalf("session.New: %v", err)
	}
	c.console = &console{Session: s, ctx: context.Background(), out: &c.said, glyphs: canvas.GlyphsFor(false)}
	return c
}

// handleAll handles lines, advancing the clock before each.
func (c *timedConsole) handleAll(every time.Duration, lines ...string) string {
	for _, line := range lines {
		c.time = c.time.Add(every)
		c.handle(line)
	}
	return c.said.String()
}

// TestConsoleClock checks that the clocks start at the third half-move.
func TestConsoleClock(t *testing.T) {
	minute := clock.Control{Initial: 60_000, Increment: 1000}
	said := newTimedConsole(t, minute).handleAll(8*time.Second, "e4", "e5", "clock", "a3", "clock")
	says(t, said, "White 0:52, Black 1:00.\n2. a3", "White 0:45, Black 0:52.\n")
	said = newTimedConsole(t, minute).handleAll(time.Hour, "e4", "e5", "d4")
	says(t, said, "1... e5  Black pawn to e5\nWhite ran out of time: Black wins.\n")
}

// TestConsoleUndoFlag checks that losses on time can be taken back and play continues.
func TestConsoleUndoFlag(t *testing.T) {
	said := newTimedConsole(t, clock.Control{Initial: 3000}).handleAll(time.Minute, "e4", "e5", "Nf3", "undo", "clock", "Nf3", "Nc6", "clock", "resign", "undo")
	want := "1. e4  White pawn to e4\n" +
		"1... e5  Black pawn to e5\n" +
		"White ran out of time: Black wins.\n" +
		"Took back the end of the game; the clock is stopped until the next move. White to move.\n" +
		"White 0:03.0, Black 0:03.0.\n" +
		"2. Nf3  White knight to f3\n" +
		"Black ran out of time: White wins.\n" +
		"White 0:03.0, Black 0:00.0.\n" +
		"The game is over: Black ran out of time: White wins.\n" +
		"Took back the end of the game; the clock is stopped until the next move. Black to move.\n"
	if said != want {
		t.Errorf("the console prints\n%swant\n%s", said, want)
	}
}

// TestNoCommandAfterFlag checks that no command takes effect once the time is up.
func TestNoCommandAfterFlag(t *testing.T) {
	for _, command := range []string{"redo", "undo", "resign", "draw", "claim", "side both", "Nf3"} {
		c := newTimedConsole(t, clock.Control{Initial: 3000})
		c.handleAll(0, "e4", "e5", "Nf3", "undo")
		c.said.Reset()
		said := c.handleAll(time.Minute, command)
		if said != "White ran out of time: Black wins.\n" || c.Game.Ply() != 2 || !c.Game.Over() {
			t.Errorf("%s after the flag: %d half-moves, want 2; output\n%s", command, c.Game.Ply(), said)
		}
	}
}

// TestConsoleDraw checks draw offers: between two people they are agreements, the engine declines early
// in the game, and a draw that can be claimed ends the game.
func TestConsoleDraw(t *testing.T) {
	against := func(o *session.Options) { o.People = [2]bool{true, false} }
	says(t, talk(t, "chess", "e4\ndraw\nundo\n"), "Draw by agreement.\nTook back the end of the game. Black to move.\n")
	says(t, talk(t, "chess", "draw\ndraw\n", against), "The engine declines the draw.\nYour offer was just declined or withdrawn: make a move first.\n")
	says(t, talk(t, "chess", strings.Repeat("Nf3\nNf6\nNg1\nNg8\n", 2)+"draw\n"), "Draw by threefold repetition.\n")
	// Late in a game the engine accepts a draw if it is worse, and declines if it is better.
	var worse, better strings.Builder
	for i := 1; i <= 30; i++ { // one king walks around half the board, the other waits
		file, rank := i%8, i/8
		if rank%2 == 1 {
			file = 7 - file
		}
		whiteWaits, blackWaits := fmt.Sprintf("K%c1", 'a'+i%2), fmt.Sprintf("K%c8", 'h'-i%2)
		if i == 30 { // a pawn move, so that no draw by repetition can be claimed
			whiteWaits, blackWaits = "b3", "h6"
		}
		fmt.Fprintf(&worse, "%s\nK%c%c\n", whiteWaits, 'h'-file, '8'-rank)
		fmt.Fprintf(&better, "K%c%c\n%s\n", 'a'+file, '1'+rank, blackWaits)
	}
	says(t, talk(t, "chess", "new 7k/8/8/8/8/8/PPP5/K1R5 w - - 0 1\n"+worse.String()+"side white\ndraw\n"), "30... ", "Draw by agreement.\n")
	says(t, talk(t, "chess", "new 5r1k/5ppp/8/8/8/8/8/K7 w - - 0 1\n"+better.String()+"side white\ndraw\n"), "30... ", "The engine declines the draw.\n")
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the line is dead") }

func TestConsoleEnds(t *testing.T) {
	r := builtin(t, "chess")
	o := session.Options{Rules: r, Start: positions.From(t, r, ""), People: [2]bool{true, true}}
	if err := Console(context.Background(), brokenReader{}, io.Discard, o, true); err == nil || !strings.Contains(err.Error(), "the line is dead") {
		t.Errorf("Console with a broken input returned %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	o.People = [2]bool{false, true}
	if err := Console(ctx, strings.NewReader("e4\n"), io.Discard, o, false); !errors.Is(err, context.Canceled) {
		t.Errorf("Console after an interrupt returned %v, want context.Canceled", err)
	}
	var out strings.Builder
	buffered := bufio.NewWriter(&out)
	o.People = [2]bool{true, true}
	if err := Console(context.Background(), strings.NewReader("e4\n"), buffered, o, true); err != nil {
		t.Fatalf("Console: %v", err)
	}
	says(t, out.String(), "white> 1. e4", "black> \n")
	if err := Console(context.Background(), strings.NewReader(""), io.Discard, session.Options{}, false); err == nil {
		t.Error("Console without rules returned no error")
	}
	o.Level = 99
	if err := Console(context.Background(), strings.NewReader(""), io.Discard, o, false); err == nil {
		t.Error("Console with level 99 returned no error")
	}
}

// FuzzConsole checks that hostile lines cause no panics or hangs.
func FuzzConsole(f *testing.F) {
	for _, line := range []string{"e4", "undo", "d", "moves e2", "new 8/8/8/8/8/8/8/8 w - - 0 1", "level -5", "st 1e300", "sd 99999999999999999999", "QL1-KL2", "\x00\xff", "🙂", "side", "redo\nredo", "resign\nclaim\nundo", "back 3", "forward 99", "level 0 5 3", "variant trid", "setboard x", "help help", "show x", "epd 8/8", "book off", "xboard"} {
		f.Add(line)
	}
	sets := variant.Builtin().All()
	f.Fuzz(func(t *testing.T, text string) {
		for _, word := range []string{"save", "load", "hint", "on", "go", "side", "switch", "playother", "anal", "bench", "perft", "divide"} {
			if strings.Contains(strings.ToLower(text), word) {
				return // skip files and the engine, which may be slow
			}
		}
		for _, r := range sets {
			said := talk(t, r.Info().Name, text)
			if !strings.HasPrefix(said, r.Info().Title) {
				t.Errorf("%q: the console printed %q, want it to begin with %q", text, said, r.Info().Title)
			}
		}
	})
}

// pins is a position in which the board on KL2 can move to only one of its neighbouring pins.
const pins = "W:4/4/P1P1/1BKN|N:N3/4/4/4|B:nbbk/pppp/4/4|QL1w:P1/2|QL4b^:2/1q|KL2w:1P/2|KL3b^:rn/2 w - - - 0 12"

// TestWhyAndQuadrants explains legal and illegal moves of pieces and boards, and lists
// quadrants.
func TestWhyAndQuadrants(t *testing.T) {
	for _, c := range []struct{ rules, position, line, want string }{
		{"trid", pins, "why KL2-QL3", "KL2-QL3 is not legal: the board cannot go to QL3: your pawn on a2W casts its shadow on column a2"},
		{"trid", pins, "why KL2-KL4", "KL2 and KL4 are not neighbours"},
		{"trid", pins, "why KL2-QL2", "KL2-QL2 is legal: White moves the board on KL2 to QL2"},
		{"trid", pins, "why kl2", "The board on KL2 can go to QL2 or rotate in place.\nNot to QL1: KL2 to QL1 is backward for White"},
		{"trid", pins, "why KL2", "Not to KL3: KL3 is occupied by another board.\nQL4, QL5, QL6, KL4, KL5 and KL6 are not next to KL2."},
		{"trid", pins, "why KL3", "The board on KL3 carries 2 pieces: a board with more than one piece cannot move.\n"},
		{"trid", pins, "why QL4", "The board on QL4 carries a black queen, so only Black may move it.\n"},
		{"trid", pins, "why QL9", "unknown pin QL9"},
		{"trid", pins, "why", "why needs an argument"},
		{"chess", "", "why e5", "e5 is not legal"},
		{"chess", "", "why e4", "e4 is legal: White pawn to e4."},
		{"chess", "", "why \x1b[31m", "is not a legal move"},
		{"trid", pins, "quadrants", "KL2, White's: q1 d4KL2, q2 e4KL2, q3 e5KL2 ♙, q4 d5KL2.\nKL3, Black's, rotated 180°: q1 e3KL3 ♞, q2 d3KL3 ♜, q3 d2KL3, q4 e2KL3."},
		{"trid", pins, "quadrants ql1", "QL1, White's: q1 z0QL1, q2 a0QL1, q3 a1QL1, q4 z1QL1 ♙.\n"},
		{"trid", pins, "quadrants QL2", "No board on \"QL2\""},
		{"chess", "", "quadrants", "Boards do not move in this game."},
	} {
		input := c.line + "\n"
		if c.position != "" {
			input = "new " + c.position + "\n" + input
		}
		got := talk(t, c.rules, input)
		if !strings.Contains(got, c.want) || strings.Contains(got, "\x1b") {
			t.Errorf("%s, %s: the console prints\n%s, want\n%s", c.rules, c.line, got, c.want)
		}
	}
}

// builtin returns a built-in rule set.
func builtin(t testing.TB, name string) rules.Rules {
	t.Helper()
	return positions.Rules(t, variant.Builtin(), name)
}

// TestSaveLoadedGame checks that saving a loaded game preserves its tags. Tags about the end of
// the game are preserved only while they are true.
func TestSaveLoadedGame(t *testing.T) {
	t.Chdir(t.TempDir())
	const who = "[Event \"Cup\"]\n[Date \"2029.01.02\"]\n[Round \"7\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[WhiteElo \"1500\"]\n"
	const end = "[plycount \"4\"]\n[Termination \"normal\"]\n[Ending \"checkmate\"]\n[Match \"4711\"]\n[EndTime \"12:00\"]\n"
	games := who + end + "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n" + who + end + "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n" + who + end + "[Result \"1-0\"]\n\n1. e4 1-0\n"
	if err := os.WriteFile("games.pgn", []byte(games), 0o666); err != nil {
		t.Fatalf("os.WriteFile: %v", err)
	}
	for _, c := range []struct {
		name, commands, moves string
		same                  bool
	}{
		{"untouched", "load games.pgn 1", "1. f3 e5 2. g4 Qh4# 0-1", true},
		{"played again", "load games.pgn 1\nundo\nundo\ng4\nQh4", "1. f3 e5 2. g4 Qh4# 0-1", true},
		{"taken back", "load games.pgn 1\nundo\nundo", "1. f3 e5 *", false},
		{"another end of the same length", "load games.pgn 1\nundo\nundo\ng4\nd5", "1. f3 e5 2. g4 d5 *", false},
		{"as given", "load games.pgn 2", "1. e4 e5 2. Nf3 Nc6 {The recorded result is 1-0} 1-0", true},
		{"the result taken back", "load games.pgn 2\nundo", "1. e4 e5 2. Nf3 Nc6 *", false},
		{"the same result for another reason", "load games.pgn 3\nundo\nresign", "1. e4 {Black resigned: White wins} 1-0", false},
		{"gone on", "load games.pgn 2\nundo\nBc4", "1. e4 e5 2. Nf3 Nc6 3. Bc4 *", false},
	} {
		file := strings.ReplaceAll(c.name, " ", "-") + ".pgn"
		talk(t, "chess", c.commands+"\nsave "+file+"\n")
		read, err := os.ReadFile(file)
		if err != nil {
			t.Fatalf("os.ReadFile: %v", err)
		}
		text := string(read)
		for _, want := range append(strings.Split(strings.TrimSpace(who), "\n"), c.moves) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the file lacks %q:\n%s", c.name, want, text)
			}
		}
		for _, tag := range []string{"plycount", "termination", "ending", "match", "endtime"} {
			if strings.Contains(strings.ToLower(text), "["+tag+" ") != c.same {
				t.Errorf("%s: the file has the tag %s: %v, want %v:\n%s", c.name, tag, !c.same, c.same, text)
			}
		}
	}
}
