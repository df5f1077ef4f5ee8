package pgn_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

func TestReadFaults(t *testing.T) {
	long := strings.Repeat("x", 300)
	tests := []struct {
		name, text   string
		line, column int
		msg          string
	}{
		{"illegal move", "1. e4 e5\n2. Nf3 e4 *", 2, 8, "2... e4: "},
		{"number joined to the move", "1.e4 1...e4 *", 1, 10, "1... e4: "},
		{"columns count characters", "{éé} 1. Qd8 *", 1, 9, "1. Qd8: "},
		{"not a move", "1. e4 hello *", 1, 7, "1... hello: "},
		{"null move in check", "1. e4 f6 2. Qh5+ -- *", 1, 18, "2... --: a null move passes the turn"},
		{"glyph before a move", "+- 1. e4 *", 1, 1, "1. +-: "},
		{"glyph without a move", "1. Qd8+- *", 1, 4, "1. Qd8+-: "},
		{"unclosed comment", "1. e4 {oh\ne5 *", 1, 7, "not closed with }"},
		{"unmatched brace", "1. e4 } *", 1, 7, "unexpected }: no comment is open"},
		{"unmatched bracket", "1. e4 ] *", 1, 7, "unexpected ]: no tag is open"},
		{"unclosed variation", "1. e4 (1. d4 (1. c4) *", 1, 7, "not closed with )"},
		{"unopened variation", "1. e4 ) *", 1, 7, "unexpected ): no variation is open"},
		{"variation before a move", "(1. d4) 1. e4 *", 1, 1, "before the first move"},
		{"annotation before a move", "$1 1. e4 *", 1, 1, "before the first move"},
		{"annotation without a number", "1. e4 $ *", 1, 7, "$ must be followed by a number"},
		{"annotation number too large", "1. e4 $65536 *", 1, 7, "at most 65535"},
		{"annotation number overflows", "1. e4 $99999999999999999999 *", 1, 7, "at most 65535"},
		{"reserved", "1. e4 <e5> *", 1, 7, "unexpected character '<'"},
		{"binary", "\x00\x01\x02", 1, 1, `unexpected character '\x00'`},
		{"overlong word", "1. " + long + " *", 1, 4, "more than 255 bytes"},
		{"tag among moves", "1. e4 [White \"A\"] *", 1, 7, "cannot appear among the moves"},
		{"tag without name", "[White \"A\"]\n[\"x\"]\n", 2, 2, "needs a name"},
		{"tag without value", "[White]\n", 1, 7, "must be in quotes"},
		{"unclosed value", "[White \"A]\n", 1, 11, "White is not closed on the same line"},
		{"value at the end of the text", "[White \"A", 1, 10, "White is not closed on the same line"},
		{"unclosed tag", "[White \"A\"\n", 1, 11, "not closed with ]"},
		{"name too long", "[" + long + " \"A\"]", 1, 258, "at most 255"},
		{"unknown variant", "[White \"A\"]\n[Variant \"Atomic\"]\n\n1. e4 *", 2, 11, `"Atomic"`},
		{"invalid starting position", "[White \"A\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2x w - - 0 1\"]\n\n1. e4 *", 2, 26, "the FEN tag: "},
		{"SetUp without FEN", "[SetUp \"1\"]\n\n1. e4 *", 1, 9, "no FEN tag"},
		{"castling in nachfolger", "[Variant \"nachfolger\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n*", 2, 30, "the FEN tag: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := newReader(test.text).Next()
			var e *pgn.Error
			if !errors.As(err, &e) {
				t.Fatalf("reading %q: %v, %v; want a *Error", test.text, g, err)
			}
			if at := notation.PlaceAt(test.text, e.Offset); at != e.Place {
				t.Errorf("reading %q: Place of byte %d = %v; want %v", test.text, e.Offset, at, e.Place)
			}
			if e.Line != test.line || e.Column != test.column || e.Game != 1 || !strings.Contains(e.Message.String(), test.msg) {
				t.Errorf("reading %q\n got %v\nwant line %d, column %d (game 1): ...%s...", test.text, err, test.line, test.column, test.msg)
			}
		})
	}
}

// TestReadLegalPart checks that the error contains the game up to the bad move.
func TestReadLegalPart(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 e5 2. Nf3 e4 3. Nc3 1-0":    "1. e4 e5 2. Nf3 *",
		"1. e4 e5 (1... c5 2. Ke4) 2. Nf3": "1. e4 e5 *",
		"1. e4 (1. d4 d5) e5 2. Ke4 *":     "1. e4 (1. d4 d5) 1... e5 *",
		"1. Ke4 *":                         "*",
	} {
		_, err := newReader("[White \"A\"]\n\n" + text).Next()
		var bad *pgn.Error
		if !errors.As(err, &bad) || bad.Legal == nil {
			t.Fatalf("reading %q: %v; want an error with the legal part", text, err)
		}
		var b strings.Builder
		if err := pgn.Write(&b, bad.Legal); err != nil || !strings.HasSuffix(strings.TrimSpace(b.String()), "\n"+want) || bad.Legal.Tag("White") != "A" {
			t.Errorf("reading %q: legal part %s, %v; want %s", text, b.String(), err, want)
		}
	}
	_, err := newReader("[FEN \"8/8 w - - 0 1\"]\n*").Next()
	var bad *pgn.Error
	if !errors.As(err, &bad) || bad.Legal != nil {
		t.Errorf("a game without a position has a legal part: %v", err)
	}
}

