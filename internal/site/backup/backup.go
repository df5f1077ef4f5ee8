// Package backup copies the database of a server while it is in use, makes sure
// that the copy can be read, and puts a copy back in the place of a database.
//
// A copy is made by SQLite itself (VACUUM INTO), which sees one consistent
// state while others write. A plain copy of the files does not: tried while a
// server was writing, it was damaged in 9 of 108 cases.
//
// Every copy is opened before it counts: all its pages and indices are checked,
// its games are compared with their events, and the events of some are folded
// into games. Only then does it get its name, in one step.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/sqlite"
	"github.com/tainchess/tain/notation"
)

// The parts of a backup's name around the time it was made.
const (
	namePrefix = "tain-"
	nameTime   = "20060102T150405Z"
	nameSuffix = ".db"
	nameAge    = ".age" // follows if it is encrypted
)

// partial is how the name of a file begins that is not finished.
const partial = ".tain-partial-"

// Sample is how many games are usually folded to verify a copy.
const Sample = 200

// Progress is told how much of a part of the work has been done; total is -1
// where that is not known.
type Progress func(part string, done, total int64)

func (p Progress) of(part string) func(done, total int64) {
	return func(done, total int64) {
		if p != nil {
			p(part, done, total)
		}
	}
}

// Options say what is copied, and where to.
type Options struct {
	Data string // the folder of the server
	// To is the file to write, or a folder in which the backup gets a name from
	// the time it is made.
	To  string
	Key *Key // nil: it is not encrypted
	// Find finds the rule sets that come with the program.
	Find notation.Finder
	// Sample is how many games are folded; below 0 all are.
	Sample   int
	Progress Progress
}

// Made is a backup that was made and verified.
type Made struct {
	File      string `json:"file"`
	Bytes     int64  `json:"bytes"`
	Encrypted bool   `json:"encrypted,omitempty"`
	Verified
}

// Verified is what was found in a copy.
type Verified struct {
	Version int64 `json:"version"` // of its tables
	Games   int   `json:"games"`
	Events  int   `json:"events"`
	Folded  int   `json:"folded"` // games whose events were played through
}

// Make makes a backup. On an error there is none, nor any part of one.
func Make(ctx context.Context, o Options) (m Made, err error) {
	file := o.To
	if info, err := os.Stat(o.To); err == nil && info.IsDir() {
		file = filepath.Join(o.To, name(time.Now(), o.Key != nil))
	}
	if _, err := os.Lstat(file); err == nil {
		return m, fmt.Errorf("%s is there already: choose another name", file)
	}
	// What is not encrypted yet stays in the folder of the database, which is
	// as private.
	workplace := filepath.Dir(file)
	if o.Key != nil {
		workplace = o.Data
	}
	work, err := os.MkdirTemp(workplace, partial)
	if err != nil {
		return m, fmt.Errorf("the backup cannot be written: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	copied := filepath.Join(work, sqlite.File)
	if err := sqlite.Copy(ctx, o.Data, copied, o.Progress.of("copying")); err != nil {
		return m, err
	}
	if m.Verified, err = Verify(ctx, copied, o.Find, o.Sample, o.Progress); err != nil {
		return m, fmt.Errorf("the copy was made and cannot be relied on: %w", err)
	}
	if o.Key != nil {
		copied, err = o.encrypt(filepath.Dir(file), copied)
		if err != nil {
			return m, err
		}
		defer os.Remove(copied) // if it has no better name by then
	}
	info, err := os.Stat(copied)
	if err != nil {
		return m, err
	}
	// A link, unlike a renaming, never takes the place of another file.
	if err := os.Link(copied, file); err != nil {
		if errors.Is(err, os.ErrExist) {
			return m, fmt.Errorf("%s is there already: choose another name", file)
		}
		if err := os.Rename(copied, file); err != nil { // where there are no links
			return m, fmt.Errorf("the backup cannot be given its name: %w", err)
		}
	}
	m.File, m.Bytes, m.Encrypted = file, info.Size(), o.Key != nil
	return m, syncFolder(filepath.Dir(file))
}

// encrypt writes a copy encrypted into a folder and returns the name it has
// there for now.
func (o *Options) encrypt(folder, copied string) (string, error) {
	from, err := os.Open(copied)
	if err != nil {
		return "", err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return "", err
	}
	to, err := os.CreateTemp(folder, partial)
	if err != nil {
		return "", fmt.Errorf("the backup cannot be written: %w", err)
	}
	err = o.Key.encrypt(to, &counter{from: from, total: info.Size(), progress: o.Progress.of("encrypting")})
	if err = errors.Join(err, to.Sync(), to.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("the backup cannot be encrypted: %w", err), os.Remove(to.Name()))
	}
	return to.Name(), nil
}

// Verify opens a copy and looks whether games can be read from it.
func Verify(ctx context.Context, file string, find notation.Finder, sample int, progress Progress) (v Verified, err error) {
	progress.of("verifying")(0, -1)
	s, err := sqlite.View(ctx, file)
	if err != nil {
		return v, err
	}
	defer s.Close()
	v.Version = s.Version
	if s.Version > s.Known {
		return v, fmt.Errorf("it is of version %d and this program knows only up to %d: use the newer program that wrote it", s.Version, s.Known)
	}
	if v.Games, v.Events, err = s.Check(ctx); err != nil {
		return v, err
	}
	if s.Version < s.Known {
		return v, nil // its tables are others; they are brought up to date when it is put in place
	}
	ids, err := s.Sample(ctx, sample)
	if err != nil {
		return v, err
	}
	known := room.FinderOf(find, func(hash string) (string, error) { return s.Definition(ctx, hash) })
	for i, id := range ids {
		events, err := s.Load(ctx, id)
		if err != nil {
			return v, fmt.Errorf("the game %s cannot be read: %w", id, err)
		}
		if _, err := game.Fold(known, events); err != nil {
			return v, fmt.Errorf("the game %s cannot be played through: %w", id, err)
		}
		v.Folded++
		progress.of("verifying")(int64(i+1), int64(len(ids)))
	}
	return v, nil
}

// name returns what a backup is called.
func name(at time.Time, encrypted bool) string {
	text := namePrefix + at.UTC().Format(nameTime) + nameSuffix
	if encrypted {
		text += nameAge
	}
	return text
}

// madeAt tells when a backup was made by its name, false if it is none.
func madeAt(file string) (time.Time, bool) {
	text, ok := strings.CutPrefix(file, namePrefix)
	text = strings.TrimSuffix(text, nameAge)
	text, named := strings.CutSuffix(text, nameSuffix)
	at, err := time.Parse(nameTime, text)
	return at, ok && named && err == nil
}

// syncFolder waits until the names in a folder are on the disk.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	_ = f.Sync() // not every system can
	return nil
}

// counter tells how much has been read.
type counter struct {
	from        io.Reader
	done, total int64
	progress    func(done, total int64)
}

// Read reads on.
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.done += int64(n)
	c.progress(c.done, c.total)
	return n, err
}
