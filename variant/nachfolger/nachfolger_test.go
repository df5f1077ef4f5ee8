package nachfolger_test

import (
	"errors"
	"testing"

	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/nachfolger"
)

func TestRules(t *testing.T) {
	ruletest.Run(t, nachfolger.Rules, []ruletest.Case{
		{
			Rule: "1.5 a king moves to adjacent squares", Text: "7k/8/1p1p1p2/8/4K3/8/8/8 w - - 0 1",
			Reach: "e4: d3 d5 e3 e5 f3 f5", Illegal: "e4e6 e4c4",
		},
		{
			Rule: "2.1 a pawn spawns a knight", Moves: "e2e4",
			Then: "rnbqkbnr/pppppppp/8/3n4/4P3/8/PPPP1PPP/RNBQKBNR b - - 0 1",
		},
		{
			Rule: "2.1 a knight spawns a bishop", Moves: "b1c3",
			Then: "rnbqkbnr/pppppppp/5b2/8/8/2N5/PPPPPPPP/R1BQKBNR b - - 1 1",
		},
		{
			Rule: "2.1 a bishop spawns a rook", Text: "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", Moves: "c1h6",
			Then: "4k3/8/7B/8/8/r7/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.1 a rook spawns a queen", Text: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Moves: "a1a6",
			Then: "4k3/8/R7/8/8/7q/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.1 Black's moves spawn white pieces", Moves: "e2e4 e7e6",
			Then: "rnbqkbnr/pppp1ppp/4p3/3n4/4P3/3N4/PPPP1PPP/RNBQKBNR w - - 0 2",
		},
		{
			Rule: "2.1 an occupied reflection square is unchanged", Text: "4k3/8/8/3p4/8/8/4P3/4K3 w - - 0 1", Moves: "e2e4",
			Then: "4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.1 a spawned piece that attacks the mover's king makes the move illegal", Text: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
			Illegal: "a1a5", // a queen on h4 would attack e1
		},
		{
			Rule: "2.2 a king goes on", Text: "k7/8/8/8/8/8/8/4K3 w - - 0 1", Moves: "e1e2",
			Then: "k7/3K4/8/8/8/8/8/8 b - - 1 1",
		},
		{
			Rule: "2.2 a queen goes on", Text: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Moves: "d1h5",
			Then: "4k3/8/8/8/Q7/8/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.2 the sample line of the description, with the knight on d3", Moves: "e2e4 e7e6 d1h5", SAN: "e4, e6, Qh5@a4",
			Then: "rnbqkbnr/pppp1ppp/4p3/3n4/Q3P3/3N4/PPPP1PPP/RNB1KBNR b - - 1 2",
		},
		{
			Rule: "2.2 a piece stays if the reflection is occupied", Text: "4k3/8/8/8/n7/8/8/3QK3 w - - 0 1", Moves: "d1h5",
			Then: "4k3/8/8/7Q/n7/8/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.2 a king stays if the reflection is occupied", Text: "4k3/3p4/8/8/8/8/8/4K3 w - - 0 1", Moves: "e1e2",
			Then: "4k3/3p4/8/8/8/8/4K3/8 b - - 1 1",
		},
		{
			Rule: "2.2 the first landing need not be safe", Text: "k7/8/8/8/8/8/r7/4K3 w - - 0 1", Moves: "e1e2",
			Then: "k7/3K4/8/8/8/8/r7/8 b - - 1 1",
		},
		{
			Rule: "2.2 a king may not go on to an attacked square", Text: "k2r4/8/8/8/8/8/8/4K3 w - - 0 1",
			Illegal: "e1e2",
		},
		{
			Rule: "2.2 the way to the first landing must be clear", Text: "4k3/8/8/8/8/5p2/4P3/3QK3 w - - 0 1",
			Illegal: "d1h5 d1f3",
		},
		{
			Rule: "2.2 a queen goes on and blocks a check", Text: "7k/8/8/8/4r3/Q7/8/4K3 w - - 0 1", Moves: "a3d6",
			Then: "7k/8/8/8/4r3/4Q3/8/4K3 b - - 1 1",
		},
		{
			Rule: "2.2 a queen goes on and unblocks a check", Text: "7k/8/8/8/4r3/Q7/8/4K3 w - - 0 1",
			State: "check", Illegal: "a3e3",
		},
		{
			Rule: "2.3 promotion to a knight spawns a bishop", Text: "8/2P4k/8/8/8/8/K7/8 w - - 0 1", Moves: "c7c8n",
			Then: "2N5/7k/8/8/8/8/K7/5b2 b - - 0 1",
		},
		{
			Rule: "2.3 promotion to a bishop spawns a rook", Text: "8/2P4k/8/8/8/8/K7/8 w - - 0 1", Moves: "c7c8b",
			Then: "2B5/7k/8/8/8/8/K7/5r2 b - - 0 1",
		},
		{
			Rule: "2.3 promotion to a rook spawns a queen", Text: "8/2P4k/8/8/8/8/K7/8 w - - 0 1", Moves: "c7c8r",
			Then: "2R5/7k/8/8/8/8/K7/5q2 b - - 0 1",
		},
		{
			Rule: "2.3 promotion to a queen spawns nothing and stays", Text: "8/2P4k/8/8/8/8/K7/8 w - - 0 1", Moves: "c7c8q",
			SAN: "c8=Q", Then: "2Q5/7k/8/8/8/8/K7/8 b - - 0 1",
		},
		{
			Rule: "2.3 nothing is spawned on an occupied reflection", Text: "8/2P4k/8/8/8/8/K7/5R2 w - - 0 1", Moves: "c7c8r",
			Then: "2R5/7k/8/8/8/8/K7/5R2 b - - 0 1",
		},
		{
			Rule: "2.4 a capture has no effect", Text: "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1", Moves: "a1a3",
			Then: "4k3/8/8/8/8/R7/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.4 en passant has no effect", Text: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", Moves: "e5d6",
			Then: "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.4 a promotion by capture has no effect", Text: "1r6/2P4k/8/8/8/8/K7/8 w - - 0 1", Moves: "c7b8r",
			Then: "1R6/7k/8/8/8/8/K7/8 b - - 0 1",
		},
		{
			Rule: "2.5 a queen passes", Text: "4k3/8/8/3Q4/8/8/8/4K3 w - - 3 1", Moves: "d5e4",
			SAN: "Qe4@d5", Then: "4k3/8/8/3Q4/8/8/8/4K3 b - - 4 1",
		},
		{
			Rule: "2.5 a king passes", Text: "k7/8/8/8/4K3/8/8/8 w - - 3 1", Moves: "e4d5",
			SAN: "Kd5@e4", Then: "k7/8/8/8/4K3/8/8/8 b - - 4 1",
		},
		{
			Rule: "2.5 a pass is illegal in check", Text: "4k3/8/8/3Q4/8/8/4r3/4K3 w - - 0 1",
			State: "check", Illegal: "d5e4",
		},
		{
			Rule: "2.6 SAN adds the final square", Text: "7k/8/8/8/8/8/8/3QK3 w - - 0 1", Moves: "d1h5",
			SAN: "Qh5@a4",
		},
		{
			Rule: "2.6 check signs refer to the final position", Text: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Moves: "d1h5",
			SAN: "Qh5@a4+", State: "check",
		},
		{
			Rule: "2.6 a piece that stays is written as usual", Text: "4k3/8/8/8/n7/8/8/3QK3 w - - 0 1", Moves: "d1h5",
			SAN: "Qh5+",
		},
		{
			Rule: "2.6 queens are disambiguated by the first landing square", Text: "6k1/8/8/8/8/Q7/8/Q3K3 w - - 0 1", Moves: "a1c1",
			SAN: "Q1c1@f8+",
		},
		{
			Rule: "2.6 captures by queens are ordinary", Text: "4k3/8/8/7p/8/8/8/3QK3 w - - 0 1", Moves: "d1h5",
			SAN: "Qxh5+", Then: "4k3/8/8/7Q/8/8/8/4K3 b - - 0 1",
		},
		{
			Rule: "2.6 captures by kings are ordinary", Text: "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", Moves: "e1e2",
			SAN: "Kxe2", Then: "4k3/8/8/8/8/8/4K3/8 b - - 0 1",
		},
		{Rule: "2.7 the starting position", Then: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
		{
			Rule: "2.7 no castling", Text: "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
			Illegal: "e1g1 e1c1",
		},
		{
			Rule: "3.3 a spawned piece does not reset the clock", Text: "4k3/8/8/8/8/8/8/2B1K3 w - - 7 20", Moves: "c1h6",
			Then: "4k3/8/7B/8/8/r7/8/4K3 b - - 8 20",
		},
		{
			Rule: "3.3 going on does not reset the clock", Text: "4k3/8/8/8/8/8/8/3QK3 w - - 7 20", Moves: "d1h5",
			Then: "4k3/8/8/8/Q7/8/8/4K3 b - - 8 20",
		},
		{
			Rule: "6 after e2e4 e7e6 d1h5 the knight is on d3", Moves: "e2e4 e7e6 d1h5",
			Then: "rnbqkbnr/pppp1ppp/4p3/3n4/Q3P3/3N4/PPPP1PPP/RNB1KBNR b - - 1 2",
		},
	})
}

// TestPassRepeats checks that the position repeats if both sides pass (2.5).
//
// Holds: nachfolger 3.2.
func TestPassRepeats(t *testing.T) {
	l := rules.NewLine(nachfolger.Rules, positions.From(t, nachfolger.Rules, "q7/8/8/2k5/8/8/5K2/Q7 w - - 0 1"))
	for i, move := range []string{"a1h8", "a8h1", "a1h8", "a8h1"} {
		if _, err := l.PlayText(move); err != nil {
			t.Fatalf("l.PlayText(%q): %v", move, err)
		}
		if got, want := l.Repetitions(), 1+(i+1)/2; got != want {
			t.Errorf("2.5: after %d passes the position has occurred %d times, want %d", i+1, got, want)
		}
	}
	if claim := l.Outcome().Claim; len(claim) != 1 || claim[0] != rules.Threefold {
		t.Errorf("2.5: after two passes by each side, the claims are %v", claim)
	}
}

// TestMoveForms parses moves with and without the square to which the piece goes on (2.6).
func TestMoveForms(t *testing.T) {
	p := positions.From(t, nachfolger.Rules, "7k/8/8/8/8/8/8/3QK3 w - - 0 1")
	guide := nachfolger.Rules.Guide()
	for _, text := range []string{"d1h5", "Qh5", "Qh5@a4"} {
		m, err := guide.ParseMove(&p, text)
		if err != nil || guide.FormatUCI(&p, m) != "d1h5" {
			t.Errorf("2.6: %s was read as %s, %v", text, guide.FormatUCI(&p, m), err)
		}
	}
	if m, err := guide.ParseMove(&p, "Qh5@b4"); err == nil {
		t.Errorf("2.6: Qh5@b4 was read as %s", guide.FormatUCI(&p, m))
	}
}

// TestNoRights checks that castling rights are rejected (2.7).
func TestNoRights(t *testing.T) {
	_, err := nachfolger.Rules.Guide().ParsePosition("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", rules.ParseOptions{})
	var faults rules.Faults
	if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Code != notation.FaultNoCastle {
		t.Errorf("5: castling rights: %v", err)
	}
}

func TestDead(t *testing.T) {
	for text, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3":    true,
		"4k3/8/8/8/8/8/8/4KN2":   false, // the knight spawns a bishop, which spawns a rook, which spawns a queen
		"4kb2/8/8/8/8/8/8/4K3":   false,
		"4k3/8/8/8/8/8/4P3/4K3":  false,
		"2k1k3/8/8/8/8/8/8/4K3":  false,
		"8/8/8/8/8/8/8/4K3":      false,
		"4k3/8/8/8/8/8/8/3QK3":   false,
		"4kb2/8/8/8/8/8/8/2B1K3": false,
	} {
		p := positions.From(t, nachfolger.Rules, text+" w - - 0 1")
		if got := nachfolger.Rules.Dead(&p); got != want {
			t.Errorf("4: %s: Dead = %v", text, got)
		}
	}
}
