package room

import (
	"context"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/notation"
)

// Say tells those who watch a game a phrase of one of its players. It is not kept.
func (h *Hub) Say(ctx context.Context, by Session, id string, p wire.Phrase) error {
	if err := h.core.o.Gate.Change(by.hash); err != nil {
		return err
	}
	said, ok := phrase(p)
	if !ok {
		return game.Refuse("game.invalid.phrase", locale.Args{"text": notation.Clip(string(p))})
	}
	r, err := h.open(ctx, id)
	if err != nil {
		return err
	}
	defer h.close(r)
	seat := r.game.Seat(by.hash)
	switch {
	case seat == wire.Nobody:
		return game.Refuse("game.no-seat.watching", nil)
	case r.game.Waiting():
		return game.Refuse("game.waiting", nil)
	case seat == wire.Both:
		return nil // there is nobody else to say it to
	case !r.said[seat.Colour()].speak():
		return game.Refuse("game.too-soon.phrase", nil)
	}
	r.audience.send(wire.SaidMessage{Type: "said", By: seat, Phrase: p, Message: said.String()})
	r.note(Note{Said: &Said{By: seat, Phrase: p}})
	return nil
}
