package triboard_test

import (
	"slices"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/perft"
	"github.com/tainchess/tain/variant/cylinder"
	flattext "github.com/tainchess/tain/variant/flat/text"
	"github.com/tainchess/tain/variant/triboard"
)

func TestRules(t *testing.T) {
	ruletest.Run(t, triboard.Rules, []ruletest.Case{
		{
			Rule: "3.1 riders cross the seam", Text: "8/8/8/8/8/5k2/7P/BK6 w - - 0 1",
			Reach: "a1: b2 c3 d4 e5 f6 g7 h8",
		},
		{
			Rule: "3.1 knights and kings cross the seam", Text: "4k3/8/8/8/8/8/7K/N7 w - - 0 1",
			Reach: "a1: b3 c2 g2 h3", Legal: "h2a2 h2a3",
		},
		{
			Rule: "3.1 pawns capture over the seam", Text: "4k3/8/8/1p5p/P7/8/8/4K3 w - - 0 1",
			Reach: "a4: a5 b5 h5",
		},
		{
			Rule: "3.1 castling is orthodox", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Moves: "e1g1 e8c8",
			Then: "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2",
		},
		{
			Rule: "3.1 castling may not expose the king over the seam", Text: "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1",
			Illegal: "e1g1",
		},
		{
			Rule: "3.2 a rook alone on its rank does not come back to its square", Text: "4k3/8/8/8/R7/8/8/4K3 w - - 0 1",
			Reach: "a4: a1 a2 a3 a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4",
		},
		{
			Rule: "3.3 h7-h5, a5xh7", Text: "4k3/7p/8/P7/8/8/8/4K3 b - - 5 1", Moves: "h7h5 a5h7",
			SAN: "h5, axh7 e.p.", Then: "4k3/7P/8/8/8/8/8/4K3 b - - 0 2",
		},
		{
			Rule: "3.3 a7-a5, h5xa7", Text: "4k3/p7/8/7P/8/8/8/4K3 b - - 5 1", Moves: "a7a5 h5a7",
			SAN: "a5, hxa7 e.p.", Then: "4k3/P7/8/8/8/8/8/4K3 b - - 0 2",
		},
		{
			Rule: "3.3 a2-a4, h4xa2", Text: "4k3/8/8/8/7p/8/P7/4K3 w - - 5 1", Moves: "a2a4 h4a2",
			SAN: "a4, hxa2 e.p.", Then: "4k3/8/8/8/8/8/p7/4K3 w - - 0 2",
		},
		{
			Rule: "3.3 h2-h4, a4xh2", Text: "4k3/8/8/8/p7/8/7P/4K3 w - - 5 1", Moves: "h2h4 a4h2",
			SAN: "h4, axh2 e.p.", Then: "4k3/8/8/8/8/8/7p/4K3 w - - 0 2",
		},
		{
			Rule: "3.3 the crossed square is not offered over the seam", Text: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2",
			Legal: "a5h7", Illegal: "a5h6",
		},
		{
			Rule: "3.3 from the inner file the capture is orthodox", Text: "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 2",
			Moves: "g5h6", SAN: "gxh6", Then: "4k3/8/7P/8/8/8/8/4K3 b - - 0 2",
		},
		{
			Rule: "3.3 both captures may be available at once", Text: "4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1",
			Legal: "a5h7 g5h6", Illegal: "g5h7",
		},
		{
			Rule: "3.3 the position text has the crossed square", Text: "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", Moves: "h7h5",
			Then: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2",
		},
		{
			Rule: "3.4 en passant is available for one move", Text: "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", Moves: "h7h5 e1e2 e8e7",
			Illegal: "a5h7 a5h6",
		},
		{
			Rule: "3.4 en passant must not leave the king attacked", Text: "r3k3/7p/8/P7/8/8/8/K7 b - - 0 1", Moves: "h7h5",
			Illegal: "a5h7", Then: "r3k3/8/8/P6p/8/8/8/K7 w - - 0 2",
		},
		{
			Rule: "3.4 en passant over the seam does not promote", Text: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2",
			Legal: "a5h7", Illegal: "a5h7q a5h7n",
		},
		{
			Rule: "3.5 a pawn never pushes over the seam", Text: "4k3/8/8/n7/P7/8/8/4K3 w - - 0 1",
			Illegal: "a4h5 a4a5 a4b5",
		},
		{
			Rule: "6 no square is named when only an illegal capture exists", Text: "r3k3/7p/8/P7/8/8/8/K7 b - - 0 1", Moves: "h7h5",
			Then: "r3k3/8/8/P6p/8/8/8/K7 w - - 0 2",
		},
		{
			Rule: "7 a double push is blocked on all three boards", Text: "4k3/8/8/8/7n/8/7P/4K3 w - - 0 1",
			Reach: "h2: h3",
		},
		{
			Rule: "7 castling, en passant and promotion are part of the game", Text: "4k3/P7/8/3pP3/8/8/8/4K2R w K d6 0 1",
			Legal: "e1g1 e5d6 a7a8q a7a8n",
		},
	})
}

