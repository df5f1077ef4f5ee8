package game

import (
	"context"
	"log/slog"
	"time"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Options are the settings of a Host. All but Rules may be left out.
type Options struct {
	Rules []rules.Rules // the rule sets that are played
	// Thinkers is how many computer opponents think at the same time; 0 means 1.
	Thinkers int
	// NewThinker makes each of them; nil means NewEngineThinker.
	NewThinker func() Thinker
	// GamesPerBrowser is how many running games a browser may have; 0 means 50.
	GamesPerBrowser int
	// Backlog is how many messages may wait for a watcher before it counts as
	// too slow; 0 means 64.
	Backlog int
	// Idle is how long a game that nobody uses stays in memory; 0 means five
	// minutes.
	Idle time.Duration
	// Log is told what goes wrong; nil means nobody is.
	Log *slog.Logger
}

// Host runs games. All its methods may be called at the same time; what they
// refuse is an *Error.
type Host struct{ store Store }

// Stats are what a Host is doing.
type Stats struct {
	Live     int // games in memory
	Watchers int
	Timers   int // games that time alone will change
	Thinking int // computer opponents that think
	Queued   int // and those that wait to
	Commits  int64
	Dropped  int64 // watchers that were too slow
}

// Watcher is one who watches a game.
type Watcher struct {
	// C brings the snapshot first and then whatever happens. It is closed when
	// the watching ends; Err then tells why.
	C <-chan Message
}

// NewHost returns a host of the games in a store. It takes up the clocks of
// those that are running.
func NewHost(ctx context.Context, store Store, o Options) (*Host, error) {
	return &Host{store: store}, nil
}

// Create starts a game.
func (h *Host) Create(ctx context.Context, by Browser, spec Spec) (Snapshot, error) {
	return Snapshot{}, nil
}

// Join takes the free seat of a game. One who has a seat already keeps it.
func (h *Host) Join(ctx context.Context, by Browser, id string, ticket Ticket) (Snapshot, error) {
	return Snapshot{}, nil
}

// Do carries out a command. It returns after the commit; nil also means that
// the command had been carried out before.
func (h *Host) Do(ctx context.Context, by Browser, id string, c Command) error { return nil }

// Watch lets somebody watch a game until the watcher is closed.
func (h *Host) Watch(ctx context.Context, by Browser, id string) (*Watcher, error) { return nil, nil }

// Sync sends a watcher the whole game again.
func (w *Watcher) Sync(ctx context.Context) error { return nil }

// Err tells why C was closed: nil if the watcher was closed, an *Error with
// CodeSlow if it did not keep up, with CodeClosing if the host shuts down.
func (w *Watcher) Err() error { return nil }

// Close ends the watching. It may be called more than once.
func (w *Watcher) Close() {}

// Snapshot returns a game as somebody may see it.
func (h *Host) Snapshot(ctx context.Context, by Browser, id string) (Snapshot, error) {
	return Snapshot{}, nil
}

// Open returns the games anybody may join, newest first.
func (h *Host) Open(ctx context.Context) ([]Challenge, error) { return nil, nil }

// Mine returns the games of a browser, the last changed first.
func (h *Host) Mine(ctx context.Context, by Browser) ([]Summary, error) { return nil, nil }

// PGN returns a game as a record, with the time left after each move as a
// comment.
func (h *Host) PGN(ctx context.Context, id string) (*notation.Game, error) { return nil, nil }

// Stats returns what the host is doing.
func (h *Host) Stats() Stats { return Stats{} }

// Close tells all watchers that the server shuts down, carries out what has
// been begun, and refuses everything after. It does not close the store.
func (h *Host) Close(ctx context.Context) error { return nil }
