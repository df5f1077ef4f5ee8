package game

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// Memory is a Store that forgets everything when the program ends.
type Memory struct {
	mu    sync.RWMutex
	games map[string]*remembered
}

type remembered struct {
	entry  Entry
	events []Event
}

// NewMemory returns an empty store in memory.
func NewMemory() *Memory { return &Memory{games: map[string]*remembered{}} }

// Create keeps a new game with its first events.
func (m *Memory) Create(_ context.Context, e Entry, events []Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games[e.ID] != nil {
		return ErrConflict
	}
	m.games[e.ID] = &remembered{e, slices.Clone(events)}
	return nil
}

// Append adds events to a game that has so many already.
func (m *Memory) Append(_ context.Context, e Entry, have int, events []Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	g := m.games[e.ID]
	switch {
	case g == nil:
		return ErrNotFound
	case len(g.events) != have:
		return ErrConflict
	}
	g.entry, g.events = e, append(g.events, events...)
	return nil
}

// Load returns the events of a game.
func (m *Memory) Load(_ context.Context, id string) ([]Event, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g := m.games[id]
	if g == nil {
		return nil, ErrNotFound
	}
	return slices.Clone(g.events), nil
}

// Open returns the games anybody may join, newest first.
func (m *Memory) Open(_ context.Context, limit int) ([]Entry, error) {
	return m.list(limit, func(e *Entry) bool { return e.Open }, func(e *Entry) int64 { return e.Created }), nil
}

// ByBrowser returns the games of a browser, the last changed first.
func (m *Memory) ByBrowser(_ context.Context, browser Hash, limit int) ([]Entry, error) {
	return m.list(limit, func(e *Entry) bool { return e.of(browser) }, func(e *Entry) int64 { return e.Updated }), nil
}

// CountRunning returns how many games of a browser have not ended.
func (m *Memory) CountRunning(_ context.Context, browser Hash) (int, error) {
	return len(m.list(-1, func(e *Entry) bool { return e.Running && e.of(browser) }, func(e *Entry) int64 { return e.Created })), nil
}

// Running returns all games that have not ended.
func (m *Memory) Running(context.Context) ([]Entry, error) {
	return m.list(-1, func(e *Entry) bool { return e.Running }, func(e *Entry) int64 { return e.Created }), nil
}

// list returns the entries that fit, the highest by a measure first; a limit
// below 0 is none.
func (m *Memory) list(limit int, fits func(*Entry) bool, by func(*Entry) int64) []Entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var found []Entry
	for _, g := range m.games {
		if fits(&g.entry) {
			found = append(found, g.entry)
		}
	}
	slices.SortFunc(found, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(by(&b), by(&a)), cmp.Compare(a.ID, b.ID))
	})
	if limit >= 0 && len(found) > limit {
		found = found[:limit]
	}
	return found
}

func (e *Entry) of(browser Hash) bool {
	return browser != Hash{} && (e.White.Browser == browser || e.Black.Browser == browser)
}
