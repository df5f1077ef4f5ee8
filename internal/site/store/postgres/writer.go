package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tainchess/tain/internal/site/store/relational"
)

// batchLimit is the largest number of changes in one transaction.
const batchLimit = 64

// change is written completely or not at all. It may be tried several times, so it
// must recognise an earlier attempt.
type change interface {
	// key orders the changes of a transaction, to avoid deadlocks.
	key() string
	// queue adds the statements of the change to a batch.
	queue(b *pgx.Batch)
	// read reads their results. It returns errRefused if the change does not apply.
	read(r pgx.BatchResults) error
	// settle returns why a change was refused, or nil if an earlier attempt was
	// committed.
	settle(ctx context.Context, q querier, refused error) error
}

// request is a change that a caller waits for.
type request struct {
	change
	ctx   context.Context
	until time.Time  // the end of retries
	done  chan error // buffered for one result
}

// ErrUnsure means that the database did not answer, so that a change may or may not
// be committed. The caller reloads the game.
var ErrUnsure = errors.New("postgres: the database does not answer; whether it was saved is not known")

// do passes a change to a writer and waits for the result.
func (s *Store) do(ctx context.Context, c change, patience time.Duration) error {
	r := &request{change: c, ctx: ctx, until: time.Now().Add(patience), done: make(chan error, 1)}
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	select {
	case <-s.closing:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	case s.requests <- r:
	}
	select {
	case err := <-r.done:
		return err
	case <-s.closing:
	}
	// A writer that has taken the change still writes it. The others are refused.
	for {
		select {
		case err := <-r.done:
			return err
		case other := <-s.requests:
			other.done <- ErrClosed
		}
	}
}

// write commits changes until the store is closed.
func (s *Store) write() {
	batch := make([]*request, 0, batchLimit)
	for {
		select {
		case <-s.closing:
			return
		case r := <-s.requests:
			batch = s.gather(append(batch[:0], r))
			s.commit(batch)
		}
	}
}

// gather adds pending requests to a batch.
func (s *Store) gather(batch []*request) []*request {
	for len(batch) < batchLimit {
		select {
		case r := <-s.requests:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// commit writes a batch in one transaction and answers every request. If that fails,
// each is retried by itself, and none waits for the others.
func (s *Store) commit(batch []*request) {
	waiting := batch[:0]
	for _, r := range batch {
		if err := r.ctx.Err(); err != nil {
			r.done <- err
		} else {
			waiting = append(waiting, r)
		}
	}
	if len(waiting) == 0 {
		return
	}
	slices.SortStableFunc(waiting, func(a, b *request) int { return strings.Compare(a.key(), b.key()) })
	limit := waiting[0].until
	for _, r := range waiting {
		if r.until.Before(limit) {
			limit = r.until
		}
	}
	answers, err := s.try(waiting, limit)
	for i, r := range waiting {
		switch {
		case err == nil && answers[i] != nil:
			s.running.Go(func() { r.done <- s.persist(r, answers[i], false) })
		case err != nil && (len(waiting) > 1 || retryable(err)):
			s.running.Go(func() { r.done <- s.persist(r, nil, uncertain(err)) })
		case err != nil:
			r.done <- fmt.Errorf("postgres: %s", connectionError(err, ""))
		default:
			r.done <- nil
		}
	}
}

// try writes requests in one transaction and returns the result of each. After an
// error nothing was written, unless the error is unknown.
func (s *Store) try(batch []*request, until time.Time) (answers []error, err error) {
	ctx, cancel := context.WithDeadline(context.Background(), earliest(until, time.Now().Add(tryFor)))
	defer cancel()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return nil, unsent{err}
	}
	defer conn.Release()
	var b pgx.Batch
	for _, r := range batch {
		r.queue(&b)
	}
	results := conn.SendBatch(ctx, &b)
	answers = make([]error, len(batch))
	for i, r := range batch {
		answers[i] = r.read(results)
		if answers[i] != nil && !errors.Is(answers[i], errRefused) {
			_ = results.Close()
			return nil, answers[i]
		}
	}
	// The transaction is committed only now.
	if err := results.Close(); err != nil {
		return nil, err
	}
	return answers, nil
}

// errRefused means that a change does not apply to the database as it is.
// change.settle finds out why.
var errRefused = errors.New("postgres: refused")

// persist retries a change by itself until its outcome is known or its time is up.
// first is the result of the first attempt; unsure means that it may have been
// committed all the same.
func (s *Store) persist(r *request, first error, unsure bool) error {
	wait := 20 * time.Millisecond
	err := first
	for {
		if errors.Is(err, errRefused) {
			ctx, cancel := context.WithDeadline(context.Background(), earliest(r.until, time.Now().Add(tryFor)))
			settled := r.settle(ctx, s.pool, err)
			cancel()
			if settled == nil || relational.IsResult(settled) {
				return settled
			}
			err = settled
		} else {
			var answers []error
			answers, err = s.try([]*request{r}, r.until)
			switch {
			case err == nil && answers[0] == nil:
				return nil
			case err == nil:
				err = answers[0]
				continue
			}
			unsure = unsure || uncertain(err)
			if !retryable(err) {
				break
			}
		}
		if time.Until(r.until) < wait {
			break
		}
		time.Sleep(wait/2 + rand.N(wait))
		wait = min(2*wait, 500*time.Millisecond)
		if !errors.Is(first, errRefused) {
			continue
		}
		err = first // only settling failed
	}
	if unsure {
		return fmt.Errorf("%w: %s", ErrUnsure, connectionError(err, ""))
	}
	return fmt.Errorf("postgres: %s", connectionError(err, ""))
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// unsent is an error before anything was sent.
type unsent struct{ error }

func (u unsent) Unwrap() error { return u.error }

// retryable reports whether a failure may pass: a lost connection or a conflict.
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

// connectionLost reports whether a code means that the server stops or starts, or that a
// connection failed.
func connectionLost(code string) bool {
	return strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08")
}

// uncertain reports whether a transaction may have been committed in spite of an error:
// no answer came, or only the end of the connection.
func uncertain(err error) bool {
	var before unsent
	if err == nil || errors.As(err, &before) || pgconn.SafeToRetry(err) {
		return false
	}
	var reported *pgconn.PgError
	return !errors.As(err, &reported) || connectionLost(reported.Code)
}
