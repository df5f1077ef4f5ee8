package chess

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set of orthodox chess.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "chess",
		Title:   "Chess",
		Summary: message.New("variant.chess.summary", "Orthodox chess.", nil),

		Chess960: true,
	},
	Topology: topology.Plane,
	NoMate: []flat.Material{ // rule 3.1
		{}, {Role: board.Knight, Most: 1}, {Role: board.Bishop, OneColour: true},
	},
}), files)
