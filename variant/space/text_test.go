package space

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// lenient is a guide that can parse ambiguous moves, which occur in old games.
type lenient interface {
	ParseMoveLenient(p *board.Position, text string) (board.Move, message.Message, error)
}

// TestSampleGame replays the sample game that Jens Meder published with his rules.
func TestSampleGame(t *testing.T) {
	const game = `1. b4N b5B 2. c3W a6N 3. Nc2W c6B 4. a3N a6B 5. a3W Bd6N 6. Ba2W Nc7B 7. Qb1W Qb8B 8. Nb2W Ra9QL6
		9. Ra0QL1 0-0 10. Ra1W Nb7B 11. Nd4W a5B 12. Nd3N d6B 13. Nxc6B Qa8B 14. Na5N Nxa5N 15. bxa5N a4W 16. Nb4N a5B 17. Nd3N`
	rewritten := map[string]string{"0-0": "O-O", "bxa5N": "bNxa5N"}
	p := positions.From(t, Meder, "")
	guide := Meder.Guide()
	for number, text := range strings.Fields(game) {
		if strings.HasSuffix(text, ".") {
			continue
		}
		m, warning, err := guide.(lenient).ParseMoveLenient(&p, text)
		if err != nil {
			t.Fatalf("%s: err = %v; want no error", text, err)
		}
		_, strict := guide.ParseMove(&p, text)
		if ambiguous := text == "a5B" && p.FullmoveNumber == 11; ambiguous {
			if want := "a5B could be aNa5B or aBa5B: aNa5B was used"; warning.String() != want {
				t.Errorf("warning = %q, want %q", warning, want)
			}
			if codeOf(strict) != notation.CodeAmbiguous || strict.Error() != "a5B could be aNa5B or aBa5B" {
				t.Errorf("ParseMove(%s): %v", text, strict)
			}
			rewritten[text] = "aNa5B"
		} else if !warning.IsZero() || strict != nil {
			t.Errorf("%s, move %d: warning %q, error %v; want neither", text, number, warning, strict)
		}
		want := text
		if again, ok := rewritten[text]; ok {
			want = again
		}
		if got := guide.FormatSAN(&p, m); got != want {
			t.Errorf("%s was written as %s", text, got)
		}
		delete(rewritten, "a5B")
		var next board.Position
		Meder.Make(&p, m, &next)
		p = next
	}
	want := "W:p3/P1P1/B2P/RQB1|N:3b/P3/4/P2N|B:q1b1/2n1/3p/pp2|QL1w:P1/2|QL6b:1r/p1|KL1w:PP/KR|KL6b:rk/pp b K - * 1 17"
	if got := guide.FormatPosition(&p); got != want {
		t.Errorf("the game ends in\n%s, want\n%s", got, want)
	}
}

