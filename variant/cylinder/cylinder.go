package cylinder

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set of cylinder chess.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "cylinder",
		Title:   "Cylinder chess",
		Summary: message.New("variant.cylinder.summary", "Files a and h are neighbours, as on a cylinder.", nil),
		PGN:     "cylinder",
		Parent:  chess.Rules,
	},
	Topology: topology.Cylinder,
	NoMate:   flat.BareKingsOrMinor,
}), files)
