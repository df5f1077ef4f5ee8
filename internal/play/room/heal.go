package room

import (
	"context"
	"errors"
	"time"
)

// How often the store is asked how many events the games have that somebody watches
// here: often while something may have been lost on the bus, and seldom else, for
// what nobody thought of.
const (
	healEvery = 250 * time.Millisecond
	healIdle  = 15 * time.Second
)

// mostHeads is how many games are asked for at a time.
const mostHeads = 1000

// heal takes in what was committed elsewhere and not heard of.
func (h *Hub) heal(ctx context.Context) {
	known := map[string]int{}
	var ids []string
	for _, r := range h.rooms() {
		// One that is in use will do, or is looked at the next time.
		if !r.mu.TryLock() {
			continue
		}
		if !r.out && r.game != nil && len(r.audience.watchers) > 0 {
			if r.audience.behind(r.game.Events()) {
				r.tell() // what was committed here was lost on its way back
			}
			known[r.id] = r.game.Events()
			ids = append(ids, r.id)
		}
		r.mu.Unlock()
	}
	for len(ids) > 0 {
		some := ids[:min(len(ids), mostHeads)]
		ids = ids[len(some):]
		heads, err := h.heads(ctx, some, known)
		if err != nil {
			_ = h.core.failed("read", err) // which logs it; it is asked again
			return
		}
		for id, n := range heads {
			if n > known[id] {
				h.catchUp(ctx, id)
			}
		}
	}
}

// heads asks the store how many events games have.
func (h *Hub) heads(ctx context.Context, ids []string, known map[string]int) (map[string]int, error) {
	if store, ok := h.core.store.(HeadStore); ok {
		return store.Heads(ctx, ids)
	}
	all := map[string]int{}
	for _, id := range ids {
		events, err := h.core.store.Load(ctx, id, known[id])
		if err != nil && !errors.Is(err, ErrNotFound) {
			return nil, err
		}
		all[id] = known[id] + len(events)
	}
	return all, nil
}

// catchUp has a game in memory take in what the store has.
func (h *Hub) catchUp(ctx context.Context, id string) {
	h.withLive(id, func(r *room) {
		if r.catchUp(ctx) == nil {
			h.core.healed.Add(1)
			r.tell()
		}
	})
}
