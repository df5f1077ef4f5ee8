package cylinder

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
)

// Rules is the rule set of cylinder chess.
var Rules = definition.Builtin("cylinder", files, message.New("variant.cylinder.summary", "Files a and h are neighbours, as on a cylinder.", nil), chess.Rules)
