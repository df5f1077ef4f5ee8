// Package postgres implements a store in a PostgreSQL database that several servers can share.
//
// A few goroutines write to games. Each sends all pending changes as one pipeline, which PostgreSQL runs as
// one transaction with a single round trip and a single disk sync (writer.go). After a lost connection the
// outcome is unknown, so the change is retried. A random number shows whether an earlier attempt was
// committed (change.go).
//
// A node is an open store, unless it was opened with Aside. It sends a heartbeat every second. A deadline
// belongs to the node that last wrote to the game. Other nodes claim the deadlines of a dead node (node.go).
//
// Workers run searches for all nodes. A question to the workers is usually saved in the same transaction as
// the move that it follows (questions.go), and other workers take over the jobs of a dead worker (workers.go).
//
// Queries shared with SQLite are in package relational.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/play/schedule"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// Timeouts.
const (
	// tryFor is the time limit for one attempt at a query or a change to games, patience for a write including
	// retries, and pulseFor for a pulse.
	tryFor   = 3 * time.Second
	patience = 10 * time.Second
	pulseFor = 2 * time.Second
	// lookFor is the time limit for one attempt at a transaction, which may read whole tables.
	lookFor = 2 * time.Minute
	// While Open waits for the database, it retries every waitEvery and logs every logEvery.
	waitEvery = 500 * time.Millisecond
	logEvery  = 5 * time.Second
)

const (
	// writers is the number of connections that write to games; see dsn.MinConns.
	writers = 2
	// defaultConns is the lowest default of the maximum pool size.
	defaultConns = 8
)

// Store is a store.Full in a PostgreSQL database.
type Store struct {
	relational.Queries
	pool *pgxpool.Pool
	name string // the URL without its password
	node *node  // nil if Aside
	key  []byte // Options.Key

	working atomic.Bool         // whether a worker that handles moves is alive
	answers chan computer.Reply // answers to this node's questions

	requests chan *request
	closing  chan struct{}
	once     sync.Once
	running  sync.WaitGroup // goroutines that Close waits for
}

// configureSession configures a connection so that commits wait for the disk and a dead client does not block
// other clients.
func configureSession(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `SELECT
		set_config('synchronous_commit', CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN 'on' ELSE current_setting('synchronous_commit') END, false),
		set_config('lock_timeout', '2s', false), set_config('idle_in_transaction_session_timeout', '10s', false),
		set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false),
		set_config('client_connection_check_interval', '2s', false), set_config('jit', 'off', false)`, pgx.QueryExecModeExec)
	return err
}

// ErrClosed is returned by the methods of a closed store.
var ErrClosed = errors.New("postgres: the store is closed")

var (
	_ store.Movable  = (*Store)(nil)
	_ store.Shared   = (*Store)(nil)
	_ room.Claims    = (*Store)(nil)
	_ room.HeadStore = (*Store)(nil)
	_ room.Asker     = (*Store)(nil)
	_ schedule.Clock = (*Store)(nil)
)

// querier is a connection, a pool or a transaction.
type querier interface {
	Exec(ctx context.Context, text string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, text string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, text string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
}

// node is the registration of a store in the database, which several nodes share.
type node struct {
	store *Store
	id    int32
	conn  *pgx.Conn // holds the advisory lock of id; nil while the connection is lost
	known []int32   // nodes alive at the last heartbeat
	freed chan struct{}
	// others is the number of other nodes that were alive at the last heartbeat.
	others atomic.Int32
}

// nobody is the number of a store that is not a node.
const nobody int32 = -1

// number returns the node's number. A store opened with Aside has none, so nodes claim the deadlines that it
// writes.
func (s *Store) number() int32 {
	if s.node == nil {
		return nobody
	}
	return s.node.id
}

// request is a change that a caller waits for.
type request struct {
	change
	ctx   context.Context
	until time.Time  // time at which retries end
	done  chan error // receives the result; buffered for one
}

// change is an atomic change to the database. It may be tried several times, so it must recognise an earlier
// attempt.
type change interface {
	// key orders the changes of a transaction, to avoid deadlocks.
	key() string
	// queue adds the statements of the change to a batch.
	queue(b *pgx.Batch)
	// read reads the results of these statements. It returns errRefused if the change does not apply.
	read(r pgx.BatchResults) error
	// settle returns the reason why a change was refused, or nil if an earlier attempt was committed.
	settle(ctx context.Context, q querier) error
}

// Classes and numbers of advisory locks. Nodes and workers use separate classes.
const (
	lockClass      = 0x7461696e // "tain"
	nodeClass      = lockClass + 1
	lockMigration  = 1
	lockBounds     = 2 // held while counting rows before adding one
	lockPulse      = 3
	lockOperations = 4
)

// advisoryLock returns the statement that takes a lock until the transaction ends.
func advisoryLock(number int) string {
	return fmt.Sprintf("SELECT pg_advisory_xact_lock(%d, %d)", lockClass, number)
}

// holder returns a subquery that finds a row if a connection holds the lock with the given number and class.
func holder(number, class string) string {
	return `(SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
		AND classid::bigint = ` + class + ` AND objid::bigint = ` + number + ` AND objsubid = 2 AND granted)`
}

// connect opens a separate connection for heartbeats or notifications. Its commits do not wait for the disk.
// If class is not 0, the connection holds an advisory lock.
func (s *Store) connect(ctx context.Context, class, number int32) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return nil, err
	}
	if err = configureSession(ctx, conn); err == nil {
		_, err = conn.Exec(ctx, "SELECT set_config('synchronous_commit', 'off', false)")
	}
	if err == nil && class != 0 {
		_, err = conn.Exec(ctx, "SELECT pg_advisory_lock($1, $2)", class, number)
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

// River's queue and job kind for computer moves. The number of attempts is limited, so that a position that
// crashes a worker does not crash all workers.
const (
	MoveQueue   = "moves"
	MoveKind    = "moves"
	moveTries   = 4
	moveLease   = "1 second" // after a worker's last heartbeat
	movesWanted = "EXISTS (SELECT 1 FROM workers WHERE '" + MoveKind + "' = ANY (kinds) AND seen > clock_timestamp() - interval '" + moveLease + "')"
)