func TestReadErrorCause(t *testing.T) {
	_, err := newReader("1. e4 e5 2. e4e5 *").Next()
	var why *rules.IllegalMove
	if !errors.As(err, &why) {
		t.Errorf("%v does not unwrap to a *rules.IllegalMove", err)
	}
	_, err = newReader("[FEN \"8/8 w - - 0 1\"]\n*").Next()
	var faults rules.Faults
	if !errors.As(err, &faults) {
		t.Errorf("%v does not unwrap to rules.Faults", err)
	}
}

// TestReadContinuesAfterError checks that an error in one game does not affect the next.
func TestReadContinuesAfterError(t *testing.T) {
	deep := "1. e4 " + strings.Repeat("(1. d4 ", pgn.MaxGameDepth+1) + strings.Repeat(")", pgn.MaxGameDepth+1)
	remark := "\n{" + strings.Repeat("long ", 1000) + "}\n" // 5007 bytes including a move
	huge := strings.Repeat("Nf3"+remark+"Nf6"+remark+"Ng1"+remark+"Ng8"+remark, 100)
	bad := []struct {
		name, moves  string
		line, column int // counted from the first line of moves
	}{
		{"illegal move", "1. e4 e5 (1... c5)\n2. Ke3 Nc6 *\n", 2, 4},
		{"illegal move, no end mark", "1. e5 d5\n", 1, 4},
		{"illegal move in a variation", "1. e4 (1. d5 *) e5 (1... d5 *) *\n", 1, 11},
		{"unclosed variation at the end", "1. e4 (1. d4 *\n", 1, 7},
		{"unclosed comment at the end", "1. e4 {oops e5 *\n", 1, 7},
		{"comment that looks like a tag", "1. e4 {\n[Site \"x\"]\n} e4 *\n", 3, 3},
		{"too deep", deep + " *\n", 1, 7 + 7*pgn.MaxGameDepth},
		{"unclosed comment after the end mark", "1. e4 1-0 {oops\n", 1, 11},
		{"stray", "1. e4 ) *\n", 1, 7},
	}
	header := "[Event \"two\"]\n[White \"X\"]\n\n"
	for _, test := range bad {
		t.Run(test.name, func(t *testing.T) {
			text := "[Event \"one\"]\n\n1. d4 *\n\n" + header + test.moves + "\n[Event \"three\"]\n\n1. c4 *\n"
			checkMiddleFault(t, text, 7+test.line, test.column)
		})
	}
	for _, test := range []struct {
		name, tags   string
		line, column int
	}{
		{"malformed tag", "[Event \"two\"]\n[White]\n[Black \"Y\"]\n\n1. e4 *\n", 2, 7},
		{"unknown variant", "[Event \"two\"]\n[Variant \"x\"]\n\n1. e4 *\n", 2, 11},
		{"unknown variant, no moves", "[Event \"two\"]\n[Variant \"x\"]\n", 2, 11},
		{"too long", header + huge, 3 + 2*210, 1},
		{"comment too long", header + "{" + strings.Repeat("long ", 300000) + "} 1. e4 *\n", 4, 1},
		{"tag too long", "[Event \"two\"]\n[White \"" + strings.Repeat("long", 300000) + "\"]\n\n1. e4 *\n", 2, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			checkMiddleFault(t, "[Event \"one\"]\n\n1. d4\n\n"+test.tags+"\n[Event \"three\"]\n\n1. c4 *\n", 4+test.line, test.column)
		})
	}
	t.Run("without tags", func(t *testing.T) {
		checkMiddleFault(t, "1. d4 *\n1. e5 (1. x *) 1-0 {no}\n1. c4 *", 2, 4)
	})
}

func checkMiddleFault(t *testing.T, text string, line, column int) {
	t.Helper()
	r := newReader(text)
	if g, err := r.Next(); err != nil || sketch(g) != "d2d4 *" {
		t.Fatalf("game 1: %v", err)
	}
	_, err := r.Next()
	var e *pgn.Error
	if !errors.As(err, &e) || e.Game != 2 || e.Line != line || e.Column != column {
		t.Errorf("game 2: %v; want line %d, column %d", err, line, column)
	}
	if g, err := r.Next(); err != nil || sketch(g) != "c2c4 *" {
		t.Fatalf("game 3: %v", err)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Fatalf("after game 3: %v, want io.EOF", err)
	}
	if _, err := r.Next(); err != io.EOF {
		t.Fatalf("second call after game 3: %v, want io.EOF", err)
	}
}
