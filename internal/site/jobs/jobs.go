// Package jobs runs work for a cluster on workers, which are separate processes: computer moves, analyses of
// whole games, puzzle checks, self-play games and match games.
//
// Jobs are stored in PostgreSQL, in River's tables. A question (which move the computer plays, or whether it
// accepts an offer) is usually inserted in the same transaction as the move before it (package postgres). All
// other jobs are inserted separately. River assigns each job to one worker at a time. A worker sends four
// heartbeats per second and holds a lock that ends with its connection. When a worker dies, other workers
// take over its jobs. A job may therefore run twice, but its result is saved only once.
//
// A worker does not write to games. It answers questions, and the node that asked decides what to do with the
// answer.
package jobs

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// The kinds of jobs.
const (
	Moves    = postgres.MoveKind // computer moves in games
	Analysis = "analysis"        // analyses of whole games
	Puzzles  = "puzzles"         // puzzle checks
	Selfplay = "selfplay"        // games played by tain selfplay
	Match    = "match"           // games played by tain match
)

// Kinds lists all kinds of jobs.
var Kinds = []string{Moves, Analysis, Puzzles, Selfplay, Match}

// ParseKinds parses a comma-separated list of kinds. An empty list means all kinds.
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

// Options configures a worker. Store and Rules are required.
type Options struct {
	Store   *postgres.Store
	Rules   *registry.Registry
	Threads int      // concurrent jobs per queue; defaults to 1
	Kinds   []string // defaults to all kinds
	// NewPlayer creates a computer player for each thread; it defaults to computer.NewEnginePlayer.
	NewPlayer func() computer.Player
	// Ready, if not nil, is called when the worker starts to accept jobs.
	Ready func()
	Log   *slog.Logger // nil discards all messages
}

// worker is the state that all jobs of a worker share.
type worker struct {
	o       Options
	players chan computer.Player
	ahead   atomic.Int64 // how far the database's clock is ahead of this machine's, in milliseconds
	waiting atomic.Bool  // Heartbeat.Waiting
}

// deepQueue is the queue of long jobs of all kinds. Sharing it keeps every thread busy while there are jobs.
const deepQueue = "deep"

// now returns the database's time in milliseconds.
func (w *worker) now() int64 { return time.Now().UnixMilli() + w.ahead.Load() }

func (w *worker) find(variant string) (rules.Rules, error) {
	r, ok := w.o.Rules.Find(variant)
	if !ok {
		return nil, fmt.Errorf("jobs: unknown rule set %.80q on this worker", variant)
	}
	return r, nil
}

// jobRetention is how long River keeps completed and cancelled jobs.
const jobRetention = 10 * time.Minute

// stopTimeout is how long a worker may take to return its jobs. Jobs that it has not returned by then pass to
// other workers when its lease expires.
const stopTimeout = 5 * time.Second
