package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/site/store/postgres"
)

// longJob runs long jobs of one kind. It saves the result of do as the job's River output, unless the result
// is nil because do has saved it.
type longJob[A river.JobArgs] struct {
	river.WorkerDefaults[A]
	w  *worker
	do func(ctx context.Context, id int64, args A) (any, error)
}

// unavailableError is a database error after which a retry may succeed.
type unavailableError struct{ error }

func (e unavailableError) Unwrap() error { return e.error }

// Work runs a job on a low-priority thread. It returns an interrupted job to the queue, retries after a
// database error, and cancels the job after any other error.
func (d *longJob[A]) Work(ctx context.Context, job *river.Job[A]) (err error) {
	var output any
	func() {
		defer func() {
			if failed := recover(); failed != nil {
				err = fmt.Errorf("jobs: panic: %v", failed)
				d.w.o.Log.Error("jobs: a job panicked", "kind", job.Kind, "job", job.ID, "error", err)
			}
		}()
		background.Do(func() { output, err = d.do(ctx, job.ID, job.Args) })
	}()
	switch {
	case ctx.Err() != nil:
		return river.JobSnooze(0)
	case errors.As(err, new(unavailableError)):
		return err
	case err != nil:
		return river.JobCancel(err)
	case output == nil:
		return nil
	}
	return river.RecordOutput(ctx, output)
}

// deepTries is the maximum number of attempts at a job, so that a job that crashes its worker does not crash
// all workers.
const deepTries = 4

// Client submits long jobs to workers.
type Client struct {
	// Bounds limit the analyses that clients request.
	Bounds Bounds

	store *postgres.Store
	river *river.Client[pgx.Tx]
}

// NewClient returns a client for the workers of a database.
func NewClient(store *postgres.Store) (*Client, error) {
	c, err := river.NewClient(riverpgxv5.New(store.Pool()), &river.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return &Client{Bounds: defaultBounds, store: store, river: c}, nil
}

// ErrNoWorkers means that no live worker handles a kind of job.
var ErrNoWorkers = errors.New("jobs: no running worker accepts jobs of this kind: start one with tain worker")

// Working reports whether a live worker handles a kind of job.
func (c *Client) Working(ctx context.Context, kind string) (ok bool, err error) {
	err = c.store.Pool().QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM workers WHERE $1 = ANY (kinds) AND "+postgres.WorkerAlive+")", kind).Scan(&ok)
	return ok, err
}

// add inserts a job and returns its ID. Jobs with lower priority numbers run first.
func (c *Client) add(ctx context.Context, args river.JobArgs, priority int) (int64, error) {
	added, err := c.river.Insert(ctx, args, &river.InsertOpts{Queue: deepQueue, Priority: priority, MaxAttempts: deepTries})
	if err != nil {
		return 0, fmt.Errorf("jobs: %w", err)
	}
	return added.Job.ID, nil
}

// state contains the result of a job, once it is done.
type state struct {
	done   bool
	output json.RawMessage
	err    error
}

// states returns the states of jobs. Unknown jobs are missing from the result.
func (c *Client) states(ctx context.Context, ids []int64) (map[int64]state, error) {
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
			s.done, s.err = true, errors.New("jobs: a job failed")
			if failed != "" {
				s.err = fmt.Errorf("jobs: a job failed: %s", failed)
			}
		}
		all[id] = s
		return nil
	})
	return all, err
}

// cancel cancels a job that no caller waits for.
func (c *Client) cancel(id int64) {
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	_, _ = c.river.JobCancel(ctx, id) // fails if the job has finished, which is harmless
}

// A crew polls the database at intervals of pollEvery. Its jobs fail once the database has been unavailable
// for databaseTimeout, or every worker for workerTimeout.
const (
	pollEvery       = 200 * time.Millisecond
	databaseTimeout = time.Minute
	workerTimeout   = 10 * time.Second
)

// Crew runs jobs on workers and waits for them, polling all jobs with one query.
type Crew struct {
	client *Client
	kind   string

	mu      sync.Mutex
	waiting map[int64]chan state
}

