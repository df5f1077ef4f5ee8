package memory

import (
	"context"
	"slices"

	"github.com/tainchess/tain/internal/play/game"
)

// player is a side of a game.
type player struct {
	game string
	side game.Side
}

// SetAhead saves a side's conditional moves.
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

// Ahead returns a side's conditional moves.
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
