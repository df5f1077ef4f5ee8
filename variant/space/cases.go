package space

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules/ruledata"
)

// refusedCases lists moves that at least one rule set of this family rejects. RuleData gets the reason from
// the rule set.
var refusedCases = []ruledata.Case{
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:1k2/4/4/2R1|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Plan: "c5Bc8B; c8Bb8B"},
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3^90"},  // only 0 or 180
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3^0"},   // already at 0, or no rotation
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w^:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4^180"},  // already at 180
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL6"}, // not adjacent
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/2|KL1w:2/2|KL3b:2/2|KL4b:2/2 w - - - 0 9", Move: "QL6"},           // none of the mover's boards is on an adjacent pin
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-KL3"},
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL2"},           // backward in trid only
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL2w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL2-QL1"},           // backward
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3xQL4"},      // boards cannot capture
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "b2Wb4N"},       // no double step
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/b3/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4"},          // shadow
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL5w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL6"},            // pin occupied
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/NN|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL1-QL2"},           // several pieces on the board
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "KL6-KL5"},      // Black's board
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL6-QL5"},      // Black's king on the board
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL4-QL5"},      // no board
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Nf7N"},         // no file f
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Nb1QL1"},       // no such square
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bd8N"},         // no such square
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "z0QL1z1QL1"},   // no such square
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL1@q1-b4N"},   // no board there
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL7"},      // no such pin
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bb0"},          // no such column
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bd0KL1@q2"},    // the quadrant contradicts the cell
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bd2W@q2"},      // no quadrants on main boards
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "c1Wa3W"},       // blocked
	{Position: "W:4/3n/2KP/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "d2Wd3W"},            // blocked
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bb2W"},         // own piece
	{Position: "W:4/3R/3K/4|N:4/4/4/4|B:1k1r/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Rc3W"},              // pinned
	{Position: "W:4/2R1/3K/4|N:4/4/4/4|B:1k1r/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Rc4W"},             // in check
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "a5Na4N"},       // enemy piece
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "c3Nc4N"},       // empty square
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "c1Wc1W"},       // same square
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL3"},      // same square
	{Position: "W:4/3R/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "d3Wd3N"},            // within one column
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bc2W"},         // not a bishop's move
	{Position: "W:4/4/2K1/2BB|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bc8B"},             // no bishop can reach the square
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "b2Wa3W"},       // nothing to capture
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Bxd0KL1"},      // nothing to capture
	{Position: "W:4/4/2K1/4|N:4/pP2/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "b5Na6N"},           // the right has expired
	{Position: "W:4/4/2K1/4|N:n3/1P2/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "bxa6N e.p."},      // not en passant
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4 e.p."}, // not a pawn
	{Position: "W:4/4/2K1/4|N:3k/4/4/4|B:4/1P2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "b8B"},               // no promotion role
	{Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL2b:2/2|QL5w:P1/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL6"},               // no promotion role
	{Position: "W:4/4/2K1/4|N:3k/4/4/4|B:4/1P2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "b7Bb8Bk"},           // promotion to a king
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "b2Wb3Wq"},      // no promotion there
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "c1Wd0KL1q"},    // not a pawn
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "KL1-KL2=q"},    // not a pawn
	{Position: "W:4/4/2K1/4|N:1k2/4/4/4|B:P3/4/4/4|QL1w:2/2|QL4w:2/2|QL6b:2/2|KL6b:2/2 b - - - 7 9", Move: "QL6-QL5=q"},         // the opponent's pawn
	{Position: "W:4/4/4/3K|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/1R|KL6b:2/2 w - - - 0 9", Move: "O-O"},                // king not on its home square
	{Position: "W:4/4/4/4|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/KR|KL6b:2/2 w K - - 0 9", Move: "O-O-O"},               // rook not on its home square
	{Position: "W:4/4/4/4|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/R1|QL6b:2/2|KL1w:2/KR|KL6b:2/2 w K - - 0 9", Move: "O-O-O"},              // no right
	{Move: "O-O"}, // as the first move
	{Position: "W:4/4/4/4|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/RN|QL6b:2/2|KL1w:2/KR|KL6b:2/2 w KQ - - 0 9", Move: "O-O-O"},         // blocked
	{Position: "W:4/4/4/4|N:4/4/4/4|B:1k1r/4/4/4|QL1w:2/R1|QL6b:2/2|KL1w:2/KR|KL6b:2/2 w KQ - - 0 9", Move: "O-O"},          // while in check
	{Position: "W:4/4/4/4|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/R1|QL6b:2/2|KL1w:2/KR|KL6b:1r/2 w KQ - - 0 9", Move: "O-O"},          // into check
	{Position: "W:4/1N2/2K1/4|N:4/4/4/1N2|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Nc5N"},       // ambiguous
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Qc3W"},     // no queen
	{Position: "W:4/4/1P1K/2B1|N:4/r3/4/1P2|B:4/4/4/4|QL3w:2/N1|QL6b:1k/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Nc1W-b2W"}, // another piece
	{Position: "W:4/2P1/3K/1N2|N:4/4/4/2P1|B:1k2/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "Nc3"},       // a different reason on each level
	{Bits: board.NewMoveOfType(7, 0, 0, board.NoRole)},                                                                      // unknown move type
	{Bits: board.NewMoveOfType(board.BoardShift, 12, 1, board.NoRole)},                                                      // unknown pin
	{Bits: board.NewMoveOfType(board.CastleShort, 5, 5, board.NoRole)},                                                      // wrong squares
}

// workedCases lists moves that illustrate the rules. RuleData records the effects of each move, or why it is
// illegal.
var workedCases = []ruledata.Case{
	{Shows: "a pawn goes two ranks and chooses its level", Move: "b2Wb4N"},
	{Shows: "a knight leaps to another level", Move: "d1Wc3N"},
	{Shows: "a rook lands in a column that holds a piece on another level", Position: "W:4/R3/2K1/4|N:4/4/4/2n1|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "a3Wc3W"},
	{Shows: "a rook past a column that holds a piece", Position: "W:4/R3/2K1/4|N:4/4/4/1n2|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "a3Wc3W"},
	{Shows: "en passant, on a level of one's choice", Position: "W:4/4/2K1/4|N:4/pP2/4/4|B:1k2/4/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - a5N - 0 9", Move: "b5Na6B"},
	{Shows: "promotion on the furthest rank", Position: "W:4/4/2K1/4|N:3k/4/4/4|B:4/1P2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "b7Bb8Bq"},
	{Shows: "castling on the king's side", Position: "W:4/4/4/4|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/R1|QL6b:2/2|KL1w:2/KR|KL6b:2/2 w KQ - - 0 9", Move: "O-O"},
	{Shows: "castling on the queen's side", Position: "W:4/4/4/4|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/R1|QL6b:2/2|KL1w:2/KR|KL6b:2/2 w KQ - - 0 9", Move: "O-O-O"},
	{Shows: "castling as the first move", Move: "O-O"},
	{Shows: "a board carries a knight forward", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4"},
	{Shows: "QL3 to QL2 with a piece aboard: backward in trid, forward in meder", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL2"},
	{Shows: "a half turn on the spot: q1 to q3", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3^180"},
	{Shows: "a half turn on the way", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4^180"},
	{Shows: "a piece named by its quadrant", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "NQL3@q1-b3N"},
	{Shows: "QL1 to QL3: neighbours in meder only", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL1-QL3"},
	{Shows: "QL1 to KL2: neighbours in trid only", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL1-KL2"},
	{Shows: "an empty board moves to any free neighbouring pin", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL2"},
	{Shows: "a bishop's shadow", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/b3/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4"},
	{Shows: "a knight casts none", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/N3/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4"},
	{Shows: "White controls Black's board", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL4w:2/2|QL5b:2/N1|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL6"},
	{Shows: "a carried pawn promotes", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL2b:2/2|QL5w:P1/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL6=q"},
	{Shows: "a board leaves and the opponent's corner pawn becomes a queen", Position: "W:4/4/2K1/4|N:1k2/4/4/4|B:P3/4/4/4|QL1w:2/2|QL4w:2/2|QL6b:2/2|KL6b:2/2 b - - - 7 9", Move: "QL6-QL5"},
	{Shows: "the queen that the opponent's corner pawn becomes attacks the mover's king", Position: "W:4/4/2K1/4|N:4/3k/4/4|B:P3/4/4/4|QL1w:2/2|QL4w:2/2|QL6b:2/2|KL6b:2/2 b - - - 7 9", Move: "QL6-QL5"},
	{Shows: "a carried rook loses its castling right", Position: "W:4/4/4/4|N:4/4/4/4|B:1k2/4/4/4|QL1w:2/R1|QL6b:2/2|KL1w:2/KR|KL6b:2/2 w KQ - - 0 9", Move: "QL1-QL2"},
	{Shows: "a departing board opens a line to its own side's king", Position: "W:4/4/4/3K|N:4/4/4/4|B:1k1r/4/4/4|QL1w:2/2|QL6b:2/2|KL3w:2/B1|KL6b:2/2 w - - - 0 9", Move: "KL3-QL3"},
}

// twoFaults lists board moves that are illegal for two reasons. The reported reason shows the order of the
// checks.
var twoFaults = []ruledata.Case{
	{Shows: "no turning, not neighbours", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL6^180"},
	{Shows: "not neighbours, no board", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL4-QL1^180"},
	{Shows: "not neighbours, crowded", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/NN|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL1-KL6"},
	{Shows: "not neighbours, not your board", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/n1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL6"},
	{Shows: "not neighbours, backward", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL5w:N1/2|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL1"},
	{Shows: "crowded, pin held", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/NN|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL1-KL1"},
	{Shows: "not your board, pin held", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL2b:2/2|QL3w:2/n1|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL2"},
	{Shows: "backward, turned already", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL2^0"},
	{Shows: "backward, pin held", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL4w:2/2|QL5w:2/N1|QL6b:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL4"},
	{Shows: "backward, pin held", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL1w:2/2|QL2w:2/N1|QL6b:2/2|KL6b:2/2 w - - - 0 9", Move: "QL2-QL1"},
	{Shows: "backward, shadow", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/b3/4|QL5w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL4"},
	{Shows: "turned already, pin held", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/4/4|QL3w^:2/2|QL4b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4^180"},
	{Shows: "pin held, shadow", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/b3/4|QL3w:2/2|QL4b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4"},
	{Shows: "shadow, no promotion", Position: "W:4/4/2K1/4|N:4/4/4/4|B:4/1k2/b3/4|QL3w:2/N1|QL6b:2/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL3-QL4=q"},
	{Shows: "no promotion, king attacked", Position: "W:4/4/4/3K|N:4/4/4/4|B:1k1r/4/4/4|QL1w:2/2|QL6b:2/2|KL3w:2/N1|KL6b:2/2 w - - - 0 9", Move: "KL3-QL3=q"},
	{Shows: "promotion to a king, in check", Position: "W:4/4/2K1/4|N:4/4/4/4|B:2r1/1k2/4/4|QL2b:2/2|QL5w:P1/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL6=k"},
	{Shows: "in check, to what?", Position: "W:4/4/2K1/4|N:4/4/4/4|B:2r1/1k2/4/4|QL2b:2/2|QL5w:P1/2|KL1w:2/2|KL6b:2/2 w - - - 0 9", Move: "QL5-QL6"},
}
