package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// Copy writes the database of a folder, as it is at this moment, into a new
// file. It may be in use, by this process or another: SQLite reads one
// consistent state while others go on writing. Progress, if there is any, is
// told now and then how many bytes have been written of about how many.
func Copy(ctx context.Context, folder, to string, progress func(done, total int64)) error {
	file := filepath.Join(folder, File)
	if _, err := os.Stat(file); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("sqlite: there is no database in %s: name the folder of the server with --data", folder)
		}
		return fmt.Errorf("sqlite: %w", unwritable(folder, err))
	}
	// VACUUM INTO writes into an empty file, which must be nobody else's to read.
	private, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("sqlite: the copy cannot be written: %w", err)
	}
	private.Close()
	db, err := connect(file, 1, "synchronous(FULL)")
	if err != nil {
		return err
	}
	defer db.Close()
	var total int64
	if err := db.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&total); err != nil {
		return fmt.Errorf("sqlite: %s cannot be read as a database: %w", file, err)
	}
	if progress != nil {
		stop := watchSize(to, total, progress)
		defer stop()
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return fmt.Errorf("sqlite: %s cannot be copied: %w", file, err)
	}
	return syncFile(to)
}

// watchSize tells how large a file has become until it is stopped.
func watchSize(file string, total int64, progress func(done, total int64)) (stop func()) {
	ended, left := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(left)
		tick := time.NewTicker(100 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
				if info, err := os.Stat(file); err == nil {
					progress(min(info.Size(), total), total)
				}
			}
		}
	}()
	return func() { close(ended); <-left }
}

// syncFile waits until a file is on the disk.
func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Snapshot is a copy of a database that nobody writes to. It is only read.
type Snapshot struct {
	store Store // of which only what reads is there
	file  string
	// Version is that of its tables, Known that of this program.
	Version, Known int64
}

// View opens a copy of a database for reading. Nothing is changed in it.
func View(ctx context.Context, file string) (*Snapshot, error) {
	query := url.Values{"mode": {"ro"}, "immutable": {"1"}, "_pragma": {"query_only(1)"}}
	address := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(file), RawQuery: query.Encode()}
	db, err := sql.Open("sqlite", address.String())
	if err != nil {
		return nil, fmt.Errorf("sqlite: %s cannot be opened: %w", file, err)
	}
	v := &Snapshot{file: file}
	v.store.read, v.store.Queries = db, relational.New(backend{&v.store}, &dialect)
	if v.Version, v.Known, err = versions(ctx, db, file); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return v, nil
}

// versions returns that of a database and the one this program makes.
func versions(ctx context.Context, db *sql.DB, file string) (has, known int64, err error) {
	if err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&has); err != nil {
		return 0, 0, fmt.Errorf("sqlite: %s is no database of games: %w", file, err)
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return 0, 0, fmt.Errorf("sqlite: %w", err)
	}
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return 0, 0, fmt.Errorf("sqlite: %w", err)
	}
	for _, s := range steps.ListSources() {
		known = max(known, s.Version)
	}
	return has, known, nil
}

// Close closes the copy.
func (v *Snapshot) Close() error { return v.store.read.Close() }

// Load returns the events of a game.
func (v *Snapshot) Load(ctx context.Context, id string) ([]game.Event, error) {
	return v.store.Load(ctx, id, 0)
}

// Definition returns the text of a definition.
func (v *Snapshot) Definition(ctx context.Context, hash string) (string, error) {
	return v.store.Definition(ctx, hash)
}

// Check looks at every page and every index of the copy, and whether each game
// has the events it should. It returns how many of both there are.
func (v *Snapshot) Check(ctx context.Context) (games, events int, err error) {
	// SQLite reads what is missing at the end as zeros.
	var size int64
	if err := v.store.read.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size); err != nil {
		return 0, 0, fmt.Errorf("sqlite: the copy cannot be read: %w", err)
	}
	info, err := os.Stat(v.file)
	if err != nil {
		return 0, 0, fmt.Errorf("sqlite: the copy cannot be read: %w", err)
	}
	if info.Size() != size {
		return 0, 0, fmt.Errorf("sqlite: the copy is damaged: it has %d bytes and should have %d", info.Size(), size)
	}
	var said string
	if err := v.store.read.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&said); err != nil {
		return 0, 0, fmt.Errorf("sqlite: the copy cannot be read: %w", err)
	}
	if said != "ok" {
		return 0, 0, fmt.Errorf("sqlite: the copy is damaged: %s", said)
	}
	const all = `SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events), (SELECT count(*) FROM games AS g
		LEFT JOIN (SELECT game, count(*) AS n, max(seq) AS last FROM events GROUP BY game) AS e ON e.game = g.id
		WHERE e.n IS NOT g.events OR e.last IS NOT g.events - 1)`
	var wrong int
	if err := v.store.read.QueryRowContext(ctx, all).Scan(&games, &events, &wrong); err != nil {
		return 0, 0, fmt.Errorf("sqlite: the copy cannot be counted: %w", err)
	}
	if wrong > 0 {
		return games, events, fmt.Errorf("sqlite: the copy is damaged: %d games lack events", wrong)
	}
	return games, events, nil
}

// Some returns the names of so many games of the copy: those that run first,
// and then some that were drawn; a number below 0 means all.
func (v *Snapshot) Some(ctx context.Context, most int) ([]string, error) {
	return relational.List(ctx, backend{&v.store}, relational.Value[string], "SELECT id FROM games ORDER BY running DESC, random() LIMIT $1", most)
}

// Lock keeps other processes off a folder, which it makes if it must, until
// unlock is called. The folder need not hold a database: a server whose games are
// in PostgreSQL has one too.
func Lock(folder string) (unlock func() error, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder %s cannot be made, choose another: %w", folder, err)
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, err
	}
	return lock.Close, nil
}

// Settle brings what the log of a database holds into it. Whoever calls it has
// locked the folder.
func Settle(ctx context.Context, file string) error {
	if _, err := os.Stat(file); err != nil {
		return err
	}
	db, err := connect(file, 1)
	if err != nil {
		return err
	}
	var busy, length, done int
	err = db.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &length, &done)
	if err == nil && busy != 0 {
		err = errors.New("sqlite: somebody else has the database open")
	}
	return errors.Join(err, db.Close())
}

// readme stands in the folder for whoever is about to copy it.
const readme = `These are the games of a Tain server.

    tain.db        the database
    tain.db-wal    what was written last and is not in it yet: part of the database while the server runs
    lock           keeps a second server off this folder
    admin.sock     how "tain admin" reaches the server while it runs

Do not copy these files while the server runs: of 108 such copies 9 were damaged. Use

    tain backup --data FOLDER FILE      at any time; the copy is verified
    tain restore --data FOLDER FILE     to put one back
    tain serve --backup-dir DIR         to have them made by the server itself
`

// explain puts the readme into a folder. Without it everything works as well.
func explain(folder string) {
	f, err := os.OpenFile(filepath.Join(folder, "README.txt"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return // it is there already, as almost always
	}
	_, _ = f.WriteString(readme)
	_ = f.Close()
}
