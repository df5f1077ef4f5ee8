package room

import (
	"context"

	"github.com/tainchess/tain/internal/play/game"
)

// mostMine is how many of somebody's games a list shows.
const mostMine = 200

// Challenges returns the games anybody may join. Addresses take turns in the
// list, and at each the people there; otherwise the newest come first.
func (h *Hub) Challenges(ctx context.Context) ([]Challenge, error) {
	entries, ok, changes := h.core.lobby.fresh()
	if !ok {
		all, err := h.core.store.Open(ctx, mostKnown)
		if err != nil {
			return nil, h.core.failed("challenges", err)
		}
		entries = h.core.lobby.keep(all, changes)
	}
	list := make([]Challenge, 0, len(entries))
	info := h.core.described(ctx)
	for i := range entries {
		if h.core.lobby.shows(entries[i].ID) {
			list = append(list, entries[i].challenge(info(entries[i].Variant)))
		}
	}
	return list, nil
}

// GamesOf returns the games of a session, the last changed first.
func (h *Hub) GamesOf(ctx context.Context, by Session) ([]Summary, error) {
	return h.LatestOf(ctx, by, mostMine)
}

// LatestOf returns as many of them.
func (h *Hub) LatestOf(ctx context.Context, by Session, most int) ([]Summary, error) {
	if by.hash == (game.Hash{}) {
		return []Summary{}, nil
	}
	entries, err := h.core.store.BySession(ctx, by.hash, most)
	if err != nil {
		return nil, h.core.failed("games", err)
	}
	list := make([]Summary, len(entries))
	info := h.core.described(ctx)
	for i := range entries {
		list[i] = entries[i].summary(info(entries[i].Variant), by.hash, h.present(entries[i].ID))
	}
	return list, nil
}

// present tells which players of a game are watching it.
func (h *Hub) present(id string) [2]bool {
	h.mu.Lock()
	r := h.live[id]
	h.mu.Unlock()
	if r == nil {
		return [2]bool{}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.audience.present().seats
}

// Stats are what a Hub is doing.
type Stats struct {
	Live      int // games in memory
	Watchers  int
	Timers    int // games that time alone will change before long
	Thinking  int // computer players that think
	Queued    int // and those that wait to
	Parked    int // and those that nobody watches and that are not in the queue yet
	Commits   int64
	Conflicts int64 // commands that were decided again
	Dropped   int64 // watchers that were too slow
	Healed    int64 // games that had missed something on the bus
	Nodes     int   // that share the bus, with this one
	// StoreErrors is how often the store could not do what it was asked for.
	StoreErrors int64
}

// Stats returns what the hub is doing.
func (h *Hub) Stats() Stats {
	h.mu.Lock()
	live := len(h.live)
	h.mu.Unlock()
	c := &h.core
	s := Stats{
		Live: live, Watchers: int(c.watchers.Load()), Timers: c.alarms.len(),
		Commits: c.commits.Load(), Conflicts: c.conflicts.Load(), Dropped: c.dropped.Load(), StoreErrors: c.storeErrors.Load(),
	}
	s.Healed = c.healed.Load()
	s.Nodes, _ = c.nodes.counts()
	s.Thinking, s.Queued, s.Parked = c.pool.counts()
	return s
}
