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

// mostTogether is how many changes are committed in one transaction at most.
const mostTogether = 64

// change is something to be written: all of it or nothing. It may be tried
// several times, so it must know itself again.
type change interface {
	// key is what changes that are committed together are ordered by, so that no
	// two transactions wait for each other.
	key() string
	// queue adds the statements of the change.
	queue(b *pgx.Batch)
	// read reads what came of them, and returns why the change was not made.
	read(r pgx.BatchResults) error
	// settle finds out more about a change that was not made, by a look at the
	// database as it is now. It returns nil if the change is there after all.
	settle(ctx context.Context, q querier, refused error) error
}

// request is a change and who waits for it.
type request struct {
	change
	ctx   context.Context
	until time.Time  // how long it is tried
	done  chan error // has room for the one answer
}

// ErrUnsure is said of a change of which it could not be found out whether it was
// made: the database did not answer. Whoever gets it reads the game anew.
var ErrUnsure = errors.New("postgres: the database does not answer; whether it was saved is not known")

// do hands a change to a writer and waits for what became of it.
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
	// It is written yet if a writer has taken it. One that none has taken is not.
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
	batch := make([]*request, 0, mostTogether)
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

// gather adds what waits already.
func (s *Store) gather(batch []*request) []*request {
	for len(batch) < mostTogether {
		select {
		case r := <-s.requests:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// commit writes a batch in one transaction and answers every request. If that
// fails each is tried by itself, and nobody waits for the others.
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
		case err != nil && (len(waiting) > 1 || again(err)):
			s.running.Go(func() { r.done <- s.persist(r, nil, unknown(err)) })
		case err != nil:
			r.done <- fmt.Errorf("postgres: %s", why(err, ""))
		default:
			r.done <- nil
		}
	}
}

// try writes requests in one transaction and returns what became of each. On an
// error nothing was written, unless it is unknown.
func (s *Store) try(batch []*request, until time.Time) (answers []error, err error) {
	ctx, cancel := context.WithDeadline(context.Background(), earlier(until, time.Now().Add(tryFor)))
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
	// Only now has the transaction been committed.
	if err := results.Close(); err != nil {
		return nil, err
	}
	return answers, nil
}

// errRefused is the mark of an answer that the database gave: the change does
// not fit what is there. It is found out why (change.settle).
var errRefused = errors.New("postgres: refused")

// persist tries a change by itself until it is known what became of it, or until
// nobody would wait any longer. First is what it was answered before, unsure
// whether it may have been made all the same.
func (s *Store) persist(r *request, first error, unsure bool) error {
	wait := 20 * time.Millisecond
	err := first
	for {
		if errors.Is(err, errRefused) {
			ctx, cancel := context.WithDeadline(context.Background(), earlier(r.until, time.Now().Add(tryFor)))
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
			unsure = unsure || unknown(err)
			if !again(err) {
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
		err = first // only the look failed
	}
	if unsure {
		return fmt.Errorf("%w: %s", ErrUnsure, why(err, ""))
	}
	return fmt.Errorf("postgres: %s", why(err, ""))
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// unsent is a failure before anything was sent.
type unsent struct{ error }

func (u unsent) Unwrap() error { return u.error }

// again reports whether a failure may pass: the connection was lost, or somebody
// else was in the way.
func again(err error) bool {
	var said *pgconn.PgError
	if !errors.As(err, &said) {
		return true
	}
	switch said.Code {
	case "40001", "40P01", "55P03", "57014", "53300", "25006": // serialization, deadlock, lock, cancelled, too many connections, read-only
		return true
	}
	return lost(said.Code)
}

// lost are the codes of a server that ends or begins, or of a connection.
func lost(code string) bool {
	return strings.HasPrefix(code, "57P") || strings.HasPrefix(code, "08")
}

// unknown reports whether something may have been committed in spite of an
// error: nothing was heard of it, or only that the connection ends.
func unknown(err error) bool {
	var before unsent
	if err == nil || errors.As(err, &before) || pgconn.SafeToRetry(err) {
		return false
	}
	var said *pgconn.PgError
	return !errors.As(err, &said) || lost(said.Code)
}
