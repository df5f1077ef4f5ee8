package pgn_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

func FuzzPGN(f *testing.F) {
	files, _ := filepath.Glob("testdata/pgn/*.pgn")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatalf("os.ReadFile(%q): %v", file, err)
		}
		for _, game := range strings.SplitAfter(string(text), "\n\n[") {
			f.Add(strings.TrimSuffix(game, "["))
		}
	}
	for _, seed := range []string{
		"", "*", "{", "(", "[", "[A \"", "1. e4 ;}\r(;[Event \"x\"]\r1.d4)", "%\r\n%", "\ufeff[FEN \"\"]\n*",
		"[Variant \"triboard\"]\n[FEN \"4k3/7p/8/P7/8/8/8/4K3 b - - 0 1\"]\n1...h5 axh7 e.p.! 1/2",
		"1. e4 {\n[Event \"a\"]\n\n[Event \"b\"]\n\n[Event \"c\"] 1-0 {d} ;e\n 0-1",
		"1. e4 1... {b} ({c}) e5 () {d} 2. $3 *{e}",
		"1. e4 -- 2. Z0 <> 3. d4+- N = (3. @@@@ null 4. c4±⩲) 3... d5=/∞ 1/2",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := newReader(text)
		for range len(text) + 2 { // every call except the last consumes input
			g, err := r.Next()
			var e *pgn.Error
			switch {
			case err == io.EOF:
				return
			case errors.As(err, &e):
				if e.Offset < 0 || e.Offset > len(text) || e.Line < 1 || e.Column < 1 || e.Game < 1 || e.Line > 1+strings.Count(text, "\n")+strings.Count(text, "\r") {
					t.Fatalf("%v: position is outside the text", err)
				}
			case err != nil:
				t.Fatalf("unexpected stream error: %v", err)
			default:
				sameAgain(t, g)
			}
		}
		t.Fatal("reader does not terminate")
	})
}

func BenchmarkReadPGN(b *testing.B) {
	text, err := os.ReadFile("testdata/pgn/annotated.pgn")
	if err != nil {
		b.Fatalf(`os.ReadFile("testdata/pgn/annotated.pgn"): %v`, err)
	}
	game, _, _ := strings.Cut(string(text), "\n\n[")
	game += "\n\n"
	size := 100 * len(game)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		r := pgn.NewReader(&repeat{text: game, left: size}, variant.Builtin().Find)
		for {
			if _, err := r.Next(); err == io.EOF {
				break
			} else if err != nil {
				b.Fatalf("r.Next: %v", err)
			}
		}
	}
}
