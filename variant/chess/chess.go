package chess

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "chess",
		Title:   "Chess",
		Summary: "Orthodox chess.",

		Chess960: true,
	},
	Topology: topology.Plane,
	NoMate: []flat.Material{ // 7
		{}, {Role: board.Knight, Most: 1}, {Role: board.Bishop, OneColour: true},
	},
}), files)
