package pgn_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant"
)

// TestReadGlyphs reads the annotation symbols that occur in archives, both separate from the move and
// attached to it.
func TestReadGlyphs(t *testing.T) {
	for sign, nag := range map[string]int{
		"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "□": 7, "=": 10, "∞": 13, "~": 13,
		"⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16, "+/−": 16, "∓": 17, "-/+": 17,
		"+-": 18, "+–": 18, "-+": 19, "+--": 20, "--+": 21, "=∞": 44, "=/∞": 44, "⨀": 22, "○": 26, "⟳": 32, "↑": 36, "→": 40,
		"⇆": 132, "⊕": 138, "∆": 140, "△": 140, "⌓": 142, "N": 146, "D": 220,
	} {
		want := fmt.Sprintf("e2e4 $%d e7e5 g1f3 *", nag)
		for _, text := range []string{"1. e4 " + sign + " e5 2. Nf3 *", "1. e4" + sign + " e5 2. Nf3 *", "1. e4\n" + sign + "\n1... e5 2. Nf3 *"} {
			g := readOne(t, text)
			if got := sketch(g); got != want {
				t.Errorf("reading %q\n got %s\nwant %s", text, got, want)
			}
			sameAgain(t, g)
		}
	}
	for text, want := range map[string]string{
		"1. e4 e5 → 2. d4 =/∞ *":                                "e2e4 e7e5 $41 d2d4 $44 *",
		"1. e4 e5!? ⩲ N 2. Nf3=! *":                             "e2e4 e7e5 $5 $14 $146 g1f3 $10 $1 *",
		"1. e4 f6 2. Qh5++- g6 *":                               "e2e4 f7f6 d1h5 $18 g7g6 *",
		"1. e4 f6 2. Qh5+ +- g6-+ {x} *":                        "e2e4 f7f6 d1h5 $18 g7g6 $19 A{x} *",
		"1. e4 (1. d4 = d5 +/=) 1... e5 ± 1-0":                  "e2e4 ( d2d4 $10 d7d5 $14 ) e7e5 $16 1-0",
		"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8N *":    "a7a8n *",
		"[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n1. a8=Q+- *": "a7a8q $18 *",
		"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n1. O-O= *":   "e1g1 $10 *",
	} {
		g := readOne(t, text)
		if got := sketch(g); got != want {
			t.Errorf("reading %q\n got %s\nwant %s", text, got, want)
		}
		sameAgain(t, g)
	}
}

// TestLevelIsNotGlyph checks that the reader does not take the letter at the end of a three-dimensional move,
// which names a level, for a glyph.
func TestLevelIsNotGlyph(t *testing.T) {
	trid := positions.Rules(t, variant.Builtin(), "trid")
	text := "[Variant \"" + trid.Info().PGN + "\"]\n\n"
	for _, move := range []string{"b3D", "b9N", "b4B", "Nc3D", "a2D"} {
		if g, err := newReader(text + "1. " + move + " *").Next(); err == nil {
			t.Errorf("%s is read as %s", move, sketch(g))
		}
	}
}

// TestReadNullMoves reads every spelling of a null move and checks how a null move is written.
func TestReadNullMoves(t *testing.T) {
	for _, null := range []string{"--", "Z0", "null", "0000", "@@@@", "<>", "–-"} {
		for _, text := range []string{
			"1. e4 (1. d4 " + null + " 2. c4! {threat}) e5 2. " + null + " d5 *",
			"1.e4 (1.d4 1..." + null + " 2.c4! {threat}) 1...e5 2." + null + "\nd5 *",
		} {
			g := readOne(t, text)
			want := "e2e4 ( d2d4 0000 c2c4 $1 A{threat} ) e7e5 0000 d7d5 *"
			if got := sketch(g); got != want {
				t.Errorf("reading %q\n got %s\nwant %s", text, got, want)
			}
			sameAgain(t, g)
			p, err := g.Final()
			if err != nil {
				t.Fatalf("g.Final: %v", err)
			}
			if fen := g.Rules.Guide().FormatPosition(&p); fen != "rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3" {
				t.Errorf("after %q the position is %s", text, fen)
			}
		}
	}
	var b strings.Builder
	if err := pgn.Write(&b, readOne(t, "1. e4 Z0 2. d4 *")); err != nil || !strings.Contains(b.String(), "1. e4 -- 2. d4 *") {
		t.Errorf("a null move was written as %q, %v", &b, err)
	}
}

// TestNullMoveAllRules plays a null move in every rule set. It checks the resulting position and hash, and
// that Play rejects a null move.
func TestNullMoveAllRules(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		start := positions.From(t, r, "")
		line := rules.NewLine(r, start)
		if _, err := line.Play(rules.LegalMoves(r, &start)[0]); err != nil {
			t.Fatalf("line.Play: %v", err)
		}
		if err := line.Step(board.NullMove); err != nil {
			t.Fatalf("%s: Step(NullMove): %v", r.Info().Name, err)
		}
		p := line.Position()
		if p.Side != board.White || p.FullmoveNumber != 2 || p.Hash != r.Guide().Zobrist(&p) || line.Ply() != 2 {
			t.Errorf("%s: after a null move the position is %s", r.Info().Name, r.Guide().FormatPosition(&p))
		}
		if len(rules.LegalMoves(r, &p)) == 0 {
			t.Errorf("%s: no legal moves after a null move", r.Info().Name)
		}
		_, err := rules.Play(r, &p, board.NullMove)
		if no := (*rules.IllegalMove)(nil); !errors.As(err, &no) || no.Code != rules.CodeNullMove {
			t.Errorf("%s: Play accepted a null move: %v", r.Info().Name, err)
		}
		if d := describe.Move(r, &p, board.NullMove); d.Move != "0000" || d.SAN != "--" || d.Message.String() != "White passes" {
			t.Errorf("%s: a null move was described as %+v", r.Info().Name, d)
		}
	}
}

// TestErrorPlace checks the lines and columns of errors.
func TestErrorPlace(t *testing.T) {
	_, bad := newReader("{é\n} 1. e4 é4 *").Next()
	for _, test := range []struct {
		err  error
		want notation.Place
	}{
		{&notation.SyntaxError{Input: "é\nèb", Offset: 5}, notation.Place{Line: 2, Column: 2, Offset: 5}},
		{&notation.SyntaxError{Input: "abc", Offset: 99}, notation.Place{Line: 1, Column: 4, Offset: 3}},
		{fmt.Errorf("wrapped: %w", bad), notation.Place{Line: 2, Column: 9, Offset: 12}},
	} {
		if at, ok := pgn.PlaceOf(test.err); !ok || at != test.want {
			t.Errorf("%v is at %+v, %v; want %+v", test.err, at, ok, test.want)
		}
	}
	if at, ok := pgn.PlaceOf(errors.New("x")); ok {
		t.Errorf("PlaceOf an error without a location = %v", at)
	}
}
