package mirrorsquare

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set of mirror square chess.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "mirrorsquare",
		Title:   "Mirror square chess",
		Summary: message.New("variant.mirrorsquare.summary", "A quiet move spawns a piece of the same kind, in the opponent's colour, on the opposite square (rotated 180° about the centre).", nil),
		PGN:     "mirrorsquare",
		Parent:  chess.Rules,
	},
	Topology: topology.Plane,
	Reflection: &flat.Reflection{Made: [8]board.Role{
		board.Pawn: board.Pawn, board.Knight: board.Knight, board.Bishop: board.Bishop,
		board.Rook: board.Rook, board.Queen: board.Queen, board.King: board.King,
	}},
}), files)
