package server

import (
	"encoding/json"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/notation"
)

// decodeMessage reads what a page says on a socket. On an error the number it
// bears comes back all the same, if there is one, so that the answer can name
// it.
func decodeMessage(text []byte) (wire.ClientMessage, int64, error) {
	var h wire.Heading
	if err := json.Unmarshal(text, &h); err != nil {
		return nil, h.N, api.Unreadable(err)
	}
	m := wire.NewClientMessage(h.Type)
	if m == nil {
		return nil, h.N, wire.NewFailure(wire.CodeRequest, "request.message-type", locale.Args{"text": notation.Clip(h.Type), "types": locale.Strings(wire.ClientTypes())})
	}
	if err := api.Decode(text, m); err != nil {
		return nil, h.N, err
	}
	return m, h.N, nil
}

// commandOf returns the command of a game that a message gives, nil if it gives
// none.
func commandOf(m wire.ClientMessage) game.Command {
	switch m := m.(type) {
	case *wire.MoveRequest:
		return game.Move{Ply: m.Ply, Takebacks: m.Takebacks, Key: m.Key, Move: m.Move}
	case *wire.DrawOfferRequest:
		return game.Draw{Ply: m.Ply, Takebacks: m.Takebacks, Do: m.Do}
	case *wire.TakebackRequest:
		return game.Takeback{Ply: m.Ply, Takebacks: m.Takebacks, Do: m.Do}
	case *wire.ClaimRequest:
		return game.Claim{Ply: m.Ply, Takebacks: m.Takebacks}
	case *wire.GoneRequest:
		return game.ClaimLeft{Ply: m.Ply, Takebacks: m.Takebacks, Draw: m.Draw}
	case *wire.RematchRequest:
		return game.Rematch{Do: m.Do}
	case *wire.ResignRequest:
		return game.Resign{}
	case *wire.AbortRequest:
		return game.Abort{}
	}
	return nil
}