// TestPositionText parses positions in all accepted forms and checks the formatted text.
func TestPositionText(t *testing.T) {
	for _, c := range []struct{ rule, text, want string }{
		{"5.1 five fields", strings.TrimSuffix(Start, " 0 1"), Start},
		{"5.1 spaces", "  " + strings.ReplaceAll(Start, " ", " \t ") + "\n", Start},
		{"5.1 boards and levels in any order",
			"KL6b:kr/pp|B:nbbn/pppp/4/4|QL6b:rq/pp|N:4/4/4/4|KL1w:PP/KR|W:4/4/PPPP/NBBN|QL1w:PP/RQ w qkQK - * 0 1", Start},
		{"5.1 gaps in pieces", strings.Replace(Start, "N:4/4/4/4", "N:1111/22/31/121", 1), Start},
		{"5.1 move number 0", strings.TrimSuffix(Start, "1") + "0", Start},
		{"5.1 an en passant square without a capture is dropped",
			set(home, "Pb4N", "b - b4N - 0 9"), set(home, "Pb4N", "b - - - 0 9")},
		{"5.1 an en passant square with a capture is kept", set(home, "Pb4N pa4W", "b - b4N - 0 9"), set(home, "Pb4N pa4W", "b - b4N - 0 9")},
		{"5.1 an en passant square without a legal capture is dropped",
			set(home, "Pb4N pa4W ka9QL6 Ra1W", "b - b4N - 0 9"), set(home, "Pb4N pa4W ka9QL6 Ra1W", "b - - - 0 9")},
		{"5.1 double steps in order", set(home, "Pa2W Pd1KL1 Pz1QL1 pb7B Pb2W", "w - - d1KL1,b7B,a2W,z1QL1 0 9"),
			set(home, "Pa2W Pd1KL1 Pz1QL1 pb7B Pb2W", "w - - a2W,b7B,z1QL1,d1KL1 0 9")},
		{"5.1 double steps of all", set(home, "Pa2W pb7B", "w - - b7B,a2W 0 9"), set(home, "Pa2W pb7B", "w - - * 0 9")},
		{"5.1 double steps of pawns without one", set(home, "Pa3W", "w - - * 0 9"), set(home, "Pa3W", "w - - - 0 9")},
	} {
		t.Run(c.rule, func(t *testing.T) {
			both(t, func(t *testing.T, v *Rules) {
				p := positions.From(t, v, c.text)
				if got := v.Guide().FormatPosition(&p); got != c.want {
					t.Errorf("%s was written as\n%s, want\n%s", c.text, got, c.want)
				}
				if p.Hash != v.Guide().Zobrist(&p) {
					t.Error("wrong hash")
				}
			})
		})
	}
}

