package sqlite

import (
	"context"
	"database/sql"
	"time"
)

const (
	// The log is folded in after so many changes, about 16 MB of it, and after
	// so long in any case. Both are looked at every second.
	checkpointChanges = 1000
	checkpointAge     = time.Minute
	// checkpointPasses is how often in a row the log is folded in beside the
	// writer: what is written meanwhile is less each time.
	checkpointPasses = 3
	// longLog is how many pages the log may have before writers must wait for
	// it to be folded in: 128 MB.
	longLog = 32_768
)

// checkpoint folds the log into the database now and then. SQLite would do it
// within a commit, and whoever waits for that commit would wait for it too; on
// a connection of its own it holds up nobody.
//
// The last few pages are folded in while the writer waits, which takes a
// millisecond or two. Only when nothing is left does the log start anew from
// its beginning; a file that is written over, and does not grow, is synced much
// faster.
func (s *Store) checkpoint(ctx context.Context, db *sql.DB) {
	defer close(s.folded)
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
			_, left = fold(ctx, db, "PRAGMA wal_checkpoint(PASSIVE)")
		}
		s.turn.Lock()
		length, left := fold(ctx, db, "PRAGMA wal_checkpoint(PASSIVE)")
		s.turn.Unlock()
		if left && length > longLog {
			fold(ctx, db, "PRAGMA wal_checkpoint(RESTART)")
		}
	}
}

// fold returns how many pages the log has and whether some are not folded in.
// What cannot be done now is done another time: the log is safe as it is.
func fold(ctx context.Context, db *sql.DB, pragma string) (length int, left bool) {
	var busy, done int
	if err := db.QueryRowContext(ctx, pragma).Scan(&busy, &length, &done); err != nil {
		return 0, false
	}
	return length, done < length
}
