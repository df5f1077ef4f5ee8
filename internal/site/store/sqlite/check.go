package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// checkedFirst is the size in bytes up to which a database is checked completely before it is opened. Larger
// databases are checked while in use, so that the server starts immediately.
var checkedFirst int64 = 8 << 20

// beforeCheck is called before checking a database in use. Tests block in it.
var beforeCheck = func() {}

// orphaned rejects a write-ahead log without a database, because SQLite would discard it together with the
// games in it.
func orphaned(file string) error {
	log, err := os.Stat(file + "-wal")
	if err != nil || log.Size() == 0 {
		return nil // no log, or an empty log
	}
	db, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("sqlite: %s is missing, but its write-ahead log %s-wal exists (%d bytes): put the database back next to it, or restore a backup; to start without games, move the log away", file, file, log.Size())
	case err == nil && db.Size() == 0:
		return fmt.Errorf("sqlite: %s is empty, but its write-ahead log %s-wal has %d bytes: put the database back next to it, or restore a backup; to start without games, move both away", file, file, log.Size())
	}
	return nil
}

// check rejects a file that is damaged or not a database, and reports whether it checked the whole file. For
// a large file it checks only the size.
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

// checkAll checks the whole database while it is in use. If it finds damage, every later write fails with
// that error.
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

// checking reports whether checkAll is running.
func (s *Store) checking() bool {
	select {
	case <-s.checked:
		return false
	default:
		return true
	}
}

// quickCheck checks the whole database.
func quickCheck(ctx context.Context, db *sql.DB, file string) error {
	var result string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&result); err != nil {
		return fmt.Errorf("sqlite: %s cannot be read as a database: %w", file, err)
	}
	if result != "ok" {
		return damaged(file, result)
	}
	return nil
}

func damaged(file, how string) error {
	return fmt.Errorf("sqlite: %s is damaged (%s): restore a backup, or move it away to start without games", file, how)
}

const (
	// A checkpoint runs after checkpointChanges, about 16 MB of log, or after
	// checkpointAge. Both are checked every second.
	checkpointChanges = 1000
	checkpointAge     = time.Minute
	// checkpointPasses is the number of passes that do not block the writer. Each pass has less to copy than
	// the one before.
	checkpointPasses = 3
	// maxLog is the log length, in pages, at which writers wait for a checkpoint: 128 MB.
	maxLog = 32_768
)

// checkpoint periodically copies the log into the database, on its own connection. SQLite would do so within
// a commit, and callers would wait.
//
// The writer waits while the last few pages are copied, which takes a millisecond or two. Only a log that has
// been copied completely restarts from the beginning, and overwriting a file syncs much faster than growing
// one.
func (s *Store) checkpoint(ctx context.Context, db *sql.DB) {
	defer close(s.copied)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	done, last := int64(0), time.Now()
	for {
		select {
		case <-s.closing:
			return
		case <-tick.C:
		}
		changes := s.changes.Load()
		if changes == done || changes-done < checkpointChanges && time.Since(last) < checkpointAge {
			continue
		}
		done, last = changes, time.Now()
		left := true
		for pass := 0; pass < checkpointPasses && left; pass++ {
			_, left = copyLog(ctx, db, "PRAGMA wal_checkpoint(PASSIVE)")
		}
		s.writing.Lock()
		length, left := copyLog(ctx, db, "PRAGMA wal_checkpoint(PASSIVE)")
		s.writing.Unlock()
		// The integrity check prevents the log from restarting, and a restart would wait for it.
		if left && length > maxLog && !s.checking() {
			copyLog(ctx, db, "PRAGMA wal_checkpoint(RESTART)")
		}
	}
}