// TestFaults parses invalid positions and checks every fault, in text order.
//
// Holds: trid 5.1.
func TestFaults(t *testing.T) {
	kings := "Kd1W kd8B"
	for _, c := range []struct{ text, want string }{
		{"", "field-count"},
		{Start + " 7", "field-count"},
		{strings.Repeat("x", 513), "too-long"},
		{"W:4/4/4/4|N:4/4/4/4|B:4/4/4/4 w - - - 0 1", "board-count"},
		{"W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL1w:2/2|KL1b:2/2|KL2b:2/2 w - - - 0 1", "pin-held"},
		{"W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL2w:2/2|KL1w:2/2|KL2b:2/2 w - - - 0 1", "board-count no-king no-king"},
		{"W:4/4/4/4|N:4/4/4/4|QL1w:2/2|QL2w:2/2|KL1b:2/2|KL2b:2/2 w - - - 0 1", "level"},
		{"W:4/4/4/4|W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL2w:2/2|KL1b:2/2|KL2b:2/2 w - - - 0 1", "level"},
		{"W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL7w:2/2|QL2w:2/2|KL1b:2/2|KL2b:2/2 w - - - 0 1", "board-count level"},
		{"W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1:2/2|QL2x:2/2|KL1b!:2/2|KL2b:2/2 w - - - 0 1", "board-owner board-owner board-owner no-king no-king"},
		{"Wx:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL2w:2/2|KL1b:2/2|KL2b:2/2 w - - - 0 1", "level no-king no-king"},
		{"W:4/4/4|N:4/4/4/5|B:4/x3/4/PPPPP|QL1w:2/2|QL2w:3/2|KL1b:2/2|KL2b:2/2 w - - - 0 1", "rank-count unknown-letter unknown-letter rank-width unknown-letter"},
		{set(home, kings, "x - - - 0 1"), "side"},
		{set(home, kings, "w KQkqKx - - 0 1"), "castling-home castling-home castling-home castling-home castling-letter castling-letter"},
		{set("QL1w KL2w QL6b KL6b", "Kd1W kd9KL6 re9KL6", "w KQk - - 0 1"), "castling-home castling-home"},
		{set(home, kings, "w - zz - 0 1"), "en-passant-square"},
		{set(home, kings, "w - b4N - 0 1"), "en-passant-pawn"},
		{set(home, kings+" pb5N pb7B", "w - b5N - 0 1"), "en-passant-pawn"},
		{set(home, kings+" pb5N nb6B", "w - b5N - 0 1"), "en-passant-pawn"},
		{set(home, kings+" pb6N", "w - b6N - 0 1"), "en-passant-pawn"},
		{set("QL1w KL2w QL4b KL6b", kings+" pz6QL4", "w - z6QL4 - 0 1"), "en-passant-pawn"},
		{set(home, kings+" Pb3W Nc2W", "w - - b3W,c2W,q,a2W,a2W 0 1"), "double-step double-step double-step double-step double-step"},
		{set(home, kings, "w - - - x -1"), "clock clock"},
		{set(home, kings, "w - - - 99999 99999999999999999999"), "clock clock"},
		{set(home, "Kd1W", "w - - - 0 1"), "no-king"},
		{set(home, "Pb8B pc1W Pz9QL6 pa0QL1 "+kings, "w - - - 0 1"), "pawn-rank pawn-rank pawn-rank pawn-rank"},
		{set("QL2w KL2w QL4b KL4b", "Pa8B pd1W Kb1W kb8B", "w - - - 0 1"), "pawn-rank pawn-rank"},
		{set(home, "Kd1W kc5B Rc1W", "w - - - 0 1"), "opponent-in-check"},
		// Valid parts of the text are checked even if other parts are invalid.
		{set("QL1w KL1w QL6b", kings+" Pb8B nb3N", "w K b4N b3N,a2W 0 1"),
			"board-count pawn-rank castling-home en-passant-pawn double-step double-step"},
		{"W:4/4/4/P3|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL1b:2/2|QL6w:2/P1|QL5b:2/2 w Kq c5N b2W 0 1",
			"pin-held castling-home castling-home en-passant-pawn double-step"},
		{"W:4/4/4/4|N:4/4/4/4|B:4/1P2/xy2/1P1z|QL1w:2/2|KL1w:2/2|QL6b:2/2|KL6b:2/P1 w k c4N a1W 0 1",
			"unknown-letter unknown-letter castling-home en-passant-pawn double-step"},
		{"W:4/4/4/4|N:4/4/4/4|B:P3/4/4/4|QL1w:2/2|KL1w:2/2|QL5b:2/2|oops w - - - 0 1", "level board-count"},
		{"W:5|N|:|QL1w:9/9 v KX z9 q x y z", "field-count side"},
	} {
		p, err := Trid.Guide().ParsePosition(c.text, rules.ParseOptions{})
		var faults rules.Faults
		if !errors.As(err, &faults) {
			t.Errorf("%q was read as %s, %v", c.text, Trid.Guide().FormatPosition(&p), err)
			continue
		}
		var codes []string
		last := 0
		for _, f := range faults {
			codes = append(codes, string(f.Code))
			if f.Offset >= 0 && f.Offset < last || f.Offset > len(c.text) || f.Message.String() == "" {
				t.Errorf("%q: fault %+v has a wrong offset", c.text, f)
			}
			last = max(last, f.Offset)
		}
		slices.Sort(codes)
		want := strings.Fields(c.want)
		slices.Sort(want)
		if c.want == "field-count side" { // for hostile input, reporting the main faults is enough
			for _, code := range want {
				if !slices.Contains(codes, code) {
					t.Errorf("%q: faults %v lack an expected code", c.text, faults)
				}
			}
		} else if !slices.Equal(codes, want) {
			t.Errorf("%q: %v (%v), want %v", c.text, codes, faults, want)
		}
	}
	turned := set("QL1w^ KL1w QL6b KL6b", kings, "w - - - 0 1")
	if _, err := Meder.Guide().ParsePosition(turned, rules.ParseOptions{}); err == nil || !strings.Contains(err.Error(), "do not turn in meder") {
		t.Errorf("a turned board in meder: %v", err)
	}
	late := positions.From(t, Trid, set(home, "Ka1W kd8B", "b - - - 0 999999999"))
	late.FullmoveNumber++ // as a played move would
	if text := Trid.Guide().FormatPosition(&late); !strings.HasSuffix(text, " 0 999999999") {
		t.Errorf("the highest move number was written as %s", text)
	}
	many := "W:" + strings.Repeat("|Q", 120) + " w - - - 0 1"
	_, err := Trid.Guide().ParsePosition(many, rules.ParseOptions{})
	if faults := (rules.Faults{}); !errors.As(err, &faults) || len(faults) != notation.MostFaults+1 {
		t.Errorf("invalid text has %d faults", len(faults))
	}
}

