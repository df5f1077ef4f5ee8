package notation_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/variant/chess"
)

// TestPlan plays plans on a flat board.
func TestPlan(t *testing.T) {
	for _, c := range []struct {
		about, position, plan string
		written               string // the steps played
		step                  int    // number of the failing step, 0 if none
		want                  string // error message
	}{
		{"moves of one side", "", "e4; Nf3 ;Bc4; O-O;", "e4 Nf3 Bc4 O-O", 0, ""},
		{"numbered", "", "1. e4; 2.d4; 3...c4; 4… b4", "e4 d4 c4 b4", 0, ""},
		{"en passant in the first step only", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6; d7", "exd6 d7+", 0, ""},
		{"a side's own double step gives no right", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 2", "d4; exd3", "d4", 2, "step 2, exd3: "},
		{"promotion", "8/P6k/8/8/8/8/8/K7 w - - 0 9", "a8=N; Nb6", "a8=N Nb6", 0, ""},
		{"a king in check must escape", "4r2k/8/8/8/8/8/8/4K3 w - - 0 9", "Ke2", "", 1, "step 1, Ke2: "},
		{"a king may be attacked but not captured", "7k/8/8/8/8/8/8/K5R1 w - - 0 9", "Rh1; Rxh8", "Rh1+", 2, "step 2, Rxh8: kings are never captured"},
		{"empty plan", "", "", "", 1, "step 1 is empty"},
		{"only a number", "", "e4; 2.; d4", "e4", 2, "step 2 is empty"},
		{"no move", "", "e4; --", "e4", 2, "step 2, --: "},
		{"too many", "", strings.Repeat("e4;", 257), "", 0, "a plan of 257 steps is too long; the limit is 256"},
		{"too long", "", strings.Repeat("e4 ", 6000), "", 0, "a plan of 18000 characters is too long; the limit is 16384"},
	} {
		p := positions.From(t, chess.Rules, c.position)
		before := p
		steps, err := notation.Plan(chess.Rules, &p, c.plan)
		if p != before {
			t.Errorf("%s: Plan changed the position", c.about)
		}
		var written []string
		for _, s := range steps {
			written = append(written, s.SAN)
		}
		if got := strings.Join(written, " "); got != c.written {
			t.Errorf("%s: played %s, want %s", c.about, got, c.written)
		}
		var failed *notation.PlanError
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.about, err, c.want)
		case errors.As(err, &failed) != (c.step > 0) || failed != nil && failed.Step != c.step:
			t.Errorf("%s: %+v, want step %d to fail", c.about, failed, c.step)
		}
	}
}

// FuzzPlan plays arbitrary texts as plans and checks the steps and errors.
func FuzzPlan(f *testing.F) {
	for _, text := range []string{"e4; Nf3; Bc4; O-O", "1. e4; 2. Qh5; Qxf7; Qxe8", ";;", "", "e4;", "O-O", "a2a4;a4a5;b7b5", "…;\x00;é"} {
		f.Add(text)
	}
	start := positions.From(f, chess.Rules, "")
	f.Fuzz(func(t *testing.T, text string) {
		p := start
		steps, err := notation.Plan(chess.Rules, &p, text)
		var failed *notation.PlanError
		if errors.As(err, &failed) && (failed.Step != len(steps)+1 || failed.Error() == "") {
			t.Fatalf("%q: step %d fails after %d", text, failed.Step, len(steps))
		}
		still, _ := chess.Rules.Kings(&start, start.Side.Other())
		for _, s := range steps {
			kings, _ := chess.Rules.Kings(&s.Next, start.Side.Other())
			if s.Next.Side != start.Side || s.SAN == "" || kings != still || s.Next.Hash != chess.Rules.Guide().Zobrist(&s.Next) {
				t.Fatalf("%q: step %+v", text, s)
			}
		}
	})
}
