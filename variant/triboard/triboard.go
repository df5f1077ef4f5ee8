package triboard

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// Rules is the rule set of three-board mirror chess.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "triboard",
		Title:   "Three-board mirror chess",
		Summary: message.New("variant.triboard.summary", "Three boards in a row show one position: a move may cross a side board and ends on the centre board.", nil),
		PGN:     "triboard",
		Parent:  chess.Rules,
	},
	Topology: topology.Cylinder,
	Copies:   3,
	SeamHome: true,
	NoMate:   flat.BareKingsOrMinor,
}), files)
