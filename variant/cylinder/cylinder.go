// Package cylinder is chess on a cylinder.
package cylinder

import (
	"github.com/tainchess/tain/geom"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

// Rules is the rule set.
var Rules = &flat.Rules{
	Details: rules.Info{
		Name:     "cylinder",
		Title:    "Cylinder chess",
		Summary:  "Files a and h are neighbours: the board is a cylinder.",
		PGN:      "cylinder",
		Start:    flat.Start,
		Boards:   1,
		Castling: true,
		Squares:  flat.Squares(),
	},
	Geometry: geom.Cylinder,
	Lifeless: flat.BareKingsOrMinor,
}
