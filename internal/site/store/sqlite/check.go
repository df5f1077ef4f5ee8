package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkedFirst is how many bytes a database may have to be read from end to end
// before it is opened. A larger one is read beside its use, so that a server
// starts at once however many games it keeps.
var checkedFirst int64 = 8 << 20

// beforeCheck is called before a database is read beside its use; tests wait in
// it.
var beforeCheck = func() {}

// orphaned refuses a log of writes whose database is missing: SQLite would throw
// the log away, and with it games, and begin with nothing.
func orphaned(file string) error {
	log, err := os.Stat(file + "-wal")
	if err != nil || log.Size() == 0 {
		return nil // there is none, or nothing in it
	}
	db, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("sqlite: %s is missing, but its log of writes %s-wal (%d bytes) is there: put the database back beside it, or restore a copy; to start with no games, move the log away", file, file, log.Size())
	case err == nil && db.Size() == 0:
		return fmt.Errorf("sqlite: %s is empty, but its log of writes %s-wal has %d bytes: put the database back beside it, or restore a copy; to start with no games, move both away", file, file, log.Size())
	}
	return nil
}

// check refuses a file that is damaged or no database, and reports whether it
// has read the whole of it. A large one is only looked at here.
func (s *Store) check(ctx context.Context, file string) (whole bool, err error) {
	info, err := os.Stat(file)
	if err != nil {
		return false, fmt.Errorf("sqlite: %s cannot be read: %w", file, err)
	}
	if info.Size() <= checkedFirst {
		return true, quickCheck(ctx, s.write, file)
	}
	var pages, size, tables int64
	row := s.write.QueryRowContext(ctx, "SELECT (SELECT page_count FROM pragma_page_count), (SELECT page_size FROM pragma_page_size), (SELECT count(*) FROM sqlite_schema)")
	if err := row.Scan(&pages, &size, &tables); err != nil {
		return false, fmt.Errorf("sqlite: %s cannot be read as a database: %w", file, err)
	}
	// Pages that are not in the file may be in the log.
	if log, err := os.Stat(file + "-wal"); pages*size > info.Size() && (err != nil || log.Size() == 0) {
		return false, damaged(file, fmt.Sprintf("it has %d bytes of %d", info.Size(), pages*size))
	}
	return false, nil
}

// checkAll reads the whole database while it is in use. If it is damaged, nothing
// more is written to it, and whoever asks is told why.
func (s *Store) checkAll(ctx context.Context, file string) {
	defer close(s.checked)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	beforeCheck()
	db, err := connect(file, 1, "query_only(1)")
	if err != nil {
		return
	}
	defer db.Close()
	if err := quickCheck(ctx, db, filepath.Base(file)); err != nil && ctx.Err() == nil {
		s.damage.Store(&err)
	}
}

// checking reports whether the database is being read as a whole.
func (s *Store) checking() bool {
	select {
	case <-s.checked:
		return false
	default:
		return true
	}
}

// quickCheck reads all of a database.
func quickCheck(ctx context.Context, db *sql.DB, file string) error {
	var said string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&said); err != nil {
		return fmt.Errorf("sqlite: %s cannot be read as a database: %w", file, err)
	}
	if said != "ok" {
		return damaged(file, said)
	}
	return nil
}

func damaged(file, how string) error {
	return fmt.Errorf("sqlite: %s is damaged (%s): put a copy in its place, or move it away to start anew", file, how)
}
