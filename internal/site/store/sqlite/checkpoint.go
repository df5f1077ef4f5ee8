package sqlite

import (
	"context"
	"database/sql"
	"time"
)

const (
	// A checkpoint is made after this many changes, about 16 MB of log, or after this
	// time. Both are checked every second.
	checkpointChanges = 1000
	checkpointAge     = time.Minute
	// checkpointPasses is the number of passes alongside the writer. Each finds less
	// to copy.
	checkpointPasses = 3
	// maxLog is the log length, in pages, from which writers wait for a checkpoint:
	// 128 MB.
	maxLog = 32_768
)

// checkpoint copies the log into the database from time to time, on a connection of
// its own. SQLite would do it within a commit, and callers would wait.
//
// The writer waits while the last few pages are copied, which takes a millisecond
// or two. Only a log that is copied completely restarts from its beginning, and a
// file that is overwritten syncs much faster than one that grows.
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
		// The integrity check holds the log back, and a restart would wait for it.
		if left && length > maxLog && !s.checking() {
			copyLog(ctx, db, "PRAGMA wal_checkpoint(RESTART)")
		}
	}
}

// copyLog runs a checkpoint. It returns the log's length in pages, and whether some
// are not in the database yet. A later call retries a failure: the log is durable.
func copyLog(ctx context.Context, db *sql.DB, pragma string) (length int, left bool) {
	var busy, done int
	if err := db.QueryRowContext(ctx, pragma).Scan(&busy, &length, &done); err != nil {
		return 0, false
	}
	return length, done < length
}
