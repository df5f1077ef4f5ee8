// Package chess is orthodox chess, the yardstick.
package chess

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/geom"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

// Rules is the rule set.
var Rules = &flat.Rules{
	Details: rules.Info{
		Name:     "chess",
		Title:    "Chess",
		Summary:  "Orthodox chess, the yardstick.",
		Start:    flat.Start,
		Boards:   1,
		Castling: true,
		Squares:  flat.Squares(),
	},
	Geometry: geom.Plane,
	Lifeless: dead,
}

const darkSquares board.Bitboard = 0xaa55aa55aa55aa55

// dead reports positions in which neither side can mate: bare kings, a lone
// knight, or bishops that all stand on one colour.
func dead(p *board.Position) bool {
	if flat.BareKingsOrMinor(p) {
		return true
	}
	bishops := p.Kind(board.Bishop)
	return p.Pieces(board.White, board.King).Count() == 1 && p.Pieces(board.Black, board.King).Count() == 1 &&
		p.Occupied() == p.Kind(board.King)|bishops &&
		(bishops&darkSquares == 0 || bishops&^darkSquares == 0)
}