// TestInnerEnPassant captures en passant between all adjacent files. Rule 3.3 changes only captures between
// the a-file and the h-file.
func TestInnerEnPassant(t *testing.T) {
	for file := range 8 {
		for _, side := range []int{1, 7} {
			beside := (file + side) & 7
			p := board.Empty()
			p.Put(board.At(0, 0), board.NewPiece(board.White, board.King))
			p.Put(board.At(4, 2), board.NewPiece(board.Black, board.King))
			pushed, taker := board.At(file, 4), board.At(beside, 4)
			p.Put(pushed, board.NewPiece(board.Black, board.Pawn))
			p.Put(taker, board.NewPiece(board.White, board.Pawn))
			p.SetEnPassant(pushed + 8)
			want := pushed + 8
			if file+beside == 7 && file*beside == 0 {
				want = pushed + 16
			}
			var got []board.Square
			for _, m := range rules.LegalMoves(triboard.Rules, &p) {
				if m.From() == taker && m.To() != taker+8 {
					got = append(got, m.To())
				}
			}
			if !slices.Equal(got, []board.Square{want}) {
				t.Errorf("3.3: the pawn on %v captures the pawn on %v and lands on %v, want %v", taker, pushed, got, want)
			}
		}
	}
}

// TestWay covers rule 3.6 with one move. Package flat tests the rule in full.
func TestWay(t *testing.T) {
	p := positions.From(t, triboard.Rules, "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2")
	m, err := triboard.Rules.Guide().ParseMove(&p, "a5h7")
	if err != nil {
		t.Fatalf(`triboard.Rules.Guide().ParseMove("a5h7"): %v`, err)
	}
	ways := triboard.Rules.Guide().Ways(&p, m)
	want := rules.Way{{Copy: rules.Centre, Square: "a5"}, {Copy: rules.Copy(-1), Square: "h7"}}
	if len(ways) != 1 || !slices.Equal(ways[0], want) {
		t.Errorf("3.6: a5h7 has the ways %v, want %v", ways, want)
	}
}

// TestLikeCylinder compares triboard with cylinder in positions without en passant captures over the seam, in
// which the rules are the same (3.1).
func TestLikeCylinder(t *testing.T) {
	for _, text := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/1PK4r/1R6/5pk1/4P3/8 w - - 0 1",
		"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	} {
		p, q := positions.From(t, triboard.Rules, text), positions.From(t, cylinder.Rules, text)
		if a, b := perft.Count(triboard.Rules, &p, 2), perft.Count(cylinder.Rules, &q, 2); a != b {
			t.Errorf("3.1: %s has %d sequences of two moves, on the cylinder %d", text, a, b)
		}
	}
}

// TestDead covers rule 5 and checks that a lone knight or bishop cannot mate.
func TestDead(t *testing.T) {
	for text, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3":     true,
		"4k3/8/8/8/8/8/8/4KN2":    true,
		"4kb2/8/8/8/8/8/8/4K3":    true,
		"4k3/8/8/8/8/8/8/2B1K1B1": false,
		"4kn2/8/8/8/8/8/8/4KN2":   false,
		"4k3/8/8/8/8/8/4P3/4K3":   false,
	} {
		p := positions.From(t, triboard.Rules, text+" w - - 0 1")
		if got := triboard.Rules.Dead(&p); got != want {
			t.Errorf("5: %s: Dead = %v", text, got)
		}
	}
	t.Run("5 a knight cannot mate", func(t *testing.T) { ruletest.NeverMate(t, triboard.Rules, board.Knight) })
	t.Run("5 a bishop cannot mate", func(t *testing.T) { ruletest.NeverMate(t, triboard.Rules, board.Bishop) })
}

// TestExample checks the mirror en passant example (rule 7), whose link lists a king and a knight on g1. The
// later piece wins, so White has no king, and the pawn on a5 can move to a6 or capture on h7. With a king on
// g1 the pawn can do neither, because the bishop on f8 gives check over the seam.
func TestExample(t *testing.T) {
	const query = "board=w:Pa5,Bc1,Bf1,Kg1,Qd2,Ra1,Rh1,Nb1,Ng1,Pc2,Pe2,Pf2,Pg2;b:Ra8,Rh8,Bc8,Bf8,Nb8,Ng8,Ke8,Pb7,Pc7,Pd5,Pe6,Pf6,Pg6,Ph5,Qd8&turn=white&lastMove=h7h5"
	link, err := flattext.ParseLink(query, func(name string) (rules.Rules, bool) { return triboard.Rules, name == "triboard" })
	if err != nil {
		t.Fatalf("flattext.ParseLink: %v", err)
	}
	p := link.Position
	g1, _ := board.ParseSquare("g1")
	if p.Piece(g1) != board.NewPiece(board.White, board.Knight) || p.Pieces(board.White, board.King) != 0 {
		t.Errorf("7: piece on g1 = %v, White's kings = %x", p.Piece(g1), p.Pieces(board.White, board.King))
	}
	moves := positions.Legal(triboard.Rules, &p)
	if !slices.Contains(moves, "a5a6") || !slices.Contains(moves, "a5h7") {
		t.Errorf("7: the pawn on a5 cannot move to a6 and h7: %v", moves)
	}
	ruletest.Run(t, triboard.Rules, []ruletest.Case{{
		Rule: "7 with a king on g1 White is in check", Text: "rnbqkbnr/1pp5/4ppp1/P2p3p/8/8/2PQPPP1/RNB2BKR w - h6 0 1",
		State: "check", Illegal: "a5a6 a5h7",
	}})
}
