package room

import (
	"context"
	"math/rand/v2"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/name"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Create starts a game.
func (h *Hub) Create(ctx context.Context, by Session, q game.Request) (Snapshot, error) {
	if err := h.core.o.Gate.Begin(by.hash); err != nil {
		return Snapshot{}, err
	}
	clean, err := name.Clean(q.Name)
	if err != nil {
		return Snapshot{}, err
	}
	q.Name = h.core.o.Gate.Name(by.hash, clean)
	v, written, err := h.core.asked(q.Variant)
	if err != nil {
		return Snapshot{}, err
	}
	id := newID()
	start, err := game.NewStart(v, q, game.Creation{
		ID: id, Session: by.hash, Invite: game.HashOf(by.invite(id)), White: rand.IntN(2) == 0, Plays: h.canPlay(v),
	})
	if err != nil {
		return Snapshot{}, err
	}
	start.Variant = reference(v, written)
	if err := h.enter(); err != nil {
		return Snapshot{}, err
	}
	defer h.leave()
	release, err := h.core.reserve(ctx, by.hash, true)
	if err != nil {
		return Snapshot{}, err
	}
	defer release()
	if q.Opponent == game.Computer {
		admitted, err := h.core.pool.admit(by.party())
		if err != nil {
			return Snapshot{}, err
		}
		defer admitted()
	}
	if start.Open {
		if err := h.core.lobby.offer(id, by.party(), start.Keep > 0); err != nil {
			return Snapshot{}, err
		}
	}
	shot, err := h.create(ctx, by, start, written)
	if err != nil {
		h.core.lobby.remove(id)
	} else if start.Open {
		h.core.lobby.saved()
	}
	return shot, err
}

// create commits a game that may be created.
func (h *Hub) create(ctx context.Context, by Session, start game.Start, written Definition) (Snapshot, error) {
	if err := h.core.define(ctx, written); err != nil {
		return Snapshot{}, err
	}
	if err := h.core.begin(ctx, h.core.finder(ctx), start, h.core.time.now()); err != nil {
		return Snapshot{}, err
	}
	r, err := h.open(ctx, start.ID)
	if err != nil {
		return Snapshot{}, err
	}
	defer h.close(r)
	r.touch(by)
	return r.snapshot(by), nil
}

// canPlay reports whether the computer plays a rule set.
func (h *Hub) canPlay(v rules.Rules) bool {
	if v.Info().Definition != "" {
		return h.core.o.NewPlayer().Plays(v)
	}
	return h.plays[v.Info().Name]
}

// Keeps reports whether the definition of a game that somebody asks for is kept
// already, or whether there is none to keep.
func (h *Hub) Keeps(ctx context.Context, variant string) bool {
	_, d, err := h.core.asked(variant)
	if err != nil || d.Hash == "" {
		return true
	}
	_, err = h.core.store.Definition(ctx, d.Hash)
	return err == nil
}

// Join takes the free seat of a game. One who has a seat already keeps it.
func (h *Hub) Join(ctx context.Context, by Session, id, token, asName string) (Snapshot, error) {
	if err := h.core.o.Gate.Change(by.hash); err != nil {
		return Snapshot{}, err
	}
	clean, err := name.Clean(asName)
	if err != nil {
		return Snapshot{}, err
	}
	asName = h.core.o.Gate.Name(by.hash, clean)
	r, err := h.open(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer h.close(r)
	d, release := r.counted(ctx, by, func(at int64) ([]game.Event, error) { return r.game.Join(by.hash, token, asName, at) })
	defer release()
	joined, err := h.carryOut(ctx, by, r, d)
	if err != nil {
		return Snapshot{}, err
	}
	if len(joined) > 0 {
		r.notifyJoined(by.hash)
	}
	return r.snapshot(by), nil
}

// Do carries out a command. It returns after the commit; nil also means that
// the command had been carried out before.
func (h *Hub) Do(ctx context.Context, by Session, id string, c game.Command) error {
	if err := h.core.o.Gate.Change(by.hash); err != nil {
		return err
	}
	r, err := h.open(ctx, id)
	if err != nil {
		return err
	}
	defer h.close(r)
	if move, ok := c.(game.Move); ok {
		move.Lag = r.audience.lag(func(w *Watcher) bool { return w.by.hash == by.hash }) + r.owedTo(r.game.Seat(by.hash))
		c = move
	}
	if left, ok := c.(game.ClaimLeft); ok {
		left.Gone = r.gone(r.game.Seat(by.hash).Other().Colour())
		c = left
	}
	var d decide = func(at int64) ([]game.Event, error) { return r.game.Decide(r.game.Seat(by.hash), c, at) }
	if rematch, ok := c.(game.Rematch); ok {
		if err := h.core.o.Gate.Begin(by.hash); err != nil && (rematch.Do == game.Offer || rematch.Do == game.Accept) {
			return err
		}
		rematch.Next = rematchID(id)
		c = rematch
		counted, release := r.counted(ctx, by, d)
		defer release()
		d = counted
	}
	ply := r.game.Ply()
	events, err := h.carryOut(ctx, by, r, d)
	if err == nil {
		r.answerAhead(ctx)
		r.notifyTurn(ply)
	}
	for _, e := range events {
		if e.Type == game.Rematched {
			h.wake(e.Next)
		}
	}
	return err
}

// carryOut commits what comes of a person's command.
func (h *Hub) carryOut(ctx context.Context, by Session, r *room, d decide) ([]game.Event, error) {
	events, err := r.carryOut(ctx, d)
	if r.game != nil {
		r.touch(by)
	}
	return events, err
}

// Snapshot returns a game as somebody may see it.
func (h *Hub) Snapshot(ctx context.Context, by Session, id string) (Snapshot, error) {
	r, err := h.open(ctx, id)
	if err != nil {
		return Snapshot{}, err
	}
	defer h.close(r)
	return r.snapshot(by), nil
}

// Watch lets somebody watch a game until the watcher is closed.
func (h *Hub) Watch(ctx context.Context, by Session, id string) (*Watcher, error) {
	r, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer h.close(r)
	r.answerAhead(ctx) // which may have been left out where the server ended in between
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	w := r.watch(by)
	w.sync = func(ctx context.Context, at At, pay Pay) error { return h.sync(ctx, w, id, at, pay) }
	return w, nil
}

// sync sends a watcher the game as it is in the store, but for the moves it has.
func (h *Hub) sync(ctx context.Context, w *Watcher, id string, at At, pay Pay) error {
	r, err := h.open(ctx, id)
	if err != nil {
		return err
	}
	defer h.close(r)
	// It is paid for before the store is asked: a refusal costs nothing.
	if err := pay(r.game.Ply() - r.game.Known(at.Ply, at.Takebacks)); err != nil {
		return err
	}
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	from := r.game.Known(at.Ply, at.Takebacks)
	r.tell()
	if r.audience.watchers[w] {
		r.sendGame([]*Watcher{w}, from)
	}
	return nil
}

// PGN returns a game as a record.
func (h *Hub) PGN(ctx context.Context, id string) (*notation.Game, error) {
	r, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer h.close(r)
	return r.game.Record(h.core.time.now()), nil
}

// Close tells all watchers that the server shuts down, carries out what has
// been begun, and refuses everything after. It does not close the store.
func (h *Hub) Close(ctx context.Context) error {
	h.mu.Lock()
	if h.closing {
		h.mu.Unlock()
		return nil
	}
	h.closing = true
	h.mu.Unlock()
	close(h.stop)
	h.part()
	h.core.alarms.close()
	h.core.pool.close()
	quiet := make(chan struct{})
	go func() { h.busy.Wait(); close(quiet) }()
	var err error
	select {
	case <-quiet:
	case <-ctx.Done():
		err = ctx.Err()
	}
	_ = h.pulse(true) // an outage begins here; what goes wrong is logged
	for _, r := range h.rooms() {
		r.mu.Lock()
		if r.game != nil {
			r.tell() // what is still on its way
		}
		r.audience.sayBye()
		h.forget(r)
		r.mu.Unlock()
	}
	return err
}
