package nachfolger

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
)

// Rules is the rule set of successor mirror chess.
var Rules = definition.Builtin("nachfolger", files, message.New("variant.nachfolger.summary", "A quiet move spawns the successor of the piece (P>N>B>R>Q) for the opponent on the opposite square (rotated 180° about the centre); kings and queens go on to it themselves.", nil), chess.Rules)
