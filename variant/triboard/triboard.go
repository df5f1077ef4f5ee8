// Package triboard is three-board mirror chess. Three boards stand in a row,
// Left, Centre and Right, and all show the same position; only the Centre is
// real. A piece may go over the seam onto a side board and then lands on the
// square of that name on the Centre. This comment is its rulebook. Words, and
// all that is not said here, are those of package chess.
//
// 3.1 Files a and h are neighbours. Riders, knights, kings, pawn pushes, pawn
// captures and castling are those of package cylinder, rules 2.1 to 2.4 and
// 2.6. (The row of boards ends after one side board either way, but no line is
// long enough to notice: along a rank it meets its own image first, and on a
// diagonal it runs out of ranks.)
//
// 3.2 The side boards hold the same pieces, the image of the moving piece
// included. A rook alone on its rank meets its image and cannot come back to
// its own square.
//
// 3.3 En passant over the seam lands on the pushed pawn's home square. After a
// double push on file h, an enemy pawn beside it over the seam, on file a, may
// capture at once and lands on the square the pushed pawn came from: after
// h7-h5, a5xh7 takes the pawn on h5. So do h5xa7 after a7-a5, h4xa2 after a2-a4
// and a4xh2 after h2-h4. The home square stands in for the crossed one: a5xh6
// is no move. From the inner neighbour file the capture is orthodox, g5xh6
// after h7-h5. Both may be open at once.
//
// 3.4 En passant over the seam is a capture: the halfmove clock goes to 0, the
// right lasts for one reply only, and it is not offered if it would leave the
// mover's king attacked. It is no promotion.
//
// 3.5 A pawn never pushes from the a-file to the h-file, nor back.
//
// 3.6 Every move has a way, so that it can be drawn: the boards and squares it
// touches in order, from its origin on the Centre. The Left board joins the
// Centre at the a-file, the Right at the h-file, whoever moves. Riders list
// every square they cross, other pieces only origin and landing; seam en
// passant lands on the home square of a side board; castling is the king's
// squares on the Centre. Of several ways one that stays on the Centre comes
// first, then the shorter, then Left.
//
// 7 Dead are king against king, and king with one knight or one bishop against
// king, as on the cylinder.
//
// 10 A double push that is blocked is blocked on all three boards, since the
// side boards are copies. Castling, en passant and promotion are part of the
// game. The example that is told of en passant over the seam has a white king
// and a white knight on g1: the later one, the knight, stands, White has no
// king, and the pawn on a5 may go to a6 or take on h7. With the king on g1 it
// could do neither, for the bishop on f8 gives check over the seam, by way of
// a3 and h2.
package triboard

import (
	"embed"

	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

//go:embed *.txt *.json *.perft
var files embed.FS

// Rules is the rule set.
var Rules = flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "triboard",
		Title:   "Three-board mirror chess",
		Summary: "Three boards in a row, only the centre is real: moves lead over the seam and land on the centre.",
		PGN:     "triboard",
		Parent:  chess.Rules,
		Files:   files,
	},
	Topology: topology.Cylinder,
	Copies:   3,
	SeamHome: true,
	NoMate:   flat.BareKingsOrMinor,
})
