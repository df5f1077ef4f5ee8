// Package backup copies the database of a running server, verifies the copy, and restores a database from it.
//
// SQLite creates the copy with VACUUM INTO, from one consistent state. Simply copying the files while a
// server writes to them can produce a damaged copy.
//
// Every copy is verified before it gets its final name: all pages and indices are checked, events are counted
// to make sure that no game lacks any, and, unless its schema is older than this program's, the events of a
// sample of games are replayed.
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
	"github.com/tainchess/tain/notation/pgn"
)

// The parts of a backup's file name before and after its time.
const (
	namePrefix = "tain-"
	nameTime   = "20060102T150405Z"
	nameSuffix = ".db"
	nameAge    = ".age" // appended if encrypted
)

// partial is the name prefix of incomplete files.
const partial = ".tain-partial-"

// Sample is the default number of games replayed to verify a copy.
const Sample = 200

// Progress receives the progress of a stage; total is -1 if unknown. It may be nil.
type Progress func(part string, done, total int64)

func (p Progress) of(part string) func(done, total int64) {
	return func(done, total int64) {
		if p != nil {
			p(part, done, total)
		}
	}
}

// Options configure a backup.
type Options struct {
	Data string // the server's folder
	// To is the file to write, or a folder, in which case the file is named after the time of the backup.
	To  string
	Key *Key // nil for no encryption
	// Find finds the built-in rule sets.
	Find pgn.Finder
	// Sample is the number of games to replay; negative for all.
	Sample   int
	Progress Progress
}

// Made is a verified backup.
type Made struct {
	File      string `json:"file"`
	Bytes     int64  `json:"bytes"`
	Encrypted bool   `json:"encrypted,omitempty"`
	Verified
}

// Verified is the result of verifying a copy.
type Verified struct {
	Version int64 `json:"version"` // schema version
	Games   int   `json:"games"`
	Events  int   `json:"events"`
	Folded  int   `json:"folded"` // number of games that were replayed
}

// Make creates and verifies a backup. If it fails, it leaves no files behind.
func Make(ctx context.Context, o Options) (m Made, err error) {
	file := o.To
	if info, err := os.Stat(o.To); err == nil && info.IsDir() {
		file = filepath.Join(o.To, name(time.Now(), o.Key != nil))
	}
	if _, err := os.Lstat(file); err == nil {
		return m, existsError(file)
	}
	// If the backup is encrypted, the plain copy stays in the database's folder, which is as private as the
	// database.
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
		return m, fmt.Errorf("the copy failed verification: %w", err)
	}
	if o.Key != nil {
		copied, err = o.encrypt(filepath.Dir(file), copied)
		if err != nil {
			return m, err
		}
		defer os.Remove(copied) // does nothing if the file is renamed below
	}
	info, err := os.Stat(copied)
	if err != nil {
		return m, err
	}
	// Unlike a rename, a link never replaces another file.
	err = os.Link(copied, file)
	if errors.Is(err, os.ErrExist) {
		return m, existsError(file)
	}
	if err != nil { // the file system may not support links
		err = os.Rename(copied, file)
	}
	if err != nil {
		return m, fmt.Errorf("the backup cannot be renamed: %w", err)
	}
	m.File, m.Bytes, m.Encrypted = file, info.Size(), o.Key != nil
	return m, syncFolder(filepath.Dir(file))
}

func existsError(file string) error {
	return fmt.Errorf("%s already exists: choose another name", file)
}

// encrypt writes an encrypted copy into a folder and returns its temporary name.
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

// Verify checks a copy and replays a sample of its games. It replays no games if the copy has an older schema
// version.
func Verify(ctx context.Context, file string, find pgn.Finder, sample int, progress Progress) (v Verified, err error) {
	progress.of("verifying")(0, -1)
	s, err := sqlite.View(ctx, file)
	if err != nil {
		return v, err
	}
	defer s.Close()
	v.Version = s.Version
	if s.Version > s.Known {
		return v, fmt.Errorf("it has schema version %d, but this program supports versions up to %d: use the newer program that wrote it", s.Version, s.Known)
	}
	if v.Games, v.Events, err = s.Check(ctx); err != nil {
		return v, err
	}
	if s.Version < s.Known {
		return v, nil // Restore migrates the database before it replays games
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
			return v, fmt.Errorf("the game %s cannot be replayed: %w", id, err)
		}
		v.Folded++
		progress.of("verifying")(int64(i+1), int64(len(ids)))
	}
	return v, nil
}

// name returns the file name of a backup.
func name(at time.Time, encrypted bool) string {
	text := namePrefix + at.UTC().Format(nameTime) + nameSuffix
	if encrypted {
		text += nameAge
	}
	return text
}

// madeAt returns the time in the name of a backup, or false if the file is not a backup.
func madeAt(file string) (time.Time, bool) {
	text, ok := strings.CutPrefix(file, namePrefix)
	text = strings.TrimSuffix(text, nameAge)
	text, named := strings.CutSuffix(text, nameSuffix)
	at, err := time.Parse(nameTime, text)
	return at, ok && named && err == nil
}

// syncFolder syncs a folder's entries to disk.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer f.Close()
	_ = f.Sync() // not every system supports syncing a folder
	return nil
}

// counter reports the progress of a reader.
type counter struct {
	from        io.Reader
	done, total int64
	progress    func(done, total int64)
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	c.done += int64(n)
	c.progress(c.done, c.total)
	return n, err
}
