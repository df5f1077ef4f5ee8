package alice_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/long"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/alice"
)

// empty is an empty board in FEN.
const empty = "8/8/8/8/8/8/8/8"

func TestRules(t *testing.T) {
	ruletest.Run(t, alice.Rules, []ruletest.Case{
		{Rule: "1.1 a file, a rank and a board name a square", Text: empty + "|7k/8/8/8/8/8/8/R3K3 w - - 0 1", Reach: "a1B: a2 a3 a4 a5 a6 a7 a8 b1 c1 d1"},
		{Rule: "1.2 the starting position", Then: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR|" + empty + " w KQkq - 0 1", State: "free"},
		{Rule: "1.3 White begins, sides alternate, own pieces block", Moves: "e2Ae4A e7Ae5A", Legal: "f1Aa6A", Illegal: "e5Be4B g8Af6A a1Aa2A d1Ad2A"},
		{
			Rule: "2.1 pieces on the other board do not block", Text: "7k/8/8/8/3R4/8/8/K7|8/8/3n4/8/8/8/8/8 w - - 0 1",
			Reach: "d4A: a4 b4 c4 d1 d2 d3 d5 d7 d8 e4 f4 g4 h4",
		},
		{Rule: "2.1 a piece gives no check to the other board", Text: "4k3/8/8/8/8/8/8/4K3|4r3/8/8/8/8/8/8/8 w - - 0 1", State: "free"},
		{
			Rule: "2.2 a quiet move passes", Moves: "e2Ae4A e7Ae5A f1Aa6A",
			Then: "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQK1NR|8/8/B7/4p3/4P3/8/8/8 b KQkq - 1 2",
		},
		{
			Rule: "2.2 a capture passes", Text: "4k3/8/8/3p4/8/4N3/8/4K3|" + empty + " w - - 0 1", Moves: "e3Ad5A",
			Then: "4k3/8/8/8/8/8/8/4K3|8/8/8/3N4/8/8/8/8 b - - 0 1",
		},
		{
			Rule: "2.3 either side's pieces on the other board prevent a move", Text: "4k3/8/8/8/8/8/8/1N2K3|8/8/8/8/8/P1p5/8/8 w - - 0 1",
			Reach: "b1A: d2",
		},
		{
			Rule: "2.3 a capture needs an empty square too", Text: "4k3/8/8/3p4/8/4N3/8/4K3|8/8/8/3p4/8/8/8/8 w - - 0 1",
			Illegal: "e3Ad5A",
		},
		{
			Rule: "2.4 a piece from the other board blocks a check", Text: "4r2k/8/8/8/8/8/8/2B1K3|8/8/8/8/8/8/8/2B5 w - - 0 1",
			State: "check", Legal: "c1Be3B", Illegal: "c1Ae3A",
		},
		{
			Rule: "2.4 a king is safe before and after it passes", Text: "3r3k/8/8/8/8/8/8/4K3|5r2/8/8/8/8/8/8/8 w - - 0 1",
			Reach: "e1A: e2",
		},
		{
			Rule: "2.4 a pinned piece that captures the pinner passes away", Text: "4r2k/8/8/8/8/8/4R3/4K3|" + empty + " w - - 0 1",
			Legal: "e2Ae8A", Illegal: "e2Ae5A e2Aa2A",
		},
		{
			Rule: "3.1 a line ends at the first piece", Text: "7k/8/8/3p4/1P1R4/8/8/K7|" + empty + " w - - 0 1",
			Reach: "d4A: c4 d1 d2 d3 d5 e4 f4 g4 h4",
		},
		{Rule: "3.2 a knight leaps", Text: "7k/8/8/8/8/1p6/PPPP4/KN6|" + empty + " w - - 0 1", Reach: "b1A: a3 c3"},
		{
			Rule: "3.3 a bishop moves along its diagonals", Text: "7k/6p1/8/8/3B4/8/5P2/K7|" + empty + " w - - 0 1",
			Reach: "d4A: a7 b2 b6 c3 c5 e3 e5 f6 g7",
		},
		{
			Rule: "3.4 a rook moves along its rank and file", Text: empty + "|7k/8/8/3p4/1P1R4/8/8/K7 w - - 0 1",
			Reach: "d4B: c4 d1 d2 d3 d5 e4 f4 g4 h4",
		},
		{
			Rule: "3.5 a queen moves like a rook or a bishop", Text: "7k/8/1p3p2/8/1p1Q1p2/8/1P1P1P2/7K|" + empty + " w - - 0 1",
			Reach: "d4A: b4 b6 c3 c4 c5 d3 d5 d6 d7 d8 e3 e4 e5 f4 f6",
		},
		{
			Rule: "3.6 a king moves to adjacent squares that are not attacked", Text: "7k/8/8/8/8/4r3/8/6K1|" + empty + " w - - 0 1",
			Reach: "g1A: f1 f2 g2 h1 h2",
		},
		{
			Rule: "3.7 a pawn captures diagonally and moves straight", Text: "4k3/8/8/8/4p3/3n1b2/4P3/K7|" + empty + " w - - 0 1",
			Reach: "e2A: d3 e3 f3",
		},
		{
			Rule: "3.7 pawns move two squares from their starting squares on A only", Text: "4k3/8/8/8/8/8/P7/4K3|8/8/8/8/8/8/1P6/8 w - - 0 1",
			Legal: "a2Aa4A b2Bb3B", Illegal: "b2Bb4B",
		},
		{
			Rule: "3.8 a pawn on the board of arrival captures en passant", Text: "4k3/3p4/8/8/8/8/8/4K3|8/8/8/4P3/8/8/8/8 b - - 0 1",
			Moves: "d7Ad5A e5Bd6B", SAN: "d5A, exd6B", Then: "4k3/8/3P4/8/8/8/8/4K3|" + empty + " b - - 0 2",
		},
		{
			Rule: "3.8 a pawn on the board of departure does not", Text: "4k3/3p4/8/4P3/8/8/8/4K3|" + empty + " b - - 0 1",
			Moves: "d7Ad5A", Illegal: "e5Ad6A",
		},
		{
			Rule: "3.9 promotion to queen, rook, bishop and knight", Text: "3r3k/4P3/8/8/8/8/8/4K3|" + empty + " w - - 0 1",
			Legal: "e7Ae8Aq e7Ae8Ar e7Ae8Ab e7Ae8An e7Ad8Aq", Illegal: "e7Ae8A e7Ae8Ak e7Ae8Ap",
		},
		{
			Rule: "3.10 castling takes both pieces to the other board", Text: "r3k2r/8/8/8/8/8/8/R3K2R|" + empty + " w KQkq - 3 8",
			Moves: "e1Ag1A e8Ac8A", SAN: "O-O, O-O-O", Then: "7r/8/8/8/8/8/8/R7|2kr4/8/8/8/8/8/8/5RK1 w - - 5 9",
		},
		{
			Rule: "3.10 castling needs empty squares on both boards", Text: "4k3/8/8/8/8/8/8/R3K2R|8/8/8/8/8/8/8/3N2N1 w KQ - 0 1",
			Illegal: "e1Ag1A e1Ac1A",
		},
		{
			Rule: "3.10 castling does not cross an attacked square", Text: "3rkr2/8/8/8/8/8/8/R3K2R|" + empty + " w KQ - 0 1",
			Illegal: "e1Ag1A e1Ac1A",
		},
		{
			Rule: "3.10 the king may not arrive on an attacked square", Text: "4k3/8/8/8/8/8/8/R3K2R|2r3r1/8/8/8/8/8/8/8 w KQ - 0 1",
			Illegal: "e1Ag1A e1Ac1A",
		},
		{
			Rule: "4.1 a piece that could not pass still gives check", Text: "4r2k/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/4N3 w - - 0 1",
			State: "check", Illegal: "e1Bd3B",
		},
		{
			Rule: "4.2 a check is answered on the board of the king", Text: "4r2k/8/8/8/8/8/8/4K3|8/8/8/8/8/8/8/R7 w - - 0 1",
			State: "check", Legal: "e1Ad1A", Illegal: "a1Ba2B",
		},
		{Rule: "4.3 no piece can block on the board of the king", Moves: "e2Ae4A d7Ad5A f1Ae2A d5Be4B e2Bb5B", SAN: "e4A, d5A, Be2A, dxe4B, Bb5B#", State: "mate"},
		{Rule: "4.3 a queen that is protected only on the other board", Text: "8/8/8/8/3K2Q1/8/8/8|7k/6Q1/8/8/8/8/8/8 b - - 0 1", State: "mate"},
		{Rule: "4.4 stalemate", Text: "8/8/6Q1/8/3K4/8/8/8|7k/8/8/8/8/8/8/8 b - - 0 1", State: "stalemate"},
		{
			Rule: "5.1 a move names the board on which it is played", Moves: "e2Ae4A d7Ad5A e4Bd5B",
			SAN: "e4A, d5A, exd5B", Then: "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR|" + empty + " b KQkq - 0 2",
		},
		{
			Rule: "5.2 an en passant square is on the board of arrival", Text: "4k3/3p4/8/8/8/8/8/4K3|8/8/8/4P3/8/8/8/8 b - - 0 1",
			Moves: "d7Ad5A", Then: "4k3/8/8/8/8/8/8/4K3|8/8/8/3pP3/8/8/8/8 w - d6B 0 2",
		},
	})
}

// TestDraws checks how games are drawn.
func TestDraws(t *testing.T) {
	const alone = "r3k3/8/8/8/8/8/8/4K2R|" + empty + " w - - "
	back := "h1Ag1A a8Ab8A g1Bh1B b8Ba8B "
	for _, c := range []struct {
		rule, text, moves string
		reason            rules.Reason
		claim             []rules.Reason
	}{
		{"4.5 threefold repetition may be claimed", alone + "0 1", strings.Repeat(back, 2), "", []rules.Reason{rules.Threefold}},
		{"4.5 fivefold repetition ends the game", alone + "0 1", strings.Repeat(back, 4), rules.Fivefold, nil},
		{"4.5 a piece on the other board makes another position", alone + "0 1", "h1Ag1A a8Ab8A g1Bh1B b8Bb7B", "", nil},
		{"4.6 fifty moves may be claimed", alone + "99 80", "h1Ag1A", "", []rules.Reason{rules.Fifty}},
		{"4.6 seventy-five moves end the game", alone + "149 80", "h1Ag1A", rules.SeventyFive, nil},
		{"4.7 two kings are a draw", "4k3/8/8/8/8/8/4r3/4K3|" + empty + " w - - 0 1", "e1Ae2A", rules.Dead, nil},
		{"4.7 other material is not", "4k3/8/8/8/8/8/4r3/4K3|8/8/8/8/8/8/8/N7 w - - 0 1", "e1Ae2A", "", nil},
	} {
		t.Run(c.rule, func(t *testing.T) {
			got := positions.Line(t, alice.Rules, c.text, strings.Fields(c.moves)...).Outcome()
			if got.Reason != c.reason || !slices.Equal(got.Claim, c.claim) {
				t.Errorf("reason %q, claims %v; want %q, %v", got.Reason, got.Claim, c.reason, c.claim)
			}
		})
	}
}

// TestKnownMates plays short games with known checkmates, in the notation of chess books, which does not name the boards.
func TestKnownMates(t *testing.T) {
	for _, moves := range []string{
		"e4 d5 Be2 dxe4 Bb5",
		"e4 d6 Bc4 Qxd2 Bb5",
		"d4 e6 Qd6 Be7 Qe5 Kf8 Bh6",
	} {
		line := rules.NewLine(alice.Rules, positions.From(t, alice.Rules, ""))
		for _, text := range strings.Fields(moves) {
			if _, err := line.PlayText(text); err != nil {
				t.Fatalf("%s: %s: %v", moves, text, err)
			}
		}
		if got := line.Outcome().Reason; got != rules.Checkmate {
			t.Errorf("%s: %q, want checkmate", moves, got)
		}
	}
}

// TestShortestMates searches all games up to Black's second move and, if TAIN_LONG is set, up to White's third. No
// game ends in checkmate before White's third move, and 3,250 games end with that move (4.3).
func TestShortestMates(t *testing.T) {
	plies := 4
	if long.Enabled() {
		plies = 5
	}
	mates := make([]int, 6)
	start := positions.From(t, alice.Rules, "")
	countMates(&start, 0, plies, mates)
	want := []int{5: 0}
	if plies == 5 {
		want[5] = 3250
	}
	if !slices.Equal(mates, want) {
		t.Errorf("checkmates by ply = %v, want %v", mates, want)
	}
}

// countMates counts the games that end in checkmate after each number of plies.
func countMates(p *board.Position, ply, plies int, mates []int) {
	if ply == plies && !rules.InCheck(alice.Rules, p) {
		return
	}
	var list board.MoveList
	alice.Rules.Legal(p, &list)
	if list.Len() == 0 && rules.InCheck(alice.Rules, p) {
		mates[ply]++
	}
	if ply == plies {
		return
	}
	for _, m := range list.All() {
		var next board.Position
		alice.Rules.Make(p, m, &next)
		countMates(&next, ply+1, plies, mates)
	}
}
