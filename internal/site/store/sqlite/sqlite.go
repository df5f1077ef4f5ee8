// Package sqlite implements a store in an SQLite database, which is one file in a folder.
//
// One goroutine writes. It commits all pending changes in one transaction, so that games share the wait for
// the disk, and each change returns after its commit (writer.go). The write-ahead log is synced at every
// commit, so acknowledged changes survive a crash of the process or the machine.
//
// Events never change, and are deleted only with their game. Definitions never change either, and are not
// deleted while a game uses them. The games table is an index of the events. Only this table identifies the
// players, and events refer to it.
//
// Queries shared with PostgreSQL are in package relational.
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

	"github.com/tainchess/tain/internal/site/store/relational"
)

//go:embed migrations/*.sql
var migrations embed.FS

// File is the name of the database in its folder.
const File = "tain.db"

// LockFile is the name of the file that locks the folder for one process.
const LockFile = "lock"

// Store is a store.Full in an SQLite database. It is safe for concurrent use.
type Store struct {
	relational.Queries
	write, read, side *sql.DB
	lock              *os.File
	folder            string // absolute

	requests chan *request
	closing  chan struct{}
	written  chan struct{} // closed when the writer has stopped
	copied   chan struct{} // closed when checkpoints have stopped
	checked  chan struct{} // closed when the integrity check has finished
	damage   atomic.Pointer[error]
	changes  atomic.Int64 // number of changes processed
	once     sync.Once
	writing  sync.Mutex // held during a commit and the last pass of a checkpoint
}

// connect opens a database with the given maximum number of connections and settings.
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

// ErrClosed is returned by the methods of a closed store.
var ErrClosed = errors.New("sqlite: the store is closed")

// unwritable wraps an error with an explanation of why a folder cannot be used.
func unwritable(folder string, err error) error {
	if errors.Is(err, fs.ErrPermission) || strings.Contains(err.Error(), "read-only") {
		return fmt.Errorf("the folder %s cannot be written; choose another or change its permissions: %w", folder, err)
	}
	return fmt.Errorf("the folder %s cannot be used: %w", folder, err)
}

// change is an atomic change to the database.
type change interface{ apply(w *writer) error }

// request is a change that a caller waits for.
type request struct {
	change
	ctx  context.Context
	done chan error // receives the result; buffered for one
}

// writer is the only connection that writes to games, with its prepared statements.
type writer struct {
	conn                  *sql.Conn
	create, update, event *sql.Stmt
}

// copyLog runs a checkpoint, and reports whether some pages of the log are not in the database yet. It
// ignores errors, because the log is durable and a later call retries.
func copyLog(ctx context.Context, db *sql.DB, pragma string) (left bool) {
	var busy, length, done int
	if err := db.QueryRowContext(ctx, pragma).Scan(&busy, &length, &done); err != nil {
		return false
	}
	return done < length
}
