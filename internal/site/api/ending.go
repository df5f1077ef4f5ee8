package api

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Ending tells how a game ends that no position ends.
func (d *Service) Ending(q wire.EndingRequest) (rules.Outcome, error) {
	r, p, err := d.Position(q.Variant, q.Position, false)
	if err != nil {
		return rules.Outcome{}, err
	}
	side := board.White
	switch q.Side {
	case board.White.String():
	case board.Black.String():
		side = board.Black
	default:
		return rules.Outcome{}, wire.NewFailure(wire.CodeRequest, "request.side", message.Args{"text": notation.Clip(q.Side)})
	}
	o, ok := rules.Ending(r, &p, q.Reason, side)
	if !ok {
		return rules.Outcome{}, wire.NewFailure(wire.CodeRequest, "request.ending", message.Args{"text": notation.Clip(string(q.Reason))})
	}
	return o, nil
}
