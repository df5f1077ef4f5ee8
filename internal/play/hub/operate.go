package hub

import (
	"context"
	"errors"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/notation/pgn"
)

// What the operator of a server does. It changes the store first; the hub only
// takes note.

// maxTries is how often the operator tries to end a game that others write to.
const maxTries = 20

// Stop ends a game of a store as its operator, and returns what was committed,
// nothing if it had ended before.
func Stop(ctx context.Context, store room.Store, find pgn.Finder, id string) (cluster.Committed, error) {
	find = room.FinderOf(find, func(hash string) (string, error) { return store.Definition(ctx, hash) })
	for range maxTries {
		events, err := store.Load(ctx, id, 0)
		if err != nil {
			return cluster.Committed{}, err
		}
		g, err := game.Fold(find, events)
		if err != nil {
			return cluster.Committed{}, err
		}
		if g.Over() {
			return cluster.Committed{}, nil
		}
		e := game.Stop(max(time.Now().UnixMilli(), g.Updated()))
		if err := g.Apply(e); err != nil {
			return cluster.Committed{}, err
		}
		switch err := store.Append(ctx, room.EntryOf(g), len(events), []game.Event{e}); {
		case errors.Is(err, room.ErrConflict):
		case err != nil:
			return cluster.Committed{}, err
		default:
			return cluster.Committed{Game: id, First: len(events), Events: []game.Event{e}}, nil
		}
	}
	return cluster.Committed{}, room.ErrConflict
}

// Ended tells everybody who has a game in memory that it was ended. One that
// nobody has there may still stand among the challenges.
func (h *Hub) Ended(c cluster.Committed) {
	h.challenges.Remove(c.Game)
	h.o.Bus.Publish(c)
}

// Refresh reads games anew whose players have been changed in the store, and
// tells those who watch. Games that are not in memory are not read.
func (h *Hub) Refresh(ctx context.Context, ids []string) {
	for _, id := range ids {
		h.rooms.use(id, func(r *room.Room) { r.Reload(ctx) })
	}
}

// Drop lets a game that was deleted leave the memory. Those who watch it are let
// go.
func (h *Hub) Drop(id string) {
	h.core.Alarms.Set(id, 0)
	h.challenges.Remove(id)
	h.core.Pool.Unpark(id)
	h.rooms.use(id, func(r *room.Room) {
		r.Drop()
		h.rooms.remove(r)
	})
}

// Broadcast sends an update to everybody who watches a game.
func (h *Hub) Broadcast(m room.Update) {
	for _, r := range h.rooms.all() {
		r.Broadcast(m)
	}
}
