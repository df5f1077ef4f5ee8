package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/play/room"
)

// A definition is kept before the first game that is played by it. So one that
// no game needs may be wanted by a game that is about to begin: it stays for
// wantedFor after it was last asked for.
const (
	wantedFor = time.Hour
	// wantedAnew is after how long it is noted again: most games of one
	// definition need not write anything.
	wantedAnew = wantedFor / 2
)

// Define keeps a definition, unless there are so many already.
func (s *Store) Define(ctx context.Context, d room.Definition, most int) error {
	now := time.Now()
	var wanted int64
	err := s.read.QueryRowContext(ctx, "SELECT wanted FROM definitions WHERE hash = ?", d.Hash).Scan(&wanted)
	if err == nil && now.Sub(time.UnixMilli(wanted)).Abs() < wantedAnew {
		return nil // nobody has to wait for the disk
	}
	return s.do(ctx, definitionChange{d, most, now.UnixMilli()})
}

// Definition returns the text of a definition.
func (s *Store) Definition(ctx context.Context, hash string) (text string, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT text FROM definitions WHERE hash = ?", hash).Scan(&text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", room.ErrNotFound
	case err != nil:
		return "", fmt.Errorf("sqlite: %w", err)
	}
	return text, nil
}

// definitionChange is a definition that may not be there yet.
type definitionChange struct {
	room.Definition
	most   int
	wanted int64
}

func (c definitionChange) apply(w *writer) error {
	ctx := context.Background()
	if there, err := affected(w.want.ExecContext(ctx, c.wanted, c.Hash)); err != nil || there {
		return err
	}
	added, err := affected(w.define.ExecContext(ctx, c.Hash, c.Text, c.wanted, c.most))
	if err == nil && !added {
		err = room.ErrFull
	}
	return err
}

// unneeded finds definitions that no game is played by and nobody has wanted
// since a time.
const unneeded = `wanted < ? AND NOT EXISTS (
	SELECT 1 FROM games WHERE instr(json_extract(entry, '$.variant'), '#') > 0
		AND substr(json_extract(entry, '$.variant'), instr(json_extract(entry, '$.variant'), '#') + 1) = hash)`

// deletedTogether is how many definitions are deleted in one transaction, so
// that players need not wait.
const deletedTogether = 100

// ForgetDefinitions deletes the definitions whose last game has been deleted,
// and returns how many there were.
func (s *Store) ForgetDefinitions(ctx context.Context) (n int, err error) {
	before := time.Now().Add(-wantedFor).UnixMilli()
	for {
		hashes, err := s.texts(ctx, "SELECT hash FROM definitions WHERE "+unneeded+" LIMIT ?", before, deletedTogether)
		if err != nil || len(hashes) == 0 {
			return n, err
		}
		var deleted int64
		err = s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
			for _, hash := range hashes {
				// It may have come to be wanted meanwhile.
				done, err := conn.ExecContext(ctx, "DELETE FROM definitions WHERE hash = ? AND "+unneeded, string(hash), before)
				if err != nil {
					return err
				}
				gone, err := done.RowsAffected()
				if err != nil {
					return err
				}
				deleted += gone
			}
			return nil
		})
		n += int(deleted)
		if err != nil || deleted == 0 {
			return n, err
		}
	}
}