// TestMoveText parses moves in all accepted forms.
func TestMoveText(t *testing.T) {
	busy := set("QL3w KL1w QL6b KL6b", "Nz2QL3 Nc8B Bc1W Kd2W Pb3W Pb3N na4W Pd7B Pc7B nd8KL6 ka9QL6", "w - - - 0 9")
	for _, c := range []struct{ rule, position, text, uci string }{
		{"5.2 UCI notation", "", "b2Wb4N", "b2Wb4N"},
		{"5.2 pawn move", "", "b4N", "b2Wb4N"},
		{"5.2 piece move", "", "Nb3W", "a1Wb3W"},
		{"5.2 figurine", "", "♘b3W", "a1Wb3W"},
		{"5.2 marks", "", " Nb3W+!? ", "a1Wb3W"},
		{"5.2 hyphen with both ends", busy, "Nc8B-d6N", "c8Bd6N"},
		{"5.2 arrow", busy, "Nc8B→d6N", "c8Bd6N"},
		{"5.2 arrow of two signs", busy, "c8B -> d6N", "c8Bd6N"},
		{"5.2 en dash", busy, "Nc8B–d6N", "c8Bd6N"},
		{"5.2 both ends without a hyphen", busy, "Nc8Bd6N", "c8Bd6N"},
		{"5.2 coordinates with a hyphen", busy, "c8B-d6N", "c8Bd6N"},
		{"5.3 departure by quadrant", busy, "NQL3@q1-a4N", "z2QL3a4N"},
		{"5.3 arrival with a redundant quadrant", set(home, "Bc1W Kb2W", "w - - - 0 9"), "Bd0KL1@q1", "c1Wd0KL1"},
		{"5.3 arrival by quadrant alone", set(home, "Bc1W Kb2W", "w - - - 0 9"), "BKL1@q1", "c1Wd0KL1"},
		{"5.2 capture with level", busy, "bNxa4W", "b3Na4W"},
		{"5.2 multiplication sign", busy, "bN×a4W", "b3Na4W"},
		{"5.2 short capture when unambiguous", set(home, "Pb3W na4W", "w - - - 0 9"), "bxa4W", "b3Wa4W"},
		{"5.2 shortest capture", set(home, "Pb3W na4W", "w - - - 0 9"), "xa4W", "b3Wa4W"},
		{"5.2 pawns on one file", busy, "bWb4W", "b3Wb4W"},
		{"5.2 promotion to the corner", set("QL1w KL1w QL6b KL4b", "Pd7B", "w - - - 0 9"), "d8BQ", "d7Bd8Bq"},
		{"5.2 promotion to a knight", set("QL1w KL1w QL6b KL4b", "Pd7B", "w - - - 0 9"), "d8BN", "d7Bd8Bn"},
		{"5.2 promotion to a bishop", set("QL1w KL1w QL6b KL4b", "Pd7B", "w - - - 0 9"), "d7Bd8Bb", "d7Bd8Bb"},
		{"5.2 promotion with an equals sign", set("QL1w KL1w QL6b KL4b", "Pd7B", "w - - - 0 9"), "d8B=R", "d7Bd8Br"},
		{"5.2 en passant", set(home, "Pb5N pa5N", "w - a5N - 0 9"), "bNxa6B e.p.", "b5Na6B"},
		{"5.2 en passant in short", set(home, "Pb5N pa5N", "w - a5N - 0 9"), "bxa6N", "b5Na6N"},
		{"5.2 castling", set(home, "Kd0KL1 Re0KL1 Rz0QL1", "w KQ - - 0 9"), "0-0", "O-O"},
		{"5.2 castling long", set(home, "Kd0KL1 Re0KL1 Rz0QL1", "w KQ - - 0 9"), "0-0-0+", "O-O-O"},
		{"5.2 board by its destination", busy, "QL4", "QL3-QL4"},
		{"5.2 board by both pins", busy, "QL3-QL4", "QL3-QL4"},
		{"5.2 pins in lower case", busy, "ql3-ql4^180", "QL3-QL4^180"},
		{"5.2 a destination in lower case", busy, "ql4", "QL3-QL4"},
		{"5.2 a square in lower case", busy, "Nz2ql3a4N", "z2QL3a4N"},
		{"5.3 a quadrant in lower case", busy, "Nql3@q1-a4N", "z2QL3a4N"},
		{"5.2 board turned on the way", busy, "QL3-QL4^180", "QL3-QL4^180"},
		{"5.2 board turned on the spot", busy, "QL3^180", "QL3^180"},
		{"5.2 degree sign", busy, "QL3^180°", "QL3^180"},
		{"5.2 board with promotion", set("QL5w KL1w QL2b KL6b", "Pz5QL5", "w - - - 0 9"), "QL6=Q", "QL5-QL6=q"},
		{"5.2 board with promotion in UCI notation", set("QL5w KL1w QL2b KL6b", "Pz5QL5", "w - - - 0 9"), "QL5-QL6=q", "QL5-QL6=q"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := positions.From(t, Trid, c.position)
			m, err := Trid.Guide().ParseMove(&p, c.text)
			if err != nil || Trid.Guide().FormatUCI(&p, m) != c.uci {
				t.Errorf("%q was read as %s, %v", c.text, Trid.Guide().FormatUCI(&p, m), err)
			}
		})
	}
}

