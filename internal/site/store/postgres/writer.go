package postgres

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/site/store/relational"
)

// batchLimit is the maximum number of changes in one transaction.
const batchLimit = 64

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
	// A change that a writer has already received is still written. All other changes are rejected.
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
			s.commit(relational.Gather(s.requests, append(batch[:0], r)))
		}
	}
}

// commit writes a batch in one transaction and responds to every request. If the transaction fails, it
// retries each request separately, so that no request waits for the others. The ends of rated games are not part of
// the batch.
func (s *Store) commit(batch []*request) {
	waiting := batch[:0]
	for _, r := range batch {
		if err := r.ctx.Err(); err != nil {
			r.done <- err
		} else if _, ok := r.change.(ratedChange); ok {
			s.running.Go(func() { r.done <- s.persist(r, nil, false) })
		} else {
			waiting = append(waiting, r)
		}
	}
	if len(waiting) == 0 {
		return
	}
	slices.SortStableFunc(waiting, func(a, b *request) int { return strings.Compare(a.key(), b.key()) })
	first := slices.MinFunc(waiting, func(a, b *request) int { return a.until.Compare(b.until) })
	answers, err := s.try(waiting, first.until)
	for i, r := range waiting {
		switch {
		case err == nil && answers[i] != nil:
			s.running.Go(func() { r.done <- s.persist(r, answers[i], false) })
		case err != nil && (len(waiting) > 1 || retryable(err)):
			s.running.Go(func() { r.done <- s.persist(r, nil, uncertain(err)) })
		case err != nil:
			r.done <- failure(err, false)
		default:
			r.done <- nil
		}
	}
}

// try writes requests in one transaction and returns the result of each. If it returns an error, no change
// was written, unless the error leaves the outcome open, as a lost connection does.
func (s *Store) try(batch []*request, until time.Time) (answers []error, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), min(tryFor, time.Until(until)))
	defer cancel()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return nil, unsent{err}
	}
	defer conn.Release()
	defer keepCommit(conn.Conn())()
	if c, ok := batch[0].change.(ratedChange); ok {
		answer, err := s.tryRated(ctx, conn, c)
		return []error{answer}, err
	}
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
	// Only Close reports whether the transaction was committed.
	if err := results.Close(); err != nil {
		return nil, err
	}
	return answers, nil
}

// errRefused means that a change does not apply to the current state of the database. change.settle returns
// the reason.
var errRefused = errors.New("postgres: refused")

// persist retries a change separately until its outcome is known or its time is up. first is errRefused if
// the first attempt was refused, and otherwise nil. unsure means that the first attempt may have been
// committed.
func (s *Store) persist(r *request, first error, unsure bool) error {
	wait := 20 * time.Millisecond
	err := first
	for {
		if errors.Is(err, errRefused) {
			ctx, cancel := context.WithTimeout(context.Background(), min(tryFor, time.Until(r.until)))
			settled := r.settle(ctx, s.pool)
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
		err = first // only settle failed
	}
	return failure(err, unsure)
}
