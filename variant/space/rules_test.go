package space

import (
	"strings"
	"testing"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/test/ruletest"
	"github.com/tainchess/tain/variant/space/geometry"
)

// home lists the boards in the starting position.
const home = "QL1w KL1w QL6b KL6b"

// set returns the text of a position. The arguments are the boards with their owners, the pieces as letters
// with squares, and the other fields.
func set(boards, pieces, rest string) string {
	heads := map[geometry.Level]string{geometry.LevelW: "W", geometry.LevelN: "N", geometry.LevelB: "B"}
	for head := range strings.FieldsSeq(boards) {
		l, _ := geometry.ParseLevel(head)
		heads[l] = head
	}
	at := map[geometry.Name]board.Piece{}
	for text := range strings.FieldsSeq(pieces) {
		pc, ok := board.ParsePiece(text[0])
		n, length := geometry.ParseName(text[1:])
		if !ok || length != len(text)-1 {
			panic(text)
		}
		at[n] = pc
	}
	return levelsText(heads, at) + " " + rest
}

// sharedCases covers the numbered rules that both rule sets share.
var sharedCases = []ruletest.Case{
	{
		Rule: "2 the starting position", Text: "",
		Then: "W:4/4/PPPP/NBBN|N:4/4/4/4|B:nbbn/pppp/4/4|QL1w:PP/RQ|QL6b:rq/pp|KL1w:PP/KR|KL6b:kr/pp w KQkq - * 0 1",
	},
	{
		Rule: "3.1 a piece lands on any level of the column", Text: set(home, "Na1W", "w - - - 0 9"),
		Legal:   "a1Wb3W a1Wb3N a1Wc2W",
		Illegal: "a1Wb3B a1Wc2N a1Wz3QL3",
	},
	{
		Rule: "3.1 levels appear and disappear with the boards", Text: set("QL3w KL3w QL6b KL6b", "Na1W", "w - - - 0 9"),
		Legal: "a1Wz3QL3 a1Wb3W a1Wb3N a1Wc2W",
	},
	{
		Rule: "3.2 a capture takes the piece on that very square", Text: set(home, "Ra3W rb3N Nb3W", "w - - - 0 9"),
		Moves: "a3Wb3N", Then: set(home, "Rb3N Nb3W", "b - - - 0 9"),
	},
	{
		Rule: "3.2 no move stays in its column or lands on one's own piece", Text: set(home, "Ra3W Rb3N qa3N", "w - - - 0 9"),
		Illegal: "a3Wa3N a3Wb3N", Legal: "a3Wb3W b3Na3N",
	},
	{
		Rule: "3.3 any level of a column blocks, but may be landed on", Text: set(home, "Ra3W Pb3N", "w - - - 0 9"),
		Reach: "a3W: a0 a1 a2 a4 a5 a6 a7 a8 a9 b3",
	},
	{
		Rule: "3.3 columns without squares do not block", Text: set(home, "Rz0QL1", "w - - - 0 9"),
		Reach: "z0QL1: a0 d0 e0 z1 z8 z9",
	},
	{
		Rule: "3.3 pieces in the departure column do not block", Text: set(home, "Ra3W Na3N Kd1KL1", "w - - - 0 9"),
		Legal: "a3Wd3W a3Wa9QL6",
	},
	{
		Rule: "3.4 a knight leaps", Text: set(home, "Na1W Pb1W Pa2W Pb2W Pb3W Pc2W", "w - - - 0 9"),
		Legal: "a1Wb3N", Illegal: "a1Wb3W a1Wc2W",
	},
	{
		Rule: "3.4 a king steps to neighbouring columns of any level", Text: set(home, "Kd1W", "w - - - 0 9"),
		Reach: "d1W: c1 c2 d0 d2 e0 e1",
	},
	{
		Rule: "3.4 kings in neighbouring columns attack each other", Text: set(home, "Kd3W kc5B", "w - - - 0 9"),
		Illegal: "d3Wc4W d3Wc4N d3Wd4N", Legal: "d3Wd2W d3Wc3N",
	},
	{
		Rule: "3.5 a pawn moves one rank to any empty level", Text: set(home, "Pb3W nb4N", "w - - - 0 9"),
		Reach: "b3W: b4", Legal: "b3Wb4W", Illegal: "b3Wb4N",
	},
	{
		Rule: "3.5 two ranks only while unmoved", Text: set(home, "Pb2W Pc2W", "w - - b2W 0 9"),
		Legal: "b2Wb4W b2Wb4N", Illegal: "c2Wc4W c2Wc4N",
	},
	{
		Rule: "3.5 two ranks not over a piece on any level", Text: set(home, "Pb2W nb3N Pc2W nc4N", "w - - * 0 9"),
		Legal: "b2Wb3W c2Wc4W", Illegal: "b2Wb4W b2Wb4N c2Wc4N",
	},
	{
		Rule: "3.5 a pawn captures diagonally on any level", Text: set(home, "Pb3W nc4N na4W nb4N", "w - - - 0 9"),
		Legal: "b3Wc4N b3Wa4W b3Wb4W", Illegal: "b3Wc4W b3Wa4N b3Wb4N",
	},
	{
		Rule: "3.6 en passant lands on any level", Text: set(home, "Pb5N pa7B", "b - - * 3 9"), Moves: "a7Ba5N",
		Then:  set(home, "Pb5N pa5N", "w - a5N - 0 10"),
		Legal: "b5Na6N b5Na6B",
	},
	{
		Rule: "3.6 en passant captures the pawn that moved two ranks", Text: set(home, "Pb5N pa7B", "b - - * 3 9"), Moves: "a7Ba5N b5Na6B",
		Then: set(home, "Pa6B", "b - - - 0 10"),
	},
	{
		Rule: "3.6 en passant on the next move only", Text: set(home, "Pb5N pa7B Nd1W nd8B", "b - - * 3 9"), Moves: "a7Ba5N d1Wc3W d8Bc6N",
		Illegal: "b5Na6N b5Na6B",
	},
	{
		Rule: "3.7 furthest ranks of files b and c", Text: set(home, "Pb7B pc2W", "w - - - 0 9"),
		Legal: "b7Bb8Bq b7Bb8Br b7Bb8Bb b7Bb8Bn", Illegal: "b7Bb8B",
	},
	{
		Rule: "3.7 under a board rank 8 is not the furthest", Text: set(home, "Pa7B", "w - - - 0 9"), Moves: "a7Ba8B",
		Then: set(home, "Pa8B", "b - - - 0 9"),
	},
	{
		Rule: "3.7 with the board rank 9 is the furthest", Text: set(home, "Pa8B Pd8B nz9QL6", "w - - - 0 9"),
		Legal: "a8Ba9QL6q a8Bz9QL6n d8Bd9KL6r", Illegal: "a8Ba9QL6 d8Bd9KL6",
	},
	{
		Rule: "3.7 without the board rank 8 is the furthest", Text: set("QL1w KL1w QL4b KL6b", "Pa7B Pd7B", "w - - - 0 9"),
		Legal: "a7Ba8Bq d7Bd8B d7Bd8KL6", Illegal: "a7Ba8B d7Bd8Bq",
	},
	{
		Rule: "3.7 furthest ranks of Black", Text: set("QL1w KL2w QL6b KL6b", "pa2W pb2W pd2W pz1QL1", "b - - - 0 9"),
		Legal: "a2Wa1W a2Wa1QL1 b2Wb1Wq d2Wd1Wq z1QL1z0QL1q", Illegal: "a2Wa1Wq b2Wb1W d2Wd1W",
	},
	{
		Rule: "3.8 king's side", Text: set(home, "Kd0KL1 Re0KL1", "w K - - 0 2"), Moves: "O-O",
		Then: set(home, "Ke0KL1 Rd0KL1", "b - - - 1 2"),
	},
	{
		Rule: "3.8 queen's side", Text: set(home, "kd9KL6 rz9QL6", "b q - - 0 2"), Moves: "O-O-O",
		Then: set(home, "ka9QL6 rd9KL6", "w - - - 1 3"),
	},
	{
		Rule: "3.8 not as a side's first move", Text: set(home, "Kd0KL1 Re0KL1 Rz0QL1", "w KQ - - 0 1"),
		Illegal: "O-O O-O-O",
	},
	{
		Rule: "3.8 a0QL1 must be empty", Text: set(home, "Kd0KL1 Qa0QL1 Rz0QL1", "w Q - - 0 2"),
		Illegal: "O-O-O",
	},
	{
		Rule: "3.8 not out of check", Text: set(home, "Kd0KL1 Re0KL1 Rz0QL1 rd8B", "w KQ - - 0 2"),
		Illegal: "O-O O-O-O", State: "check",
	},
	{
		Rule: "3.8 not into check", Text: set(home, "Kd0KL1 Re0KL1 Rz0QL1 ra8B", "w KQ - - 0 2"),
		Illegal: "O-O-O", Legal: "O-O",
	},
	{
		Rule: "3.8 capturing a rook removes its castling right", Text: set(home, "Kd0KL1 Rz0QL1 rz9QL6", "b Q - - 0 2"), Moves: "z9QL6z0QL1",
		Then: set(home, "Kd0KL1 rz0QL1", "w - - - 0 3"),
	},
	{
		Rule: "3.9 nothing attacks its own column", Text: set(home, "Kd4W kd4N", "w - - - 0 9"),
		State: "free",
	},
	{
		Rule: "3.9 no move leaves one's own king attacked", Text: set(home, "Kd2W Rd3W rd8B", "w - - - 0 9"),
		Illegal: "d3Wc3W d3Wc3N", Legal: "d3Wd4N d3Wd8B d3Wd7B",
	},
	{
		Rule: "3.9 a second piece in the column unpins the first", Text: set(home, "Kd2W Rd3W Nd3N rd8B", "w - - - 0 9"),
		Legal: "d3Wc3W d3Nb4W",
	},
	{
		Rule: "3.9 another level of the pinning piece's column does not keep the pin", Text: set("QL1w KL1w QL6b KL5b", "Kd2W Rd3W rd5B", "w - - - 0 9"),
		Legal: "d3Wd5B d3Wd4W", Illegal: "d3Wd5N d3Wd5KL5",
	},
	{
		Rule: "3.9 one block stops two riders in one column", Text: set(home, "Kd1W Rc3N rd5N rd5B", "w - - - 0 9"),
		Legal: "c3Nd3N c3Nd3W d1Wc1W", Illegal: "c3Nc5N", State: "check",
	},
	{
		Rule: "3.9 checkmate", Text: set(home, "Kz0QL1 Pa1W Pz1QL1 Pa1QL1 re0KL1 ke9KL6", "w - - - 0 9"),
		State: "mate",
	},
	{
		Rule: "3.9 stalemate", Text: set(home, "Kz0QL1 pz1QL1 nb2W ra5N pd1KL1", "w - - - 0 9"),
		State: "stalemate",
	},
	{
		Rule: "4.1 a board move is a turn", Text: set(home, "Nz0QL1", "w - - - 5 9"), Moves: "QL1-QL2",
		Then: set("QL2w KL1w QL6b KL6b", "Nz4QL2", "b - - - 6 9"),
	},
	{
		Rule: "4.3 the pin must be free", Text: set("QL1w KL1w QL2b KL6b", "", "w - - - 0 9"),
		Illegal: "QL1-QL2 QL1-KL1",
	},
	{
		Rule: "4.4 the passenger keeps its place", Text: set("QL4w KL1w QL6b KL6b", "Na6QL4", "w - - - 0 9"), Moves: "QL4-KL4",
		Then: set("KL4w KL1w QL6b KL6b", "Ne6KL4", "b - - - 1 9"),
	},
	{
		Rule: "4.4 the king rides", Text: set(home, "Kz1QL1", "w - - - 0 9"), Moves: "QL1-QL2",
		Then: set("QL2w KL1w QL6b KL6b", "Kz5QL2", "b - - - 1 9"),
	},
	{
		Rule: "4.5 a carried pawn loses its double step", Text: set(home, "Pz1QL1 Pb2W", "w - - * 0 9"), Moves: "QL1-QL2",
		Then: set("QL2w KL1w QL6b KL6b", "Pz5QL2 Pb2W", "b - - * 1 9"),
	},
	{
		Rule: "4.5 a carried rook loses its castling right", Text: set(home, "Kd0KL1 Re0KL1 Rz0QL1", "w KQ - - 0 9"), Moves: "QL1-QL2",
		Then: set("QL2w KL1w QL6b KL6b", "Kd0KL1 Re0KL1 Rz4QL2", "b K - - 1 9"),
	},
	{
		Rule: "4.5 a carried king loses its castling rights", Text: set("QL1w KL1w QL6b KL6b", "Kd0KL1 Rz0QL1", "w Q - - 0 9"), Moves: "KL1-KL2",
		Then: set("QL1w KL2w QL6b KL6b", "Kd4KL2 Rz0QL1", "b - - - 1 9"),
	},
	{
		Rule: "4.6 a carried pawn is promoted on its furthest rank", Text: set("QL1w QL5w QL2b KL6b", "Pz5QL5", "w - - - 7 9"), Moves: "QL5-QL6=n",
		Then: set("QL1w QL6w QL2b KL6b", "Nz9QL6", "b - - - 0 9"),
	},
	{
		Rule: "4.6 a8QL6 is not the furthest rank", Text: set("QL1w QL5w QL2b KL6b", "Pa4QL5", "w - - - 7 9"), Moves: "QL5-QL6",
		Then: set("QL1w QL6w QL2b KL6b", "Pa8QL6", "b - - - 8 9"),
	},
	{
		Rule: "4.6 a carried black pawn is promoted on pin 1", Text: set("QL2w QL5w KL2b KL6b", "pd4KL2", "b - - - 7 9"), Legal: "KL2-KL1=q",
		Illegal: "KL2-KL1",
	},
	{
		Rule: "4.7 the mover's pawn on the corner", Text: set("QL1w QL6w QL2b KL6b", "Pa8B", "w - - - 7 9"), Moves: "QL6-QL5=r",
		Then: set("QL1w QL5w QL2b KL6b", "Ra8B", "b - - - 0 9"),
	},
	{
		Rule: "4.7 the opponent's pawn becomes a queen", Text: set("QL1w QL4w QL6b KL6b", "Pa8B", "b - - - 7 9"), Moves: "QL6-QL5",
		Then: set("QL1w QL4w QL5b KL6b", "Qa8B", "w - - - 0 10"),
	},
	{
		Rule: "4.7 illegal if the new queen attacks the mover's king", Text: set("QL1w QL4w QL6b KL6b", "Pa8B kb8B", "b - - - 7 9"),
		Illegal: "QL6-QL5",
	},
	{
		Rule: "4.8 a board move does not reset the clock", Text: set(home, "Pz1QL1", "w - - - 7 9"), Moves: "QL1-QL2",
		Then: set("QL2w KL1w QL6b KL6b", "Pz5QL2", "b - - - 8 9"),
	},
}

