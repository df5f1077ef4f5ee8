// Package mirrorsquare is mirror square chess.
package mirrorsquare

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/geom"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

// Rules is the rule set.
var Rules = &flat.Rules{
	Details: rules.Info{
		Name:     "mirrorsquare",
		Title:    "Mirror square chess",
		Summary:  "A quiet move makes a piece of the same kind, in the opponent's colour, on the square turned half round the centre.",
		PGN:      "mirrorsquare",
		Start:    flat.Start,
		Boards:   1,
		Castling: true,
		Squares:  flat.Squares(),
	},
	Geometry: geom.Plane,
	Reflection: &flat.Reflection{Made: [8]board.Kind{
		board.Pawn: board.Pawn, board.Knight: board.Knight, board.Bishop: board.Bishop,
		board.Rook: board.Rook, board.Queen: board.Queen, board.King: board.King,
	}},
	Lifeless: func(*board.Position) bool { return false },
}
