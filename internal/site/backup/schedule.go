package backup

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// Schedule creates backups at intervals and deletes old ones.
type Schedule struct {
	Options // To is a folder
	Every   time.Duration
	// Keep is how long a backup is stored. 0 means forever. The newest backup is never deleted.
	Keep time.Duration
	Log  *slog.Logger

	last atomic.Int64 // time of the newest backup, in Unix seconds
}

// retryAfter is the delay before a failed backup is retried, unless Every is shorter.
const retryAfter = 10 * time.Minute

// Last returns the time of the newest backup, or the zero time if there is none.
func (s *Schedule) Last() time.Time {
	if at := s.last.Load(); at != 0 {
		return time.Unix(at, 0)
	}
	return time.Time{}
}

// Prepare creates the folder if necessary and finds the newest backup in it.
func (s *Schedule) Prepare() error {
	if err := os.MkdirAll(s.To, 0o700); err != nil {
		return fmt.Errorf("the backup folder cannot be created: %w", err)
	}
	saved, err := s.list()
	if err != nil {
		return fmt.Errorf("the backup folder cannot be read: %w", err)
	}
	if len(saved) > 0 {
		s.last.Store(saved[0].at.Unix())
	}
	return nil
}

// Run creates backups until the context is cancelled. If the folder already contains a backup, the first new
// one is due one interval after it, so that restarts do not add backups.
func (s *Schedule) Run(ctx context.Context) {
	s.sweep(0)
	for {
		// The clock may have been set back.
		wait := min(time.Until(s.Last().Add(s.Every)), s.Every)
		if !sleep(ctx, wait) {
			return
		}
		began := time.Now()
		m, err := Make(ctx, s.Options)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			s.Log.Error("backup: failed", "error", err)
			if !sleep(ctx, min(retryAfter, s.Every)) {
				return
			}
			continue
		}
		s.last.Store(began.Unix())
		s.Log.Info("backup: created and verified", "file", m.File, "bytes", m.Bytes, "games", m.Games, "events", m.Events,
			"folded", m.Folded, "took", time.Since(began).Round(time.Millisecond))
		s.sweep(s.Keep)
	}
}

// sleep waits until the time has passed or the context is cancelled, and reports whether the context is still
// active.
func sleep(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// found is a backup in the folder.
type found struct {
	name string
	at   time.Time
}

// list returns the backups in the folder, newest first.
func (s *Schedule) list() ([]found, error) {
	entries, err := os.ReadDir(s.To)
	var list []found
	for _, e := range entries {
		if at, ok := madeAt(e.Name()); ok && e.Type().IsRegular() {
			list = append(list, found{e.Name(), at})
		}
	}
	slices.SortFunc(list, func(a, b found) int { return b.at.Compare(a.at) })
	return list, err
}

// sweep deletes backups older than keep, except the newest, and day-old incomplete backups left behind by a
// killed server. It changes no other files.
func (s *Schedule) sweep(keep time.Duration) {
	saved, err := s.list()
	if err != nil {
		s.Log.Error("backup: cannot read the folder", "error", err)
		return
	}
	for _, b := range saved[min(1, len(saved)):] {
		if keep > 0 && time.Since(b.at) > keep {
			s.remove(filepath.Join(s.To, b.name))
		}
	}
	for _, folder := range []string{s.To, s.Data} {
		entries, _ := os.ReadDir(folder) // the next backup reports errors in reading the folder
		for _, e := range entries {
			info, err := e.Info()
			if err == nil && strings.HasPrefix(e.Name(), partial) && time.Since(info.ModTime()) > 24*time.Hour {
				s.remove(filepath.Join(folder, e.Name()))
			}
		}
	}
}

func (s *Schedule) remove(file string) {
	if err := os.RemoveAll(file); err != nil {
		s.Log.Error("backup: cannot delete an old backup", "file", file, "error", err)
		return
	}
	s.Log.Info("backup: deleted an old backup", "file", file)
}
