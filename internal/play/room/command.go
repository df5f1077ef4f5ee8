package room

import (
	"context"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
)

// Actions of people. The caller has acquired the room.

// Join takes the free seat of the game. Somebody who already has a seat keeps it.
func (r *Room) Join(ctx context.Context, by Session, token, name string) (Snapshot, error) {
	d, release := r.reserving(ctx, by, func(at int64) ([]game.Event, error) { return r.game.Join(by.hash, token, name, at) })
	defer release()
	joined, err := r.carryOutFor(ctx, by, d)
	if err != nil {
		return Snapshot{}, err
	}
	if len(joined) > 0 {
		r.notifyJoined(by.hash)
	}
	return r.snapshot(by), nil
}

// Do carries out a command. It returns the committed events, none if the command
// was carried out before.
func (r *Room) Do(ctx context.Context, by Session, c game.Command) ([]game.Event, error) {
	seat := r.game.Seat(by.hash)
	switch given := c.(type) {
	case game.Move:
		given.Lag = r.audience.lag(func(w *Watcher) bool { return w.by.hash == by.hash }) + r.handover.refund(seat)
		c = given
	case game.ClaimLeft:
		given.Gone = r.gone(seat.Other().Colour())
		c = given
	case game.Rematch:
		if err := r.core.Options.Gate.Begin(by.hash); err != nil && (given.Do == game.Offer || given.Do == game.Accept) {
			return nil, err
		}
		given.Next = rematchID(r.id)
		c = given
	}
	d, release := r.reserving(ctx, by, func(at int64) ([]game.Event, error) { return r.game.Decide(r.game.Seat(by.hash), c, at) })
	defer release()
	ply := r.game.Ply()
	events, err := r.carryOutFor(ctx, by, d)
	if err == nil {
		r.answerAhead(ctx)
		r.notifyTurn(ply)
	}
	return events, err
}

// carryOutFor commits the events of a person's command.
func (r *Room) carryOutFor(ctx context.Context, by Session, d decide) ([]game.Event, error) {
	events, err := r.carryOut(ctx, d)
	if r.game != nil {
		r.touch(by)
	}
	return events, err
}

// Say sends the watchers a phrase from one of the players. It is not stored.
func (r *Room) Say(by Session, p game.Phrase) error {
	if !p.Valid() {
		return game.Refuse("game.invalid.phrase", "unknown phrase {text, quote}", message.Args{"text": notation.Clip(string(p))})
	}
	seat := r.game.Seat(by.hash)
	switch {
	case seat == game.Nobody:
		return game.OnlyWatching()
	case r.game.Waiting():
		return game.OpponentMissing()
	case seat == game.Both:
		return nil // there is no opponent
	case !r.phrases[seat.Colour()].allow():
		return game.Refuse("game.too-soon.phrase", "too many messages at once: wait a moment", nil)
	}
	r.audience.send(PhraseUpdate{By: seat, Phrase: p})
	r.link.send(cluster.Note{Said: &cluster.Said{By: seat, Phrase: p}})
	return nil
}

// Snapshot returns the game as a session may see it.
func (r *Room) Snapshot(by Session) Snapshot { return r.snapshot(by) }

// Record returns the game as a record.
func (r *Room) Record() *pgn.Game { return r.game.Record(r.core.Time.Now()) }

// Watch subscribes a session until the watcher is closed. Sync implements
// [Watcher.Sync]: it acquires the room and calls [Room.Sync].
func (r *Room) Watch(ctx context.Context, by Session, sync func(context.Context, *Watcher, At, Pay) error) (*Watcher, error) {
	r.answerAhead(ctx) // which were not played if the server ended in between
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	w := r.watch(by)
	w.sync = func(ctx context.Context, at At, pay Pay) error { return sync(ctx, w, at, pay) }
	return w, nil
}

// Sync sends a watcher the game as it is in the store, without the moves that it
// has.
func (r *Room) Sync(ctx context.Context, w *Watcher, at At, pay Pay) error {
	// The charge comes before the query: a refusal costs nothing.
	if err := pay(r.game.Ply() - r.game.Known(at.Ply, at.Takebacks)); err != nil {
		return err
	}
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	from := r.game.Known(at.Ply, at.Takebacks)
	r.updateWatchers()
	if r.audience.watchers[w] {
		r.sendGame([]*Watcher{w}, from)
	}
	return nil
}
