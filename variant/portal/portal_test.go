package portal_test

import (
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/variant/portal"
)

func TestRules(t *testing.T) {
	ruletest.Run(t, portal.Rules, []ruletest.Case{
		{
			Rule: "2.1 a bishop hops over the left edge upwards and downwards", Text: "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1",
			Reach: "b3: a2 a4 c2 c4 d1 d5 d8 e6 e7 f6 f7 g1 g5 g8 h2 h4",
		},
		{
			Rule: "2.1 a rook continues on its rank", Text: "4k3/8/8/8/1R1P4/8/8/4K3 w - - 0 1",
			Reach: "b4: a4 b1 b2 b3 b5 b6 b7 b8 c4 e4 f4 g4 h4",
		},
		{
			Rule: "2.2 a bishop on the edge", Text: "4k3/8/8/8/B7/8/8/4K3 w - - 0 1",
			// Over the left edge, the bishop continues upwards through h4 and g5 to d8, and downwards through
			// h4 and g3 to f2.
			Reach: "a4: b3 b5 c2 c6 d1 d7 d8 e7 e8 f2 f6 g3 g5 h4",
		},
		{
			Rule: "2.2 a rook on the edge", Text: "4k3/8/8/8/RP2p3/8/8/4K3 w - - 0 1",
			Reach: "a4: a1 a2 a3 a5 a6 a7 a8 e4 f4 g4 h4",
		},
		{
			Rule: "2.3 an enemy piece on the edge is captured and ends the line", Text: "4k3/8/8/8/n7/1B6/8/4K3 w - - 0 1",
			Reach: "b3: a2 a4 c2 c4 d1 d5 e6 f7 g1 g8 h2",
		},
		{
			Rule: "2.3 one's own piece on the edge ends the line", Text: "4k3/8/8/8/N7/1B6/8/4K3 w - - 0 1",
			Reach: "b3: a2 c2 c4 d1 d5 e6 f7 g1 g8 h2",
		},
		{
			Rule: "2.3 a piece on the entry square blocks the line", Text: "4k3/8/8/8/7n/1B6/8/4K3 w - - 0 1",
			Reach: "b3: a2 a4 c2 c4 d1 d5 e6 f7 g1 g8 h2 h4",
		},
		{
			Rule: "2.4 a line through a corner continues on the same rank", Text: "8/1B6/4k3/8/8/8/8/4K3 w - - 0 1",
			Reach: "b7: a1 a6 a8 c1 c6 c8 d2 d5 e3 e4 f3 f4 g2 g5 h1 h6 h8",
		},
		{
			Rule: "2.4 a bishop in the corner", Text: "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1",
			// Over the left edge, the bishop continues upwards through h1, g2 and f3 to a8.
			Reach: "a1: a8 b7 c6 d5 e4 f3 g2 h1",
		},
		{
			Rule: "2.5 after its crossing a bishop's line ends at the edge", Text: "4k3/8/8/8/8/8/6P1/4K2B w - - 0 1",
			// Over the right edge, the bishop continues upwards through a1 and b2 to h8, but not to a8.
			Reach: "h1: a1 b2 c3 d4 e5 f6 g7 h8",
		},
		{
			Rule: "2.5 a rook alone on its rank has one move per square", Text: "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1",
			Reach: "d4: a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4", Illegal: "d4d4",
		},
		{
			Rule: "2.6 a knight over the seam", Text: "4k3/8/8/8/8/N7/8/4K3 w - - 0 1",
			Reach: "a3: b1 b5 c2 c4 g2 g4 h1 h5",
		},
		{
			Rule: "2.6 a king over the seam", Text: "4k3/8/8/8/K7/8/8/8 w - - 0 1",
			Reach: "a4: a3 a5 b3 b4 b5 h3 h4 h5",
		},
		{
			Rule: "2.6 a king may not move next to a king over the seam", Text: "8/8/7k/8/K7/8/8/8 w - - 0 1",
			Reach: "a4: a3 b3 b4 b5 h3 h4",
		},
		{
			Rule: "2.7 a pawn captures over the seam", Text: "4k3/8/8/1p5p/P7/8/8/4K3 w - - 0 1",
			Reach: "a4: a5 b5 h5",
		},
		{
			Rule: "2.7 a pawn promotes by a capture over the seam", Text: "r6r/P7/8/4k3/8/8/8/4K3 w - - 0 1",
			Legal: "a7h8q a7h8n",
		},
		{
			Rule: "2.7 a push keeps its file", Text: "4k3/8/8/n7/P7/8/8/4K3 w - - 0 1",
			Illegal: "a4a5 a4h5",
		},
		{
			Rule: "2.8 en passant over the seam", Text: "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1",
			Moves: "h7h5 a5h6", Then: "4k3/8/7P/8/8/8/8/4K3 b - - 0 2",
		},
		{
			Rule: "2.9 check through the portal", Text: "4k3/8/8/8/8/6b1/8/1K6 w - - 0 1",
			State: "check", Illegal: "b1a2", Legal: "b1c2",
		},
		{
			Rule: "2.9 castling to a square attacked through the portal", Text: "4k3/8/8/8/8/1b6/8/4K2R w K - 0 1",
			// The bishop attacks the king's landing square g1 through a2 and h2.
			Illegal: "e1g1",
		},
		{
			Rule: "2.9 castling may not expose the king through the portal", Text: "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1",
			Illegal: "e1g1",
		},
	})
}

// TestDead covers rule 4.
func TestDead(t *testing.T) {
	for text, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3":   true,
		"4k3/8/8/8/8/8/8/4KN2":  false,
		"4k3/8/8/8/8/8/8/4KB2":  false,
		"4k1k1/8/8/8/8/8/8/4K3": false,
	} {
		p := positions.From(t, portal.Rules, text+" w - - 0 1")
		if got := portal.Rules.Dead(&p); got != want {
			t.Errorf("4.1: %s: Dead = %v", text, got)
		}
	}
}
