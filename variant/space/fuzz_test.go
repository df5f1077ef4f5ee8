package space

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/variant/space/text"
)

var seedPositions = []string{
	Start,
	"W:4/4/P1PP/NBBN|N:4/4/1P2/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp b KQkq - * 0 1",
	"W:N1r1/3P/4/4|N:4/2b1/4/4|B:1B2/4/4/4|QL1b:2/R1|QL6b^:r1/N1|KL1w^:1P/K1|KL6w:k1/P1 b Qq - * 0 9",
	"W:p3/4/3P/4|N:3Q/4/pP2/4|B:4/pppp/4/2K1|QL2b:2/1p|QL3w:k1/2|QL4w:2/2|KL4b:2/2 b - b4N a7B,b7B,c7B,d2W 3 17",
	"W:4/4/4/1K2|N:4/4/4/4|B:P3/4/1k2/4|QL1w:2/2|QL2w:2/2|QL6b:2/P1|KL2b:2/2 w - - - 4 9",
	"W:kKkK/4/4/4|N:4/4/4/4|B:4/4/4/QQQQ|QL2w:2/2|QL5w:QQ/qq|KL2b:2/2|KL5b:PP/pp w - - - 0 1",
	"W:4/4/4|N:|B:5/x|QL7w:|w - -", "| | | | | | |", "W:4/4/4/4|N:4/4/4/4|B:4/4/4/4|QL1w:2/2|QL1w:2/2|KL1b:2/2|KL1b:2/2 w - - - 0 1",
}

// FuzzPosition parses any string as a position. An accepted string must survive a round trip, and every method
// must accept the position.
func FuzzPosition(f *testing.F) {
	for _, text := range seedPositions {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, input string, kingless bool) {
		for _, v := range []*Rules{Trid, Meder} {
			guide := v.Guide()
			o := rules.ParseOptions{AllowNoKing: kingless, AllowCheck: kingless}
			p, err := guide.ParsePosition(input, o)
			if err != nil {
				var faults rules.Faults
				if !errors.As(err, &faults) || len(faults) == 0 || len(faults) > notation.MostFaults+1 {
					t.Fatalf("ParsePosition(%q): %v; want a limited number of faults", input, err)
				}
				for _, fault := range faults {
					if fault.Offset < -1 || fault.Offset > len(input) || fault.Message.String() == "" || fault.Code == "" {
						t.Fatalf(`ParsePosition(%q): invalid fault %+v`, input, fault)
					}
				}
				continue
			}
			again := guide.FormatPosition(&p)
			if back, err := guide.ParsePosition(again, o); err != nil || back != p {
				t.Fatalf("%q was written as %q and read back as %q, %v", input, again, guide.FormatPosition(&back), err)
			}
			if p.Hash != guide.Zobrist(&p) {
				t.Fatalf("%q: wrong hash", input)
			}
			legal := rules.LegalMoves(v, &p)
			if n := v.Count(&p); n != len(legal) {
				t.Fatalf("%q: %d legal moves, but Count = %d", input, len(legal), n)
			}
			for _, m := range legal {
				describe.Move(v, &p, m)
			}
			text.Show(&p, kingless, nil)
			text.ShowQuadrants(&p, kingless, nil)
		}
	})
}

// FuzzMove parses any string as a move in various positions. An accepted move
// must be legal and survive a round trip.
func FuzzMove(f *testing.F) {
	for i := range seedPositions[:6] {
		for _, text := range []string{
			"b2Wb4N", "Nxc6B", "aWxb4W e.p.", "d8BQ", "QL5", "KL1-KL3", "QL4-QL5^180", "QL3^90", "QL1xQL2", "O-O", "0-0-0#",
			"NQL3@q2-b4N", "Bd0KL1@q1", "QL6-KL6^180=q", "♘c8B–d6N", "axb4N", "a8Bb", "QQL1@q2", "z1QL1z2QL3",
		} {
			f.Add(uint8(i), text)
		}
	}
	var seeds []board.Position
	for _, text := range seedPositions[:6] {
		seeds = append(seeds, positions.From(f, Trid, text))
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		p := seeds[int(which)%len(seeds)]
		for _, v := range []*Rules{Trid, Meder} {
			guide := v.Guide()
			m, err := guide.ParseMove(&p, text)
			checkError(t, text, err)
			if err == nil {
				if !slices.Contains(rules.LegalMoves(v, &p), m) {
					t.Fatalf("%q was read as %s, which is not legal", text, guide.FormatUCI(&p, m))
				}
				for _, form := range []string{guide.FormatUCI(&p, m), guide.FormatSAN(&p, m)} {
					if back, err := guide.ParseMove(&p, form); err != nil || back != m {
						t.Fatalf("%q was written as %q and read back as %s, %v", text, form, guide.FormatUCI(&p, back), err)
					}
				}
			}
			taken, warning, err := guide.(lenient).ParseMoveLenient(&p, text)
			checkError(t, text, err)
			if err == nil && (!slices.Contains(rules.LegalMoves(v, &p), taken) || warning.IsZero() && taken != m) {
				t.Fatalf("%q was parsed as %s, warning %q", text, guide.FormatUCI(&p, taken), warning)
			}
			guide.ParseSquare(&p, text)
		}
	})
}

// checkError checks that an error is one of the two types that ParseMove returns.
func checkError(t *testing.T, text string, err error) {
	t.Helper()
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
	case errors.As(err, &illegal):
		if illegal.Code == "" || illegal.Message.String() == "" {
			t.Fatalf(`%q: no code or message in %+v`, text, illegal)
		}
	case errors.As(err, &syntax):
		if syntax.Offset < 0 || syntax.Offset > len(syntax.Input) || syntax.Message.String() == "" {
			t.Fatalf(`%q: invalid offset or no message in %+v`, text, syntax)
		}
	default:
		t.Fatalf("%q: %v is neither an illegal move nor a syntax error", text, err)
	}
	if err != nil && utf8.ValidString(text) && strings.ContainsRune(err.Error(), utf8.RuneError) && !strings.ContainsRune(text, utf8.RuneError) {
		t.Fatalf("%q: the message %q is not valid UTF-8", text, err)
	}
}

// FuzzPlan plays any string as a plan and checks the steps and errors.
func FuzzPlan(f *testing.F) {
	for i := range seedPositions[:6] {
		for _, text := range []string{
			"b4N; Nb3W; QL1-QL5", "QL1-QL2; QL2-QL3; QL3^180", "Qa0QL1@q2; Nc2W", ";;", "", "b4N;", "O-O; O-O", "b2Wb4N;b4Nb5N;b5Na6B",
		} {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		for _, v := range []*Rules{Trid, Meder} {
			p := positions.From(t, Trid, seedPositions[int(which)%6])
			before := p
			steps, err := notation.Plan(v, &p, text)
			if p != before {
				t.Fatal("the plan changed the position")
			}
			var failed *notation.PlanError
			if errors.As(err, &failed) {
				if failed.Step != len(steps)+1 {
					t.Fatalf("%q: step %d fails after %d", text, failed.Step, len(steps))
				}
				checkError(t, text, failed.Err)
			} else {
				checkError(t, text, err)
			}
			for _, s := range steps {
				if s.Next.Side != p.Side || s.SAN == "" || s.Next.Hash != v.Guide().Zobrist(&s.Next) {
					t.Fatalf("%q: step %+v", text, s)
				}
			}
		}
	})
}
