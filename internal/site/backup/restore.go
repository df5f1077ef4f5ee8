package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/notation/pgn"
)

// RestoreOptions configures the restore of a backup.
type RestoreOptions struct {
	File string
	Data string
	Key  *Key // nil if the backup is not encrypted
	// Force allows an existing database to be replaced. The existing database is renamed.
	Force bool
	// Find finds the built-in rule sets.
	Find pgn.Finder
	// Sample is the number of games to replay; negative for all.
	Sample   int
	Progress Progress
}

// Restored is the result of a restore.
type Restored struct {
	Data string `json:"data"`
	// Before is the new name of the previous database, if any.
	Before string `json:"before,omitempty"`
	Verified
}

// Restore restores a backup into a folder. It verifies the backup there before it atomically replaces the
// database. On an error the database is unchanged.
func Restore(ctx context.Context, o RestoreOptions) (r Restored, err error) {
	r.Data = o.Data
	from, err := os.Open(o.File)
	if err != nil {
		return r, fmt.Errorf("the backup cannot be read: %w", err)
	}
	defer from.Close()
	unlock, err := sqlite.Lock(o.Data)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	database := filepath.Join(o.Data, sqlite.File)
	present := exists(database) || exists(database+"-wal")
	if present && !o.Force {
		return r, fmt.Errorf("%s already has a database: choose another folder with --data, or replace it with --force (the old database is renamed)", o.Data)
	}
	work, err := os.MkdirTemp(o.Data, partial)
	if err != nil {
		return r, fmt.Errorf("the folder %s cannot be written: %w", o.Data, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	copied := filepath.Join(work, sqlite.File)
	if err := o.unpack(from, copied); err != nil {
		return r, err
	}
	if r.Verified, err = o.prove(ctx, work); err != nil {
		return r, fmt.Errorf("%s cannot be restored: %w", o.File, err)
	}
	for _, file := range []string{copied, filepath.Join(o.Data, sqlite.LockFile)} {
		if err := matchOwner(file, o.Data); err != nil {
			return r, err
		}
	}
	if present {
		if r.Before, err = moveAside(ctx, database); err != nil {
			return r, err
		}
	}
	if err := os.Rename(copied, database); err != nil {
		return r, fmt.Errorf("the backup cannot replace the database: %w", err)
	}
	return r, syncFolder(o.Data)
}

// unpack writes the backup to a file, decrypted if necessary.
func (o *RestoreOptions) unpack(from *os.File, to string) error {
	info, err := from.Stat()
	if err != nil {
		return err
	}
	buffered := bufio.NewReader(&counter{from: from, total: info.Size(), progress: o.Progress.of("reading")})
	var content io.Reader = buffered
	if first, _ := buffered.Peek(len(header)); encrypted(first) {
		if content, err = o.Key.decrypt(buffered); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("the backup cannot be read completely: %w", err)
	}
	return nil
}

// prove opens the copy as a server would, which migrates it if necessary, and verifies the result.
func (o *RestoreOptions) prove(ctx context.Context, work string) (Verified, error) {
	copied := filepath.Join(work, sqlite.File)
	if _, err := Verify(ctx, copied, o.Find, 0, o.Progress); err != nil {
		return Verified{}, err
	}
	s, err := sqlite.Open(ctx, work)
	if err != nil {
		return Verified{}, err
	}
	if err := errors.Join(s.Close(), sqlite.Checkpoint(ctx, copied)); err != nil {
		return Verified{}, err
	}
	return Verify(ctx, copied, o.Find, o.Sample, o.Progress)
}

// moveAside gives the previous database a second name and returns that name. It writes the write-ahead log into
// the database or renames it, because SQLite would apply a leftover log to the new database.
func moveAside(ctx context.Context, database string) (before string, err error) {
	before = database + "-before-" + time.Now().UTC().Format(nameTime)
	// The checkpoint may fail, because a damaged database may be the reason for the restore.
	whole := sqlite.Checkpoint(ctx, database) == nil
	if exists(database) {
		if err := os.Link(database, before); err != nil {
			return "", fmt.Errorf("the previous database cannot be renamed: %w", err)
		}
	}
	for _, part := range []string{"-wal", "-shm"} {
		if !exists(database + part) {
			continue
		}
		if whole {
			err = os.Remove(database + part)
		} else {
			err = os.Rename(database+part, before+part)
		}
		if err != nil {
			return "", fmt.Errorf("the log of the previous database cannot be moved: %w", err)
		}
	}
	return before, syncFolder(filepath.Dir(database))
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
