package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/site/store/postgres"
)

// deep does jobs of a kind that takes long. What comes of one is kept as River's
// output of it, for whoever asked; nil if the job has kept it itself.
type deep[A river.JobArgs] struct {
	river.WorkerDefaults[A]
	w  *worker
	do func(ctx context.Context, id int64, args A) (any, error)
}

// awayError is what the database said where it should have told or kept something: it
// may answer the next time.
type awayError struct{ error }

func (e awayError) Unwrap() error { return e.error }

// Work does one on a thread that gives way to computer moves. What is cut short is
// given back; what the database kept from being done is tried again, a few times, and
// what cannot be done is not.
func (d *deep[A]) Work(ctx context.Context, job *river.Job[A]) (err error) {
	var output any
	func() {
		defer func() {
			if failed := recover(); failed != nil {
				err = fmt.Errorf("jobs: it broke off: %v", failed)
				d.w.o.Log.Error("jobs: a job panicked", "kind", job.Kind, "job", job.ID, "error", err)
			}
		}()
		background.Do(func() { output, err = d.do(ctx, job.ID, job.Args) })
	}()
	switch {
	case ctx.Err() != nil:
		return river.JobSnooze(0)
	case errors.As(err, new(awayError)):
		return err
	case err != nil:
		return river.JobCancel(err)
	case output == nil:
		return nil
	}
	return river.RecordOutput(ctx, output)
}

// deepTries is how often a job is begun: one that ends its worker must not end them
// all.
const deepTries = 4

// Client hands jobs that take long to workers.
type Client struct {
	// Bounds are of the analyses that people ask for.
	Bounds Bounds

	store *postgres.Store
	river *river.Client[pgx.Tx]
}

// NewClient returns one for the workers of a database.
func NewClient(store *postgres.Store) (*Client, error) {
	c, err := river.NewClient(riverpgxv5.New(store.Pool()), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return &Client{Bounds: UsualBounds, store: store, river: c}, nil
}

// ErrNobody is said where no worker takes a kind of job.
var ErrNobody = errors.New("jobs: no worker is alive that takes such jobs: start one with tain worker")

// Working reports whether a worker is alive that takes a kind of job.
func (c *Client) Working(ctx context.Context, kind string) (ok bool, err error) {
	err = c.store.Pool().QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM workers WHERE $1 = ANY (kinds) AND "+postgres.WorkerAlive+")", kind).Scan(&ok)
	return ok, err
}

// add inserts a job; the lower its priority, the sooner it is done.
func (c *Client) add(ctx context.Context, args river.JobArgs, priority int) (int64, error) {
	added, err := c.river.Insert(ctx, args, &river.InsertOpts{Queue: deepQueue, Priority: priority, MaxAttempts: deepTries})
	if err != nil {
		return 0, fmt.Errorf("jobs: %w", err)
	}
	return added.Job.ID, nil
}

// state is how it stands with a job.
type state struct {
	done   bool
	output json.RawMessage
	err    error
}

// look tells how it stands with jobs; those that are not there are left out.
func (c *Client) look(ctx context.Context, ids []int64) (map[int64]state, error) {
	found, err := c.store.Pool().Query(ctx, `SELECT id, state::text, coalesce(metadata->'output', 'null')::text, coalesce(errors[array_length(errors, 1)]->>'error', '')
		FROM river_job WHERE id = ANY ($1)`, ids)
	if err != nil {
		return nil, err
	}
	all := map[int64]state{}
	var id int64
	var is, output, failed string
	_, err = pgx.ForEachRow(found, []any{&id, &is, &output, &failed}, func() error {
		var s state
		switch is {
		case "completed":
			s.done, s.output = true, json.RawMessage(output)
		case "cancelled", "discarded":
			s.done, s.err = true, errors.New("jobs: it was not done")
			if failed != "" {
				s.err = fmt.Errorf("jobs: it was not done: %s", failed)
			}
		}
		all[id] = s
		return nil
	})
	return all, err
}

// drop takes jobs back that nobody waits for any more.
func (c *Client) drop(ids []int64) {
	ctx, cancel := context.WithTimeout(context.Background(), stopFor)
	defer cancel()
	for _, id := range ids {
		_, _ = c.river.JobCancel(ctx, id) // what is done already may stay
	}
}

// Patience of whoever waits for jobs: how often they look, how long the database may be
// away, and how long there may be no worker.
const (
	lookEvery = 200 * time.Millisecond
	awayFor   = time.Minute
	nobodyFor = 10 * time.Second
)

// Crew has jobs done and waits for them: one look at the database for all that wait.
type Crew struct {
	client *Client
	kind   string

	mu      sync.Mutex
	waiting map[int64]chan state
}

// NewCrew returns one for a kind of job. It looks until the context ends, and says
// ErrNobody if no worker takes that kind.
func (c *Client) NewCrew(ctx context.Context, kind string) (*Crew, error) {
	ok, err := c.Working(ctx, kind)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrNobody
	}
	crew := &Crew{client: c, kind: kind, waiting: map[int64]chan state{}}
	go crew.watch(ctx)
	return crew, nil
}

// watch looks what has been done.
func (c *Crew) watch(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	looked, worked := time.Now(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.mu.Lock()
		var ids []int64
		for id := range c.waiting {
			ids = append(ids, id)
		}
		c.mu.Unlock()
		if len(ids) == 0 {
			looked, worked = time.Now(), time.Now()
			continue
		}
		try, stop := context.WithTimeout(ctx, 10*time.Second)
		found, err := c.client.look(try, ids)
		working := true
		if err == nil {
			working, err = c.client.Working(try, c.kind)
		}
		stop()
		switch {
		case err == nil:
			looked = time.Now()
		case time.Since(looked) > awayFor:
			c.tell(ids, state{done: true, err: fmt.Errorf("jobs: the database does not answer: %w", err)})
			continue
		default:
			continue
		}
		if working {
			worked = time.Now()
		}
		for _, id := range ids {
			s, ok := found[id]
			switch {
			case !ok:
				c.tell([]int64{id}, state{done: true, err: errors.New("jobs: a job is gone from the database")})
			case s.done:
				c.tell([]int64{id}, s)
			case time.Since(worked) > nobodyFor:
				c.tell([]int64{id}, state{done: true, err: ErrNobody})
			}
		}
	}
}

func (c *Crew) tell(ids []int64, s state) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		if to := c.waiting[id]; to != nil {
			to <- s // it has room for it
			delete(c.waiting, id)
		}
	}
}

// do has a job done and reads its output. Whoever leaves takes it back.
func (c *Crew) do(ctx context.Context, args river.JobArgs, priority int, into any) error {
	id, err := c.client.add(ctx, args, priority)
	if err != nil {
		return err
	}
	done := make(chan state, 1)
	c.mu.Lock()
	c.waiting[id] = done
	c.mu.Unlock()
	select {
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
		c.client.drop([]int64{id})
		return ctx.Err()
	case s := <-done:
		if s.err != nil {
			c.client.drop([]int64{id})
			return s.err
		}
		return json.Unmarshal(s.output, into)
	}
}

// Threads returns how many jobs of a kind workers do at a time.
func (c *Client) Threads(ctx context.Context, kind string) (n int, err error) {
	err = c.store.Pool().QueryRow(ctx, "SELECT coalesce(sum(threads), 0) FROM workers WHERE $1 = ANY (kinds) AND "+postgres.WorkerAlive, kind).Scan(&n)
	return n, err
}