// tridCases covers the numbered rules that are specific to trid.
var tridCases = []ruletest.Case{
	{
		Rule: "trid 6.1 the numbers of neighbours differ by at most one", Text: set("QL2w KL1w QL6b KL6b", "", "w - - - 0 9"),
		Legal: "QL2-QL1 QL2-QL3 QL2-KL2 QL2-KL3", Illegal: "QL2-QL4 QL2-KL4 QL2-QL5 QL2-KL1",
	},
	{
		Rule: "trid 6.1 pin 2 has five neighbours", Text: set("QL2w KL6w QL6b KL5b", "", "w - - - 0 9"),
		Legal: "QL2-QL1 QL2-KL1 QL2-KL2 QL2-QL3 QL2-KL3",
	},
	{
		Rule: "trid 6.1 QL1 and QL3 are not neighbours", Text: set(home, "", "w - - - 0 9"),
		Legal: "QL1-QL2 QL1-KL2", Illegal: "QL1-QL3 QL1-KL3 KL1-KL3",
	},
	{
		Rule: "trid 6.2 forward depends on the controlling side", Text: set("QL5b KL1w QL1w KL6b", "Nz4QL5", "w - - - 0 9"),
		Legal: "QL5-QL6 QL5-KL5", Illegal: "QL5-QL4 QL5-KL4",
	},
	{
		Rule: "trid 6.2 across to a lower pin is backward too", Text: set("QL2w KL3w QL6b KL6b", "Nz4QL2", "w - - - 0 9"),
		Legal: "QL2-QL3 QL2-KL2", Illegal: "QL2-QL1 QL2-KL1",
	},
	{
		Rule: "trid 6.3 an occupied board moves forward or sideways", Text: set("QL4w KL1w QL6b KL6b", "nz6QL4", "b - - - 0 9"),
		Legal: "QL4-QL3 QL4-KL4 QL4-KL3", Illegal: "QL4-QL5 QL4-KL5",
	},
	{
		Rule: "trid 6.3 an empty board also moves backward", Text: set("QL1w KL1w QL4b KL6b", "", "b - - - 0 9"),
		Legal: "QL4-QL3 QL4-KL4 QL4-KL3 QL4-QL5 QL4-KL5",
	},
	{
		Rule: "trid 6.4 a half turn carries the passenger across", Text: set("QL3w KL1w QL6b KL6b", "Nz2QL3", "w - - - 0 9"), Moves: "QL3^180",
		Then: set("QL3w^ KL1w QL6b KL6b", "Na3QL3", "b - - - 1 9"),
	},
	{
		Rule: "trid 6.4 a translation with a half turn", Text: set("QL3w^ KL1w QL6b KL6b", "Nz2QL3", "w - - - 0 9"), Moves: "QL3-QL4^0",
		Then: set("QL4w KL1w QL6b KL6b", "Na7QL4", "b - - - 1 9"),
	},
	{
		Rule: "trid 6.4 a half turn of an empty board", Text: set(home, "", "w - - - 0 9"), Moves: "QL1^180",
		Then: set("QL1w^ KL1w QL6b KL6b", "", "b - - - 1 9"), Legal: "QL6^180", Illegal: "QL1^0 QL6^0",
	},
	{
		Rule: "trid 6.5 a bishop casts its shadow", Text: set("QL3w KL1w QL6b KL6b", "Bd3W", "w - - - 0 9"),
		Illegal: "QL3-KL3 QL3-KL3^180", Legal: "QL3-KL4 QL3-KL2",
	},
	{
		Rule: "trid 6.5 a knight casts none", Text: set("QL3w KL1w QL6b KL6b", "Nd3W", "w - - - 0 9"),
		Legal: "QL3-KL3 QL3-KL3^180",
	},
	{
		Rule: "trid 6.5 the enemy's pieces and kings cast shadows", Text: set("QL3w KL1w QL6b KL6b", "kd3N", "w - - - 0 9"),
		Illegal: "QL3-KL3",
	},
	{
		Rule: "trid 6.5 a piece on another attack board casts a shadow", Text: set("QL1w KL1w QL5b KL6b", "pz4QL5", "w - - - 0 9"),
		Illegal: "QL1-QL2 QL1-QL2^180", Legal: "QL1-KL2",
	},
	{
		Rule: "trid 6.5 no half turn under a shadow", Text: set(home, "Ba1W", "w - - - 0 9"),
		Illegal: "QL1^180", Legal: "QL1-QL2 KL1^180",
	},
	{
		Rule: "4.7 one choice promotes both pawns, on the corner and aboard", Text: set("QL1w KL1w QL6b KL2b", "Pa8B Pz8QL6", "w - - - 4 9"), Moves: "QL6-KL6^180=b",
		Then: set("QL1w KL1w KL6b^ KL2b", "Ba8B Be9KL6", "b - - - 0 9"),
	},
	{
		Rule: "4.6 a half turn in place promotes a pawn", Text: set(home, "Pz8QL6", "w - - - 4 9"), Moves: "QL6^180=q",
		Then: set("QL1w KL1w QL6b^ KL6b", "Qa9QL6", "b - - - 0 9"),
	},
	{
		Rule: "4.5 a half turn in place carries the passenger", Text: set(home, "Pz1QL1", "w - - * 4 9"), Moves: "QL1^180 QL6^180 QL1^0 QL6^0",
		Then: set(home, "Pz1QL1", "w - - - 8 11"), Illegal: "z1QL1z3QL3",
	},
}

