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

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// Copy writes a snapshot of the database in a folder to a new file. The database may be in use by this
// process or another. If its log becomes too long in the meantime, Copy fails. If progress is not nil, Copy
// calls it with the number of bytes written and an estimate of the total.
func Copy(ctx context.Context, folder, to string, progress func(done, total int64)) error {
	file := filepath.Join(folder, File)
	if _, err := os.Stat(file); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("sqlite: no database in %s: give the server's folder with --data", folder)
		}
		return fmt.Errorf("sqlite: %w", unwritable(folder, err))
	}
	// VACUUM INTO accepts an empty file. Creating the file here makes it private.
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
	reading, release := whileLogShort(ctx, file)
	defer release()
	if _, err := db.ExecContext(reading, "VACUUM INTO ?", to); err != nil {
		if errors.Is(context.Cause(reading), errLogHeld) {
			err = errLogHeld
		}
		return fmt.Errorf("sqlite: %s cannot be copied: %w", file, err)
	}
	return syncFile(to)
}

// copyBefore copies the database in a folder before an upgrade to a version and returns the copy's name. It
// then deletes the copies made before earlier upgrades.
func copyBefore(ctx context.Context, folder string, version int64) (string, error) {
	to := filepath.Join(folder, fmt.Sprintf("tain-before-v%d.db", version))
	part := to + ".part"
	err := os.Remove(part) // left behind by a killed process
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	// A killed process may have left a long log.
	if err := Checkpoint(ctx, filepath.Join(folder, File)); err != nil {
		return "", err
	}
	if err := Copy(ctx, folder, part, nil); err != nil {
		return "", errors.Join(err, os.Remove(part))
	}
	if err := checkCopy(ctx, part); err != nil {
		return "", errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, to); err != nil {
		return "", errors.Join(err, os.Remove(part))
	}
	if at, err := os.Open(folder); err == nil {
		_ = at.Sync() // not every system supports syncing a folder
		_ = at.Close()
	}
	others, _ := filepath.Glob(filepath.Join(folder, "tain-before-v*.db"))
	for _, old := range others {
		if old != to {
			_ = os.Remove(old) // an old copy that cannot be deleted is harmless
		}
	}
	return to, nil
}

// checkCopy returns an error if a copy is damaged or incomplete.
func checkCopy(ctx context.Context, file string) error {
	v, err := View(ctx, file)
	if err != nil {
		return err
	}
	_, _, err = v.Check(ctx)
	return errors.Join(err, v.Close())
}

// watchSize reports the size of a growing file to progress until stop is called.
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

// syncFile syncs a file to disk.
func syncFile(name string) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Snapshot is a read-only copy of a database.
type Snapshot struct {
	store Store // only its read connections are open
	file  string
	// Version is the schema version of the copy, and Known the latest version that this program supports.
	Version, Known int64
}

// View opens a copy of a database for reading, without migrating it.
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

// versions returns the schema version of a database and the latest version that this program supports.
func versions(ctx context.Context, db *sql.DB, file string) (has, known int64, err error) {
	if err := db.QueryRowContext(ctx, "SELECT max(version_id) FROM goose_db_version WHERE is_applied").Scan(&has); err != nil {
		return 0, 0, fmt.Errorf("sqlite: %s is not a Tain database: %w", file, err)
	}
	steps, err := migrator(db)
	if err != nil {
		return 0, 0, err
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

// Definition returns the text of a definition, or room.ErrNotFound.
func (v *Snapshot) Definition(ctx context.Context, hash string) (string, error) {
	return v.store.Definition(ctx, hash)
}

// Check verifies every page and index of the copy, and that no game lacks events. It returns how many games
// and events the copy contains.
func (v *Snapshot) Check(ctx context.Context) (games, events int, err error) {
	// SQLite reads missing pages at the end as zeros.
	var size int64
	if err := v.store.read.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size); err != nil {
		return 0, 0, fmt.Errorf("sqlite: the copy cannot be read: %w", err)
	}
	info, err := os.Stat(v.file)
	if err != nil {
		return 0, 0, fmt.Errorf("sqlite: the copy cannot be read: %w", err)
	}
	if info.Size() != size {
		return 0, 0, fmt.Errorf("sqlite: the copy is damaged: it has %d bytes, but should have %d", info.Size(), size)
	}
	var result string
	if err := v.store.read.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&result); err != nil {
		return 0, 0, fmt.Errorf("sqlite: the copy cannot be read: %w", err)
	}
	if result != "ok" {
		return 0, 0, fmt.Errorf("sqlite: the copy is damaged: %s", result)
	}
	const all = `SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM events), (SELECT count(*) FROM games AS g
		LEFT JOIN (SELECT game, count(*) AS n, max(seq) AS last FROM events GROUP BY game) AS e ON e.game = g.id
		WHERE e.n IS NOT g.events OR e.last IS NOT g.events - 1)`
	var wrong int
	if err := v.store.read.QueryRowContext(ctx, all).Scan(&games, &events, &wrong); err != nil {
		return 0, 0, fmt.Errorf("sqlite: the games in the copy cannot be counted: %w", err)
	}
	if wrong > 0 {
		return games, events, fmt.Errorf("sqlite: the copy is damaged: %d games lack events", wrong)
	}
	return games, events, nil
}

// Sample returns the identifiers of up to limit random games, running games first. If limit is negative, it
// returns all games.
func (v *Snapshot) Sample(ctx context.Context, limit int) ([]string, error) {
	return relational.List(ctx, backend{&v.store}, relational.Value[string], "SELECT id FROM games ORDER BY running DESC, random() LIMIT $1", limit)
}

// Lock creates a folder if necessary and locks it against other processes until unlock is called. The folder
// need not contain a database, because a server on PostgreSQL has a folder too.
func Lock(folder string) (unlock func() error, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("the folder %s cannot be created; choose another: %w", folder, err)
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, err
	}
	return lock.Close, nil
}

// Checkpoint copies the log of a database into the database. The caller must have locked the folder.
func Checkpoint(ctx context.Context, file string) error {
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
		err = errors.New("sqlite: another process has the database open")
	}
	return errors.Join(err, db.Close())
}
