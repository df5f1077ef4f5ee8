// Package postgres keeps games in a PostgreSQL database that several servers
// share.
//
// What is written to games goes through a few goroutines. Each takes what waits
// and sends it as one pipeline, which PostgreSQL carries out as one transaction:
// one way there and back and one wait for the disk for all of it (writer.go).
// Where the connection is lost it is not known whether it was committed; it is
// then tried again until it is, and every write has a number by which it is
// known again (change.go).
//
// A node, which is a store that is open, notes every second that it is alive.
// Deadlines belong to the node that wrote to a game last; those of a node that is
// gone are claimed by others (node.go).
//
// Workers think for all nodes. They are asked in the commit that their answer follows
// (questions.go), and what one that is gone had begun others do (workers.go).
package postgres

import (
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/play/schedule"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// Options say where the database is.
type Options struct {
	// URL is postgres://user@host:port/database?...; what it does not say comes from
	// the environment (PGHOST, PGPASSWORD, ...) and ~/.pgpass.
	URL string
	// PasswordFile holds the password in its first line, if it is not empty.
	PasswordFile string
	// Aside is for those who only look at a database or copy it: they are no node,
	// and nobody waits for them.
	Aside bool
	// Existing is for those who come after a server: they make no tables in a
	// database that has none.
	Existing bool
	// Key is a secret that all nodes share, by which they know again who asks workers
	// for much; empty means one of this node's own.
	Key []byte
	// Wait is for how long one is waited for that cannot be reached or does not
	// answer: machines that start together start in any order. 0 is not at all. Log is
	// told so, nil means nobody is.
	Wait time.Duration
	Log  *slog.Logger
}

// How long things may take.
const (
	// A try is given up after tryFor, and whatever is written is tried again for
	// patience. Whether it can be written at all is known after pulseFor.
	tryFor   = 3 * time.Second
	patience = 10 * time.Second
	pulseFor = 2 * time.Second
	// lookFor is how long an operator's look at everything may take.
	lookFor = 2 * time.Minute
	// waitEvery is how soon a database is tried again that is waited for, and
	// tellEvery how often that is said.
	waitEvery = 500 * time.Millisecond
	tellEvery = 5 * time.Second
)

// writers is how many connections write what waits, and fewest how many
// connections there may be where nobody says.
const (
	writers = 2
	fewest  = 8
)

// leastConns is how many connections an address must allow: while the tables are
// made one holds a lock, beside those that make them; later writers have theirs,
// and a worker listens on one. With fewer, each would wait for another.
const leastConns = writers + 2

// Store is a store.Full in a PostgreSQL database.
type Store struct {
	relational.Queries
	pool *pgxpool.Pool
	name string // of the database, without the password
	node *node  // nil aside
	key  []byte // hides who asks workers
	crew *crew

	requests chan *request
	closing  chan struct{}
	once     sync.Once
	running  sync.WaitGroup // writers, and what is tried again
}

// Open connects to a database and brings its tables to this program's version.
func Open(ctx context.Context, o Options) (*Store, error) {
	config, err := configure(o)
	if err != nil {
		return nil, err
	}
	if len(o.Key) == 0 {
		o.Key = make([]byte, 32)
		_, _ = crand.Read(o.Key) // which never fails
	}
	end, told := time.Now().Add(o.Wait), time.Time{}
	for {
		s, err := begin(ctx, config.Copy(), o)
		left := time.Until(end)
		if err == nil || ctx.Err() != nil || left <= 0 || !passes(err) {
			return s, err
		}
		if o.Log != nil && time.Since(told) >= tellEvery {
			told = time.Now()
			o.Log.Warn("postgres: the database is waited for", "for", left.Round(time.Second), "error", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(waitEvery):
		}
	}
}

// begin tries to open a database.
func begin(ctx context.Context, config *pgxpool.Config, o Options) (*Store, error) {
	s := &Store{name: Masked(o.URL), key: o.Key, crew: newCrew(), requests: make(chan *request, mostTogether), closing: make(chan struct{})}
	s.Queries = relational.New(backend{s}, &dialect)
	var err error
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("postgres: %s cannot be used: %w", s.name, err)
	}
	if err := s.prepare(ctx, o.Existing); err != nil {
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

// unreached is that a database cannot be reached, in a sentence without a password,
// and why.
type unreached struct {
	said  string
	cause error
}

func (u unreached) Error() string { return u.said }
func (u unreached) Unwrap() error { return u.cause }

// passes reports whether a database that cannot be opened now may be before long:
// it is not there yet, does not answer, or no server has made its tables.
func passes(err error) bool {
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return lost(said.Code) || said.Code == "53300" // too many connections
	}
	var reach unreached
	var network net.Error
	return errors.As(err, &reach) || errors.As(err, &network) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errNoTables)
}

// IsURL tells the address of a PostgreSQL database from the name of a folder.
func IsURL(text string) bool {
	return strings.HasPrefix(text, "postgres://") || strings.HasPrefix(text, "postgresql://")
}

// CheckURL says what is wrong with an address, without connecting.
func CheckURL(text string) error {
	_, err := configure(Options{URL: text})
	return err
}

// configure reads an address. No message has a password in it.
func configure(o Options) (*pgxpool.Config, error) {
	if !IsURL(o.URL) {
		return nil, errors.New("postgres: it must begin with postgres://, such as postgres://tain@localhost/tain")
	}
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, fmt.Errorf("postgres: %s cannot be read: %s", Masked(o.URL), why(err, o.URL))
	}
	if o.PasswordFile != "" {
		text, err := os.ReadFile(o.PasswordFile)
		if err != nil {
			return nil, fmt.Errorf("postgres: the file of the password cannot be read: %w", err)
		}
		line, _, _ := strings.Cut(string(text), "\n")
		config.ConnConfig.Password = strings.TrimRight(line, "\r")
	}
	if config.MaxConns < leastConns && strings.Contains(o.URL, "pool_max_conns=") {
		return nil, fmt.Errorf("postgres: %s allows too few connections, pool_max_conns=%d: write %d or more, or leave it out", Masked(o.URL), config.MaxConns, leastConns)
	}
	config.AfterConnect = settle
	if !strings.Contains(o.URL, "pool_max_conns=") {
		config.MaxConns = max(fewest, config.MaxConns)
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = tryFor
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "tain"
	}
	return config, nil
}

