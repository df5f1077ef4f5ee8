package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/site/store/relational"
)

// transact runs do in a transaction, and again after a conflict or a lost
// connection. So do must be safe to repeat: the next attempt finds whatever was
// committed before the connection was lost.
func (s *Store) transact(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // a transaction that has begun is carried through
	end := time.Now().Add(patience)
	wait, unsure := 20*time.Millisecond, false
	for {
		err := s.attempt(ctx, do)
		if err == nil || relational.IsResult(err) {
			return err
		}
		unsure = unsure || uncertain(err)
		if !retryable(err) || time.Until(end) < wait {
			if unsure {
				return fmt.Errorf("%w: %s", ErrUnsure, connectionError(err, ""))
			}
			return fmt.Errorf("postgres: %s", connectionError(err, ""))
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
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return do(ctx, tx) })
}
