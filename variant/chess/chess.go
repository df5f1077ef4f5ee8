package chess

import (
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/variant/definition"
	"github.com/tainchess/tain/variant/flat"
	"github.com/tainchess/tain/variant/flat/text"
)

// Rules is the rule set of orthodox chess.
var Rules = orthodox()

func orthodox() *flat.Rules {
	r := definition.Builtin("chess", files, message.New("variant.chess.summary", "Orthodox chess.", nil), nil)
	r.Details.PGN = "" // games without a Variant tag are chess
	r.Details.Chess960, r.Details.Starts = true, text.Starts960
	return r
}
