// Package chess is orthodox chess, the yardstick of the other rule sets on one
// board. This comment is its rulebook, and the ground the other four stand on.
// Rules have numbers; code and tests cite them, with the rule set's section
// before the dot: 2 is cylinder, 3 triboard, 4 mirrorsquare, 5 nachfolger.
//
// # 0 Words
//
// A square is a file a to h and a rank 1 to 8. Its reflection is the square
// turned half round the centre: a1 and h8 reflect each other, e4 and d5, e1
// and d8.
//
// A capture is a move that takes a piece, en passant included. Every other
// move is quiet. Castling is quiet too, but is always named apart.
//
// A king is attacked when an enemy piece could capture on its square, even one
// that is pinned. Every king is royal, and a side may have more than one: it is
// in check when at least one of its kings is attacked. A move is legal only if
// none of the mover's kings is attacked in the position after the whole move,
// with everything that appeared, vanished or went on.
//
// A side in check without a legal move is mated and loses. A side without a
// legal move that is not in check is stalemated, a draw. A side without any
// king, as in a kingless setup, is never in check and never mated.
//
// # 1 Chess
//
// The FIDE Laws hold. White starts; each turn is one move, of an own piece onto
// a square that is empty or held by an enemy piece, which is taken. A rook
// slides along its rank or file, a bishop along its diagonals, a queen along
// all of these, up to the first occupied square. A king goes to any
// neighbouring square. A knight leaps two squares along a rank or file and one
// across.
//
// A pawn goes one square ahead, or two from its second rank, over and onto
// empty squares only; it captures one square diagonally ahead. A pawn that has
// just gone two squares may be taken in the very next move by a pawn that
// attacks the square it crossed and lands there: en passant. A pawn that
// reaches the last rank becomes a queen, rook, bishop or knight in the same
// move.
//
// Castling moves the king two squares towards a rook and the rook to the
// square the king crossed. Neither may have moved, all squares between them
// must be empty, no king of the side may be attacked before or after, and the
// crossed square may not be attacked.
//
// Three occurrences of a position, or fifty moves of each side without a
// capture or a pawn move, let the side to move claim a draw. Five occurrences,
// or seventy-five such moves, end the game at once. Counting moves stops for
// none of this: it counts what the pieces can do.
//
// # 6 Clocks and repetition
//
// The halfmove clock goes to 0 on a capture or a pawn move, and on nothing
// else. Two positions are the same when board, side to move, castling rights
// and the legal en passant captures are the same.
//
// # 7 Dead positions
//
// The game is drawn when no play can mate: when one king a side is left, alone,
// or with a single knight, or with bishops that all stand on squares of one
// colour.
//
// # 8 Text
//
// A position is written as FEN, with any number of pieces of a role. It names
// an en passant square, the one passed over, only when a legal en passant
// capture exists; on input it may be named after any double push. Castling
// letters come in any order.
//
// A text is refused, with all its faults at once, if it has the wrong number of
// fields, a rank that is not eight squares wide, an unknown letter, a pawn on
// the first or last rank, a right to castle without king and rook at home or in
// a rule set without castling, an en passant square on the wrong rank, without
// the pushed pawn behind it, or with the crossed square or the pawn's home
// held, the side not to move in check, a side without a king unless a kingless
// setup is asked for, or a clock that is no number.
//
// # 9 Links
//
// A position of any rule set on one board is also the query of a page:
// ?board=w:Ke1,Pa5;b:Ke8,Ph5&turn=white&lastMove=h7h5. The lists come in either
// order, squares in either case, and white space means nothing. The variant is
// triboard unless it is named. A last move that is a pawn's double step opens
// en passant, and one that does not fit the board is refused. Castling rights
// exist where king and rook stand at home, unless the link says otherwise. Of
// two pieces on a square the later stands, and a side without a king makes it a
// kingless setup; the reader is told of both.
package chess

import (
	"embed"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

//go:embed *.txt *.json *.perft
var files embed.FS

// Rules is the rule set.
var Rules = flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "chess",
		Title:   "Chess",
		Summary: "Orthodox chess, the yardstick.",
		Files:   files,
	},
	Topology: topology.Plane,
	NoMate: []flat.Material{ // 7
		{}, {Role: board.Knight, Most: 1}, {Role: board.Bishop, OneColour: true},
	},
})
