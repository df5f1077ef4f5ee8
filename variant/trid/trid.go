package trid

import (
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/space"
)

// Rules is the rule set.
var Rules = bundle.With(space.New(rules.Info{
	Name:    "trid",
	Title:   "Tri-dimensional chess",
	Summary: "Three main boards in space and four attack boards that move, turn and carry a piece.",
	PGN:     "Tri-D",
	Parent:  chess.Rules,
}, space.TridPolicy), files)
