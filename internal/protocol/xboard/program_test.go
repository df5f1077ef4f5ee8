package xboard_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/protocol/xboard"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// engineWord makes the test binary run as an engine: "xboard.test xboard-engine MOVE,MOVE..." plays the given
// moves first.
const engineWord = "xboard-engine"

func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == engineWord {
		c := ownConfig()
		c.Book = func(r rules.Rules) engine.Book { return script(r, strings.Split(os.Args[2], ",")) }
		if err := xboard.Serve(context.Background(), os.Stdin, os.Stdout, c); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// own are definitions whose boards or pieces only the engine knows.
var own = []string{
	`{"name": "archbishops", "pieces": {"a": "BN"}, "promotes": "qrbna", "start": "ranqkbar/pppppppp/8/8/8/8/PPPPPPPP/RANQKBAR w KQkq - 0 1"}`,
	`{"name": "small", "board": {"files": 6, "ranks": 6}, "pieces": {"a": "BN"}, "promotes": "qra", "start": "arqkra/pppppp/6/6/PPPPPP/ARQKRA w - - 0 1"}`,
	`{"name": "wide", "board": {"files": 10, "ranks": 6}, "pieces": {"a": "BN", "c": "RN", "x": "FfN"}, "promotes": "qrbnac", "start": "rnabqkbcnr/pppppppppp/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1"}`,
	`{"name": "hurdles", "castling": false, "pieces": {"p": "mfFcefWimfF2", "n": "fNbFsD", "c": "mRcpR", "g": "gQ", "h": "nN"}, "promotes": "qrcng", "start": "cnggkrnc/pppppppp/8/8/8/8/PPPPPPPP/CNGGKRNC w - - 0 1"}`,
}

// ownConfig is config with these definitions.
func ownConfig() xboard.Config {
	c := config()
	all := variant.Builtin().All()
	for _, text := range own {
		d, _, err := definition.Parse(text)
		if err != nil {
			panic(err)
		}
		all = append(all, d.Compile())
	}
	c.Rules = registry.New(all...)
	return c
}

// opening is a book with a single line, keyed by position hash.
type opening map[uint64]board.Move

func (o opening) Move(p *board.Position, _ *rand.Rand) (board.Move, bool) {
	m, ok := o[p.Hash]
	return m, ok
}

// script returns a book that contains a line of moves.
func script(r rules.Rules, moves []string) opening {
	start, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
	if err != nil {
		return nil
	}
	o, line := opening{}, rules.NewLine(r, start)
	for _, text := range moves {
		before := line.Position()
		played, err := line.PlayText(text)
		if err != nil {
			break
		}
		o[before.Hash] = played.Move
	}
	return o
}

// program returns the path of an installed program. It also searches Debian's games folder. If TAIN_XBOARD is
// set, as in make test, a missing program fails the test.
func program(t *testing.T, name string) string {
	t.Helper()
	for _, path := range []string{name, "/usr/games/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	if os.Getenv("TAIN_XBOARD") != "" {
		t.Fatalf("%s not found: scripts/xboard installs it", name)
	}
	t.Skipf("%s not found: scripts/xboard installs it", name)
	return ""
}

// display starts a virtual display and returns its name.
func display(t *testing.T) string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatalf("os.Pipe: %v", err)
	}
	// Without -noreset, the server resets when the last window closes, and a client that connects at that
	// moment finds no display.
	cmd := exec.Command(program(t, "Xvfb"), "-noreset", "-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	if err := cmd.Start(); err != nil {
		t.Fatalf("cmd.Start: %v", err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	write.Close()
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb does not start: %v", err)
	}
	return ":" + strings.TrimSpace(number)
}

// match is a game between the engine and itself in XBoard.
type match struct {
	pgn    string // the played game; empty if there was none
	debug  string // debug output
	output string // messages from XBoard to its user
}

// play plays a game in XBoard with default settings, except for settings that make it fast. If until is not
// empty, it stops XBoard once the output contains until.
func play(t *testing.T, screen, name, moves, until string) match {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatalf("os.Executable: %v", err)
	}
	first := fmt.Sprintf("%s %s %s", self, engineWord, moves)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	args := []string{"-fcp", first, "-scp", first, "-firstOptions", "OwnBook=1", "-secondOptions", "OwnBook=1",
		"-mode", "TwoMachines", "-matchGames", "1", "-depth", "3", "-tc", "10", "-ponderNextMove", "false",
		"-animateMoving", "false", "-popupMoveErrors", "false", "-popupExitMessage", "false", "-saveSettingsOnExit", "false",
		"-saveGameFile", filepath.Join(dir, "game.pgn"), "-debugMode", "true", "-nameOfDebugFile", filepath.Join(dir, "debug")}
	if name != "" {
		args = append(args, "-variant", name)
	}
	for _, sound := range []string{"Move", "Bell", "Challenge", "IcsWin", "IcsLoss", "IcsDraw", "IcsUnfinished", "IcsAlarm", "Tell"} {
		args = append(args, "-sound"+sound, "")
	}
	cmd := exec.CommandContext(ctx, program(t, "xboard"), args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "DISPLAY="+screen, "HOME="+dir, "LC_ALL=C")
	cmd.WaitDelay = time.Second
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatalf("cmd.StderrPipe: %v", err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("cmd.Start: %v", err)
	}
	var m match
	for lines := bufio.NewScanner(out); lines.Scan(); {
		m.output += lines.Text() + "\n"
		if until != "" && strings.Contains(lines.Text(), until) {
			cmd.Process.Kill()
			break
		}
	}
	io.Copy(io.Discard, out)
	err = cmd.Wait()
	m.pgn, m.debug = read(dir, "game.pgn"), read(dir, "debug")
	if ctx.Err() != nil {
		t.Errorf("XBoard hangs; its output:\n%s\nlast debug output:\n%s", m.output, m.debug[max(0, len(m.debug)-2000):])
	} else if err != nil && until == "" {
		t.Errorf("XBoard: %v; output:\n%s", err, m.output)
	}
	return m
}

