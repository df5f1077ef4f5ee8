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

// checkedFirst is the maximum size, in bytes, of a database that is checked completely before it is used.
// Larger databases are checked while in use, so that the server starts immediately.
var checkedFirst int64 = 8 << 20

// beforeCheck is called before checking a database that is in use. Tests replace it with a function that
// blocks.
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
		return fmt.Errorf("sqlite: %s is missing, but its write-ahead log %s-wal exists (%d bytes): put the database back next to the log, or restore a backup; to start without games, move the log away", file, file, log.Size())
	case err == nil && db.Size() == 0:
		return fmt.Errorf("sqlite: %s is empty, but its write-ahead log %s-wal has %d bytes: put the database back next to the log, or restore a backup; to start without games, move both away", file, file, log.Size())
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
		return false, damaged(file, fmt.Sprintf("it has %d of %d bytes", info.Size(), pages*size))
	}
	return false, nil
}

// checkAll checks the whole database while it is in use. If it finds damage, every later write fails with
// that error. A check that prevents the log from restarting for too long is stopped and repeated later.
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
	for ctx.Err() == nil {
		reading, stop := whileLogShort(ctx, file)
		err := quickCheck(reading, db, filepath.Base(file))
		held := reading.Err() != nil
		stop()
		switch {
		case held:
			select {
			case <-ctx.Done():
			case <-time.After(checkpointAge):
			}
			continue
		case err != nil:
			s.damage.Store(&err)
		}
		return
	}
}

// quickCheck returns an error if the database is damaged. It reads the whole file.
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
	return fmt.Errorf("sqlite: %s is damaged (%s): restore a backup, or move the file away to start without games", file, how)
}

const (
	// A checkpoint runs after checkpointChanges changes, after the log has grown by checkpointBytes, or after
	// checkpointAge. These conditions are checked every second.
	checkpointChanges = 1000
	checkpointBytes   = 16 << 20
	checkpointAge     = time.Minute
	// checkpointPasses is the maximum number of passes that do not block the writer. Each pass has less to
	// copy than the one before.
	checkpointPasses = 3
	// truncateEvery is the interval between attempts to truncate a long log.
	truncateEvery = 5 * time.Second
)

// Bounds of the log file, in bytes. A long read prevents the log from restarting.
var (
	// When the log reaches longLog, the writer waits for a checkpoint that truncates it.
	longLog int64 = 128 << 20
	// When the log reaches heldLog, this program's long reads, which are copies and checks, are cancelled.
	heldLog int64 = 1 << 30
	// When the log reaches maxLog, all writes fail until the reader, which is another program, has ended.
	maxLog int64 = 2 << 30
)

// errLogHeld cancels a copy or a check when the log has reached heldLog. errLogFull is returned for writes
// when the log has reached maxLog.
var (
	errLogHeld = errors.New("the write-ahead log has become too long: try again when fewer games are in progress")
	errLogFull = errors.New("sqlite: the write-ahead log has reached its limit because another program is reading the database: stop that program")
)

// logSize returns the size of a database's log, or 0 if there is none.
func logSize(file string) int64 {
	info, err := os.Stat(file + "-wal")
	if err != nil {
		return 0
	}
	return info.Size()
}

// whileLogShort returns a context for a long read, which is cancelled when the log has grown to heldLog.
func whileLogShort(ctx context.Context, file string) (reading context.Context, stop func()) {
	reading, cancel := context.WithCancelCause(ctx)
	if logSize(file) >= heldLog {
		cancel(errLogHeld)
	}
	go func() {
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for logSize(file) < heldLog {
			select {
			case <-reading.Done():
				return
			case <-tick.C:
			}
		}
		cancel(errLogHeld)
	}()
	return reading, func() { cancel(nil) }
}

// checkpoint copies the log into the database when it is due, on a separate connection. SQLite would do this
// within a commit, and callers would have to wait.
//
// The writer waits while the last few pages are copied, which takes a millisecond or two. Only a completely
// copied log restarts from its beginning, and syncing a file that is overwritten is much faster than syncing
// one that grows. If the log becomes long nevertheless, it is truncated.
func (s *Store) checkpoint(ctx context.Context, db *sql.DB) {
	defer close(s.copied)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	file := filepath.Join(s.folder, File)
	done, last, size, truncated := int64(0), time.Now(), logSize(file), time.Time{}
	for {
		select {
		case <-s.closing:
			return
		case <-tick.C:
		}
		now := logSize(file)
		long := now >= longLog && time.Since(truncated) >= truncateEvery
		changes := s.changes.Load()
		due := changes != done && (changes-done >= checkpointChanges || now-size >= checkpointBytes || time.Since(last) >= checkpointAge)
		if !due && !long {
			continue
		}
		done, last, size = changes, time.Now(), now
		left := true
		for pass := 0; pass < checkpointPasses && left; pass++ {
			left = copyLog(ctx, db, "PRAGMA wal_checkpoint(PASSIVE)")
		}
		s.writing.Lock()
		copyLog(ctx, db, "PRAGMA wal_checkpoint(PASSIVE)")
		s.writing.Unlock()
		if long { // truncation comes last, because it holds SQLite's write lock
			truncated = time.Now()
			copyLog(ctx, db, "PRAGMA wal_checkpoint(TRUNCATE)")
			size = logSize(file)
		}
	}
}
