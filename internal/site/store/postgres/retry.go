package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tainchess/tain/internal/site/store/dsn"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// ErrUnsure means that the database did not respond, so a change may or may not be committed. The caller must
// reload the game.
var ErrUnsure = errors.New("postgres: the database does not respond; the change may or may not be saved")

// unsent is an error that occurred before any statement was sent to the database.
type unsent struct{ error }

func (u unsent) Unwrap() error { return u.error }

// retryable reports whether a retry may succeed, as after a lost connection or a conflict.
func retryable(err error) bool {
	var reported *pgconn.PgError
	if !errors.As(err, &reported) {
		return true
	}
	switch reported.Code {
	case "40001", "40P01", "55P03", "57014", "53300", "25006": // serialization, deadlock, lock, cancelled, too many connections, read-only
		return true
	}
	return connectionLost(reported.Code)
}

// connectionLost reports whether a code means that the server is stopping or starting, or that a connection
// failed.
func connectionLost(code string) bool {
	return strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08")
}

// uncertain reports whether a transaction may have been committed despite an error, because the database did
// not respond or the connection ended.
func uncertain(err error) bool {
	var before unsent
	if err == nil || errors.As(err, &before) || pgconn.SafeToRetry(err) {
		return false
	}
	var reported *pgconn.PgError
	return !errors.As(err, &reported) || connectionLost(reported.Code)
}

// failure converts a database error for callers, without connection details. If unsure is true, the result
// wraps ErrUnsure.
func failure(err error, unsure bool) error {
	if unsure {
		return fmt.Errorf("%w: %s", ErrUnsure, dsn.ErrorText(err, ""))
	}
	return fmt.Errorf("postgres: %s", dsn.ErrorText(err, ""))
}

// look runs do, which must only read, and retries it for a limited time if the connection is lost or the
// database does not respond.
func (s *Store) look(ctx context.Context, do func(ctx context.Context) error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	end := time.Now().Add(2 * tryFor)
	wait := 20 * time.Millisecond
	for {
		try, cancel := context.WithTimeout(ctx, tryFor)
		err := do(try)
		cancel()
		switch {
		case err == nil || relational.IsResult(err):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case !retryable(err) || time.Until(end) < wait:
			return failure(err, false)
		}
		time.Sleep(wait)
		wait = min(2*wait, 300*time.Millisecond)
	}
}

// transact runs do in a transaction, and retries after a conflict or a lost connection. do must therefore be
// idempotent: an attempt may find the changes of an earlier one that was committed.
func (s *Store) transact(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // a transaction that has begun is completed
	end := time.Now().Add(patience)
	wait, unsure := 20*time.Millisecond, false
	for {
		err := s.attempt(ctx, do)
		if err == nil || relational.IsResult(err) {
			return err
		}
		unsure = unsure || uncertain(err)
		if !retryable(err) || time.Until(end) < wait {
			return failure(err, unsure)
		}
		time.Sleep(wait/2 + rand.N(wait))
		wait = min(2*wait, 500*time.Millisecond)
	}
}

// attempt tries a transaction once.
func (s *Store) attempt(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	connect, stop := context.WithTimeout(ctx, tryFor)
	conn, err := s.pool.Acquire(connect)
	stop()
	if err != nil {
		return unsent{err}
	}
	defer conn.Release()
	defer keepCommit(conn.Conn())()
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return do(ctx, tx) })
}

// committing is the key of a flag in a connection's custom data. The flag is an *atomic.Bool that is set
// while a transaction may be waiting for its commit.
const committing = "tain.committing"

var errKept = errors.New("postgres: commits are not cancelled")

// keepCommits configures connections so that commits are never cancelled. When a context ends, pgx closes the
// connection and sends a cancel request. If a commit is waiting for a synchronous standby, the request makes
// PostgreSQL end the wait. Other clients could then read a change that is lost if the standby is promoted.
// Without the request, no client can read the change before the standby has it.
func keepCommits(config *pgxpool.Config) {
	config.BeforeConnect = func(_ context.Context, c *pgx.ConnConfig) error {
		flag := new(atomic.Bool)
		dial, validate := c.DialFunc, c.ValidateConnect
		c.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
			if flag.Load() { // this is the connection for a cancel request
				return nil, errKept
			}
			return dial(ctx, network, addr)
		}
		c.ValidateConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
			conn.CustomData()[committing] = flag
			if validate == nil {
				return nil
			}
			return validate(ctx, conn)
		}
		return nil
	}
}

// keepCommit prevents cancel requests on a connection until done is called. A connection that was closed
// meanwhile stays protected.
func keepCommit(conn *pgx.Conn) (done func()) {
	flag := conn.PgConn().CustomData()[committing].(*atomic.Bool)
	flag.Store(true)
	return func() {
		if !conn.IsClosed() {
			flag.Store(false)
		}
	}
}
