// Package jobs is the work that nodes of a cluster leave to workers, processes of
// their own, as many as one likes: computer moves, analyses of whole games, checks of
// puzzles, games the engine plays against itself, and games of matches.
//
// Jobs are in PostgreSQL, in the tables of River. A computer move is asked for in the
// commit that it answers (package postgres); the others are inserted by themselves.
// River hands each to one worker at a time. A worker notes four times a second that it
// is alive, and holds a lock that ends with its connection; what one that is gone had
// begun is given to others. So a job may be done twice, and whatever comes of it is
// kept once.
//
// A worker writes to no game. It answers questions, and the node that asked decides
// what comes of the answer.
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
	"github.com/tainchess/tain/rules"
)

// The kinds of jobs.
const (
	Moves    = postgres.MoveKind // what the computer does in a game
	Analysis = "analysis"        // of a whole game
	Puzzles  = "puzzles"         // checks of puzzles
	Selfplay = "selfplay"        // games of tain selfplay
	Match    = "match"           // games of tain match
)

// Kinds are all of them.
var Kinds = []string{Moves, Analysis, Puzzles, Selfplay, Match}

// ParseKinds reads the names of kinds, with commas between them; an empty text is
// all of them.
func ParseKinds(text string) ([]string, error) {
	if strings.TrimSpace(text) == "" {
		return Kinds, nil
	}
	var list []string
	for one := range strings.SplitSeq(text, ",") {
		one = strings.TrimSpace(one)
		if !slices.Contains(Kinds, one) {
			return nil, fmt.Errorf("jobs: there is no kind %q: it is one of %s", one, strings.Join(Kinds, ", "))
		}
		if !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list, nil
}

// Options are the settings of a worker. Store and Rules are needed.
type Options struct {
	Store   *postgres.Store
	Rules   *rules.Registry
	Threads int      // how many jobs of each sort are done at a time; 0 means 1
	Kinds   []string // that it takes; none means all
	// NewPlayer makes a computer player for each thread; nil means
	// computer.NewEnginePlayer.
	NewPlayer func() computer.Player
	// Ready is called when it takes jobs, if it is not nil.
	Ready func()
	Log   *slog.Logger // nil means nobody is told
}

// worker does jobs.
type worker struct {
	o       Options
	players chan computer.Player
	ahead   atomic.Int64 // the database's clock before this machine's, in milliseconds
	waiting atomic.Bool  // moves that somebody watches wait for a thread
}

// The queue of everything that takes long. Kinds share it, so that a thread is
// never idle while there is work.
const deepQueue = "deep"

// keptFor is how long River keeps jobs that are done.
const keptFor = 10 * time.Minute

// Run takes jobs until the context ends. What has begun then is cut short if it can be
// (a move is the best one found so far), and given back if not.
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
	host, _ := os.Hostname() // nothing where there is none
	number := rand.Int32()
	id := fmt.Sprintf("%s-%d-%08x", host, os.Getpid(), number)

	// Others must know of it before it takes anything, and until it has given
	// everything back.
	here, leave := context.WithCancel(context.WithoutCancel(ctx))
	known, attended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(attended)
		first := true
		o.Store.Attend(here, postgres.Worker{ID: id, Number: number, Kinds: o.Kinds, Threads: o.Threads}, func(b postgres.Beat) {
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
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopFor)
	defer cancel()
	if err := client.StopAndCancel(stop); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("jobs: %w", err)
	}
	return nil
}

// stopFor is how long a worker may take to give its jobs back. If it takes longer,
// others take them when it is gone.
const stopFor = 5 * time.Second

// client returns River's, for the kinds of this worker.
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
			river.AddWorker(workers, &deep[analysisArgs]{w: w, do: w.analyse})
		case Puzzles:
			river.AddWorker(workers, &deep[puzzleArgs]{w: w, do: w.checkPuzzle})
		case Selfplay:
			river.AddWorker(workers, &deep[selfplayArgs]{w: w, do: w.selfplay})
		case Match:
			river.AddWorker(workers, &deep[matchArgs]{w: w, do: w.match})
		default:
			return nil, fmt.Errorf("jobs: there is no kind %q", kind)
		}
		long = true
	}
	if long {
		queues[deepQueue] = river.QueueConfig{MaxWorkers: w.o.Threads}
	}
	client, err := river.NewClient(riverpgxv5.New(w.o.Store.Pool()), &river.Config{
		ID: id, Queues: queues, Workers: workers, FetchOnlyKnownKinds: true, JobTimeout: -1,
		// Who is gone is known much sooner.
		RescueStuckJobsAfter:        10_000 * time.Hour,
		CompletedJobRetentionPeriod: keptFor, CancelledJobRetentionPeriod: keptFor, DiscardedJobRetentionPeriod: 24 * time.Hour,
		Logger: slog.New(atLeast{w.o.Log.Handler(), slog.LevelWarn}),
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return client, nil
}

// now returns the time by the clock of the database, in milliseconds.
func (w *worker) now() int64 { return time.Now().UnixMilli() + w.ahead.Load() }

// atLeast is a log without what is less than a level.
type atLeast struct {
	slog.Handler
	level slog.Level
}

func (a atLeast) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= a.level && a.Handler.Enabled(ctx, l)
}

func (a atLeast) WithAttrs(list []slog.Attr) slog.Handler {
	return atLeast{a.Handler.WithAttrs(list), a.level}
}

func (a atLeast) WithGroup(name string) slog.Handler {
	return atLeast{a.Handler.WithGroup(name), a.level}
}
