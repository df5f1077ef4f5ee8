// Package memory is a store in memory, for tests and for servers that need not save
// anything.
package memory

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
)

// Store is a room.Store without a disk.
type Store struct {
	mu          sync.RWMutex
	games       map[string]*remembered
	definitions map[string]string // by hash
	pulse       int64
	outages     []game.Outage // latest first
	studies     map[string]studies.Study
	ahead       map[player]game.Ahead

	subscriptions map[string]store.Subscription // by endpoint
}

type remembered struct {
	entry  room.Entry
	events []game.Event
	seen   [2]int64
}

// New returns an empty store in memory.
func New() *Store {
	return &Store{games: map[string]*remembered{}, definitions: map[string]string{}, studies: map[string]studies.Study{}, ahead: map[player]game.Ahead{}, subscriptions: map[string]store.Subscription{}}
}

// Create saves a new game with its first events.
func (m *Store) Create(_ context.Context, e room.Entry, events []game.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games[e.ID] != nil {
		return room.ErrConflict
	}
	m.games[e.ID] = &remembered{entry: e, events: slices.Clone(events)}
	return nil
}

// Append adds events to a game that has so many already.
func (m *Store) Append(_ context.Context, e room.Entry, have int, events []game.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.add(e, have, events)
}

func (m *Store) add(e room.Entry, have int, events []game.Event) error {
	g := m.games[e.ID]
	switch {
	case g == nil:
		return room.ErrNotFound
	case len(g.events) != have:
		return room.ErrConflict
	}
	g.entry, g.events = e, append(g.events, events...)
	return nil
}

// Rematch adds events to a game and creates another.
func (m *Store) Rematch(_ context.Context, e room.Entry, have int, events []game.Event, next room.Entry, first []game.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.add(e, have, events); err != nil {
		return err
	}
	if m.games[next.ID] == nil {
		m.games[next.ID] = &remembered{entry: next, events: slices.Clone(first)}
	}
	return nil
}

// Seen records that a player was at a game.
func (m *Store) Seen(_ context.Context, id string, side game.Side, at int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[id]
	if g == nil {
		return room.ErrNotFound
	}
	seen := &g.seen[side.Colour()]
	*seen = max(*seen, at)
	return nil
}

// LastSeen returns when the players of a game were last seen at it.
func (m *Store) LastSeen(_ context.Context, id string) ([2]int64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g := m.games[id]
	if g == nil {
		return [2]int64{}, room.ErrNotFound
	}
	return g.seen, nil
}

// Pulse records that a hub is alive.
func (m *Store) Pulse(_ context.Context, at int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pulse = max(m.pulse, at)
	return nil
}

// Wake records the start of a hub.
func (m *Store) Wake(_ context.Context, at int64) (pulse int64, outages []game.Outage, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	pulse = m.pulse
	if pulse != 0 && pulse < at {
		m.outages = append([]game.Outage{{Since: pulse, Until: at}}, m.outages...)
		m.outages = m.outages[:min(len(m.outages), room.MaxOutages)]
	}
	m.pulse = max(pulse, at)
	return pulse, slices.Clone(m.outages), nil
}

// Load returns the events of a game from an index on.
func (m *Store) Load(_ context.Context, id string, from int) ([]game.Event, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g := m.games[id]
	if g == nil {
		return nil, room.ErrNotFound
	}
	return slices.Clone(g.events[min(max(0, from), len(g.events)):]), nil
}

// Open returns the games anybody may join, newest first.
func (m *Store) Open(_ context.Context, limit int) ([]room.Entry, error) {
	return m.list(limit, func(e *room.Entry) bool { return e.Open }, func(e *room.Entry) int64 { return e.Created }), nil
}

// BySession returns the games of a session, most recently changed first.
func (m *Store) BySession(_ context.Context, session game.Hash, limit int) ([]room.Entry, error) {
	return m.list(limit, func(e *room.Entry) bool { return e.Of(session) }, func(e *room.Entry) int64 { return e.Updated }), nil
}

// CountRunning returns the number of a session's games that have not ended.
func (m *Store) CountRunning(_ context.Context, session game.Hash) (int, error) {
	return len(m.list(-1, func(e *room.Entry) bool { return e.Running && e.Of(session) }, func(e *room.Entry) int64 { return e.Created })), nil
}

// Due returns the games whose deadline is before a time, earliest first.
func (m *Store) Due(_ context.Context, before int64, limit int) ([]room.Entry, error) {
	due := func(e *room.Entry) bool { return e.Deadline != 0 && e.Deadline < before }
	return m.list(limit, due, func(e *room.Entry) int64 { return -e.Deadline }), nil
}

// Define saves a definition, or returns room.ErrFull.
func (m *Store) Define(_ context.Context, d room.Definition, most int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.definitions[d.Hash]; ok {
		return nil
	}
	if len(m.definitions) >= most {
		return room.ErrFull
	}
	m.definitions[d.Hash] = d.Text
	return nil
}

// Definition returns the text of a definition.
func (m *Store) Definition(_ context.Context, hash string) (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	text, ok := m.definitions[hash]
	if !ok {
		return "", room.ErrNotFound
	}
	return text, nil
}

// list returns the matching entries, highest measure first. A negative limit
// returns all.
func (m *Store) list(limit int, fits func(*room.Entry) bool, by func(*room.Entry) int64) []room.Entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var found []room.Entry
	for _, g := range m.games {
		if fits(&g.entry) {
			found = append(found, g.entry)
		}
	}
	slices.SortFunc(found, func(a, b room.Entry) int {
		return cmp.Or(cmp.Compare(by(&b), by(&a)), cmp.Compare(a.ID, b.ID))
	})
	if limit >= 0 && len(found) > limit {
		found = found[:limit]
	}
	return found
}
