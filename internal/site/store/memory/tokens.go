package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/game"
)

func copyToken(t people.Token) people.Token {
	t.Scopes = slices.Clone(t.Scopes)
	return t
}

// AddToken adds a token to an account. It returns people.ErrTokens if the account has limit tokens already, and
// people.ErrNotFound if the account does not exist.
func (m *Store) AddToken(_ context.Context, t people.Token, limit int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, err := found(m.accounts.accounts, t.Person); err != nil {
		return err
	}
	maps.DeleteFunc(m.accounts.tokens, func(_ game.Hash, old people.Token) bool { return old.Expires <= t.Created })
	if len(m.tokensOf(t.Person)) >= limit {
		return people.ErrTokens
	}
	m.accounts.tokens[t.ID] = copyToken(t)
	return nil
}

// Token returns a token and its account, or people.ErrNotFound.
func (m *Store) Token(_ context.Context, id game.Hash) (people.Token, people.Account, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	t, err := found(m.accounts.tokens, id)
	if err != nil {
		return t, people.Account{}, err
	}
	a, err := found(m.accounts.accounts, t.Person)
	return copyToken(t), a, err
}

// Tokens returns the tokens of an account, newest first.
func (m *Store) Tokens(_ context.Context, person game.Hash) ([]people.Token, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.tokensOf(person), nil
}

// tokensOf is like Tokens. The caller holds the lock.
func (m *Store) tokensOf(person game.Hash) []people.Token {
	return listed(m.accounts.tokens, func(t people.Token) bool { return t.Person == person }, func(a, b people.Token) int {
		return cmp.Or(cmp.Compare(b.Created, a.Created), compareHash(a.ID, b.ID))
	})
}

// UseToken saves when a token was used.
func (m *Store) UseToken(_ context.Context, id game.Hash, at int64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if t, ok := m.accounts.tokens[id]; ok {
		t.Used = at
		m.accounts.tokens[id] = t
	}
	return nil
}

// RevokeToken deletes a token of an account, or returns people.ErrNotFound.
func (m *Store) RevokeToken(_ context.Context, person, id game.Hash) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.accounts.tokens[id].Person != person || person == (game.Hash{}) {
		return people.ErrNotFound
	}
	delete(m.accounts.tokens, id)
	return nil
}

// BecomeBot gives an account the role people.Bot, and ends its devices and tokens, which it returns. It returns
// people.ErrGames if the account has games or a role.
func (m *Store) BecomeBot(_ context.Context, person game.Hash) (gone []game.Hash, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	a, err := found(m.accounts.accounts, person)
	if err != nil {
		return nil, err
	}
	if a.Role != "" || m.plays(person) {
		return nil, people.ErrGames
	}
	return m.setRole(a, people.Bot), nil
}

// plays reports whether a person has games. The caller holds the lock.
func (m *Store) plays(person game.Hash) bool {
	for _, g := range m.games {
		if g.entry.Of(person) {
			return true
		}
	}
	return false
}
