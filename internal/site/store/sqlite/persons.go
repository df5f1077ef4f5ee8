package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// personsOf returns who plays a game, or room.ErrNotFound.
func (s *Store) personsOf(ctx context.Context, id string) (store.Persons, error) {
	into, read := store.ScanPersons()
	err := s.read.QueryRowContext(ctx, "SELECT "+store.PersonColumns+" FROM games WHERE id = ?", id).Scan(into...)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return store.Persons{}, room.ErrNotFound
	case err != nil:
		return store.Persons{}, fmt.Errorf("sqlite: %w", err)
	}
	return read(), nil
}

// entries returns those that a query of the table of games finds; rest is what
// follows the FROM.
func (s *Store) entries(ctx context.Context, rest string, args ...any) ([]room.Entry, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT entry, "+store.PersonColumns+" FROM games "+rest, args...)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	var list []room.Entry
	for rows.Next() {
		var text []byte
		into, read := store.ScanPersons()
		if err := rows.Scan(append([]any{&text}, into...)...); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		p := read()
		e, err := p.DecodeEntry(text)
		if err != nil {
			return nil, fmt.Errorf("sqlite: an entry of the table of games: %w", err)
		}
		list = append(list, e)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// seat writes who has joined a game. Nothing else changes who plays: a room
// that still has somebody in memory who was erased does not bring them back.
func (w *writer) seat(ctx context.Context, id string, side game.Side, s game.Seat) error {
	text := "UPDATE games SET white = ?, white_name = ? WHERE id = ?"
	if side == game.Black {
		text = "UPDATE games SET black = ?, black_name = ? WHERE id = ?"
	}
	if _, err := w.conn.ExecContext(ctx, text, store.SessionOf(s), store.NameOf(s), id); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return nil
}
