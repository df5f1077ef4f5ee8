// Package sqlite is a store in an SQLite database: one file in a folder.
//
// One goroutine writes. It commits all pending changes in one transaction, so that
// games share the wait for the disk, and each change returns after its commit
// (writer.go). The write-ahead log is synced at every commit: acknowledged changes
// survive a crash of the process or the machine.
//
// Events are only ever added. Definitions never change, and stay while a game uses
// them. The games table is an index derived from the events, except for the
// players: only it names them, and events refer to it.
//
// Queries that PostgreSQL shares are in package relational.
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

// LockFile is the name of the file that locks the folder for one process.
const LockFile = "lock"

// Store is a store.Full in an SQLite database.
type Store struct {
	relational.Queries
	write, read, side *sql.DB
	lock              *os.File
	folder            string // absolute

	requests chan *request
	closing  chan struct{}
	written  chan struct{} // closed when the writer has ended
	copied   chan struct{} // closed when checkpoints have ended
	checked  chan struct{} // closed when the integrity check has ended
	damage   atomic.Pointer[error]
	changes  atomic.Int64 // committed changes
	once     sync.Once
	writing  sync.Mutex // the writer lock: held during a commit and the last pass of a checkpoint
}

// Open opens the database in a folder and creates both if necessary. Only one
// process at a time may have it open.
func Open(ctx context.Context, folder string) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("sqlite: the folder %s cannot be created, choose another: %w", folder, err)
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	s := &Store{
		lock: lock, requests: make(chan *request, batchLimit),
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
	addReadme(folder)
	return s, nil
}

func (s *Store) open(ctx context.Context, file string) (err error) {
	if err := orphaned(file); err != nil {
		return err
	}
	// SQLite would create a file that everybody can read. It gives the log the mode
	// of the database.
	private, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("sqlite: %w", unwritable(filepath.Dir(file), err))
	}
	private.Close()
	// Deleted data is overwritten.
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
	// A long read, such as a backup, keeps the log from restarting. Writers would wait
	// as long as this connection does, so its timeout is short.
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

// connect opens the database with a limit on its connections.
func connect(file string, limit int, pragmas ...string) (*sql.DB, error) {
	query := url.Values{"_pragma": append([]string{"busy_timeout(5000)"}, pragmas...), "_txlock": {"immediate"}}
	address := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(file), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, fmt.Errorf("sqlite: %s cannot be opened: %w", file, err)
	}
	db.SetMaxOpenConns(limit)
	db.SetMaxIdleConns(limit)
	return db, nil
}

// migrate upgrades the schema to this program's version.
func migrate(ctx context.Context, db *sql.DB, file string) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	// Migrations from parallel branches may be applied out of order.
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithAllowOutofOrder(true))
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	has, wants, err := steps.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("sqlite: the version of %s cannot be read: %w", file, err)
	}
	if has > wants {
		return fmt.Errorf("sqlite: %s has schema version %d, and this program knows versions up to %d: use the newer program that wrote it", file, has, wants)
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("sqlite: %s cannot be upgraded to version %d: %w", file, wants, err)
	}
	return nil
}

// ErrClosed is returned by a closed store.
var ErrClosed = errors.New("sqlite: the store is closed")

// Close commits pending changes and closes the database.
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

// release closes whatever is open.
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

// unwritable explains why a folder cannot be locked.
func unwritable(folder string, err error) error {
	if errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), "read-only") {
		return fmt.Errorf("the folder %s cannot be written, choose another or change its permissions: %w", folder, err)
	}
	return fmt.Errorf("the folder %s cannot be used: %w", folder, err)
}
