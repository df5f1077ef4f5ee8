package chess

import (
	"embed"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

//go:embed *.txt *.json *.perft *.md
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
	IsDead:   dead,
})

const darkSquares board.Bitboard = 0xaa55aa55aa55aa55

// dead reports positions in which neither side can mate: bare kings, a lone
// knight, or bishops that all stand on one colour.
func dead(p *board.Position) bool {
	if flat.BareKingsOrMinor(p) {
		return true
	}
	bishops := p.ByRole(board.Bishop)
	return flat.OneKingEach(p) && p.Occupied() == p.ByRole(board.King)|bishops &&
		(bishops&darkSquares == 0 || bishops&^darkSquares == 0)
}
