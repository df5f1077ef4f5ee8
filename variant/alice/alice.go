package alice

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
)

// Rules is the rule set of Alice chess.
var Rules = definition.BuiltinFairy("alice", files, message.New("variant.alice.summary", "Two boards: a piece moves on its own board and then passes to the same square of the other board.", nil), chess.Rules)