// TestLowerCaseHint checks the hint that levels and pieces must be written in capitals.
func TestLowerCaseHint(t *testing.T) {
	p := positions.From(t, Trid, "")
	for text, want := range map[string]string{
		"b2wb4n": "b2Wb4N", "b4n": "b4N", "Nb3w": "Nb3W", "nb3W": "Nb3W", "nb3w": "Nb3W", "kd1w": "Kd1W", "qa1ql1": "Qa1QL1", "bxc3n": "bxc3N",
		"b4y": "", "q": "", "b2wb4y": "", "nb3": "", "d8Bqq": "",
	} {
		_, err := Trid.Guide().ParseMove(&p, text)
		var syntax *notation.SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%s: %v; want a syntax error", text, err)
			continue
		}
		hint := "; write levels and pieces in capitals: " + want
		if got := strings.HasSuffix(syntax.Message.String(), hint); got != (want != "") {
			t.Errorf("%s: %q, want %q at the end", text, syntax.Message.String(), hint)
		}
	}
	if s, err := Trid.Guide().ParseSquare(&p, "z0ql1"); err != nil || geometry.NameOf(&p, s).String() != "z0QL1" {
		t.Errorf("z0ql1 was read as %v, %v", geometry.NameOf(&p, s), err)
	}
}

