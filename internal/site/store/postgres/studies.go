package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/shelf"
)

// CreateStudy keeps a new study, unless there are too many.
func (s *Store) CreateStudy(ctx context.Context, one shelf.Study, most shelf.Bounds) error {
	tried := false
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		again := tried
		tried = true
		if err := counting(ctx, tx); err != nil {
			return err
		}
		var own, all int
		var secret []byte
		row := tx.QueryRow(ctx, "SELECT (SELECT count(*) FROM studies WHERE owner = $1), (SELECT count(*) FROM studies), (SELECT secret FROM studies WHERE id = $2)", one.Owner[:], one.ID)
		if err := row.Scan(&own, &all, &secret); err != nil {
			return err
		}
		switch {
		case again && string(secret) == string(one.Secret[:]):
			return nil // the first try was committed
		case secret != nil:
			return shelf.ErrConflict
		case own >= most.Person || all >= most.All:
			return shelf.ErrFull
		}
		_, err := tx.Exec(ctx, "INSERT INTO studies (id, secret, owner, title, pgn, version, created, updated, used) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
			one.ID, one.Secret[:], one.Owner[:], one.Title, one.PGN, one.Version, one.Created, one.Updated, one.Used)
		return err
	})
}

const studyColumns = "SELECT id, secret, owner, title, pgn, version, created, updated, used FROM studies "

func scanStudy(r pgx.Rows) (one shelf.Study, err error) {
	var secret, owner []byte
	if err := r.Scan(&one.ID, &secret, &owner, &one.Title, &one.PGN, &one.Version, &one.Created, &one.Updated, &one.Used); err != nil {
		return one, err
	}
	if len(secret) != len(one.Secret) || len(owner) != len(one.Owner) {
		return one, damage{fmt.Errorf("postgres: the study %s has a damaged hash", one.ID)}
	}
	one.Secret, one.Owner = game.Hash(secret), game.Hash(owner)
	return one, nil
}

// Study returns a study.
func (s *Store) Study(ctx context.Context, id string) (shelf.Study, error) {
	list, err := rows(ctx, s, scanStudy, studyColumns+"WHERE id = $1", id)
	if err == nil && len(list) == 0 {
		err = shelf.ErrNotFound
	}
	if err != nil {
		return shelf.Study{}, err
	}
	return list[0], nil
}

// StudiesOf returns the studies of a person, the last changed first.
func (s *Store) StudiesOf(ctx context.Context, owner game.Hash) ([]shelf.Study, error) {
	return rows(ctx, s, scanStudy, studyColumns+"WHERE owner = $1 ORDER BY updated DESC, id", owner[:])
}

// ChangeStudy replaces a study whose version is the one before.
func (s *Store) ChangeStudy(ctx context.Context, one shelf.Study) error {
	tried := false
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		again := tried
		tried = true
		var version int
		var pgn string
		var updated int64
		switch err := tx.QueryRow(ctx, "SELECT version, pgn, updated FROM studies WHERE id = $1 FOR UPDATE", one.ID).Scan(&version, &pgn, &updated); {
		case errors.Is(err, pgx.ErrNoRows):
			return shelf.ErrNotFound
		case err != nil:
			return err
		case again && version == one.Version && pgn == one.PGN && updated == one.Updated:
			return nil // the first try was committed
		case version != one.Version-1:
			return shelf.ErrConflict
		}
		return exec(ctx, tx, []any{one.ID, one.Title, one.PGN, one.Version, one.Updated, one.Used},
			"UPDATE studies SET title = $2, pgn = $3, version = $4, updated = $5, used = $6 WHERE id = $1")
	})
}

// UseStudy notes that a study was read.
func (s *Store) UseStudy(ctx context.Context, id string, at int64) error {
	return s.do(ctx, statement{id, "UPDATE studies SET used = greatest(used, $2) WHERE id = $1", []any{id, at}, shelf.ErrNotFound}, patience)
}

// DeleteStudy deletes a study.
func (s *Store) DeleteStudy(ctx context.Context, id string) error {
	tried := false
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		again := tried
		tried = true
		tag, err := tx.Exec(ctx, "DELETE FROM studies WHERE id = $1", id)
		if err == nil && tag.RowsAffected() == 0 && !again {
			err = shelf.ErrNotFound
		}
		return err
	})
}

// PruneStudies deletes those that were last used before a time.
func (s *Store) PruneStudies(ctx context.Context, before int64) (n int, err error) {
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, "DELETE FROM studies WHERE used < $1", before)
		n = int(tag.RowsAffected())
		return err
	})
	return n, err
}

// SetAhead keeps what a side will answer.
func (s *Store) SetAhead(ctx context.Context, id string, side game.Side, a game.Ahead) error {
	if len(a.Lines) == 0 {
		return s.do(ctx, statement{id, "DELETE FROM ahead WHERE game = $1 AND side = $2", []any{id, string(side)}, nil}, patience)
	}
	data, err := encode(a)
	if err != nil {
		return err
	}
	return s.do(ctx, statement{id, "INSERT INTO ahead (game, side, data) VALUES ($1, $2, $3) ON CONFLICT (game, side) DO UPDATE SET data = excluded.data", []any{id, string(side), data}, nil}, patience)
}

// Ahead returns what a side will answer.
func (s *Store) Ahead(ctx context.Context, id string, side game.Side) (a game.Ahead, err error) {
	var data string
	switch err := s.row(ctx, []any{&data}, "SELECT data FROM ahead WHERE game = $1 AND side = $2", id, string(side)); {
	case errors.Is(err, room.ErrNotFound):
		return game.Ahead{}, nil
	case err != nil:
		return game.Ahead{}, err
	}
	if err := decode(data, &a); err != nil {
		return game.Ahead{}, fmt.Errorf("postgres: what %s will answer in %s: %w", side, id, err)
	}
	return a, nil
}
