package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

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
	err := s.row(ctx, []any{&wanted}, "SELECT wanted FROM definitions WHERE hash = $1", d.Hash)
	if err == nil && now.Sub(time.UnixMilli(wanted)).Abs() < wantedAnew {
		return nil // nobody has to wait for the disk
	}
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := counting(ctx, tx); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, "UPDATE definitions SET wanted = greatest(wanted, $2) WHERE hash = $1", d.Hash, now.UnixMilli())
		if err != nil || tag.RowsAffected() > 0 {
			return err
		}
		tag, err = tx.Exec(ctx, "INSERT INTO definitions (hash, text, wanted) SELECT $1::text, $2::text, $3::bigint WHERE (SELECT count(*) FROM definitions) < $4", d.Hash, d.Text, now.UnixMilli(), most)
		if err == nil && tag.RowsAffected() == 0 {
			err = room.ErrFull
		}
		return err
	})
}

// deletedTogether is how many definitions are deleted in one transaction, so
// that players need not wait.
const deletedTogether = 100

// ForgetDefinitions deletes the definitions whose last game has been deleted,
// and returns how many there were.
func (s *Store) ForgetDefinitions(ctx context.Context) (n int, err error) {
	before := time.Now().Add(-wantedFor).UnixMilli()
	for {
		var deleted int64
		err := s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, `DELETE FROM definitions WHERE hash IN (
				SELECT hash FROM definitions WHERE wanted < $1 AND NOT EXISTS (SELECT 1 FROM games WHERE definition = hash) LIMIT $2 FOR UPDATE SKIP LOCKED)`, before, deletedTogether)
			deleted = tag.RowsAffected()
			return err
		})
		n += int(deleted)
		if err != nil || deleted == 0 {
			return n, err
		}
	}
}
