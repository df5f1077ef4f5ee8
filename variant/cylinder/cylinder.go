// Package cylinder is chess on a cylinder: files a and h are neighbours. This
// comment is its rulebook. Words, and all that is not said here, are those of
// package chess.
//
// 2.1 A step of some files and ranks counts the files round the board: left of
// a comes h, right of h comes a. Ranks never wrap.
//
// 2.2 Bishops, rooks and queens slide round the cylinder square by square and
// stop at the first occupied one, taking it if it is an enemy. A rider that
// comes round to its own square stops before it: no move ends where it began.
// A square that can be reached by two ways is one move.
//
// 2.3 Knights and kings step over the seam too. Kings on a4 and h4 are
// neighbours.
//
// 2.4 Pawns push straight ahead, never over the seam, and capture one file to
// either side with the wrap: a white pawn on a4 captures on b5 and on h5.
//
// 2.5 En passant works over the seam as it does inside: after h7-h5 a white
// pawn on a5 captures on h6.
//
// 2.6 Castling is the orthodox one, two squares towards the rook and never over
// the seam. Attacks are those on the cylinder, and the position after castling
// is judged like any other: a rook that left h1 may have opened the way from a1
// to the king on g1.
//
// 7 Dead are king against king, and king with one knight or one bishop against
// king. Nothing else is.
package cylinder

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
		Name:    "cylinder",
		Title:   "Cylinder chess",
		Summary: "Files a and h are neighbours: the board is a cylinder.",
		PGN:     "cylinder",
		Parent:  chess.Rules,
		Files:   files,
	},
	Topology: topology.Cylinder,
	NoMate:   flat.BareKingsOrMinor,
})
