package flat_test

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/positions"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// show formats ways. The sign < marks squares on the left board, > marks squares on the right board, and bars
// separate ways.
func show(ways []rules.Way) string {
	var all []string
	for _, w := range ways {
		var names []string
		for _, at := range w {
			mark := map[rules.Copy]string{rules.Copy(-1): "<", rules.Copy(1): ">"}[at.Copy]
			names = append(names, mark+at.Square)
		}
		all = append(all, strings.Join(names, " "))
	}
	return strings.Join(all, " | ")
}

// TestWays checks the ways of selected moves (rule 3.6 of triboard).
func TestWays(t *testing.T) {
	for _, test := range []struct{ about, names, fen, move, want string }{
		{"knight over the left seam", "triboard cylinder", "4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "b1h2", "b1 <h2"},
		{"knight over the right seam", "triboard cylinder", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", "g1a2", "g1 >a2"},
		{"knight inside", "triboard chess", "start", "b1c3", "b1 c3"},
		{"rook over the left seam only", "triboard cylinder", "4k3/8/8/8/8/8/8/RN2K3 w - - 0 1", "a1g1", "a1 <h1 <g1"},
		{"rook in both directions, the longer way on the centre board first", "triboard cylinder", "8/8/4k3/8/R7/8/8/4K3 w - - 0 1", "a4f4", "a4 b4 c4 d4 e4 f4 | a4 <h4 <g4 <f4"},
		{"rook in both directions from the h-file", "triboard cylinder", "8/8/4k3/8/7R/8/8/4K3 w - - 0 1", "h4c4", "h4 g4 f4 e4 d4 c4 | h4 >a4 >b4 >c4"},
		{"rook next to its own image", "triboard cylinder", "8/8/4k3/8/R7/8/8/4K3 w - - 0 1", "a4h4", "a4 b4 c4 d4 e4 f4 g4 h4 | a4 <h4"},
		{"rook blocked on the centre", "triboard cylinder", "8/8/4k3/8/R1P5/8/8/4K3 w - - 0 1", "a4h4", "a4 <h4"},
		{"rook along its file", "triboard cylinder chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a4", "a1 a2 a3 a4"},
		{"bishop in both directions", "triboard cylinder", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "c1g5", "c1 d2 e3 f4 g5 | c1 b2 a3 <h4 <g5"},
		{"queen over the right seam", "triboard cylinder", "2k5/8/8/8/8/8/6Q1/4K3 w - - 0 1", "g2b5", "g2 h3 >a4 >b5"},
		{"a bishop hops along the rank of the edge square", "portal", "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", "b3f6", "b3 a4 <h4 <g5 <f6"},
		{"a bishop hops from its own square", "portal", "4k3/8/8/8/7B/8/8/4K3 w - - 0 1", "h4b5", "h4 >a4 >b5"},
		{"a rook in both directions", "portal", "4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", "d4h4", "d4 e4 f4 g4 h4 | d4 c4 b4 a4 <h4"},
		{"king over the seam", "triboard cylinder portal", "4k3/8/8/8/K7/8/8/8 w - - 0 1", "a4h5", "a4 <h5"},
		{"pawn capture over the seam", "triboard cylinder", "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", "a4h5", "a4 <h5"},
		{"pawn double step", "triboard chess", "start", "e2e4", "e2 e4"},
		{"seam en passant a5xh7", "triboard", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h7", "a5 <h7"},
		{"seam en passant h5xa7", "triboard", "4k3/8/8/p6P/8/8/8/4K3 w - a6 0 1", "h5a7", "h5 >a7"},
		{"seam en passant h4xa2", "triboard", "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 1", "h4a2", "h4 >a2"},
		{"seam en passant a4xh2", "triboard", "4k3/8/8/8/p6P/8/8/4K3 b - h3 0 1", "a4h2", "a4 <h2"},
		{"en passant over the seam on the cylinder", "cylinder", "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", "a5h6", "a5 <h6"},
		{"en passant from the inner file", "triboard", "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1", "g5h6", "g5 h6"},
		{"en passant between d and e", "triboard cylinder chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5 d6"},
		{"short castling", "triboard cylinder chess mirrorsquare", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1 f1 g1"},
		{"long castling for Black", "triboard cylinder chess mirrorsquare", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "e8 d8 c8"},
		{"a rider on the plane", "chess mirrorsquare nachfolger", "4k3/8/8/8/8/8/5K2/Q7 w - - 0 1", "a1d4", "a1 b2 c3 d4"},
		{"a pass names its landing square", "nachfolger", "7k/8/8/8/4Q3/8/8/K7 w - - 0 1", "e4d5", "e4 d5"},
	} {
		for _, name := range strings.Fields(test.names) {
			r := positions.Rules(t, variant.Builtin(), name)
			p, m := new(positions.From(t, r, test.fen)), step(t, test.move)
			if !rules.Legal(r, p, m) {
				t.Errorf("%s, %s: %s is not legal", name, test.about, test.move)
			}
			if got := show(r.Guide().Ways(p, m)); got != test.want {
				t.Errorf("%s, %s: ways of %s:\n%s, want\n%s", name, test.about, test.move, got, test.want)
			}
		}
	}
}

// TestAllWays checks the conditions of rule 3.6 of triboard for every way of every legal move.
func TestAllWays(t *testing.T) {
	for _, r := range positions.Flat(variant.Builtin()) {
		everywhere(t, r, 12, func(p *board.Position) {
			for _, m := range rules.LegalMoves(r, p) {
				checkWays(t, r, p, m)
			}
		})
	}
}

func checkWays(t *testing.T, r rules.Rules, p *board.Position, m board.Move) {
	t.Helper()
	name := r.Info().Name
	ways := r.Guide().Ways(p, m)
	fail := func(why string) {
		t.Fatalf("%s: ways of %v%v in %s: %s: %s", name, m.From(), m.To(), r.Guide().FormatPosition(p), show(ways), why)
	}
	wraps := name == "triboard" || name == "cylinder" || name == "portal"
	if len(ways) == 0 || len(ways) > 2 || len(ways) > 1 && !wraps {
		fail("wrong number of ways")
	}
	for i, w := range ways {
		end := w[len(w)-1]
		switch {
		case len(w) < 2 || w[0] != (rules.Touch{Copy: rules.Centre, Square: m.From().String()}):
			fail("does not start at the origin on the centre")
		case end.Square != m.To().String():
			fail("does not end on the landing square")
		case w.Seam() && !wraps:
			fail("leaves the only board")
		case i > 0 && !ordered(ways[i-1], w):
			fail("is out of order")
		}
		for j := 1; j < len(w); j++ {
			here, _ := board.ParseSquare(w[j].Square)
			before, _ := board.ParseSquare(w[j-1].Square)
			if j < len(w)-1 && p.Piece(here) != board.NoPiece {
				fail("leads through a piece")
			}
			// A step spans at most two files, counted along the row of boards.
			files := here.File() + 8*int(w[j].Copy) - before.File() - 8*int(w[j-1].Copy)
			if files < -2 || files > 2 {
				fail("jumps")
			}
		}
	}
}

// ordered reports whether two different ways are in the order that rule 3.6 of triboard requires.
func ordered(a, b rules.Way) bool {
	if a.Seam() != b.Seam() {
		return b.Seam()
	}
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a[len(a)-1].Copy == rules.Copy(-1) && b[len(b)-1].Copy != rules.Copy(-1)
}

// TestBlocked checks the ways to the pieces that block a piece.
func TestBlocked(t *testing.T) {
	for _, test := range []struct{ about, name, fen, from, want string }{
		{"one pawn blocks in both directions", "triboard", "4k3/8/8/8/2P4R/8/8/4K3 w - - 0 1", "h4", "h4 >a4 >b4 >c4 | h4 g4 f4 e4 d4 c4"},
		{"the same on a plane", "chess", "4k3/8/8/8/2P4R/8/8/4K3 w - - 0 1", "h4", "h4 g4 f4 e4 d4 c4"},
		{"enemy pieces do not block", "triboard", "4k3/8/8/8/2p4R/8/8/4K3 w - - 0 1", "h4", ""},
		{"a diagonal over the seam", "triboard", "4k3/8/1N6/8/8/6B1/8/3K4 w - - 0 1", "g3", "g3 h4 >a5 >b6"},
		{"a knight's own pawns", "triboard", "start", "b1", "b1 d2 | b1 <h2"},
		{"after h3", "triboard", "rnbqkbnr/pppp1ppp/8/4p3/8/7P/PPPPPPP1/RNBQKBNR w KQkq - 0 2", "b1", "b1 d2"},
		{"a king", "cylinder", "4k3/8/8/7N/K7/8/8/8 w - - 0 1", "a4", "a4 <h5"},
		{"behind a hop", "portal", "4k3/8/8/6N1/8/1B6/8/4K3 w - - 0 1", "b3", "b3 a4 <h4 <g5"},
		{"a double push", "triboard", "4k3/8/8/8/n7/8/P7/4K3 w - - 0 1", "a2", "a2 a3 a4"},
		{"a push", "triboard", "4k3/8/8/8/8/n7/P7/4K3 w - - 0 1", "a2", "a2 a3"},
		{"no double push from there", "triboard", "4k3/8/8/n7/8/P7/8/4K3 w - - 0 1", "a3", ""},
		{"Black's double push, blocked by an own piece", "mirrorsquare", "4k3/p7/8/n7/8/8/8/4K3 b - - 0 1", "a7", "a7 a6 a5"},
		{"a free pawn", "triboard", "start", "a2", ""},
		{"nothing there", "triboard", "start", "a4", ""},
	} {
		r := positions.Rules(t, variant.Builtin(), test.name)
		p := positions.From(t, r, test.fen)
		from, err := r.Guide().ParseSquare(&p, test.from)
		if err != nil {
			t.Fatalf("r.Guide().ParseSquare(%q): %v", test.from, err)
		}
		if got := show(r.(rules.Obstructed).Blocked(&p, from)); got != test.want {
			t.Errorf("%s: %s, want %s", test.about, got, test.want)
		}
	}
}
