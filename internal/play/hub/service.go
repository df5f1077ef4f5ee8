package hub

import (
	"context"
	"math/rand/v2"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
)

// Create creates the requested game and returns it as the creator sees it.
func (h *Hub) Create(ctx context.Context, by room.Session, q game.Request) (room.Snapshot, error) {
	if err := h.o.Gate.Begin(by.Hash()); err != nil {
		return room.Snapshot{}, err
	}
	if q.Opponent != game.Computer {
		if err := h.o.Gate.Speak(by.Hash()); err != nil {
			return room.Snapshot{}, err
		}
	}
	var err error
	if q.Name, err = h.playerName(ctx, by, q.Name); err != nil {
		return room.Snapshot{}, err
	}
	v, d, err := h.runtime.FindRequested(q.Variant)
	if err != nil {
		return room.Snapshot{}, err
	}
	id := room.NewID()
	start, err := game.NewStart(v, q, game.Creation{
		ID: id, Session: by.Hash(), Invite: game.HashOf(by.Invite(id)), White: rand.IntN(2) == 0, Plays: h.canPlay(v), Account: by.Account(), Bot: by.Bot(),
	})
	if err != nil {
		return room.Snapshot{}, err
	}
	start.Variant = room.Reference(v, d)
	if err := h.enter(); err != nil {
		return room.Snapshot{}, err
	}
	defer h.leave()
	release, err := h.runtime.Reserve(ctx, by.Hash(), true)
	if err != nil {
		return room.Snapshot{}, err
	}
	defer release()
	if q.Opponent == game.Computer {
		admitted, err := h.runtime.Pool.Admit(by.Party())
		if err != nil {
			return room.Snapshot{}, err
		}
		defer admitted()
	}
	if start.Open {
		if err := h.challenges.Offer(id, by.Party(), start.Keep > 0); err != nil {
			return room.Snapshot{}, err
		}
	}
	h.useAddress(ctx, by, start.Rated)
	shot, err := h.create(ctx, by, start, d)
	if err != nil {
		h.challenges.Remove(id)
	} else if start.Open {
		h.challenges.Saved()
	}
	return shot, err
}

// canPlay reports whether the computer can play a rule set.
func (h *Hub) canPlay(v rules.Rules) bool {
	if v.Info().Definition != "" {
		return h.o.NewPlayer().Plays(v)
	}
	return h.plays[v.Info().Name]
}

// HasDefinition returns false if creating a game with a requested rule set would store a new definition.
func (h *Hub) HasDefinition(ctx context.Context, variant string) bool {
	_, d, err := h.runtime.FindRequested(variant)
	if err != nil || d.Hash == "" {
		return true
	}
	_, err = h.runtime.Store.Definition(ctx, d.Hash)
	return err == nil
}

// within acquires the room of a game and calls do with it.
func within[T any](ctx context.Context, h *Hub, id string, do func(r *room.Room) (T, error)) (result T, err error) {
	r, err := h.open(ctx, id)
	if err != nil {
		return result, err
	}
	defer h.close(r)
	return do(r)
}

// changing is like within, for changes by a session. It returns an error if the operator forbids the
// session to make changes.
func changing[T any](ctx context.Context, h *Hub, by room.Session, id string, do func(r *room.Room) (T, error)) (v T, err error) {
	if err := h.o.Gate.Change(by.Hash()); err != nil {
		return v, err
	}
	return within(ctx, h, id, do)
}

// Join takes the free seat of a game. A session that already has a seat keeps it.
func (h *Hub) Join(ctx context.Context, by room.Session, id, token, asName string) (room.Snapshot, error) {
	if err := h.o.Gate.Change(by.Hash()); err != nil {
		return room.Snapshot{}, err
	}
	asName, err := h.playerName(ctx, by, asName)
	if err != nil {
		return room.Snapshot{}, err
	}
	apart, err := h.apart(ctx, by)
	if err != nil {
		return room.Snapshot{}, err
	}
	shot, err := within(ctx, h, id, func(r *room.Room) (room.Snapshot, error) { return r.Join(ctx, by, token, asName, apart) })
	h.useAddress(ctx, by, err == nil && shot.Rated)
	return shot, err
}

