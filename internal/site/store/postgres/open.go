package postgres

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/site/store/dsn"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// Options configures a Store.
type Options struct {
	// URL has the form postgres://user@host:port/database?... Missing parts are taken from the environment
	// (PGHOST, PGPASSWORD, ...) and ~/.pgpass.
	URL string
	// PasswordFile, if not empty, is a file with the password on its first line.
	PasswordFile string
	// Aside opens the database without registering as a node, to inspect or copy it.
	Aside bool
	// Existing rejects a database without tables instead of creating them.
	Existing bool
	// Key is a secret that all nodes share. It is used to pseudonymise the clients for whom workers choose
	// moves and analyse games. It defaults to a random key.
	Key []byte
	// Wait is how long to wait for an unreachable database, since machines that boot together may start in
	// any order. Log, if not nil, records that Open is waiting, and the name of the copy made before an
	// upgrade.
	Wait time.Duration
	Log  *slog.Logger
}

// Open connects to a database and upgrades its schema to this program's version.
func Open(ctx context.Context, o Options) (*Store, error) {
	config, err := configure(o)
	if err != nil {
		return nil, err
	}
	if len(o.Key) == 0 {
		o.Key = make([]byte, 32)
		_, _ = rand.Read(o.Key) // never fails
	}
	end, logged := time.Now().Add(o.Wait), time.Time{}
	for {
		s, err := begin(ctx, config.Copy(), o)
		left := time.Until(end)
		if err == nil || ctx.Err() != nil || left <= 0 || !transient(err) {
			return s, err
		}
		if o.Log != nil && time.Since(logged) >= logEvery {
			logged = time.Now()
			o.Log.Warn("postgres: waiting for the database", "for", left.Round(time.Second), "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(waitEvery):
		}
	}
}

// begin makes one attempt to open a database.
func begin(ctx context.Context, config *pgxpool.Config, o Options) (*Store, error) {
	s := &Store{
		name: dsn.Masked(o.URL), key: o.Key, answers: make(chan computer.Reply, 1024),
		requests: make(chan *request, batchLimit), closing: make(chan struct{}),
	}
	s.Queries = relational.New(backend{s}, &dialect)
	var err error
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("postgres: %s cannot be used: %w", s.name, err)
	}
	if err := s.prepare(ctx, o.Existing, o.Log); err != nil {
		s.pool.Close()
		return nil, err
	}
	if !o.Aside {
		s.node = newNode(s)
		if err := s.node.enter(ctx); err != nil {
			s.pool.Close()
			return nil, fmt.Errorf("postgres: %s: %w", s.name, err)
		}
		s.running.Go(s.node.run)
		s.running.Go(s.listen)
	}
	for range writers {
		s.running.Go(s.write)
	}
	return s, nil
}

// unreachable is returned for a failed connection. Its text does not contain the password.
type unreachable struct {
	text  string
	cause error
}

// transient reports whether opening a database may succeed later, because it has not started yet, does not
// respond, or has no tables yet.
func transient(err error) bool {
	var reported *pgconn.PgError
	if errors.As(err, &reported) {
		return connectionLost(reported.Code) || reported.Code == "53300" // too many connections
	}
	var reach unreachable
	var network net.Error
	return errors.As(err, &reach) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errNoTables)
}

// configure returns the configuration of the connection pool. Its errors do not contain the password.
func configure(o Options) (*pgxpool.Config, error) {
	config, err := dsn.Parse(o.URL)
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	if o.PasswordFile != "" {
		text, err := os.ReadFile(o.PasswordFile)
		if err != nil {
			return nil, fmt.Errorf("postgres: the password file cannot be read: %w", err)
		}
		line, _, _ := strings.Cut(string(text), "\n")
		config.ConnConfig.Password = strings.TrimRight(line, "\r")
	}
	config.AfterConnect = configureSession
	keepCommits(config)
	if !dsn.SetsPool(o.URL) {
		config.MaxConns = max(defaultConns, config.MaxConns)
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		// One attempt must reach the last host even if the others do not respond.
		config.ConnConfig.ConnectTimeout = tryFor / time.Duration(hosts(config.ConnConfig))
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "tain"
	}
	return config, nil
}

// hosts returns the number of different addresses (host and port) in a configuration.
func hosts(c *pgx.ConnConfig) int {
	all := map[string]bool{fmt.Sprint(c.Host, " ", c.Port): true}
	for _, f := range c.Fallbacks {
		all[fmt.Sprint(f.Host, " ", f.Port)] = true
	}
	return len(all)
}

// minVersion is the oldest supported version of PostgreSQL.
const minVersion = 140000

// Close finishes the changes that are being written, rejects all others and closes the connections.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.closing)
		s.running.Wait()
		if s.node != nil {
			s.node.leave()
		}
		s.pool.Close()
	})
	return nil
}

// Pool returns the connection pool, for the job queue in the same database.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Where returns the URL without its password.
func (s *Store) Where() string { return s.name }

// prepare checks that the database is suitable and migrates it.
func (s *Store) prepare(ctx context.Context, existing bool, log *slog.Logger) error {
	connect, cancel := context.WithTimeout(ctx, 2*tryFor)
	defer cancel()
	conn, err := s.pool.Acquire(connect)
	if err != nil {
		return unreachable{fmt.Sprintf("postgres: %s cannot be reached: %s", s.name, dsn.ErrorText(err, s.name)), err}
	}
	defer conn.Release()
	var version int
	var fsync string
	var standby bool
	row := conn.QueryRow(connect, "SELECT current_setting('server_version_num')::int, current_setting('fsync'), pg_is_in_recovery()")
	if err := row.Scan(&version, &fsync, &standby); err != nil {
		return fmt.Errorf("postgres: %s cannot be read: %w", s.name, err)
	}
	switch {
	case version < minVersion:
		return fmt.Errorf("postgres: %s is PostgreSQL %d: version %d or later is required", s.name, version/10000, minVersion/10000)
	case fsync != "on":
		return fmt.Errorf("postgres: %s has fsync off, so acknowledged changes could be lost: turn it on", s.name)
	case standby:
		return fmt.Errorf("postgres: %s is a read-only standby: give the primary, or add target_session_attrs=read-write", s.name)
	}
	return s.migrate(ctx, conn, existing, log)
}

func (u unreachable) Error() string { return u.text }

func (u unreachable) Unwrap() error { return u.cause }
