// Package memory implements an in-memory store, for tests and for servers whose games need not survive a
// restart. It starts no goroutines, so it works with synctest.
package memory

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
)

// Store is a store.Store in memory. It is safe for concurrent use.
type Store struct {
	mu          sync.RWMutex
	games       map[string]*savedGame
	definitions map[string]string // by hash
	pulse       int64
	outages     []game.Outage // latest first
	studies     map[string]studies.Study
	ahead       map[player]game.Ahead

	subscriptions map[string]store.Subscription // by endpoint
	accounts      accounts
	ratings       ratings
	profiles      profiles
}

type savedGame struct {
	entry  room.Entry
	events []game.Event
	seen   [2]int64
}

// New returns an empty store in memory.
func New() *Store {
	return &Store{
		games: map[string]*savedGame{}, definitions: map[string]string{}, studies: map[string]studies.Study{},
		ahead: map[player]game.Ahead{}, subscriptions: map[string]store.Subscription{}, accounts: newAccounts(), ratings: newRatings(), profiles: newProfiles(),
	}
}

// Create saves a new game with its first events. It returns room.ErrConflict if the game exists.
func (m *Store) Create(_ context.Context, e room.Entry, events []game.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.games[e.ID] != nil {
		return room.ErrConflict
	}
	m.games[e.ID] = &savedGame{entry: e, events: slices.Clone(events)}
	return nil
}

// Append adds events to a game. It returns room.ErrConflict if the number of saved events differs from have.
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
	m.rate(&e)
	return nil
}

// Rematch adds events to a game and creates the next one, unless that exists already.
func (m *Store) Rematch(_ context.Context, e room.Entry, have int, events []game.Event, next room.Entry, first []game.Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.add(e, have, events); err != nil {
		return err
	}
	if m.games[next.ID] == nil {
		m.games[next.ID] = &savedGame{entry: next, events: slices.Clone(first)}
	}
	return nil
}

// Seen records the time at which a player was present at a game, or returns room.ErrNotFound.
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

// LastSeen returns the times at which the players of a game were last present, or room.ErrNotFound.
func (m *Store) LastSeen(_ context.Context, id string) ([2]int64, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g := m.games[id]
	if g == nil {
		return [2]int64{}, room.ErrNotFound
	}
	return g.seen, nil
}

// Pulse records that a hub is alive at a given time.
func (m *Store) Pulse(_ context.Context, at int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pulse = max(m.pulse, at)
	return nil
}

// Wake records the start of a hub. It returns the time of the last pulse before it, and the latest outages.
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

// Load returns the events of a game, starting at an index, or room.ErrNotFound.
func (m *Store) Load(_ context.Context, id string, from int) ([]game.Event, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	g := m.games[id]
	if g == nil {
		return nil, room.ErrNotFound
	}
	return slices.Clone(g.events[min(max(0, from), len(g.events)):]), nil
}

// Open returns up to limit games that anybody may join, newest first.
func (m *Store) Open(_ context.Context, limit int) ([]room.Entry, error) {
	return m.list(limit, func(e *room.Entry) bool { return e.Open }, func(e *room.Entry) int64 { return e.Created }), nil
}

// BySession returns up to limit games of a session, most recently changed first.
func (m *Store) BySession(_ context.Context, session game.Hash, limit int) ([]room.Entry, error) {
	return m.list(limit, func(e *room.Entry) bool { return e.Of(session) }, func(e *room.Entry) int64 { return e.Updated }), nil
}

// CountRunning returns the number of a session's games that have not ended.
func (m *Store) CountRunning(_ context.Context, session game.Hash) (int, error) {
	running := func(e *room.Entry) bool { return e.Running && e.Of(session) }
	return len(m.list(math.MaxInt, running, func(e *room.Entry) int64 { return e.Created })), nil
}

// Due returns up to limit games whose deadline is before a time, earliest deadline first.
func (m *Store) Due(_ context.Context, before int64, limit int) ([]room.Entry, error) {
	due := func(e *room.Entry) bool { return e.Deadline != 0 && e.Deadline < before }
	return m.list(limit, due, func(e *room.Entry) int64 { return -e.Deadline }), nil
}

// Define saves a definition. It returns room.ErrFull if the definition is new and there are already limit
// definitions.
func (m *Store) Define(_ context.Context, d room.Definition, limit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.definitions[d.Hash]; ok {
		return nil
	}
	if len(m.definitions) >= limit {
		return room.ErrFull
	}
	m.definitions[d.Hash] = d.Text
	return nil
}

// Totals returns the numbers of definitions and studies.
func (m *Store) Totals(context.Context) (definitions, studies int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.definitions), len(m.studies), nil
}

// Definition returns the text of a definition, or room.ErrNotFound.
func (m *Store) Definition(_ context.Context, hash string) (string, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	text, ok := m.definitions[hash]
	if !ok {
		return "", room.ErrNotFound
	}
	return text, nil
}

// list returns up to limit matching entries, sorted by the value of by, largest first.
func (m *Store) list(limit int, match func(*room.Entry) bool, by func(*room.Entry) int64) []room.Entry {
	m.mu.RLock()
	defer m.mu.RUnlock()
	games := listed(m.games, func(g *savedGame) bool { return match(&g.entry) }, func(a, b *savedGame) int {
		return cmp.Or(cmp.Compare(by(&b.entry), by(&a.entry)), cmp.Compare(a.entry.ID, b.entry.ID))
	})
	entries := make([]room.Entry, min(limit, len(games)))
	for i := range entries {
		entries[i] = games[i].entry
	}
	return entries
}

