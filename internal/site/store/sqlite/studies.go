package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/shelf"
)

// studyChange carries out something about studies and returns what a shelf is
// told as it is.
func (s *Store) studyChange(ctx context.Context, do func(ctx context.Context, conn *sql.Conn) error) error {
	return s.do(ctx, operation(func(ctx context.Context, conn *sql.Conn) error {
		err := do(ctx, conn)
		if err != nil && !errors.Is(err, shelf.ErrNotFound) && !errors.Is(err, shelf.ErrConflict) && !errors.Is(err, shelf.ErrFull) {
			err = fmt.Errorf("sqlite: %w", err)
		}
		return err
	}))
}

// CreateStudy keeps a new study, unless there are too many.
func (s *Store) CreateStudy(ctx context.Context, one shelf.Study, most shelf.Bounds) error {
	return s.studyChange(ctx, func(ctx context.Context, conn *sql.Conn) error {
		var own, all int
		var there bool
		row := conn.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM studies WHERE owner = ?1), (SELECT count(*) FROM studies), EXISTS (SELECT 1 FROM studies WHERE id = ?2)", one.Owner[:], one.ID)
		if err := row.Scan(&own, &all, &there); err != nil {
			return err
		}
		switch {
		case there:
			return shelf.ErrConflict
		case own >= most.Person || all >= most.All:
			return shelf.ErrFull
		}
		return addStudy(ctx, conn, one)
	})
}

const studyColumns = "SELECT id, secret, owner, title, pgn, version, created, updated, used FROM studies "

// Study returns a study.
func (s *Store) Study(ctx context.Context, id string) (shelf.Study, error) {
	list, err := s.studies(ctx, "WHERE id = ?", id)
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
	return s.studies(ctx, "WHERE owner = ? ORDER BY updated DESC, id", owner[:])
}

func (s *Store) studies(ctx context.Context, rest string, args ...any) (list []shelf.Study, err error) {
	rows, err := s.read.QueryContext(ctx, studyColumns+rest, args...)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var one shelf.Study
		var secret, owner []byte
		if err := rows.Scan(&one.ID, &secret, &owner, &one.Title, &one.PGN, &one.Version, &one.Created, &one.Updated, &one.Used); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		if len(secret) != len(one.Secret) || len(owner) != len(one.Owner) {
			return nil, fmt.Errorf("sqlite: the study %s has a damaged hash", one.ID)
		}
		one.Secret, one.Owner = game.Hash(secret), game.Hash(owner)
		list = append(list, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// ChangeStudy replaces a study whose version is the one before.
func (s *Store) ChangeStudy(ctx context.Context, one shelf.Study) error {
	return s.studyChange(ctx, func(ctx context.Context, conn *sql.Conn) error {
		var version int
		switch err := conn.QueryRowContext(ctx, "SELECT version FROM studies WHERE id = ?", one.ID).Scan(&version); {
		case errors.Is(err, sql.ErrNoRows):
			return shelf.ErrNotFound
		case err != nil:
			return err
		case version != one.Version-1:
			return shelf.ErrConflict
		}
		return exec(ctx, conn, []any{one.Title, one.PGN, one.Version, one.Updated, one.Used, one.ID},
			"UPDATE studies SET title = ?, pgn = ?, version = ?, updated = ?, used = ? WHERE id = ?")
	})
}

// UseStudy notes that a study was read.
func (s *Store) UseStudy(ctx context.Context, id string, at int64) error {
	return s.changeOne(ctx, "UPDATE studies SET used = max(used, ?2) WHERE id = ?1", id, at)
}

// DeleteStudy deletes a study.
func (s *Store) DeleteStudy(ctx context.Context, id string) error {
	err := s.changeOne(ctx, "DELETE FROM studies WHERE id = ?", id)
	if err == nil {
		s.flush(ctx)
	}
	return err
}

// changeOne changes one study, or returns shelf.ErrNotFound.
func (s *Store) changeOne(ctx context.Context, text string, args ...any) error {
	return s.studyChange(ctx, func(ctx context.Context, conn *sql.Conn) error {
		done, err := conn.ExecContext(ctx, text, args...)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, shelf.ErrNotFound)
		}
		return nil
	})
}

// PruneStudies deletes those that were last used before a time.
func (s *Store) PruneStudies(ctx context.Context, before int64) (n int, err error) {
	err = s.studyChange(ctx, func(ctx context.Context, conn *sql.Conn) error {
		done, err := conn.ExecContext(ctx, "DELETE FROM studies WHERE used < ?", before)
		if err != nil {
			return err
		}
		gone, err := done.RowsAffected()
		n = int(gone)
		return err
	})
	return n, err
}