// useAddress records the address of a person who begins a rated game, because few games of neighbours are rated.
func (h *Hub) useAddress(ctx context.Context, by room.Session, rated bool) {
	if from := by.Party().Address; rated && from.IsValid() {
		if err := h.runtime.Store.UseAddress(ctx, by.Hash(), from.String(), h.runtime.Time.Now()); err != nil {
			_ = h.runtime.Failed("begin", err) // logged
		}
	}
}

// Decline ends a game that waits for an opponent, because the person who was invited does not want to play.
func (h *Hub) Decline(ctx context.Context, id string) error {
	_, err := within(ctx, h, id, func(r *room.Room) (struct{}, error) {
		return struct{}{}, r.Abort(ctx, func(g *game.Game) bool { return g.Waiting() && !g.Over() })
	})
	return err
}

// Do carries out a command and returns after the commit. [game.Command] describes the effect of repeating a
// command.
func (h *Hub) Do(ctx context.Context, by room.Session, id string, c game.Command) error {
	events, err := changing(ctx, h, by, id, func(r *room.Room) ([]game.Event, error) { return r.Do(ctx, by, c) })
	for _, e := range events {
		if e.Type == game.Rematched {
			h.wake(e.Next)
		}
	}
	return err
}

// Say sends a phrase from a player to the watchers of a game. It is not stored.
func (h *Hub) Say(ctx context.Context, by room.Session, id string, p game.Phrase) error {
	if err := h.o.Gate.Speak(by.Hash()); err != nil {
		return err
	}
	_, err := changing(ctx, h, by, id, func(r *room.Room) (struct{}, error) { return struct{}{}, r.Say(by, p) })
	return err
}

// SetAhead saves a player's conditional moves and returns them in UCI notation. Nobody else sees them.
func (h *Hub) SetAhead(ctx context.Context, by room.Session, id, key string, a game.Ahead) (game.Ahead, error) {
	return changing(ctx, h, by, id, func(r *room.Room) (game.Ahead, error) { return r.SetAhead(ctx, by, key, a) })
}

// Ahead returns a player's conditional moves, or no lines if none of them can still be played.
func (h *Hub) Ahead(ctx context.Context, by room.Session, id string) (game.Ahead, error) {
	return within(ctx, h, id, func(r *room.Room) (game.Ahead, error) { return r.Ahead(ctx, by) })
}

// Snapshot returns a game as a session sees it.
func (h *Hub) Snapshot(ctx context.Context, by room.Session, id string) (room.Snapshot, error) {
	return within(ctx, h, id, func(r *room.Room) (room.Snapshot, error) { return r.Snapshot(by), nil })
}

// Watch subscribes a session to a game until the watcher is closed.
func (h *Hub) Watch(ctx context.Context, by room.Session, id string) (*room.Watcher, error) {
	sync := func(ctx context.Context, w *room.Watcher, at room.At, pay room.Pay) error {
		_, err := within(ctx, h, id, func(r *room.Room) (struct{}, error) { return struct{}{}, r.Sync(ctx, w, at, pay) })
		return err
	}
	return within(ctx, h, id, func(r *room.Room) (*room.Watcher, error) { return r.Watch(ctx, by, sync) })
}

// PGN returns a game as a PGN record.
func (h *Hub) PGN(ctx context.Context, id string) (*pgn.Game, error) {
	return within(ctx, h, id, func(r *room.Room) (*pgn.Game, error) { return r.Record(), nil })
}

// Close refuses new work, waits for work in progress until the context is cancelled, and notifies all
// watchers that the server is shutting down. It does not close the store.
func (h *Hub) Close(ctx context.Context) error {
	if !h.end() {
		return nil
	}
	h.membership.leave()
	h.runtime.Alarms.Close()
	h.runtime.Pool.Close()
	err := h.wait(ctx)
	_ = h.pulse(true) // the outage begins here; errors are logged
	for _, r := range h.rooms.all() {
		r.Close()
		h.rooms.remove(r)
	}
	return err
}
