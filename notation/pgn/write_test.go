package pgn_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestWriteGolden reads and writes every game in testdata/pgn and compares the output with the golden files.
func TestWriteGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/pgn/*.pgn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no games found: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("os.ReadFile(%q): %v", file, err)
			}
			var out bytes.Buffer
			r := newReader(string(text))
			for {
				g, err := r.Next()
				if err == io.EOF {
					break
				}
				var e *pgn.Error
				if errors.As(err, &e) {
					fmt.Fprintf(&out, "%% %v\n\n", err)
					continue
				}
				if err != nil {
					t.Fatalf("Reader.Next of %s: %v", file, err)
				}
				if err := pgn.Write(&out, g); err != nil {
					t.Fatalf("pgn.Write: %v", err)
				}
			}
			golden := strings.TrimSuffix(file, ".pgn") + ".golden"
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatalf("os.WriteFile(%q): %v", golden, err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("os.ReadFile(%q): %v", golden, err)
			}
			if out.String() != string(want) {
				t.Errorf("%s was written as\n%s\nwant\n%s", file, &out, want)
			}
			for i, line := range strings.Split(out.String(), "\n") {
				if utf8.RuneCountInString(line) > 79 && !strings.HasPrefix(line, "[") && !strings.HasPrefix(line, "%") {
					t.Errorf("line %d is %d characters wide: %s", i+1, utf8.RuneCountInString(line), line)
				}
			}
		})
	}
}

func TestWriteMoves(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"black to move", "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 3 40\"]\n\n40... Kd8 41. Kd2 *", "40... Kd8 41. Kd2 *"},
		{"numbers after remarks", "1. e4 {a} e5 (1... c5) 2. Nf3 $1 Nc6 *", "1. e4 {a} 1... e5 (1... c5) 2. Nf3 $1 Nc6 *"},
		{"comment before a move", "1. e4 1... {b} e5 *", "1. e4 1... {b} e5 *"},
		{"comment before the first move", "{a} 1. {b} e4 *", "{a} 1. {b} e4 *"},
		{"comment at a variation's start", "1. e4 ({a} 1. d4) {b} e5 *", "1. e4 ({a} 1. d4) {b} 1... e5 *"},
		{"nested", "1. e4 (1. d4 (1. c4 (1. b4))) *", "1. e4 (1. d4 (1. c4 (1. b4))) *"},
		{"closing brace", "1. e4 ; a } b\n e5 *", "1. e4\n; a } b\n1... e5 *"},
		{"closing brace at a variation's start", "1. e4 ( ; a } b\n 1. d4 ; }\n) e5 *", "1. e4 (\n; a } b\n1. d4\n; }\n) 1... e5 *"},
		{"suffixes", "1. e4!! e5?! *", "1. e4 $3 e5 $6 *"},
		{"no moves", "0-1", "0-1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var b strings.Builder
			if err := pgn.Write(&b, readOne(t, test.text)); err != nil {
				t.Fatalf("pgn.Write: %v", err)
			}
			if _, got, _ := strings.Cut(b.String(), "\n\n"); got != test.want+"\n\n" {
				t.Errorf("%q was written as\n%s\nwant\n%s", test.text, got, test.want)
			}
			sameAgain(t, readOne(t, test.text))
		})
	}
}

// tester is implemented by *testing.T and *rapid.T.
type tester interface {
	Helper()
	Fatalf(format string, args ...any)
}

// sameAgain writes a game, reads it back and checks that the games are equal.
func sameAgain(t tester, g *pgn.Game) {
	t.Helper()
	var b strings.Builder
	if err := pgn.Write(&b, g); err != nil {
		t.Fatalf("writing: %v", err)
	}
	r := newReader(b.String())
	back, err := r.Next()
	if err != nil {
		t.Fatalf("reading back\n%s\n%v", &b, err)
	}
	g.Warnings, back.Warnings = nil, nil // warnings describe the input, not the game
	if !reflect.DeepEqual(g, back) {
		t.Fatalf("read back as a different game\n%s\n%s\n%s\n%+v\n%+v", &b, sketch(g), sketch(back), g, back)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Fatalf("unexpected text after the game:\n%s", &b)
	}
}

// remarks generates comments in the form that the reader returns.
var remarks = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) string {
	words := rapid.SliceOfN(rapid.OneOf(
		rapid.StringMatching(`[a-zé♘]{1,12}`),
		rapid.SampledFrom([]string{"}", "{", "(", ")", ";", "%x", "[Event", `"x"]`, "[%clk", "1-0", "*", "$1", "1.", "--", `\`}),
	), 1, 30).Draw(t, "words")
	return strings.Join(words, " ")
}), 0, 2)

// drawLine generates a line of legal moves with variations.
func drawLine(t *rapid.T, r rules.Rules, p board.Position, plies, depth int) (line []*pgn.Node) {
	for range plies {
		moves := rules.LegalMoves(r, &p)
		if len(moves) == 0 {
			break
		}
		n := &pgn.Node{Move: rapid.SampledFrom(moves).Draw(t, "move")}
		if !rules.InCheck(r, &p) && rapid.IntRange(0, 19).Draw(t, "pass") == 0 {
			n.Move = board.NullMove
		}
		if rapid.IntRange(0, 9).Draw(t, "remarked") == 0 {
			n.NAGs = rapid.SliceOfN(rapid.IntRange(0, 255), 0, 3).Draw(t, "nags")
			n.Before, n.After = remarks.Draw(t, "before"), remarks.Draw(t, "after")
			if depth < 3 {
				for range rapid.IntRange(0, 2).Draw(t, "variations") {
					n.Variations = append(n.Variations, drawLine(t, r, p, rapid.IntRange(1, 6).Draw(t, "plies"), depth+1))
				}
			}
		}
		nilEmpty(&n.Before)
		nilEmpty(&n.After)
		if len(n.NAGs) == 0 {
			n.NAGs = nil
		}
		line = append(line, n)
		p = after(r, p, n.Move)
	}
	return line
}

func nilEmpty(list *[]string) {
	if len(*list) == 0 {
		*list = nil
	}
}

func TestWriteRoundTrip(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		t.Run(r.Info().Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				start := positions.From(t, r, "")
				// Half of the games do not begin from the standard starting position.
				for _, n := range drawLine(t, r, start, rapid.SampledFrom([]int{0, 0, 0, 1, 9, 30}).Draw(t, "start"), 3) {
					start = after(r, start, n.Move)
				}
				g := &pgn.Game{
					Rules: r, Start: start,
					Comments: remarks.Draw(t, "comments"),
					Line:     drawLine(t, r, start, rapid.IntRange(0, 60).Draw(t, "plies"), 0),
					Result:   rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "*"}).Draw(t, "result"),
				}
				nilEmpty(&g.Comments)
				for _, name := range []string{"Site", "White", "Annotator", "X"} {
					if value := rapid.StringMatching(`[ a-z"\\\]é;{]{0,12}`).Draw(t, name); value != "" {
						g.Tags = append(g.Tags, pgn.Tag{Name: name, Value: value})
					}
				}
				sameAgain(t, g)
			})
		})
	}
}

// TestWriteNormalises checks that Write normalises tags, comments and the result.
func TestWriteNormalises(t *testing.T) {
	chess := positions.Rules(t, variant.Builtin(), "chess")
	start := positions.From(t, chess, "")
	g := pgn.NewGame(chess, start, board.NewMove(board.At(4, 1), board.At(4, 3), board.NoRole))
	g.Result = ""
	g.Tags = []pgn.Tag{
		{Name: "ECO", Value: "B00\n]"}, {Name: "white", Value: "A"}, {Name: "White", Value: "B\xff"}, {Name: "FEN", Value: "nonsense"}, {Name: "Result", Value: "1-0"},
	}
	g.Comments = []string{"", "a\n\n  b\x00\xff"}
	g.Line[0].Variations = [][]*pgn.Node{nil, {}}
	var b strings.Builder
	if err := pgn.Write(&b, g); err != nil {
		t.Fatalf("pgn.Write: %v", err)
	}
	want := "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"B\ufffd\"]\n[Black \"?\"]\n[Result \"*\"]\n" +
		"[ECO \"B00 ]\"]\n\n{a b \ufffd} 1. e4 *\n\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
}

type countWriter struct {
	calls int
	err   error
}

func (w *countWriter) Write(p []byte) (int, error) {
	w.calls++
	return len(p), w.err
}

func TestWriteErrors(t *testing.T) {
	chess := positions.Rules(t, variant.Builtin(), "chess")
	start := positions.From(t, chess, "")
	e4 := board.NewMove(board.At(4, 1), board.At(4, 3), board.NoRole)
	knots := &pgn.Node{Move: e4}
	knots.Variations = [][]*pgn.Node{{knots}, {knots}}
	long := pgn.NewGame(chess, start, e4)
	for range pgn.MaxGameBytes / len("(1. e4) ") {
		long.Line[0].Variations = append(long.Line[0].Variations, []*pgn.Node{{Move: e4}})
	}
	with := func(change func(*pgn.Game)) *pgn.Game {
		g := pgn.NewGame(chess, start, e4)
		change(g)
		return g
	}
	for name, g := range map[string]*pgn.Game{
		"no game":           nil,
		"no rules":          {},
		"illegal move":      pgn.NewGame(chess, start, e4, e4),
		"no move":           pgn.NewGame(chess, start, board.NoMove),
		"pass in check":     pgn.NewGame(chess, start, e4, board.NewMove(board.At(5, 6), board.At(5, 5), board.NoRole), board.NewMove(board.At(3, 0), board.At(7, 4), board.NoRole), board.NullMove),
		"nil node":          with(func(g *pgn.Game) { g.Line[0] = nil }),
		"result":            with(func(g *pgn.Game) { g.Result = "2-0" }),
		"tag name":          with(func(g *pgn.Game) { g.Tags = []pgn.Tag{{Name: "A]", Value: "x"}} }),
		"annotation":        with(func(g *pgn.Game) { g.Line[0].NAGs = []int{-1} }),
		"start":             pgn.NewGame(chess, board.Position{}),
		"recursive line":    with(func(g *pgn.Game) { g.Line[0] = knots }),
		"long comment":      with(func(g *pgn.Game) { g.Comments = []string{strings.Repeat("% ", pgn.MaxGameBytes)} }),
		"many variations":   long,
		"variation illegal": with(func(g *pgn.Game) { g.Line[0].Variations = [][]*pgn.Node{{{Move: e4}, {Move: e4}}} }),
	} {
		var w countWriter
		if err := pgn.Write(&w, g); err == nil || w.calls > 0 {
			t.Errorf("%s: error %v, %d writes; want an error and no writes", name, err, w.calls)
		}
	}
	full := errors.New("disk full")
	w := countWriter{err: full}
	if err := pgn.Write(&w, pgn.NewGame(chess, start, e4)); !errors.Is(err, full) || w.calls != 1 {
		t.Errorf("a full disk: error %v after %d writes", err, w.calls)
	}
	if _, err := pgn.NewGame(chess, start, e4, e4).Final(); err == nil {
		t.Error("Final accepted an illegal move")
	}
}

func TestMaxDepth(t *testing.T) {
	n := pgn.MaxGameDepth
	sameAgain(t, readOne(t, "1. e4 "+strings.Repeat("(1. d4 ", n)+strings.Repeat(")", n)+" *"))
}

// TestEmptyTags checks that a tag with an empty value is preserved.
func TestEmptyTags(t *testing.T) {
	const text = "[Event \"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"\"]\n[Black \"?\"]\n[Result \"*\"]\n[Annotator \"\"]\n\n1. e4 *\n"
	var b strings.Builder
	if err := pgn.Write(&b, readOne(t, text)); err != nil || strings.TrimSpace(b.String()) != strings.TrimSpace(text) {
		t.Errorf("Write: %v, wrote\n%s\nwant\n%s", err, b.String(), text)
	}
}
