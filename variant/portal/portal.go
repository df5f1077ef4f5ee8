package portal

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/topology"
)

// everyone marks all roles.
var everyone = [8]bool{1: true, 2: true, 3: true, 4: true, 5: true, 6: true}

// Rules is the rule set of portal chess. portal.toml defines the same game.
var Rules = bundle.With(flat.New(flat.Rules{
	Details: rules.Info{
		Name:    "portal",
		Title:   "Portal chess",
		Summary: message.New("variant.portal.summary", "The left and right edges form a portal: a piece that reaches one continues from the other, on the same rank.", nil),
		PGN:     "portal",
		Parent:  chess.Rules,
	},
	Topology: topology.Seam(topology.Hop, everyone),
	NoMate:   flat.BareKings,
}), files)
