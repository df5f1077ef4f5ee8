// Package sqlite keeps games in an SQLite database: one file in a folder.
//
// All writing goes through one goroutine. It takes everything that waits and
// commits it in one transaction, so that many games share the wait for the
// disk; each change returns after the commit it is in. The log is written
// ahead (WAL) and synced at every commit: what has been acknowledged survives
// the end of the process and of the machine.
//
// The events of a game are only ever added; definitions never change, and stay while a game is played by them. The table of games beside them
// serves look-ups and follows from the events, but for who plays: that stands there alone, and the
// events refer to it (persons.go).
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/pressly/goose/v3"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

// File is the name of the database in its folder.
const File = "tain.db"

// LockFile is the name of the file in it by which one process keeps others off.
const LockFile = "lock"

// Store is a room.Store in an SQLite database.
type Store struct {
	relational.Queries
	write, read, side *sql.DB
	lock              *os.File
	folder            string // in full

	requests chan *request
	closing  chan struct{}
	written  chan struct{} // closed when the writer has ended
	copied   chan struct{} // closed when no more checkpoints are made
	checked  chan struct{} // closed when the database has been read as a whole
	damage   atomic.Pointer[error]
	changes  atomic.Int64 // that were committed
	once     sync.Once
	writing  sync.Mutex // the writer lock: held by whoever commits, or makes the last pass of a checkpoint
}

// Open opens the database in a folder, or makes both. One process at a time
// may have it open.
func Open(ctx context.Context, folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("sqlite: the folder %s cannot be made, choose another: %w", folder, err)
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	s := &Store{
		lock: lock, requests: make(chan *request, mostTogether),
		closing: make(chan struct{}), written: make(chan struct{}), copied: make(chan struct{}),
		checked: make(chan struct{}),
	}
	s.Queries = relational.New(backend{s}, &dialect)
	if s.folder, err = filepath.Abs(folder); err != nil {
		s.folder = folder
	}
	if err := s.open(ctx, filepath.Join(folder, File)); err != nil {
		s.release()
		return nil, err
	}
	explain(folder)
	return s, nil
}

func (s *Store) open(ctx context.Context, file string) (err error) {
	if err := orphaned(file); err != nil {
		return err
	}
	// SQLite would let everybody read what it makes, and gives the log the mode
	// of the database.
	private, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("sqlite: %w", unwritable(filepath.Dir(file), err))
	}
	private.Close()
	// What is erased is overwritten, not only forgotten.
	if s.write, err = connect(file, 1, "journal_mode(WAL)", "synchronous(FULL)", "wal_autocheckpoint(0)", "secure_delete(1)"); err != nil {
		return err
	}
	whole, err := s.check(ctx, file)
	if err != nil {
		return err
	}
	if err := migrate(ctx, s.write, file); err != nil {
		return err
	}
	if s.read, err = connect(file, 4, "query_only(1)"); err != nil {
		return err
	}
	// Whoever copies the database reads for long, and the log cannot start anew
	// meanwhile. Writers would wait as long as this connection does.
	if s.side, err = connect(file, 1, "synchronous(FULL)", "busy_timeout(50)"); err != nil {
		return err
	}
	w, err := newWriter(ctx, s.write)
	if err != nil {
		return fmt.Errorf("sqlite: %s cannot be written safely: %w", file, err)
	}
	go s.run(w)
	go s.checkpoint(context.WithoutCancel(ctx), s.side)
	if whole {
		close(s.checked)
	} else {
		go s.checkAll(context.WithoutCancel(ctx), file)
	}
	return nil
}

// connect opens the database with so many connections at most.
func connect(file string, most int, pragmas ...string) (*sql.DB, error) {
	query := url.Values{"_pragma": append([]string{"busy_timeout(5000)"}, pragmas...), "_txlock": {"immediate"}}
	address := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(file), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, fmt.Errorf("sqlite: %s cannot be opened: %w", file, err)
	}
	db.SetMaxOpenConns(most)
	db.SetMaxIdleConns(most)
	return db, nil
}

// migrate brings the tables to this program's version.
func migrate(ctx context.Context, db *sql.DB, file string) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	// Versions that were made side by side have numbers of their own: a database may
	// have a later one and lack an earlier.
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithAllowOutofOrder(true))
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	has, wants, err := steps.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("sqlite: the version of %s cannot be read: %w", file, err)
	}
	if has > wants {
		return fmt.Errorf("sqlite: %s is of version %d and this program knows only up to %d: use the newer program that wrote it", file, has, wants)
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("sqlite: %s cannot be brought to version %d: %w", file, wants, err)
	}
	return nil
}

// ErrClosed is what a closed store says.
var ErrClosed = errors.New("sqlite: the store is closed")

// Close commits what waits and closes the database.
func (s *Store) Close() error {
	var err error
	s.once.Do(func() {
		close(s.closing)
		<-s.copied
		<-s.written
		<-s.checked
		err = s.release()
	})
	return err
}

// release gives back whatever is open.
func (s *Store) release() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.side, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.lock.Close())...)
}

// Load returns the events of a game from an index on.
func (s *Store) Load(ctx context.Context, id string, from int) ([]game.Event, error) {
	// Players who have joined are known when they are read after the events.
	texts, err := relational.List(ctx, backend{s}, relational.Value[[]byte], "SELECT data FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq", id, from)
	if err != nil {
		return nil, err
	}
	into, read := store.ScanPersons()
	if err := relational.Row(ctx, backend{s}, into, "SELECT "+store.PersonColumns+" FROM games WHERE id = $1", id); err != nil {
		return nil, err
	}
	persons := read()
	return persons.DecodeEvents(id, from, texts)
}

// Due returns the games whose deadline is before a time, earliest first.
func (s *Store) Due(ctx context.Context, before int64, limit int) ([]room.Entry, error) {
	return relational.Entries(ctx, backend{s}, "WHERE deadline IS NOT NULL AND deadline < $1 ORDER BY deadline, id LIMIT $2", before, limit)
}

// unwritable explains why a folder's lock cannot be had.
func unwritable(folder string, err error) error {
	if errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), "read-only") {
		return fmt.Errorf("the folder %s cannot be written, choose another or change its permissions: %w", folder, err)
	}
	return fmt.Errorf("the folder %s cannot be used: %w", folder, err)
}