// TestMederNotation formats moves in Meder's notation.
func TestMederNotation(t *testing.T) {
	for _, c := range []struct{ rule, position, uci, want string }{
		{"5.2 by file", set(home, "Nb1W Nd1W", "w - - - 0 9"), "b1Wc3N", "Nbc3N"},
		{"5.2 by rank", set(home, "Nb1W Nb5N", "w - - - 0 9"), "b1Wc3W", "N1c3W"},
		{"5.2 by level", set(home, "Nb3W Nb3N", "w - - - 0 9"), "b3Wc5N", "NWc5N"},
		{"5.2 by file and rank", set("QL1w KL1w QL6b KL5b", "Na4W Na6N Ne4KL5 Nd3W", "w - - - 0 9"), "a4Wc5N", "Na4c5N"},
		{"5.2 by file and level", set(home, "Nb3W Nb3N Nd3W", "w - - - 0 9"), "b3Wc5N", "NbWc5N"},
		{"5.2 by the whole square", set(home, "Qb4N Qb4W Qb5N Qd4N", "w - - - 0 9"), "b4Nc5N", "Qb4Nc5N"},
		{"5.2 a capture", set(home, "Nb3W rc5N", "w - - - 0 9"), "b3Wc5N", "Nxc5N"},
		{"5.2 a pawn's capture", set(home, "Pa3W rb4W", "w - - - 0 9"), "a3Wb4W", "aWxb4W"},
		{"5.2 a double step", set(home, "pb4N Pa2W", "w - - * 0 9"), "a2Wa4W", "a4W"},
		{"5.2 pawns on one file", set(home, "pa6N pa6B", "b - - * 0 9"), "a6Na5B", "aNa5B"},
		{"5.2 promotion", set("QL1w KL1w QL6b KL4b", "Pd7B", "w - - - 0 9"), "d7Bd8Bq", "d8BQ"},
		{"5.2 promotion by capture", set(home, "Pc7B rb8B", "w - - - 0 9"), "c7Bb8Bn", "cBxb8BN"},
		{"5.2 check", set(home, "Rd1W ka9QL6", "w - - - 0 9"), "d1Wa1W", "Ra1W+"},
		{"5.2 mate", set(home, "Kz0QL1 Pa1W Pz1QL1 Pa1QL1 rd1KL1 kd9KL6", "b - - - 0 9"), "d1KL1d0KL1", "Rd0KL1#"},
		{"5.2 board", set("QL4w KL1w QL6b KL6b", "", "w - - - 0 9"), "QL4-QL5", "QL5"},
		{"5.2 board move, ambiguous", set("QL4w KL4w QL6b KL6b", "", "w - - - 0 9"), "QL4-QL5", "QL4-QL5"},
		{"5.2 board with promotion", set("QL5w KL1w QL2b KL6b", "Pz5QL5", "w - - - 0 9"), "QL5-QL6=q", "QL6=Q"},
		{"5.2 board turned on the way", set("QL4w KL1w QL6b KL6b", "", "w - - - 0 9"), "QL4-QL5^180", "QL4-QL5^180"},
		{"5.2 board turned on the spot", set("QL5w^ KL1w QL6b KL6b", "", "w - - - 0 9"), "QL5^0", "QL5^0"},
		{"5.2 castling", set(home, "kd9KL6 re9KL6", "b k - - 0 9"), "O-O", "O-O"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := positions.From(t, Trid, c.position)
			m, err := Trid.Guide().ParseMove(&p, c.uci)
			if err != nil {
				t.Fatalf("Trid.Guide().ParseMove(%q): %v", c.uci, err)
			}
			if got := Trid.Guide().FormatSAN(&p, m); got != c.want {
				t.Errorf("%s was written as %s, want %s", c.uci, got, c.want)
			}
		})
	}
	p := positions.From(t, Trid, set(home, "pb4N Pa2W", "w - - * 0 9"))
	p = positions.Play(t, Trid, p, "a2Wa4N")
	m, err := Trid.Guide().ParseMove(&p, "b4Na3W")
	if got := Trid.Guide().FormatSAN(&p, m); err != nil || got != "bNxa3W e.p." {
		t.Errorf("en passant was written as %s, %v", got, err)
	}
}