var mederCases = []ruletest.Case{
	{
		Rule: "meder 6.1 up to two pins along the side, or across", Text: set("QL3w KL1w QL6b KL6b", "", "w - - - 0 9"),
		Legal: "QL3-QL1 QL3-QL2 QL3-QL4 QL3-QL5 QL3-KL3", Illegal: "QL3-KL2 QL3-KL4 QL3-QL6",
	},
	{
		Rule: "meder 6.1 pin 1 has three neighbours", Text: set("QL1w QL4w QL6b KL2b", "", "w - - - 0 9"),
		Legal: "QL1-QL2 QL1-QL3 QL1-KL1", Illegal: "QL1-KL2 QL1-QL4",
	},
	{
		Rule: "meder 6.1 pin 2 has four neighbours", Text: set("QL2w KL1w QL6b KL6b", "", "w - - - 0 9"),
		Legal: "QL2-QL1 QL2-QL3 QL2-QL4 QL2-KL2", Illegal: "QL2-QL5 QL2-KL3",
	},
	{
		Rule: "meder 6.2 direction depends on rank", Text: set("QL3w KL2w QL6b KL6b", "Nz2QL3 Nd4KL2", "w - - - 0 9"),
		Legal: "QL3-QL2 KL2-KL4", Illegal: "KL2-KL3 QL3-QL1 KL2-KL1",
	},
	{
		Rule: "meder 6.2 QL4-QL5 is backward for White", Text: set("QL4w KL1w QL6b KL6b", "Nz6QL4", "w - - - 0 9"),
		Illegal: "QL4-QL5", Legal: "QL4-KL4",
	},
	{
		Rule: "meder 6.2 QL4-QL5 is forward for Black", Text: set("QL4w KL1w QL6b KL6b", "nz6QL4", "b - - - 0 9"),
		Legal: "QL4-QL5 QL4-KL4",
	},
	{
		Rule: "meder 6.3 an empty board also moves backward", Text: set("QL4w KL1w QL6b KL6b", "", "w - - - 0 9"),
		Legal: "QL4-QL5 QL4-QL3 QL4-QL2",
	},
	{
		Rule: "meder 6.3 no rotation and no shadow", Text: set("QL3w KL1w QL6b KL6b", "Bd3W", "w - - - 0 9"),
		Legal: "QL3-KL3", Illegal: "QL3^180 QL3-KL3^180",
	},
}

// TestRules checks all cases for the numbered rules.
func TestRules(t *testing.T) {
	both(t, func(t *testing.T, v *Rules) { ruletest.Run(t, v, sharedCases) })
	t.Run("trid alone", func(t *testing.T) { ruletest.Run(t, Trid, tridCases) })
	t.Run("meder alone", func(t *testing.T) { ruletest.Run(t, Meder, mederCases) })
}
