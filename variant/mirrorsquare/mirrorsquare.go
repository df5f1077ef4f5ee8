package mirrorsquare

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
)

// Rules is the rule set of mirror square chess.
var Rules = definition.Builtin("mirrorsquare", files, message.New("variant.mirrorsquare.summary", "A quiet move spawns a piece of the same kind, in the opponent's colour, on the opposite square (rotated 180° about the centre).", nil), chess.Rules)
