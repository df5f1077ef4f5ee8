package uci_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/test/linestest"
)

// TestChess960 checks that castling is accepted as king takes rook. With UCI_Chess960 it is always written
// that way, otherwise only if it starts from nonstandard squares.
func TestChess960(t *testing.T) {
	const on = "setoption name UCI_Chess960 value true"
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{on, "position fen 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1 moves e1h1"}, "Fen: 4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
		{[]string{on, "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1a1"}, "Fen: 4k3/8/8/8/8/8/8/2KR3R b - - 1 1"},
		{[]string{on, "position fen 1r2k1r1/6p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1 moves e1g1 e8b8"}, "Fen: 2kr2r1/6p1/8/8/8/8/1P4P1/1R3RK1 w - - 2 2"},
		{[]string{"position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 moves e1h1"}, "Fen: 4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"},
	} {
		if seen := once(t, append(c.lines, "d")...); !linestest.Contains(seen, c.want) {
			t.Errorf("%q: %q, want %q", c.lines, seen, c.want)
		}
	}
	const only = "position fen k7/8/8/8/8/8/8/4K2R w K - 0 1" // searchmoves contains only castling
	for _, c := range []struct{ option, move, want string }{
		{on, "e1h1", "bestmove e1h1"},
		{on, "e1g1", "bestmove e1h1"},
		{"setoption name UCI_Chess960 value false", "e1h1", "bestmove e1g1"},
	} {
		seen := once(t, c.option, only, "go depth 3 searchmoves "+c.move)
		if last := seen[len(seen)-1]; !strings.HasPrefix(last, c.want) {
			t.Errorf("%s, %s: %s, want %s", c.option, c.move, last, c.want)
		}
	}
	if seen := once(t, "position fen k7/8/8/8/8/8/8/5K1R w K - 0 1", "go depth 2 searchmoves f1h1"); !strings.HasPrefix(seen[len(seen)-1], "bestmove f1h1") {
		t.Errorf("output %q; want bestmove f1h1 at the end", seen)
	}
	if seen := once(t, on, "position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "go perft 3"); !linestest.Contains(seen, "12189") {
		t.Errorf("output %q; want 12189 nodes", seen) // known perft count
	}
}

// TestShowWDL checks that, with UCI_ShowWDL, every score is followed by wins, draws and losses in permille.
func TestShowWDL(t *testing.T) {
	seen := once(t, "setoption name UCI_ShowWDL value true", "go depth 4")
	line := regexp.MustCompile(`^info depth \d+ seldepth \d+ multipv 1 score (cp|mate) -?\d+ wdl \d+ \d+ \d+( |$)`)
	for _, l := range seen {
		if strings.Contains(l, " score ") && !line.MatchString(l) {
			t.Errorf("line %q has a score without WDL", l)
		}
	}
	if !linestest.Contains(seen, " wdl ") {
		t.Errorf("no WDL in %q", seen)
	}
	if seen := once(t, "go depth 4"); linestest.Contains(seen, " wdl ") {
		t.Errorf("WDL printed without UCI_ShowWDL: %q", seen)
	}
}
