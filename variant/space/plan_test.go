package space

import (
	"errors"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/space/geometry"
)

// TestPlan plays sequences of moves by one side while the other side does not move (5).
//
// Holds: trid 5.4.
func TestPlan(t *testing.T) {
	for _, c := range []struct {
		about, position, plan string
		written               string // the steps played
		step                  int    // number of the failing step, 0 if none
		code                  rules.Code
	}{
		{"a queen boards and rides", set(home, "Qd2W Kb1W kc8B", "w - - - 0 9"), "Qz1QL1; QL1-QL2; QL2-KL3", "", 1, rules.CodeUnreachable},
		{"arrival with its quadrant", set(home, "Qa3W Kc1W kc8B", "w - - - 0 9"), "Qa0QL1@q2; QL1-QL2; QL2-KL3; QL3-QL4", "Qa0QL1 QL1-QL2 KL3", 4, CodeNoBoard},
		{"all parts", set(home, "Qa3W Kc1W kc8B", "w - - - 0 9"), " Qa0QL1@q2 ;QL2^180; QL1-QL2 ; QL2^180;", "Qa0QL1", 2, CodeNoBoard},
		{"the fourth step", set(home, "Qa3W Kc1W kc8B", "w - - - 0 9"), "Qa0QL1; QL1^180; QL1-QL2; QL2^180", "Qa0QL1 QL1^180 QL1-QL2+", 4, CodeRotated},
		{"no double step after transport", set("QL1w KL1w QL4b KL6b", "Pz1QL1 Kb1W kc8B", "w - - * 0 9"), "QL1-QL2; z5QL2z7QL4", "QL1-QL2", 2, rules.CodeDoubleStep},
		{"Black's plan", set(home, "Kb1W kc8B pb7B", "b - - * 0 9"), "b5N; b4W; b3N", "b5N b4W b3N", 0, ""},
		{"castling after the first step", "", "Nb3W; O-O; Ra1W", "Nb3W O-O", 3, rules.CodeUnreachable},
		{"a king is never captured", set(home, "Rd2W Kb1W kc8B", "w - - - 0 9"), "Rc2W; Rxc8B", "Rc2W+", 2, rules.CodeKingCapture},
		{"not adjacent", set(home, "Nz0QL1 Kb1W kc8B", "w - - - 0 9"), "QL1-QL2; QL2-QL5", "QL1-QL2", 2, CodeNotAdjacent},
	} {
		p := positions.From(t, Trid, c.position)
		before := p
		steps, err := notation.Plan(Trid, &p, c.plan)
		if p != before {
			t.Errorf("%s: Plan changed the position", c.about)
		}
		var written []string
		for _, s := range steps {
			written = append(written, s.SAN)
			if s.Next.Side != p.Side || s.Next.Hash != geometry.Zobrist(&s.Next) {
				t.Errorf("%s: after %s it is %v's turn", c.about, s.Text, s.Next.Side)
			}
		}
		if got := strings.Join(written, " "); got != c.written {
			t.Errorf("%s: played %s, want %s", c.about, got, c.written)
		}
		var failed *notation.PlanError
		switch {
		case c.step == 0 && err != nil:
			t.Errorf("%s: %v; want no error", c.about, err)
		case c.step == 0:
		case !errors.As(err, &failed) || failed.Step != c.step || codeOf(err) != c.code:
			t.Errorf("%s: %v, want step %d to fail with %s", c.about, err, c.step, c.code)
		}
	}
	p := positions.From(t, Trid, "")
	for plan, want := range map[string]string{
		"b4N;;b5N":                  "step 2 is empty",
		"b4N; b9Z":                  "step 2, b9Z: ",
		strings.Repeat("b4N;", 300): "a plan of 300 steps is too long",
		strings.Repeat("b", 32<<10): "is too long",
	} {
		_, err := notation.Plan(Trid, &p, plan)
		var syntax *notation.SyntaxError
		if !errors.As(err, &syntax) || !strings.HasPrefix(err.Error(), want) && !strings.Contains(syntax.Message.String(), want) {
			t.Errorf("%.20q: %v, want %q", plan, err, want)
		}
	}
}
