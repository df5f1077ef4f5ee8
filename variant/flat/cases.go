package flat

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules/ruledata"
)

// refusedCases lists moves that at least one flat rule set rejects. RuleData gets the reason from the rule
// set, and skips cases whose position is invalid or whose move is legal.
var refusedCases = []ruledata.Case{
	{Position: "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", Plan: "Rxa8; Rxe8"},
	{Position: "q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", Plan: "Qxa8; Qxe8"},
	{Move: "e4e5"},     // empty square
	{Move: "e7e5"},     // enemy piece
	{Move: "g1g1"},     // same square
	{Move: "g1e2"},     // lands on a friendly piece
	{Move: "g1g4"},     // not a knight's move
	{Move: "c1g5"},     // blocked
	{Move: "Nd4"},      // no knight can reach the square
	{Move: "exd3"},     // nothing to capture
	{Move: "Nxf3"},     // nothing to capture, although Nf3 is legal
	{Move: "e2d3"},     // nothing to capture
	{Move: "Nf3 e.p."}, // not a capture
	{Move: "e4 e.p."},  // not a capture
	{Move: "e4q"},      // no promotion there
	{Move: "e2e4q"},    // no promotion there
	{Move: "e2e3q"},
	{Move: "Nf3*"}, // does not cross the seam
	{Position: "7k/8/8/8/8/8/8/R3K3 w - - 0 1", Move: "Ra4*"},
	{Move: "g1f3q"}, // not a pawn
	{Position: "7k/8/8/8/8/8/8/R3K3 w - - 0 1", Move: "Rxa4"}, // nothing to capture
	{Position: "7k/8/8/8/8/8/8/R3K3 w - - 0 1", Move: "Ra4 e.p."},
	{Position: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", Move: "Qd3"},    // no queen
	{Position: "4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1", Move: "e4e5"}, // blocked
	{Position: "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", Move: "e3e5"},   // no double step
	{Position: "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", Move: "e5d6"},  // the right has expired
	{Position: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 1", Move: "a5h6"},  // over the seam
	{Position: "6k1/4P3/8/8/8/8/8/4K3 w - - 0 1", Move: "e7e8k"},  // promotion to a king
	{Position: "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", Move: "b3h4"},   // bishops may not cross the seam
	{Position: "4k3/8/8/8/8/1B6/8/4K3 w - - 0 1", Move: "b3h5"},
	{Position: "4k3/8/8/8/Q7/8/8/4K3 w - - 0 1", Move: "a4h5"},
	{Position: "4k3/8/8/8/1Q6/8/8/4K3 w - - 0 1", Move: "b4h5"},
	{Position: "4k3/8/8/8/8/N7/8/4K3 w - - 0 1", Move: "a3h5"},
	{Position: "4k3/8/8/8/K7/8/8/8 w - - 0 1", Move: "a4h5"},
	{Position: "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", Move: "a4h5"},
	{Position: "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", Move: "e7e8"},   // no promotion role
	{Position: "4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", Move: "Ne2"},  // ambiguous
	{Position: "4r1k1/8/8/8/8/8/P7/4K3 w - - 0 1", Move: "a2a3"},  // in check
	{Position: "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1", Move: "e2d3"},  // pinned
	{Position: "4r2k/8/8/8/8/8/4R3/r2RK3 w - - 0 1", Move: "Rd2"}, // one or both rooks are pinned
	{Position: "4r2k/4q3/8/8/4N3/8/4K2N/8 w - - 0 1", Move: "Nf3"},
	{Position: "k3r3/8/8/8/1b6/2N5/4N3/4K3 w - - 0 1", Move: "Nd4"},
	{Position: "k3r3/8/8/8/1b6/2Q5/4Q3/4K3 w - - 0 1", Move: "Qd3"},
	{Position: "k3r3/8/8/8/1b6/2N5/4N3/4K3 w - - 0 1", Move: "Nd5"},
	{Position: "k3r3/8/8/8/1b6/2N5/4N3/4K3 w - - 0 1", Move: "Ng1"},
	{Position: "1k2r3/8/8/8/r3N1NK/8/8/8 w - - 0 1", Move: "Nf6"},
	{Position: "k3r3/8/8/b7/8/2N5/4N3/4K3 w - - 0 1", Move: "Nb5"},
	{Position: "k3r3/8/8/b7/8/2N5/4N3/4K3 w - - 0 1", Move: "Nd4"},
	{Position: "k3r3/8/8/8/4R3/8/8/r2RK3 w - - 0 1", Move: "Rd4"}, // two rooks, both pinned
	{Position: "k7/8/8/4Q3/8/8/8/3K4 w - - 0 1", Move: "e5e2"},    // the spawned piece gives check
	{Position: "3r3k/8/8/8/8/8/8/4K3 w - - 0 1", Move: "e1e2"},    // the king goes on to an attacked square

	{Position: "4k3/8/8/8/8/8/8/4K2R w - - 0 1", Move: "O-O"},  // no castling or no right
	{Position: "4k3/8/8/8/8/8/8/5K1R w - - 0 1", Move: "f1h1"}, // king not on its home square
	{Position: "4k3/8/8/8/8/8/8/5K1R w - - 0 1", Move: "O-O"},  // king not on its home square
	{Position: "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Move: "O-O"},   // no rook
	{Move: "O-O"}, // blocked
	{Position: "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", Move: "O-O"},  // while in check
	{Position: "5rk1/8/8/8/8/8/8/4K2R w K - 0 1", Move: "O-O"},   // through an attacked square
	{Position: "6r1/k7/8/8/8/8/8/4K2R w K - 0 1", Move: "O-O"},   // into check
	{Position: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Move: "Qh5@b4"}, // goes on to another square
	{Position: "7k/8/8/8/8/8/4P3/4K1N1 w - - 0 1", Move: "e3@a1"},
	{Position: "7k/8/8/8/8/8/4P3/4K1N1 w - - 0 1", Move: "Nf3@a1"},
	{Position: "7k/8/8/8/8/8/8/R1B1K3 w - - 0 1", Move: "Ra5@a1"},
	{Position: "7k/8/8/8/8/8/8/R1B1K3 w - - 0 1", Move: "Bg5@a1"},
	{Position: "7k/8/8/8/8/8/8/4K3 w - - 0 1", Move: "Ke2@a1"},
	{Position: "4k3/8/8/8/p7/8/8/3QK3 w - - 0 1", Move: "Qh5@a4"}, // does not go on
	{Move: "Nf3@c6"}, // does not go on
	{Move: "Nf3*"},   // does not cross the seam
	{Bits: board.NewMoveOfType(board.BoardShift, 0, 1, board.NoRole)}, // a board move
}

// workedCases lists moves that illustrate the rules. RuleData records the effects of each move, or why it is
// illegal.
var workedCases = []ruledata.Case{
	{Shows: "a pawn's double push", Move: "e4"},
	{Shows: "a knight's move", Move: "Nf3"},
	{Shows: "a knight from b1 to h2, over the edge", Position: "rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR w - - 0 2", Move: "b1h2"},
	{Shows: "a capture", Position: "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", Move: "exd5"},
	{Shows: "a king's move", Position: "7k/8/8/8/8/8/8/4K3 w - - 0 1", Move: "Ke2"},
	{Shows: "a queen's move", Position: "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", Move: "Qh5"},
	{Shows: "a bishop to the reflection of its origin", Position: "7k/8/8/3B4/8/8/8/K7 w - - 0 1", Move: "Be4"},
	{Shows: "a queen to the reflection of its origin", Position: "7k/8/8/8/4Q3/8/8/K7 w - - 0 1", Move: "Qd5"},
	{Shows: "a king to e2 while d7 is held", Position: "4k3/3p4/8/8/8/8/8/R3K3 w - - 0 1", Move: "Ke2"},
	{Shows: "a queen to e2 with the king on d1, opposite d7", Position: "k7/8/8/4Q3/8/8/8/3K4 w - - 0 1", Move: "Qe2"},
	{Shows: "a rook to e2 with the king on d1, opposite d7", Position: "7k/8/8/4R3/8/8/8/3K4 w - - 0 1", Move: "Re2"},
	{Shows: "en passant on the inner file", Position: "4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 2", Move: "gxh6"},
	{Shows: "en passant over the edge, on the square passed over", Position: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", Move: "a5h6"},
	{Shows: "en passant over the edge, on the home square", Position: "4k3/8/8/P6p/8/8/8/4K3 w - h6 0 2", Move: "a5h7"},
	{Shows: "en passant over the edge by Black, on the home square", Position: "4k3/8/8/8/P6p/8/8/4K3 b - a3 0 2", Move: "h4a2"},
	{Shows: "a bishop from c1 to h4, over the edge", Position: "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", Move: "c1h4"},
	{Shows: "a rook alone on its rank, back to its own square", Position: "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", Move: "a4a4"},
	{Shows: "a pawn's capture over the edge", Position: "4k3/8/8/7p/P7/8/8/4K3 w - - 0 1", Move: "axh5"},
	{Shows: "castling", Position: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Move: "O-O"},
	{Shows: "castling that opens the first rank over the edge", Position: "4k3/8/8/8/8/8/8/rN2K2R w K - 0 1", Move: "O-O"},
	{Shows: "castling without a right to it", Position: "4k3/8/8/8/8/8/8/4K2R w - - 0 1", Move: "O-O"},
	{Shows: "a promotion by a push", Position: "k7/4P3/8/8/8/8/8/4K3 w - - 0 1", Move: "e8=N"},
	{Shows: "a promotion by a capture", Position: "k4n2/4P3/8/8/8/8/8/4K3 w - - 0 1", Move: "exf8=Q"},
}
