package room

import (
	"context"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Say tells those who watch a game a phrase of one of its players. It is not kept.
func (h *Hub) Say(ctx context.Context, by Session, id string, p Phrase) error {
	if err := h.core.o.Gate.Change(by.hash); err != nil {
		return err
	}
	if !p.valid() {
		return game.Refuse("game.invalid.phrase", "there is no phrase called {text, quote}", message.Args{"text": notation.Clip(string(p))})
	}
	r, err := h.open(ctx, id)
	if err != nil {
		return err
	}
	defer h.close(r)
	seat := r.game.Seat(by.hash)
	switch {
	case seat == game.Nobody:
		return game.OnlyWatching()
	case r.game.Waiting():
		return game.OpponentMissing()
	case seat == game.Both:
		return nil // there is nobody else to say it to
	case !r.said[seat.Colour()].speak():
		return game.Refuse("game.too-soon.phrase", "that was much at once: say more in a moment", nil)
	}
	r.audience.send(PhraseUpdate{By: seat, Phrase: p})
	r.note(Note{Said: &Said{By: seat, Phrase: p}})
	return nil
}
