package cylinder_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/cylinder"
)

func TestRules(t *testing.T) {
	ruletest.Run(t, cylinder.Rules, []ruletest.Case{
		{
			Rule: "2.1 files wrap, ranks do not", Text: "4k3/8/8/8/8/8/8/K7 w - - 0 1",
			Reach: "a1: a2 b1 b2 h1 h2",
		},
		{
			Rule: "2.2 a bishop slides round", Text: "8/8/8/8/8/5k2/8/BK6 w - - 0 1",
			Reach: "a1: b2 b8 c3 c7 d4 d6 e5 f4 f6 g3 g7 h2 h8",
		},
		{
			Rule: "2.2 a slide stops at one's own piece", Text: "8/8/8/8/8/5k2/7P/BK6 w - - 0 1",
			Reach: "a1: b2 c3 d4 e5 f6 g7 h8",
		},
		{
			Rule: "2.2 a slide captures an enemy piece", Text: "8/8/8/8/8/5kp1/8/BK6 w - - 0 1",
			Reach: "a1: b2 c3 d4 e5 f6 g3 g7 h2 h8",
		},
		{
			Rule: "2.2 a rook alone on its rank has one move per square", Text: "8/8/8/R7/8/8/8/K1k5 w - - 0 1",
			Reach: "a5: a2 a3 a4 a6 a7 a8 b5 c5 d5 e5 f5 g5 h5",
		},
		{
			Rule: "2.2 a rook blocked on one side moves round the other", Text: "8/8/8/RP6/8/8/8/K1k5 w - - 0 1",
			Reach: "a5: a2 a3 a4 a6 a7 a8 c5 d5 e5 f5 g5 h5",
		},
		{
			Rule: "2.2 a piece attacked from both sides is captured by one move", Text: "8/8/8/R3n3/8/8/8/K1k5 w - - 0 1",
			Reach: "a5: a2 a3 a4 a6 a7 a8 b5 c5 d5 e5 f5 g5 h5",
		},
		{
			Rule: "2.2 a pinned rook shields on both sides", Text: "8/8/8/K2R1r2/8/8/8/2k5 w - - 0 1",
			// The rook on f5 also attacks the king over the seam, through g5 and h5.
			State: "check", Legal: "d5f5 a5a4", Illegal: "d5d4 d5e5 a5h5",
		},
		{
			Rule: "2.3 a knight over the seam", Text: "4k3/8/8/8/8/8/8/N3K3 w - - 0 1",
			Reach: "a1: b3 c2 g2 h3",
		},
		{
			Rule: "2.3 kings on a4 and h4 are neighbours", Text: "8/8/7k/8/K7/8/8/8 w - - 0 1",
			Reach: "a4: a3 b3 b4 b5 h3 h4",
		},
		{
			Rule: "2.4 a pawn captures with the wrap", Text: "4k3/8/8/1p5p/P7/8/8/4K3 w - - 0 1",
			Reach: "a4: a5 b5 h5",
		},
		{
			Rule: "2.4 a black pawn captures with the wrap", Text: "4k3/8/8/7p/P5P1/8/8/4K3 b - - 0 1",
			Reach: "h5: a4 g4 h4",
		},
		{
			Rule: "2.4 a push keeps its file", Text: "4k3/8/8/n7/P7/8/8/4K3 w - - 0 1",
			Illegal: "a4a5 a4h5 a4b5",
		},
		{
			Rule: "2.4 a capture over the seam promotes", Text: "r6r/P7/8/4k3/8/8/8/4K3 w - - 0 1",
			Legal: "a7h8q a7h8r a7h8b a7h8n",
		},
		{
			Rule: "2.5 en passant over the seam lands on the crossed square", Text: "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1",
			Moves: "h7h5 a5h6", SAN: "h5, axh6", Then: "4k3/8/7P/8/8/8/8/4K3 b - - 0 2",
		},
		{
			Rule: "2.5 en passant over the seam in the position text", Text: "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", Moves: "h7h5",
			Then: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2",
		},
		{
			Rule: "2.5 en passant over the seam by Black", Text: "4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", Moves: "a2a4 h4a3",
			Then: "4k3/8/8/8/8/p7/8/4K3 w - - 0 2",
		},
		{
			Rule: "2.5 en passant from both sides at once", Text: "4k3/8/8/P5Pp/8/8/8/4K3 w - h6 0 1",
			Legal: "a5h6 g5h6", Illegal: "a5h7",
		},
		{
			Rule: "2.6 castling is orthodox", Text: "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", Moves: "e1c1 e8g8",
			Then: "r4rk1/8/8/8/8/8/8/2KR3R w - - 2 2",
		},
		{
			Rule: "2.6 castling never crosses the seam", Text: "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
			Reach: "e1: c1 d1 d2 e2 f1 f2 g1",
		},
		{
			Rule: "2.6 attacks reach over the seam", Text: "4k3/8/8/8/b7/8/8/R3K2R w KQ - 0 1",
			// One way leads through a4, h3, g2 and f1, the other through a4, b3, c2 and d1.
			Illegal: "e1g1 e1c1",
		},
		{
			Rule: "2.6 castling may not expose the king over the seam", Text: "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1",
			Illegal: "e1g1",
		},
		{
			Rule: "2.6 the same castling is legal without the rook on a1", Text: "4k3/8/8/8/8/8/8/1N2K2R w K - 0 1",
			Legal: "e1g1",
		},
	})
}

