package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
)

// SetAhead keeps what a side will answer.
func (s *Store) SetAhead(ctx context.Context, id string, side game.Side, a game.Ahead) error {
	data, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		if len(a.Lines) == 0 {
			return exec(ctx, conn, []any{id, string(side)}, "DELETE FROM ahead WHERE game = ? AND side = ?")
		}
		return exec(ctx, conn, []any{id, string(side), string(data)}, "INSERT OR REPLACE INTO ahead (game, side, data) VALUES (?, ?, ?)")
	})
}

// Ahead returns what a side will answer.
func (s *Store) Ahead(ctx context.Context, id string, side game.Side) (a game.Ahead, err error) {
	var data []byte
	switch err := s.read.QueryRowContext(ctx, "SELECT data FROM ahead WHERE game = ? AND side = ?", id, string(side)).Scan(&data); {
	case errors.Is(err, sql.ErrNoRows):
		return game.Ahead{}, nil
	case err != nil:
		return game.Ahead{}, fmt.Errorf("sqlite: %w", err)
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return game.Ahead{}, fmt.Errorf("sqlite: what %s will answer in %s: %w", side, id, err)
	}
	return a, nil
}
