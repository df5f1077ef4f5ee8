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

// Operator actions. They change the store first; the hub then updates its rooms.

// maxTries is how many times Stop tries to end a game to which others are writing.
const maxTries = 20

// Stop ends a game in a store on behalf of the operator. It returns the commit, which is empty if the game
// had already ended.
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

// Ended publishes the commit with which the operator ended a game, and removes the game from the
// challenges.
func (h *Hub) Ended(c cluster.Committed) {
	h.challenges.Remove(c.Game)
	h.o.Bus.Publish(c)
}

// Refresh reloads games whose players were changed in the store, and sends them to their watchers. It skips
// games that are not in memory.
func (h *Hub) Refresh(ctx context.Context, ids []string) {
	for _, id := range ids {
		h.rooms.use(id, func(r *room.Room) { r.Reload(ctx) })
	}
}

// Drop evicts a deleted game and dismisses its watchers.
func (h *Hub) Drop(id string) {
	h.runtime.Alarms.Set(id, 0)
	h.challenges.Remove(id)
	h.runtime.Pool.Unpark(id)
	h.rooms.use(id, func(r *room.Room) {
		r.Drop()
		h.rooms.remove(r)
	})
}

// Broadcast sends an update to the watchers of all games.
func (h *Hub) Broadcast(m room.Update) {
	for _, r := range h.rooms.all() {
		r.Broadcast(m)
	}
}
