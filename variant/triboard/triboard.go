// Package triboard is three-board mirror chess.
package triboard

import (
	"github.com/tainchess/tain/geom"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant/flat"
)

// Rules is the rule set.
var Rules = &flat.Rules{
	Details: rules.Info{
		Name:     "triboard",
		Title:    "Three-board mirror chess",
		Summary:  "Three boards in a row, only the centre is real: moves lead over the seam and land on the centre.",
		PGN:      "triboard",
		Start:    flat.Start,
		Boards:   3,
		Castling: true,
		Squares:  flat.Squares(),
	},
	Geometry: geom.Cylinder,
	SeamHome: true,
	Lifeless: flat.BareKingsOrMinor,
}
