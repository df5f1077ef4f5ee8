package cylinder

import (
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "cylinder",
		Title:   "Cylinder chess",
		Summary: "Files a and h are neighbours, as on a cylinder.",
		PGN:     "cylinder",
		Parent:  chess.Rules,
	},
	Topology: topology.Cylinder,
	NoMate:   flat.BareKingsOrMinor,
}), files)