// NewCrew returns a crew for a kind of job, or ErrNoWorkers. It polls until the context is cancelled.
func (c *Client) NewCrew(ctx context.Context, kind string) (*Crew, error) {
	ok, err := c.Working(ctx, kind)
	switch {
	case err != nil:
		return nil, err
	case !ok:
		return nil, ErrNoWorkers
	}
	crew := &Crew{client: c, kind: kind, waiting: map[int64]chan state{}}
	go crew.watch(ctx)
	return crew, nil
}

// watch polls the database and reports finished jobs until the context is cancelled. It reports all jobs as
// failed if the database or the workers are unavailable for too long.
func (c *Crew) watch(ctx context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	looked, worked := time.Now(), time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.mu.Lock()
		ids := slices.Collect(maps.Keys(c.waiting))
		c.mu.Unlock()
		if len(ids) == 0 {
			looked, worked = time.Now(), time.Now()
			continue
		}
		try, stop := context.WithTimeout(ctx, 10*time.Second)
		found, err := c.client.states(try, ids)
		working := true
		if err == nil {
			working, err = c.client.Working(try, c.kind)
		}
		stop()
		switch {
		case err == nil:
			looked = time.Now()
		case time.Since(looked) > databaseTimeout:
			c.report(ids, state{done: true, err: fmt.Errorf("jobs: the database does not respond: %w", err)})
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
				c.report([]int64{id}, state{done: true, err: errors.New("jobs: a job is missing from the database")})
			case s.done:
				c.report([]int64{id}, s)
			case time.Since(worked) > workerTimeout:
				c.report([]int64{id}, state{done: true, err: ErrNoWorkers})
			}
		}
	}
}

// report passes a state to the callers waiting for jobs.
func (c *Crew) report(ids []int64, s state) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		if to := c.waiting[id]; to != nil {
			to <- s // does not block, because the channel is buffered
			delete(c.waiting, id)
		}
	}
}

// do runs a job, waits for it, and decodes its output into the value into. It cancels the job if the context
// is cancelled.
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
		c.client.cancel(id)
		return ctx.Err()
	case s := <-done:
		if s.err != nil {
			c.client.cancel(id)
			return s.err
		}
		return json.Unmarshal(s.output, into)
	}
}

// Threads returns how many jobs of a kind workers can run at a time.
func (c *Client) Threads(ctx context.Context, kind string) (n int, err error) {
	err = c.store.Pool().QueryRow(ctx, "SELECT coalesce(sum(threads), 0) FROM workers WHERE $1 = ANY (kinds) AND "+postgres.WorkerAlive, kind).Scan(&n)
	return n, err
}

// perThread is the number of jobs queued per worker thread, so that no thread is idle.
const perThread = 2

// WithCrew calls do with a crew for a database and the number of jobs to keep in progress.
func WithCrew(ctx context.Context, url, kind string, do func(crew *Crew, jobs int) error) error {
	games, err := postgres.Open(ctx, postgres.Options{URL: url, Aside: true, Existing: true})
	if err != nil {
		return err
	}
	defer games.Close()
	client, err := NewClient(games)
	if err != nil {
		return err
	}
	polling, end := context.WithCancel(context.WithoutCancel(ctx)) // polling continues until all jobs are finished or cancelled
	defer end()
	crew, err := client.NewCrew(polling, kind)
	if errors.Is(err, ErrNoWorkers) {
		return fmt.Errorf("no running worker accepts %v jobs; start one with tain worker", kind)
	}
	if err != nil {
		return err
	}
	threads, err := client.Threads(ctx, kind)
	if err != nil {
		return err
	}
	return do(crew, max(1, perThread*threads))
}

// Bounds limit the waiting and running analyses per person, per address and in total, and the nodes searched
// per position.
type Bounds struct {
	Person, Address, All int
	Nodes                uint64
}

var defaultBounds = Bounds{Person: 2, Address: 6, All: 100, Nodes: 2_000_000}
