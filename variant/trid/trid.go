package trid

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/space"
)

// Rules is the rule set of tri-dimensional chess.
var Rules = bundle.With(space.New(rules.Info{
	Name:    "trid",
	Title:   "Tri-dimensional chess",
	Summary: message.New("variant.trid.summary", "Three main boards in space and four attack boards that move, turn and carry a piece.", nil),
	PGN:     "Tri-D",
	Parent:  chess.Rules,
}, space.TridPolicy), files)
