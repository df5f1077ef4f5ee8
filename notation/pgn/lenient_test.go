package pgn_test

import (
	"io"
	"strings"
	"testing"

	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/variant"
)

// mederSample is Meder's published sample game, which has an ambiguous move.
const mederSample = `[Event "Sample"]
[Variant "Tri-D (Meder)"]

1. b4N b5B 2. c3W a6N 3. Nc2W c6B 4. a3N a6B 5. a3W Bd6N 6. Ba2W Nc7B 7. Qb1W Qb8B 8. Nb2W Ra9QL6
9. Ra0QL1 0-0 10. Ra1W Nb7B 11. Nd4W a5B 12. Nd3N d6B 13. Nxc6B Qa8B 14. Na5N Nxa5N 15. bxa5N a4W
16. Nb4N a5B 17. Nd3N *
`

func TestPGNLenientMoves(t *testing.T) {
	games := pgn.NewReader(strings.NewReader(mederSample), variant.Builtin().Find)
	g, err := games.Next()
	if err != nil {
		t.Fatalf("games.Next: %v", err)
	}
	if len(g.Line) != 33 {
		t.Errorf("read %d moves", len(g.Line))
	}
	if len(g.Warnings) == 0 || g.Warnings[0].Line != 5 || !strings.Contains(g.Warnings[0].Message.String(), "a5B could be") {
		t.Errorf("warnings = %v", g.Warnings)
	}
	if _, err := games.Next(); err != io.EOF {
		t.Errorf("after the game: %v", err)
	}
}

// TestPGNResultWarnings checks the warnings for a missing result and for one that contradicts the game.
func TestPGNResultWarnings(t *testing.T) {
	const mate = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# "
	for text, want := range map[string]string{
		mate + "1-0":                            "",
		mate + "*":                              "",
		mate + "0-1":                            "the result 0-1 does not match the final position: checkmate",
		mate:                                    "cut off",
		"[Result \"1-0\"]\n\n1. e4 e5 0-1":      "the Result tag says 1-0 but the game ends with 0-1",
		"[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2": "",
	} {
		g, err := pgn.NewReader(strings.NewReader(text), variant.Builtin().Find).Next()
		if err != nil {
			t.Errorf("reading %q: %v", text, err)
			continue
		}
		if len(g.Warnings) > 1 || (want == "") != (len(g.Warnings) == 0) ||
			want != "" && !strings.Contains(g.Warnings[0].Message.String(), want) {
			t.Errorf("%q: the warnings are %v, want %q", text, g.Warnings, want)
		}
	}
}
