// Package jobs runs work of a cluster's nodes on workers, which are separate processes:
// computer moves, analyses of whole games, puzzle checks, self-play games and match
// games.
//
// Jobs are in PostgreSQL, in River's tables. A question about a computer move is part
// of the commit that raises it (package postgres); other jobs are inserted separately.
// River gives each job to one worker at a time. A worker sends four heartbeats a
// second and holds a lock that ends with its connection; others take over the jobs of
// a dead one. So a job may run twice, and its result is saved once.
//
// A worker does not write to games. It answers questions, and the node that asked
// decides what to do with the answer.
package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/rules/registry"
)

// The kinds of jobs.
const (
	Moves    = postgres.MoveKind // computer moves in games
	Analysis = "analysis"        // of a whole game
	Puzzles  = "puzzles"         // puzzle checks
	Selfplay = "selfplay"        // games of tain selfplay
	Match    = "match"           // games of tain match
)

// Kinds are all kinds of jobs.
var Kinds = []string{Moves, Analysis, Puzzles, Selfplay, Match}

// ParseKinds parses a comma-separated list of kinds; an empty one means all.
func ParseKinds(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return Kinds, nil
	}
	var list []string
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		if !slices.Contains(Kinds, one) {
			return nil, fmt.Errorf("jobs: unknown kind %q: use one of %s", one, strings.Join(Kinds, ", "))
		}
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list, nil
}

// Options configure a worker. Store and Rules are required.
type Options struct {
	Store   *postgres.Store
	Rules   *registry.Registry
	Threads int      // jobs of each queue at a time; defaults to 1
	Kinds   []string // defaults to all
	// NewPlayer creates a computer player for each thread; defaults to
	// computer.NewEnginePlayer.
	NewPlayer func() computer.Player
	// Ready, if not nil, is called when the worker starts to take jobs.
	Ready func()
	Log   *slog.Logger // nil discards
}

// worker runs jobs.
type worker struct {
	o       Options
	players chan computer.Player
	ahead   atomic.Int64 // of the database's clock on this machine's, in milliseconds
	waiting atomic.Bool  // watched games wait for a computer move
}

// deepQueue is the queue of long jobs. All kinds share it, so that no thread is idle
// while there is work.
const deepQueue = "deep"

// jobRetention is how long River keeps finished jobs.
const jobRetention = 10 * time.Minute

// Run takes jobs until the context ends. Then it cuts unfinished moves short, with the
// best one found so far, and returns other jobs to the queue.
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
	host, _ := os.Hostname() // empty on failure
	number := rand.Int32()
	id := fmt.Sprintf("%s-%d-%08x", host, os.Getpid(), number)

	// The worker is registered before it takes a job and until it has returned all.
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

// stopTimeout is how long a worker may take to return its jobs. After that others take
// them when its lease ends.
const stopTimeout = 5 * time.Second

// client returns a River client for the kinds of this worker.
func (w *worker) client(id string) (*river.Client[pgxTx], error) {
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
		// Dead workers are found much sooner by their leases.
		RescueStuckJobsAfter:        10_000 * time.Hour,
		CompletedJobRetentionPeriod: jobRetention, CancelledJobRetentionPeriod: jobRetention, DiscardedJobRetentionPeriod: 24 * time.Hour,
		Logger: slog.New(levelFilter{w.o.Log.Handler(), slog.LevelWarn}),
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return client, nil
}

// now returns the database's time in milliseconds.
func (w *worker) now() int64 { return time.Now().UnixMilli() + w.ahead.Load() }

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
