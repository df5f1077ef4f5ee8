package portal

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
)

// Rules is the rule set of portal chess.
var Rules = definition.Builtin("portal", files, message.New("variant.portal.summary", "The left and right edges form a portal: a rook, bishop or queen that reaches one can continue from the other, on the same rank.", nil), chess.Rules)