// TestParseMoveLenient checks that ParseMoveLenient picks the first of several moves, in the order of levels
// or pins.
func TestParseMoveLenient(t *testing.T) {
	for _, c := range []struct{ position, text, want, warning string }{
		{set(home, "Nb3N Nb3W", "w - - - 0 9"), "Nc5N", "b3Wc5N", "Nc5N could be NWc5N or NNc5N: NWc5N was used"},
		{set("KL4w QL4w QL6b KL6b", "", "w - - - 0 9"), "QL5", "QL4-QL5", "QL5 could be QL4-QL5 or KL4-QL5: QL4-QL5 was used"},
		{set(home, "Nb3N Nb3W", "w - - - 0 9"), "NNc5N", "b3Nc5N", ""},
	} {
		p := positions.From(t, Trid, c.position)
		m, warning, err := Trid.Guide().(lenient).ParseMoveLenient(&p, c.text)
		if got := Trid.Guide().FormatUCI(&p, m); err != nil || got != c.want || warning.String() != c.warning {
			t.Errorf("%s was read as %s, %q, %v", c.text, got, warning, err)
		}
	}
	p := positions.From(t, Trid, set(home, "Kd1W Qb3W Qb3N Qc3W Qc3N Qd3W Qd3N Qb4W Qb4N Qd4W", "w - - - 0 9"))
	if _, err := Trid.Guide().ParseMove(&p, "Qc4N"); codeOf(err) != notation.CodeAmbiguous || !strings.HasSuffix(err.Error(), " or others") {
		t.Errorf("error for too many candidates = %v", err)
	}
}

// TestQuadrants checks that the quadrants of a board are numbered anticlockwise from its owner's near left
// corner (5).
//
// Holds: trid 5.3.
func TestQuadrants(t *testing.T) {
	p := positions.From(t, Trid, "")
	for text, want := range map[string]string{
		"QL1@q1": "z0QL1", "QL1@q2": "a0QL1", "QL1@q3": "a1QL1", "QL1@q4": "z1QL1",
		"KL6@q1": "e9KL6", "KL6@q2": "d9KL6", "KL6@q3": "d8KL6", "KL6@q4": "e8KL6",
		"z0QL1@q1": "z0QL1", "b3N": "b3N",
	} {
		s, err := Trid.Guide().ParseSquare(&p, text)
		if got := Trid.Guide().SquareName(&p, s); err != nil || got != want {
			t.Errorf("%s was read as %s, %v, want %s", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "a square is", "b3": "a square is", "b3N1": "unexpected text after the square", "b3N@": "after @", "QL1@q5": "after @",
		"QL2@q1": "there is no board on QL2", "z0QL1@q2": "z0QL1 is quadrant q1, but q2 of that board is a0QL1",
		"b3N@q1": "no quadrants", "f7N": "the files are z, a, b, c, d and e", "b3B": "ranks 5-8",
		"b1QL1": "z0, a0, z1 and a1", "z4QL2": "there is no board on QL2", "\xff\xfe": "a square is",
		strings.Repeat("b", 4000): "a square is",
	} {
		if s, err := Trid.Guide().ParseSquare(&p, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q was read as %v, %v, want %q", text, s, err, want)
		}
	}
}

// TestDroppedRights checks that ParsePosition drops impossible castling rights on request and keeps the
// others.
func TestDroppedRights(t *testing.T) {
	var dropped []rules.Code
	text := set("QL1w KL1w QL6b KL6b", "Kd0KL1 Re0KL1 kd9KL6", "w KQkq - - 0 1")
	p, err := Trid.Guide().ParsePosition(text, rules.ParseOptions{Dropped: func(f rules.Fault) { dropped = append(dropped, f.Code) }})
	if err != nil || p.Castling() != board.WhiteShort || len(dropped) != 3 {
		t.Errorf("ParsePosition: rights %v, dropped %v, %v; want White's short castling, with three rights dropped", p.Castling(), dropped, err)
	}
	if _, err := Trid.Guide().ParsePosition(text, rules.ParseOptions{}); err == nil {
		t.Error("ParsePosition accepted impossible rights")
	}
}
