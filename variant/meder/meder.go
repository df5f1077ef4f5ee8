package meder

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/bundle"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/space"
)

// Rules is the rule set of tri-dimensional chess with Meder's tournament rules.
var Rules = bundle.With(space.New(rules.Info{
	Name:    "meder",
	Title:   "Tri-dimensional chess, Meder's tournament rules",
	Summary: message.New("variant.meder.summary", "Three main boards in space and four attack boards, which move according to Jens Meder's tournament rules.", nil),
	PGN:     "Tri-D (Meder)",
	Parent:  chess.Rules,
}, space.MederPolicy), files)
