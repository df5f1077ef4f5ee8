package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store"
)

// Subscribe saves a subscription.
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

// Subscriptions returns those of a person, newest first.
func (m *Store) Subscriptions(_ context.Context, person game.Hash) ([]store.Subscription, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.subscribed(person), nil
}

// subscribed returns those of a person; the caller holds the lock.
func (m *Store) subscribed(person game.Hash) (list []store.Subscription) {
	for _, s := range m.subscriptions {
		if s.Person == person {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b store.Subscription) int {
		return cmp.Or(cmp.Compare(b.Created, a.Created), cmp.Compare(a.Endpoint, b.Endpoint))
	})
	return list
}

// Unsubscribe deletes a subscription of a person.
func (m *Store) Unsubscribe(_ context.Context, person game.Hash, endpoint string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.subscriptions[endpoint].Person == person {
		delete(m.subscriptions, endpoint)
	}
	return nil
}

// PruneSubscriptions deletes those created before a time.
func (m *Store) PruneSubscriptions(_ context.Context, before int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for endpoint, s := range m.subscriptions {
		if s.Created < before {
			delete(m.subscriptions, endpoint)
		}
	}
	return nil
}
