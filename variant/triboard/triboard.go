package triboard

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/chess"
	"github.com/tainchess/tain/variant/definition"
)

// Rules is the rule set of three-board mirror chess.
var Rules = definition.Builtin("triboard", files, message.New("variant.triboard.summary", "Three boards in a row show one position: a move may cross a side board and ends on the centre board.", nil), chess.Rules)
