package room

import (
	"context"
	"errors"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/notation"
)

// What the operator of a server does. It changes the store first; the hub only
// takes note.

// Stop ends a game of a store as its operator, and returns what was committed,
// nothing if it had ended before.
func Stop(ctx context.Context, store Store, find notation.Finder, id string) (Committed, error) {
	find = FinderOf(find, func(hash string) (string, error) { return store.Definition(ctx, hash) })
	for range mostTries {
		events, err := store.Load(ctx, id, 0)
		if err != nil {
			return Committed{}, err
		}
		g, err := game.Fold(find, events)
		if err != nil {
			return Committed{}, err
		}
		if g.Over() {
			return Committed{}, nil
		}
		e := game.Stop(max(time.Now().UnixMilli(), g.Updated()))
		if err := g.Apply(e); err != nil {
			return Committed{}, err
		}
		switch err := store.Append(ctx, EntryOf(g), len(events), []game.Event{e}); {
		case errors.Is(err, ErrConflict):
		case err != nil:
			return Committed{}, err
		default:
			return Committed{Game: id, First: len(events), Events: []game.Event{e}}, nil
		}
	}
	return Committed{}, ErrConflict
}

// Ended tells everybody who has a game in memory that it was ended. One that
// nobody has there may still stand among the challenges.
func (h *Hub) Ended(c Committed) {
	h.core.lobby.remove(c.Game)
	h.core.o.Bus.Publish(c)
}

// Refresh reads games anew whose players have been changed in the store, and
// tells those who watch. Games that are not in memory are not read.
func (h *Hub) Refresh(ctx context.Context, ids []string) {
	for _, id := range ids {
		h.withLive(id, func(r *room) {
			r.game = nil
			if r.load(ctx) != nil {
				return // it has been logged, and whoever asks for the game reads it anew
			}
			r.remind()
			r.consider()
			var all []*Watcher
			for w := range r.audience.watchers {
				w.seat = r.game.Seat(w.by.hash)
				all = append(all, w)
			}
			r.sendGame(all, 0)
		})
	}
}

// Drop lets a game that was deleted leave the memory. Those who watch it are let
// go.
func (h *Hub) Drop(id string) {
	h.core.alarms.set(id, 0)
	h.core.lobby.remove(id)
	h.core.pool.unpark(id)
	h.withLive(id, func(r *room) {
		for w := range r.audience.watchers {
			w.err.Store(notFound(id).(*game.Error))
			r.audience.dismiss(w)
		}
		r.halt()
		r.game = nil
		h.forget(r)
	})
}

// withLive does something with a room that is in memory, under its lock.
func (h *Hub) withLive(id string, do func(r *room)) {
	h.mu.Lock()
	r := h.live[id]
	h.mu.Unlock()
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.out && r.game != nil {
		do(r)
	}
}

// Broadcast sends an update to everybody who watches a game.
func (h *Hub) Broadcast(m Update) {
	for _, r := range h.rooms() {
		r.mu.Lock()
		r.audience.send(m)
		r.mu.Unlock()
	}
}
