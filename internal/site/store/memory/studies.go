package memory

import (
	"cmp"
	"context"
	"slices"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/studies"
)

// CreateStudy saves a new study within bounds.
func (m *Store) CreateStudy(_ context.Context, s studies.Study, most studies.Bounds) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := 0
	for _, one := range m.studies {
		if one.Owner == s.Owner {
			own++
		}
	}
	if _, ok := m.studies[s.ID]; ok {
		return studies.ErrConflict
	}
	if own >= most.Person || len(m.studies) >= most.All {
		return studies.ErrFull
	}
	m.studies[s.ID] = s
	return nil
}

// Study returns a study.
func (m *Store) Study(_ context.Context, id string) (studies.Study, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	s, ok := m.studies[id]
	if !ok {
		return studies.Study{}, studies.ErrNotFound
	}
	return s, nil
}

// ChangeStudy replaces a study whose version is the preceding one.
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

// UseStudy records that a study was read.
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

// DeleteStudy deletes a study.
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
func (m *Store) StudiesOf(_ context.Context, owner game.Hash) (list []studies.Study, err error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, s := range m.studies {
		if s.Owner == owner {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b studies.Study) int {
		return cmp.Or(cmp.Compare(b.Updated, a.Updated), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// PruneStudies deletes studies last used before a time.
func (m *Store) PruneStudies(_ context.Context, before int64) (n int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, s := range m.studies {
		if s.Used < before {
			delete(m.studies, id)
			n++
		}
	}
	return n, nil
}