// Subscribe saves a subscription, and deletes the person's oldest ones above the limit person. It returns
// store.ErrSubscriptionsFull if the total has reached the limit all.
func (m *Store) Subscribe(_ context.Context, s store.Subscription, person, all int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.subscriptions, s.Endpoint)
	own := m.subscribed(s.Person)
	for _, old := range own[min(len(own), person-1):] {
		delete(m.subscriptions, old.Endpoint)
	}
	if len(m.subscriptions) >= all {
		return store.ErrSubscriptionsFull
	}
	s.Key, s.Auth = slices.Clone(s.Key), slices.Clone(s.Auth)
	m.subscriptions[s.Endpoint] = s
	return nil
}

// Subscriptions returns a person's subscriptions, newest first.
func (m *Store) Subscriptions(_ context.Context, person game.Hash) ([]store.Subscription, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.subscribed(person), nil
}

// subscribed is like Subscriptions. The caller holds the lock.
func (m *Store) subscribed(person game.Hash) []store.Subscription {
	return listed(m.subscriptions, func(s store.Subscription) bool { return s.Person == person }, func(a, b store.Subscription) int {
		return cmp.Or(cmp.Compare(b.Created, a.Created), cmp.Compare(a.Endpoint, b.Endpoint))
	})
}

// Unsubscribe deletes a person's subscription with an endpoint, if it exists.
func (m *Store) Unsubscribe(_ context.Context, person game.Hash, endpoint string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.subscriptions[endpoint].Person == person {
		delete(m.subscriptions, endpoint)
	}
	return nil
}

// PruneSubscriptions deletes the subscriptions created before a time.
func (m *Store) PruneSubscriptions(_ context.Context, before int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.DeleteFunc(m.subscriptions, func(_ string, s store.Subscription) bool { return s.Created < before })
	return nil
}

// CreateStudy saves a new study. It returns studies.ErrFull if the owner or the store has reached its limit,
// and studies.ErrConflict if the identifier is in use.
func (m *Store) CreateStudy(_ context.Context, s studies.Study, bounds studies.Bounds) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.studies[s.ID]; ok {
		return studies.ErrConflict
	}
	if len(m.studiesOf(s.Owner)) >= bounds.Person || len(m.studies) >= bounds.All {
		return studies.ErrFull
	}
	m.studies[s.ID] = s
	return nil
}

// Study returns a study, or studies.ErrNotFound.
func (m *Store) Study(_ context.Context, id string) (studies.Study, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	s, ok := m.studies[id]
	if !ok {
		return studies.Study{}, studies.ErrNotFound
	}
	return s, nil
}

// ChangeStudy replaces the content of a study. It returns studies.ErrConflict if the saved version is not the
// preceding one, and studies.ErrNotFound if the study does not exist.
func (m *Store) ChangeStudy(_ context.Context, s studies.Study) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	old, ok := m.studies[s.ID]
	switch {
	case !ok:
		return studies.ErrNotFound
	case old.Version != s.Version-1:
		return studies.ErrConflict
	}
	old.Title, old.PGN, old.Version, old.Updated, old.Used = s.Title, s.PGN, s.Version, s.Updated, s.Used
	m.studies[s.ID] = old
	return nil
}

// UseStudy records the time at which a study was read, or returns studies.ErrNotFound.
func (m *Store) UseStudy(_ context.Context, id string, at int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.studies[id]
	if !ok {
		return studies.ErrNotFound
	}
	s.Used = max(s.Used, at)
	m.studies[id] = s
	return nil
}

// DeleteStudy deletes a study, or returns studies.ErrNotFound.
func (m *Store) DeleteStudy(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.studies[id]; !ok {
		return studies.ErrNotFound
	}
	delete(m.studies, id)
	return nil
}

// StudiesOf returns the studies of a person, most recently changed first.
func (m *Store) StudiesOf(_ context.Context, owner game.Hash) ([]studies.Study, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.studiesOf(owner), nil
}

// studiesOf is like StudiesOf. The caller holds the lock.
func (m *Store) studiesOf(owner game.Hash) []studies.Study {
	return listed(m.studies, func(s studies.Study) bool { return s.Owner == owner }, func(a, b studies.Study) int {
		return cmp.Or(cmp.Compare(b.Updated, a.Updated), cmp.Compare(a.ID, b.ID))
	})
}

// PruneStudies deletes studies last used before a time, and returns their number.
func (m *Store) PruneStudies(_ context.Context, before int64) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := len(m.studies)
	maps.DeleteFunc(m.studies, func(_ string, s studies.Study) bool { return s.Used < before })
	return n - len(m.studies), nil
}

// SetAhead saves a side's conditional moves, or deletes them if there are none.
func (m *Store) SetAhead(_ context.Context, id string, side game.Side, a game.Ahead) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(a.Lines) == 0 {
		delete(m.ahead, player{id, side})
		return nil
	}
	a.Lines = copyLines(a.Lines)
	m.ahead[player{id, side}] = a
	return nil
}

// Ahead returns a side's conditional moves, or the zero value if there are none.
func (m *Store) Ahead(_ context.Context, id string, side game.Side) (game.Ahead, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	a := m.ahead[player{id, side}]
	a.Lines = copyLines(a.Lines)
	return a, nil
}

func copyLines(lines [][]string) (all [][]string) {
	for _, line := range lines {
		all = append(all, slices.Clone(line))
	}
	return all
}

// player identifies a side of a game.
type player struct {
	game string
	side game.Side
}
