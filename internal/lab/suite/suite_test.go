package suite_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/lab/suite"
	"github.com/tainchess/tain/variant/chess"
)

// TestSolve searches a mate in one with a correct expectation, with a wrong one, and with none.
func TestSolve(t *testing.T) {
	const file = "# mates\n" +
		`6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; dm 1; id "back rank";` + "\n\n" +
		`6k1/5ppp/8/8/8/8/8/R5K1 w - - am Ra8#;` + "\n" +
		`6k1/5ppp/8/8/8/8/8/R5K1 w - - id "free";` + "\n"
	all, err := suite.Read(chess.Rules, strings.NewReader(file), "mates.epd")
	if err != nil || len(all) != 3 || all[1].Line != 4 {
		t.Fatalf("suite.Read = %+v, %v", all, err)
	}
	e, err := engine.New(chess.Rules, engine.Options{HashMB: 1})
	if err != nil {
		t.Fatalf("engine.New: %v", err)
	}
	for i, want := range []string{"+ back rank: Ra8# ", "- line 4: Ra8# ", "  free: Ra8# "} {
		got, err := suite.Solve(t.Context(), e, chess.Rules, engine.Limits{Depth: 4}, &all[i].EPD)
		got.Line = all[i].Line
		if err != nil || !strings.HasPrefix(got.String(), want) {
			t.Errorf("position %d: Solve = %q; want %q: %v", i, got, want, err)
		}
		if text := all[i].EPD.Text("pm"); text != "Ra8#" {
			t.Errorf("position %d: EPD %q", i, text)
		}
	}
	if _, err := suite.Read(chess.Rules, strings.NewReader("\n8/8 w - -\n"), "bad.epd"); err == nil || !strings.Contains(err.Error(), "bad.epd: line 2") {
		t.Errorf("suite.Read of an invalid position: %v", err)
	}
}