func read(dir, name string) string {
	text, _ := os.ReadFile(filepath.Join(dir, name))
	return string(text)
}

// TestXBoard plays whole games in XBoard, which checks every move. The games start with moves that XBoard
// might consider illegal.
func TestXBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	program(t, "xboard")
	screen := display(t)
	t.Run("games", func(t *testing.T) {
		for _, c := range []struct {
			variant, rules string
			moves          string // opening moves
			supported      string // the last opening move that XBoard supports
		}{
			// With XBoard's default settings, the game is chess: en passant, underpromotion to a knight,
			// castling on both sides.
			{"", "chess", "e2e4,b8c6,e4e5,d7d5,e5d6,c8g4,d6e7,d8d7,e7f8n,e8c8,g1f3,g8f6,f1e2,h8f8,e1g1", "e1g1"},
			// Cylinder: en passant over the seam, underpromotion to a knight, castling.
			{"cylinder", "cylinder", "a2a4,e7e5,a4a5,h7h5,a5h6,g8f6,h6g7,h8g8,g7f8n,e8f8,g1f3,b8c6,e2e3,d7d6,f1e2,c8e6,e1g1,d8d7", "d8d7"},
			// Triboard: en passant over the seam lands on a square that XBoard does not expect.
			{"triboard", "triboard", "a2a4,e7e5,a4a5,h7h5,a5h7", "h7h5"},
			// Pieces and boards that only the engine knows: archbishops that move as knights and bishops, en
			// passant, promotion to one, and castling.
			{"archbishops", "archbishops", "e2e4,d7d5,e4e5,f7f5,e5f6,b8a6,f6g7,a8b8,g7h8a,c8b6,g1h3,b6c4,f1e2,d8d6,e1g1", "e1g1"},
			// On a small board, XBoard does not know en passant.
			{"small", "small", "c2c4,b5b3,a2b3,a6b4", "c2c4"},
			{"wide", "wide", "c1d3,h6g4", "h6g4"},
			{"hurdles", "hurdles", "d2b4,e7g5", "e7g5"},
		} {
			t.Run(c.rules, func(t *testing.T) {
				t.Parallel()
				m := play(t, screen, c.variant, c.moves, "")
				judge(t, m)
				for i, move := range strings.Split(c.moves, ",") {
					side := []string{"first", "second"}[i%2]
					if !strings.Contains(m.debug, "<"+side+" : move "+move+"\n") && !strings.Contains(m.debug, "<"+side+": move "+move+"\n") {
						t.Errorf("%s did not play %s", side, move)
					}
					if move == c.supported {
						break
					}
				}
			})
		}
	})
	// XBoard chooses the Chess960 starting position and checks castling.
	t.Run("fischerandom", func(t *testing.T) {
		m := play(t, screen, "fischerandom", "-", "")
		judge(t, m)
		if !strings.Contains(m.debug, ": variant fischerandom\n") || !strings.Contains(m.debug, ": setboard ") {
			t.Errorf("a different game was played:\n%s", m.debug[:min(len(m.debug), 3000)])
		}
	})
	// XBoard does not start games that it does not support.
	t.Run("refused", func(t *testing.T) {
		for _, r := range variant.Builtin().All() {
			if info := r.Info(); info.Reflects || len(info.Levels) > 0 {
				t.Run(info.Name, func(t *testing.T) {
					t.Parallel()
					m := play(t, screen, info.Name, "-", "Variant "+info.Name+" not supported by Tain test")
					if m.pgn != "" || strings.Contains(m.debug, ": move ") {
						t.Errorf("a game was started:\n%s\n%s", m.output, m.pgn)
					}
				})
			}
		}
	})
}

// judge fails the test if a game ended abnormally.
func judge(t *testing.T, m match) {
	t.Helper()
	end := regexp.MustCompile(`\{([^{}]*)\} (1-0|0-1|1/2-1/2)\s*$`).FindStringSubmatch(m.pgn)
	switch {
	case end == nil:
		t.Errorf("game did not end; XBoard's output:\n%s\n%s", m.output, m.pgn)
	case !regexp.MustCompile(`(?i)^(xboard adjudication: (checkmate|stalemate|insufficient mating material|50-move rule|repetition draw)|(White|Black) mates|Stalemate|Draw by .*|No play can lead to mate)$`).MatchString(end[1]):
		t.Errorf("the game ended with %q:\n%s", end[1], m.pgn)
	}
	if wrong := regexp.MustCompile(`(?im)^.*(illegal|forfeit|invalid|false).*(move|claim).*$`).FindString(m.debug + m.output); wrong != "" {
		t.Errorf("unexpected error message: %s", wrong)
	}
}
