package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/shelf"
)

// answers are errors that are answers, and end a transaction as they are.
var answers = []error{room.ErrNotFound, room.ErrConflict, room.ErrFull, shelf.ErrNotFound, shelf.ErrConflict, shelf.ErrFull, push.ErrFull}

func isAnswer(err error) bool {
	for _, a := range answers {
		if errors.Is(err, a) {
			return true
		}
	}
	return false
}

// transact carries something out in a transaction, again where somebody else was
// in the way or the connection was lost. So it must be something that may be
// done twice: what was committed before a connection was lost is found by the
// next try.
func (s *Store) transact(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx) // what has begun is carried through
	end := time.Now().Add(patience)
	wait, unsure := 20*time.Millisecond, false
	for {
		err := s.attempt(ctx, do)
		if err == nil || isAnswer(err) {
			return err
		}
		unsure = unsure || unknown(err)
		if !again(err) || time.Until(end) < wait {
			if unsure {
				return fmt.Errorf("%w: %s", ErrUnsure, why(err, ""))
			}
			return fmt.Errorf("postgres: %s", why(err, ""))
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

// counting keeps others from adding while somebody counts how many there are.
func counting(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1, $2)", lockClass, lockBounds)
	return err
}

// exec carries out statements with the same arguments.
func exec(ctx context.Context, tx pgx.Tx, args []any, statements ...string) error {
	for _, text := range statements {
		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}
