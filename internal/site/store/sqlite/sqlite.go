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
)

//go:embed migrations/*.sql
var migrations embed.FS

// File is the name of the database in its folder.
const File = "tain.db"

// LockFile is the name of the file in it by which one process keeps others off.
const LockFile = "lock"

// Store is a room.Store in an SQLite database.
type Store struct {
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

// Create keeps a new game with its first events.
func (s *Store) Create(ctx context.Context, e room.Entry, events []game.Event) error {
	return s.do(ctx, gameChange{entry: e, events: events, create: true})
}

// Append adds events to a game that has so many already.
func (s *Store) Append(ctx context.Context, e room.Entry, have int, events []game.Event) error {
	return s.do(ctx, gameChange{entry: e, events: events, have: have})
}

// Rematch adds events to a game and begins another, in one commit.
func (s *Store) Rematch(ctx context.Context, e room.Entry, have int, events []game.Event, next room.Entry, first []game.Event) error {
	return s.do(ctx, rematchChange{gameChange{entry: e, events: events, have: have}, gameChange{entry: next, events: first, create: true}})
}

// Seen notes that a player was at a game.
func (s *Store) Seen(ctx context.Context, id string, side game.Side, at int64) error {
	return s.do(ctx, seenChange{id, side, at})
}

// LastSeen returns when the players of a game were last noted to be there.
func (s *Store) LastSeen(ctx context.Context, id string) (seen [2]int64, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT white_seen, black_seen FROM games WHERE id = ?", id).Scan(&seen[0], &seen[1])
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return seen, room.ErrNotFound
	case err != nil:
		return seen, fmt.Errorf("sqlite: %w", err)
	}
	return seen, nil
}

// Pulse notes that a hub is alive, in a commit like any other.
func (s *Store) Pulse(ctx context.Context, at int64) error { return s.do(ctx, pulseChange{at}) }

// Wake notes that a hub begins, and that none was alive since the last pulse.
func (s *Store) Wake(ctx context.Context, at int64) (pulse int64, outages []game.Outage, err error) {
	if err := s.do(ctx, wakeChange{at, &pulse}); err != nil {
		return 0, nil, err
	}
	rows, err := s.read.QueryContext(ctx, "SELECT since, until FROM outages ORDER BY until DESC LIMIT ?", room.MostOutages)
	if err != nil {
		return 0, nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var o game.Outage
		if err := rows.Scan(&o.Since, &o.Until); err != nil {
			return 0, nil, fmt.Errorf("sqlite: %w", err)
		}
		outages = append(outages, o)
	}
	if err := rows.Err(); err != nil {
		return 0, nil, fmt.Errorf("sqlite: %w", err)
	}
	return pulse, outages, nil
}

// Load returns the events of a game but for so many of the first.
func (s *Store) Load(ctx context.Context, id string, from int) ([]game.Event, error) {
	texts, err := s.texts(ctx, "SELECT data FROM events WHERE game = ? AND seq >= ? ORDER BY seq", id, from)
	if err != nil {
		return nil, err
	}
	// In this order: who is told to have joined is known then.
	who, err := s.personsOf(ctx, id)
	if err != nil {
		return nil, err
	}
	events := make([]game.Event, len(texts))
	for i, text := range texts {
		if events[i], err = who.DecodeEvent(text); err != nil {
			return nil, fmt.Errorf("sqlite: event %d of %s: %w", from+i, id, err)
		}
	}
	return events, nil
}

// Open returns the games anybody may join, newest first.
func (s *Store) Open(ctx context.Context, limit int) ([]room.Entry, error) {
	return s.entries(ctx, "WHERE open ORDER BY created DESC, id LIMIT ?", limit)
}

// BySession returns the games of a session, the last changed first.
func (s *Store) BySession(ctx context.Context, session game.Hash, limit int) ([]room.Entry, error) {
	return s.entries(ctx, "WHERE white = ?1 OR black = ?1 ORDER BY updated DESC, id LIMIT ?2", session[:], limit)
}

// CountRunning returns how many games of a session have not ended.
func (s *Store) CountRunning(ctx context.Context, session game.Hash) (n int, err error) {
	row := s.read.QueryRowContext(ctx, "SELECT count(*) FROM games WHERE (white = ?1 OR black = ?1) AND running", session[:])
	if err := row.Scan(&n); err != nil {
		return 0, fmt.Errorf("sqlite: %w", err)
	}
	return n, nil
}

// Due returns the games whose deadline comes before a time, the first to come
// first.
func (s *Store) Due(ctx context.Context, before int64, limit int) ([]room.Entry, error) {
	return s.entries(ctx, "WHERE deadline IS NOT NULL AND deadline < ? ORDER BY deadline, id LIMIT ?", before, limit)
}

// texts returns the only column of the rows a query finds.
func (s *Store) texts(ctx context.Context, query string, args ...any) (texts [][]byte, err error) {
	rows, err := s.read.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var text []byte
		if err := rows.Scan(&text); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		texts = append(texts, text)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return texts, nil
}

// unwritable explains why a folder's lock cannot be had.
func unwritable(folder string, err error) error {
	if errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), "read-only") {
		return fmt.Errorf("the folder %s cannot be written, choose another or change its permissions: %w", folder, err)
	}
	return fmt.Errorf("the folder %s cannot be used: %w", folder, err)
}
