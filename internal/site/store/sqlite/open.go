package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/pressly/goose/v3"

	"github.com/tainchess/tain/internal/site/store/relational"
)

// Open opens the database in a folder, creating both if necessary. Only one process may have the database
// open at a time.
func Open(ctx context.Context, folder string) (*Store, error) {
	return OpenLogged(ctx, folder, slog.New(slog.DiscardHandler))
}

// OpenLogged is like Open, but also logs the name of the copy made before an upgrade.
func OpenLogged(ctx context.Context, folder string, log *slog.Logger) (*Store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fmt.Errorf("sqlite: the folder %s cannot be created; choose another: %w", folder, err)
	}
	lock, err := lockFolder(folder)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	s := &Store{
		lock: lock, requests: make(chan *request, batchLimit), closing: make(chan struct{}),
		written: make(chan struct{}), copied: make(chan struct{}), checked: make(chan struct{}),
	}
	s.Queries = relational.New(backend{s}, &dialect)
	if s.folder, err = filepath.Abs(folder); err != nil {
		s.folder = folder
	}
	if err := s.open(ctx, filepath.Join(folder, File), log); err != nil {
		s.release()
		return nil, err
	}
	addReadme(folder)
	return s, nil
}

func (s *Store) open(ctx context.Context, file string, log *slog.Logger) (err error) {
	if err := orphaned(file); err != nil {
		return err
	}
	// SQLite would create a file that all users can read. The write-ahead log gets the same mode as the
	// database.
	private, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("sqlite: %w", unwritable(filepath.Dir(file), err))
	}
	private.Close()
	// secure_delete overwrites deleted data.
	if s.write, err = connect(file, 1, "journal_mode(WAL)", "synchronous(FULL)", "wal_autocheckpoint(0)", "secure_delete(1)"); err != nil {
		return err
	}
	whole, err := s.check(ctx, file)
	if err != nil {
		return err
	}
	if err := migrate(ctx, s.write, file, log); err != nil {
		return err
	}
	if s.read, err = connect(file, 4, "query_only(1)"); err != nil {
		return err
	}
	// A long read, such as a backup, prevents the log from restarting. Callers would have to wait for as long
	// as this connection waits, so its timeout is short.
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

// migrator returns a goose provider for the schema migrations.
func migrator(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	// Migrations from parallel branches may be applied out of order.
	steps, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithAllowOutofOrder(true))
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return steps, nil
}

// migrate upgrades the schema to this program's version. Unless the database is new, it first makes a copy.
func migrate(ctx context.Context, db *sql.DB, file string, log *slog.Logger) error {
	steps, err := migrator(db)
	if err != nil {
		return err
	}
	has, wants, err := steps.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("sqlite: the version of %s cannot be read: %w", file, err)
	}
	if has > wants {
		return fmt.Errorf("sqlite: %s has schema version %d, but this program supports versions up to %d: use the newer program that wrote it", file, has, wants)
	}
	pending, err := steps.HasPending(ctx)
	if err != nil {
		return fmt.Errorf("sqlite: the version of %s cannot be read: %w", file, err)
	}
	if !pending {
		return nil
	}
	saved := ""
	if has > 0 {
		if saved, err = copyBefore(ctx, filepath.Dir(file), wants); err != nil {
			return fmt.Errorf("sqlite: %s is not upgraded to version %d, because it cannot be copied first: %w", file, wants, err)
		}
		log.Info("sqlite: the database was copied before its upgrade", "copy", saved, "from", has, "to", wants)
	}
	if _, err := steps.Up(ctx); err != nil {
		err = fmt.Errorf("sqlite: %s cannot be upgraded to version %d: %w", file, wants, err)
		if saved != "" {
			err = fmt.Errorf("%w (copy from before the upgrade: %s)", err, saved)
		}
		return err
	}
	return nil
}

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

// release closes all connections and unlocks the folder.
func (s *Store) release() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.side, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(append(errs, s.lock.Close())...)
}

// addReadme writes README.txt into a folder, unless it exists. It ignores errors, because they are harmless.
func addReadme(folder string) {
	f, err := os.OpenFile(filepath.Join(folder, "README.txt"), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return // the file usually exists
	}
	_, _ = f.WriteString(readme)
	_ = f.Close()
}

// readme warns against copying the files of a running server.
const readme = `These are the games of a Tain server.

    tain.db        the database
    tain.db-wal    the write-ahead log: part of the database while the server runs
    tain-before-vN.db    copy from before the last upgrade, to schema version N
    lock           locks this folder for one server
    admin.sock     connects "tain admin" to the running server

Do not copy these files while the server runs: the copy may be damaged. Use

    tain backup --data FOLDER FILE      at any time; the backup is verified
    tain restore --data FOLDER FILE     to restore one
    tain serve --backup-dir DIR         to let the server make backups
`