// settle makes a connection one that can be relied on: a commit waits for the
// disk, and whoever is gone does not hold others up.
func settle(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SELECT
		set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN 'on' ELSE current_setting('synchronous_commit') END, false),
		set_config('lock_timeout', '2s', false), set_config('idle_in_transaction_session_timeout', '10s', false),
		set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false),
		set_config('client_connection_check_interval', '2s', false), set_config('jit', 'off', false)`, pgx.QueryExecModeExec)
	return err
}

// prepare looks at the database and makes its tables.
func (s *Store) prepare(ctx context.Context, existing bool) error {
	connect, cancel := context.WithTimeout(ctx, 2*tryFor)
	defer cancel()
	conn, err := s.pool.Acquire(connect)
	if err != nil {
		return unreached{fmt.Sprintf("postgres: %s cannot be reached: %s", s.name, why(err, s.name)), err}
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
	case version < oldest:
		return fmt.Errorf("postgres: %s is PostgreSQL %d: version %d or later is needed", s.name, version/10000, oldest/10000)
	case fsync != "on":
		return fmt.Errorf("postgres: %s has fsync off, so that what was acknowledged could be lost: turn it on", s.name)
	case standby:
		return fmt.Errorf("postgres: %s is a standby that only reads: name the primary, or add target_session_attrs=read-write", s.name)
	}
	return s.migrate(ctx, conn, existing)
}

// oldest is the oldest version of PostgreSQL that does.
const oldest = 140000

// ErrClosed is what a closed store says.
var ErrClosed = errors.New("postgres: the store is closed")

// Close commits what waits and closes the connections.
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

// Pool returns the connections to the database, for the queue of jobs in it.
func (s *Store) Pool() *pgxpool.Pool { return s.pool }

// Where names the database, without its password.
func (s *Store) Where() string { return s.name }

// draw returns a number that nobody else has.
func draw() int64 { return rand.Int64() }

var _ store.Full = (*Store)(nil)
var _ room.Claims = (*Store)(nil)
var _ schedule.Clock = (*Store)(nil)
