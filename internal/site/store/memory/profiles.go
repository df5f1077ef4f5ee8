package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// profiles contains what people have chosen about each other and about their profiles.
type profiles struct {
	relations   map[[2]game.Hash]profile.SavedRelation // by person and other
	invitations map[string]profile.Invitation          // by game
	hidden      map[game.Hash]bool
	solved      map[profile.Solved]bool
}

func newProfiles() profiles {
	return profiles{map[[2]game.Hash]profile.SavedRelation{}, map[string]profile.Invitation{}, map[game.Hash]bool{}, map[profile.Solved]bool{}}
}

// Finished returns up to limit games of a person that have ended, latest first.
func (m *Store) Finished(_ context.Context, person game.Hash, limit int) (list []profile.Finished, _ error) {
	entries := m.list(limit, func(e *room.Entry) bool { return !e.Running && e.Of(person) }, func(e *room.Entry) int64 { return e.Updated })
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, e := range entries {
		f := profile.Finished{Entry: e}
		if g, ok := m.ratings.games[e.ID]; ok {
			g.White.Person, g.Black.Person = e.White.Session, e.Black.Session
			f.Rated = &g
		}
		for i, seat := range []game.Seat{e.White, e.Black} {
			_, f.Accounts[i] = m.accounts.accounts[seat.Session]
		}
		list = append(list, f)
	}
	return list, nil
}

// Playing returns up to limit running games of people, most recently changed first.
func (m *Store) Playing(_ context.Context, people []game.Hash, limit int) ([]room.Entry, error) {
	return m.list(limit, func(e *room.Entry) bool { return e.Running && slices.ContainsFunc(people, e.Of) }, func(e *room.Entry) int64 { return e.Updated }), nil
}

// Hidden reports whether a person hides their profile.
func (m *Store) Hidden(_ context.Context, person game.Hash) (bool, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.profiles.hidden[person], nil
}

// SetHidden hides a person's profile, or shows it.
func (m *Store) SetHidden(_ context.Context, person game.Hash, hidden bool) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.profiles.hidden[person] = hidden
	return nil
}

// SolveDaily records that a person has solved a daily puzzle on a day.
func (m *Store) SolveDaily(_ context.Context, s profile.Solved) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.profiles.solved[s] = true
	return nil
}

// Solved returns the days on which a person has solved a daily puzzle, latest first.
func (m *Store) Solved(_ context.Context, person game.Hash) (days []profile.Day, _ error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for s := range m.profiles.solved {
		if s.Person == person {
			days = append(days, s.Day)
		}
	}
	slices.SortFunc(days, func(a, b profile.Day) int { return cmp.Compare(b, a) })
	return days, nil
}

// Relate replaces the relation of a person to another. It returns profile.ErrFull if the person has limit relations.
func (m *Store) Relate(_ context.Context, r profile.SavedRelation, limit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := found(m.accounts.accounts, r.Person); err != nil {
		return err
	}
	n := 0
	for key := range m.profiles.relations {
		if key[0] == r.Person && key[1] != r.Other {
			n++
		}
	}
	switch {
	case r.Relation == profile.None:
		delete(m.profiles.relations, [2]game.Hash{r.Person, r.Other})
	case n >= limit:
		return profile.ErrFull
	default:
		m.profiles.relations[[2]game.Hash{r.Person, r.Other}] = r
	}
	return nil
}

// Relations returns the relations of a person to accounts, by name. It omits accounts that the person follows and that block
// the person.
func (m *Store) Relations(_ context.Context, person game.Hash) (list []profile.Related, _ error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	of := map[game.Hash]profile.Relation{}
	for key, r := range m.profiles.relations {
		blocked := m.profiles.relations[[2]game.Hash{key[1], person}].Relation == profile.Block
		if key[0] == person && (r.Relation == profile.Block || !blocked) {
			of[key[1]] = r.Relation
		}
	}
	for _, a := range listed(m.accounts.accounts, func(a people.Account) bool { return of[a.Person] != "" }, func(a, b people.Account) int {
		return cmp.Compare(a.Skeleton, b.Skeleton)
	}) {
		r := profile.Related{Person: a.Person, Name: a.Name, Relation: of[a.Person], Hidden: m.profiles.hidden[a.Person]}
		for _, d := range m.devicesOf(a.Person) {
			r.Used = max(r.Used, d.Used)
		}
		list = append(list, r)
	}
	return list, nil
}

// Apart returns the people whom a person blocks or by whom they are blocked.
func (m *Store) Apart(_ context.Context, person game.Hash) ([]game.Hash, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	apart := map[game.Hash]bool{}
	for key, r := range m.profiles.relations {
		if r.Relation == profile.Block && key[0] == person {
			apart[key[1]] = true
		} else if r.Relation == profile.Block && key[1] == person {
			apart[key[0]] = true
		}
	}
	return slices.Collect(maps.Keys(apart)), nil
}

// waiting reports whether a game waits for an opponent. The caller holds the lock.
func (m *Store) waiting(id string) bool {
	g := m.games[id]
	return g != nil && g.entry.Running && (g.entry.White.Free() || g.entry.Black.Free())
}

// Invite saves a challenge to an account. It deletes earlier ones whose games no longer wait, and returns profile.ErrFull if
// limit others remain.
func (m *Store) Invite(_ context.Context, i profile.Invitation, limit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := found(m.accounts.accounts, i.Person); err != nil {
		return err
	}
	maps.DeleteFunc(m.profiles.invitations, func(id string, old profile.Invitation) bool {
		return id == i.Game || old.Person == i.Person && !m.waiting(id)
	})
	n := 0
	for _, old := range m.profiles.invitations {
		if old.Person == i.Person {
			n++
		}
	}
	if n >= limit {
		return profile.ErrFull
	}
	m.profiles.invitations[i.Game] = i
	return nil
}

// Invitations returns the games to which a person is challenged and that still wait, latest first.
func (m *Store) Invitations(_ context.Context, person game.Hash) ([]room.Entry, error) {
	return m.list(profile.MaxInvitations, func(e *room.Entry) bool {
		return m.profiles.invitations[e.ID].Person == person && m.waiting(e.ID)
	}, func(e *room.Entry) int64 { return e.Created }), nil
}

// eraseProfile deletes what a person has chosen, and what others have chosen about them. The caller holds the lock.
func (m *Store) eraseProfile(who game.Hash) {
	maps.DeleteFunc(m.profiles.relations, func(key [2]game.Hash, _ profile.SavedRelation) bool { return key[0] == who || key[1] == who })
	maps.DeleteFunc(m.profiles.invitations, func(_ string, i profile.Invitation) bool { return i.Person == who })
	maps.DeleteFunc(m.profiles.solved, func(s profile.Solved, _ bool) bool { return s.Person == who })
	delete(m.profiles.hidden, who)
}
