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
	// checkpointPasses is how often in a row the log is folded in: what is
	// written meanwhile is little, and once nothing is left the log starts anew.
	checkpointPasses = 3
	// longLog is how many pages the log may have before writers must wait for
	// it to be folded in: 128 MB.
	longLog = 32_768
)

// checkpoint folds the log into the database now and then. SQLite would do it
// within a commit, and whoever waits for that commit would wait for it too; on
// a connection of its own it holds up nobody.
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
		length := 0
		for range checkpointPasses {
			var left bool
			if length, left = fold(ctx, db, "PRAGMA wal_checkpoint(PASSIVE)"); !left {
				break
			}
		}
		if length > longLog {
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
