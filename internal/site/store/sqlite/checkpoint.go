package sqlite

import (
	"context"
	"database/sql"
	"time"
)

const (
	// The log is copied into the database after so many changes, about 16 MB of it, and after
	// so long in any case. Both are looked at every second.
	checkpointChanges = 1000
	checkpointAge     = time.Minute
	// checkpointPasses is how often in a row the log is copied into the database beside the
	// writer: what is written meanwhile is less each time.
	checkpointPasses = 3
	// longLog is how many pages the log may have before writers must wait for
	// it to be copied into the database: 128 MB.
	longLog = 32_768
)

// checkpoint copies the log into the database now and then. SQLite would do it
// within a commit, and whoever waits for that commit would wait for it too; on
// a connection of its own it holds up nobody.
//
// The last few pages are copied into the database while the writer waits, which takes a
// millisecond or two. Only when nothing is left does the log start anew from
// its beginning; a file that is written over, and does not grow, is synced much
// faster.
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
		// Who reads all of the database holds the log back, and would be waited for.
		if left && length > longLog && !s.checking() {
			copyLog(ctx, db, "PRAGMA wal_checkpoint(RESTART)")
		}
	}
}

// copyLog returns how many pages the log has and whether some are not in the database yet.
// What cannot be done now is done another time: the log is safe as it is.
func copyLog(ctx context.Context, db *sql.DB, pragma string) (length int, left bool) {
	var busy, done int
	if err := db.QueryRowContext(ctx, pragma).Scan(&busy, &length, &done); err != nil {
		return 0, false
	}
	return length, done < length
}
