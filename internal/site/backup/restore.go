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
	"github.com/tainchess/tain/notation"
)

// RestoreOptions say which backup becomes the database of which folder.
type RestoreOptions struct {
	File string
	Data string
	Key  *Key // nil: the backup is not encrypted
	// Force puts it in the place of a database that is there. That one is kept
	// under another name.
	Force bool
	// Find finds the rule sets that come with the program.
	Find notation.Finder
	// Sample is how many games are folded; below 0 all are.
	Sample   int
	Progress Progress
}

// Restored is a backup that has become a database.
type Restored struct {
	Data string `json:"data"`
	// Before is the database that was there, if any.
	Before string `json:"before,omitempty"`
	Verified
}

// Restore makes a backup the database of a folder. It verifies it first, in
// that folder but beside the database; only then does it take its place, in one
// step. On an error the database is what it was.
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
		return r, fmt.Errorf("there is a database in %s: choose another folder with --data, or give --force to put the backup in its place (it is kept under another name)", o.Data)
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
		if err := giveAway(file, o.Data); err != nil {
			return r, err
		}
	}
	if present {
		if r.Before, err = setAside(ctx, database); err != nil {
			return r, err
		}
	}
	if err := os.Rename(copied, database); err != nil {
		return r, fmt.Errorf("the backup cannot take the place of the database: %w", err)
	}
	return r, syncFolder(o.Data)
}

// unpack writes the backup, decrypted if it must be.
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
		return fmt.Errorf("the backup cannot be read to its end: %w", err)
	}
	return nil
}

// prove opens the copy as a server would, which also brings it to this
// program's version, and verifies what it has become.
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

// setAside gives the database that is there another name. What its log holds is
// brought into it first: a log that stayed behind would be taken for that of
// the new one.
func setAside(ctx context.Context, database string) (before string, err error) {
	before = database + "-before-" + time.Now().UTC().Format(nameTime)
	// It may be damaged, which may be why it is replaced.
	whole := sqlite.Checkpoint(ctx, database) == nil
	if exists(database) {
		if err := os.Link(database, before); err != nil {
			return "", fmt.Errorf("the database that is there cannot be kept: %w", err)
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
			return "", fmt.Errorf("the log of the database that is there cannot be put aside: %w", err)
		}
	}
	return before, syncFolder(filepath.Dir(database))
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