// TestDead covers rule 4 and checks that a lone knight or bishop cannot mate.
func TestDead(t *testing.T) {
	for text, want := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3":     true,
		"4k3/8/8/8/8/8/8/4KN2":    true,
		"4kb2/8/8/8/8/8/8/4K3":    true,
		"4k3/8/8/8/8/8/8/2B1K1B1": false, // same-coloured bishops are not dead here
		"4kb2/8/8/8/8/8/8/1B2K3":  false,
		"4kn2/8/8/8/8/8/8/4KN2":   false,
		"4k3/8/8/8/8/8/8/4KR2":    false,
		"4k3/8/8/8/8/8/4P3/4K3":   false,
		"4k1k1/8/8/8/8/8/8/4K3":   false,
		"8/8/8/8/8/8/8/4K3":       false,
	} {
		p := positions.From(t, cylinder.Rules, text+" w - - 0 1")
		if got := cylinder.Rules.Dead(&p); got != want {
			t.Errorf("4: %s: Dead = %v", text, got)
		}
	}
	t.Run("4 a knight cannot mate", func(t *testing.T) { ruletest.NeverMate(t, cylinder.Rules, board.Knight) })
	t.Run("4 a bishop cannot mate", func(t *testing.T) { ruletest.NeverMate(t, cylinder.Rules, board.Bishop) })
}

// TestRotation rotates positions around the cylinder and checks that the legal moves rotate with them. The
// positions have no castling rights, because castling depends on the files.
func TestRotation(t *testing.T) {
	around := func(s board.Square, files int) board.Square { return board.At((s.File()+files)&7, s.Rank()) }
	rapid.Check(t, func(t *rapid.T) {
		files := rapid.IntRange(1, 7).Draw(t, "files")
		p, turned := board.Empty(), board.Empty()
		for range rapid.IntRange(1, 40).Draw(t, "pieces") {
			s := board.Square(rapid.IntRange(0, 63).Draw(t, "square"))
			k := board.Role(rapid.IntRange(1, 6).Draw(t, "role"))
			if p.Piece(s) != board.NoPiece || k == board.Pawn && (s.Rank() == 0 || s.Rank() == 7) {
				continue
			}
			pc := board.NewPiece(board.Colour(rapid.IntRange(0, 1).Draw(t, "colour")), k)
			p.Put(s, pc)
			turned.Put(around(s, files), pc)
		}
		var want []board.Move
		for _, m := range rules.LegalMoves(cylinder.Rules, &p) {
			want = append(want, board.NewMove(around(m.From(), files), around(m.To(), files), m.Promotion()))
		}
		got := rules.LegalMoves(cylinder.Rules, &turned)
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Fatalf("rotated by %d files: %s has different moves from %s", files,
				cylinder.Rules.Guide().FormatPosition(&turned), cylinder.Rules.Guide().FormatPosition(&p))
		}
	})
}
