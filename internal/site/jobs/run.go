package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/site/store/postgres"
)

// Run handles jobs until the context is cancelled. It then answers unfinished questions with the best move
// found so far, and returns other jobs to the queue.
func Run(ctx context.Context, o Options) error {
	o.Threads = max(1, o.Threads)
	if len(o.Kinds) == 0 {
		o.Kinds = Kinds
	}
	if o.NewPlayer == nil {
		o.NewPlayer = computer.NewEnginePlayer
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	w := &worker{o: o, players: make(chan computer.Player, o.Threads)}
	for range o.Threads {
		w.players <- o.NewPlayer()
	}
	host, _ := os.Hostname() // empty on error
	number := rand.Int32()
	id := fmt.Sprintf("%s-%d-%08x", host, os.Getpid(), number)

	// The worker is registered from before its first job until it has returned all jobs.
	here, leave := context.WithCancel(context.WithoutCancel(ctx))
	known, attended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(attended)
		first := true
		o.Store.Attend(here, postgres.Worker{ID: id, Number: number, Kinds: o.Kinds, Threads: o.Threads}, func(b postgres.Heartbeat) {
			w.ahead.Store(time.Until(b.Now).Milliseconds())
			w.waiting.Store(b.Waiting)
			if first {
				first = false
				close(known)
			}
		})
	}()
	defer func() {
		leave()
		<-attended
	}()
	select {
	case <-known:
	case <-ctx.Done():
		return nil
	}
	client, err := w.client(id)
	if err != nil {
		return err
	}
	if err := client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("jobs: %w", err)
	}
	if o.Ready != nil {
		o.Ready()
	}
	<-ctx.Done()
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := client.StopAndCancel(stop); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("jobs: %w", err)
	}
	return nil
}

// client returns a River client for the kinds of this worker.
func (w *worker) client(id string) (*river.Client[pgx.Tx], error) {
	workers := river.NewWorkers()
	queues := map[string]river.QueueConfig{}
	long := false
	for _, kind := range w.o.Kinds {
		switch kind {
		case Moves:
			river.AddWorker(workers, &mover{w: w})
			queues[postgres.MoveQueue] = river.QueueConfig{MaxWorkers: w.o.Threads, FetchCooldown: 10 * time.Millisecond, FetchPollInterval: 500 * time.Millisecond}
			continue
		case Analysis:
			river.AddWorker(workers, &longJob[analysisArgs]{w: w, do: w.analyse})
		case Puzzles:
			river.AddWorker(workers, &longJob[puzzleArgs]{w: w, do: w.checkPuzzle})
		case Selfplay:
			river.AddWorker(workers, &longJob[selfplayArgs]{w: w, do: w.selfplay})
		case Match:
			river.AddWorker(workers, &longJob[matchArgs]{w: w, do: w.match})
		default:
			return nil, fmt.Errorf("jobs: unknown kind %q", kind)
		}
		long = true
	}
	if long {
		queues[deepQueue] = river.QueueConfig{MaxWorkers: w.o.Threads}
	}
	client, err := river.NewClient(riverpgxv5.New(w.o.Store.Pool()), &river.Config{
		ID: id, Queues: queues, Workers: workers, FetchOnlyKnownKinds: true, JobTimeout: -1,
		// Dead workers are detected much sooner, when their leases expire.
		RescueStuckJobsAfter:        10_000 * time.Hour,
		CompletedJobRetentionPeriod: jobRetention, CancelledJobRetentionPeriod: jobRetention, DiscardedJobRetentionPeriod: 24 * time.Hour,
		Logger: slog.New(levelFilter{w.o.Log.Handler(), slog.LevelWarn}),
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return client, nil
}

// levelFilter is a log handler with a minimum level.
type levelFilter struct {
	slog.Handler
	level slog.Level
}

func (a levelFilter) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= a.level && a.Handler.Enabled(ctx, l)
}

func (a levelFilter) WithAttrs(list []slog.Attr) slog.Handler {
	return levelFilter{a.Handler.WithAttrs(list), a.level}
}

func (a levelFilter) WithGroup(name string) slog.Handler {
	return levelFilter{a.Handler.WithGroup(name), a.level}
}
