package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/tainchess/tain/internal/site/store/dsn"
)

//go:embed migrations/*.sql
var migrations embed.FS

// errNoTables means that no server has created the tables yet.
var errNoTables = errors.New("contains no Tain games")

// migrate upgrades the schema to this program's version. It first copies the tables of an older version. A
// lock prevents concurrent migrations. If existing is true, migrate rejects a database without tables.
func (s *Store) migrate(ctx context.Context, conn *pgxpool.Conn, existing bool, log *slog.Logger) error {
	if _, err := conn.Exec(ctx, "SET lock_timeout = '1min'"); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1, $2)", lockClass, lockMigration); err != nil {
		return fmt.Errorf("postgres: another program is migrating %s: %w", s.name, err)
	}
	defer func() {
		ctx := context.WithoutCancel(ctx)
		_, _ = conn.Exec(ctx, "SELECT pg_advisory_unlock($1, $2)", lockClass, lockMigration) // on failure, the lock is released with the connection
		_, _ = conn.Exec(ctx, "SET lock_timeout = '2s'")
	}()
	// Goose creates its version table first. If that is the only table, an earlier start was interrupted.
	var ours, others bool
	row := conn.QueryRow(ctx, `SELECT to_regclass('goose_db_version') IS NOT NULL AND to_regclass('games') IS NOT NULL AND to_regclass('events') IS NOT NULL,
		EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'goose_db_version')`)
	if err := row.Scan(&ours, &others); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	switch {
	case others && !ours:
		return fmt.Errorf("postgres: %s contains tables of another program: use a separate database for Tain", s.name)
	case existing && !ours:
		return fmt.Errorf("postgres: %s %w: start a server on it first (tain serve --store), or give the database of a server", s.name, errNoTables)
	}
	db := stdlib.OpenDBFromPool(s.pool)
	defer db.Close()
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	steps, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithAllowOutofOrder(true))
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	var has, wants int64
	if ours { // in a new database, goose would create its table
		if has, _, err = steps.GetVersions(ctx); err != nil {
			return fmt.Errorf("postgres: the version of %s cannot be read: %w", s.name, err)
		}
	}
	for _, one := range steps.ListSources() {
		wants = max(wants, one.Version)
	}
	if has > wants {
		return fmt.Errorf("postgres: %s has schema version %d, but this program supports versions up to %d: use the newer program that wrote it", s.name, has, wants)
	}
	if has > 0 {
		if err := s.copyBefore(ctx, conn, steps, has, wants, log); err != nil {
			return err
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("postgres: %s cannot be upgraded to version %d: %s", s.name, wants, dsn.ErrorText(err, ""))
	}
	return s.migrateJobs(ctx)
}

// copyBefore copies the tables into the schema tain_before_vN before an upgrade to version N, and drops the
// copies made before earlier upgrades. It makes no copy if that schema exists and is empty: operators who
// have a backup create it to skip the copy. It does not copy the job queue.
func (s *Store) copyBefore(ctx context.Context, conn *pgxpool.Conn, steps *goose.Provider, has, wants int64, log *slog.Logger) error {
	if pending, err := steps.HasPending(ctx); err != nil {
		return fmt.Errorf("postgres: the version of %s cannot be read: %w", s.name, err)
	} else if !pending {
		return nil
	}
	name := fmt.Sprintf("tain_before_v%d", wants)
	skipped := false
	err := pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead}, func(tx pgx.Tx) error {
		row := tx.QueryRow(ctx, `SELECT to_regnamespace($1) IS NOT NULL AND NOT EXISTS (SELECT FROM pg_tables WHERE schemaname = $1)`, name)
		if err := row.Scan(&skipped); err != nil || skipped {
			return err
		}
		for _, q := range []string{
			"SELECT format('DROP SCHEMA %I CASCADE', nspname) FROM pg_namespace WHERE nspname ~ '^tain_before_v[0-9]+$'",
			"SELECT 'CREATE SCHEMA " + name + "'",
			"SELECT format('CREATE TABLE " + name + ".%I AS TABLE %I.%I', tablename, schemaname, tablename) FROM pg_tables " +
				"WHERE schemaname = current_schema() AND tablename NOT LIKE 'river%'",
		} {
			rows, err := tx.Query(ctx, q)
			if err != nil {
				return err
			}
			list, err := pgx.CollectRows(rows, pgx.RowTo[string])
			if err != nil {
				return err
			}
			for _, statement := range list {
				if _, err := tx.Exec(ctx, statement); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("postgres: %s is not upgraded to version %d, because its tables cannot be copied into the schema %s first: %s; if you have a backup, create that schema and leave it empty",
			s.name, wants, name, dsn.ErrorText(err, ""))
	}
	if log != nil && !skipped {
		log.Info("postgres: the tables were copied before the upgrade", "schema", name, "from", has, "to", wants)
	}
	return nil
}

// migrateJobs upgrades River's tables in the same database.
func (s *Store) migrateJobs(ctx context.Context) error {
	steps, err := rivermigrate.New(riverpgxv5.New(s.pool), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	// River does not report versions that are newer than its own.
	var has, wants int
	var there bool
	if err := s.pool.QueryRow(ctx, "SELECT to_regclass('river_migration') IS NOT NULL").Scan(&there); err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if there {
		if err := s.pool.QueryRow(ctx, "SELECT coalesce(max(version), 0) FROM river_migration").Scan(&has); err != nil {
			return fmt.Errorf("postgres: the version of the job tables of %s cannot be read: %w", s.name, err)
		}
	}
	for _, one := range steps.AllVersions() {
		wants = max(wants, one.Version)
	}
	switch {
	case has > wants:
		return fmt.Errorf("postgres: the job tables of %s have version %d, but this program supports versions up to %d: use the newer program that wrote them", s.name, has, wants)
	case has == wants:
		return nil
	}
	if _, err := steps.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("postgres: the job tables of %s cannot be upgraded to version %d: %s", s.name, wants, dsn.ErrorText(err, ""))
	}
	return nil
}
