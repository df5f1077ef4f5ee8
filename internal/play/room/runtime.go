package room

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/schedule"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules/registry"
)

// Options contains the settings for a hub's rooms. Package hub sets the defaults.
type Options struct {
	Rules *registry.Registry // available rule sets
	// Bus carries committed events between hubs; it defaults to a bus for this hub only.
	Bus cluster.Bus
	// GamesPerSession limits the number of running games per session; it defaults to 50.
	GamesPerSession int
	// TurnTime limits the search time of a move while watched games wait; it defaults to 1.5 seconds.
	TurnTime time.Duration
	// UnwatchedTime limits the search time of a move in a game that nobody watches; it defaults to 200 ms.
	UnwatchedTime time.Duration
	// Definitions limits the total number of stored custom rule sets; it defaults to 50000.
	Definitions int
	// Backlog is the maximum number of updates queued for a watcher before it is dropped as too slow;
	// it defaults to 64.
	Backlog int
	// Gate enforces the operator's restrictions; nil permits everything.
	Gate Gate
	// Notify receives notifications for people who are not present. It must return immediately, because it is
	// called with a room locked. It may be nil.
	Notify func(Notification)
	// Traced is called after this node has sent traced updates, with the time when it started to send them.
	// It may be nil.
	Traced func(trace, request, id string, began time.Time)
	// Log receives errors and warnings; nil discards them.
	Log *slog.Logger
}

// Runtime is the state that the rooms of a hub share. No goroutine may hold the locks of two of its
// parts at the same time, except that the lock of Nodes may be taken last.
type Runtime struct {
	Store      Store
	Asker      Asker // nil unless the store can ask workers
	Replies    chan computer.Reply
	Options    Options
	Alarms     *schedule.Alarms
	Pool       *computer.Pool
	Challenges Challenges
	Nodes      *cluster.Nodes
	Time       *schedule.Timeline
	// Outages are the past outages, latest first.
	Outages  atomic.Pointer[[]game.Outage]
	Counters Counters

	mu      sync.Mutex
	pending map[game.Hash]int // games being created or joined
}

// Counters counts events and current watchers in all of a hub's rooms.
type Counters struct {
	Commits, Conflicts, Dropped, Watchers, StoreErrors, Healed atomic.Int64
}

// Challenges is the list of games that anybody may join. Rooms update it.
type Challenges interface {
	// Arrive and Depart record that the creator of a challenge has started or stopped watching it. They
	// ignore other games.
	Arrive(id string)
	Depart(id string)
	// Adopt adds a challenge whose creator has come here from another node, or sets the creator of a
	// restored challenge.
	Adopt(id string, creator fair.Party, kept bool)
	// Remove removes a game that can no longer be joined.
	Remove(id string)
}

// Horizon is how far ahead alarms are set. Later deadlines are queried from the store as they come
// closer.
const Horizon = 2 * time.Minute

// SetAlarm sets a game's alarm. It removes the alarm if the time is 0 or beyond the horizon.
func (rt *Runtime) SetAlarm(id string, at int64) {
	if at > rt.Time.Now()+Horizon.Milliseconds() {
		at = 0
	}
	rt.Alarms.Set(id, at)
}

// RetryAfter is the delay before a retry after a store failure.
const RetryAfter = time.Second

// Retry sets a game's alarm so that a failed operation is retried soon.
func (rt *Runtime) Retry(id string) { rt.Alarms.Set(id, rt.Time.Now()+RetryAfter.Milliseconds()) }

// Begin commits a new game.
func (rt *Runtime) Begin(ctx context.Context, start game.Start, at int64) error {
	g, events, err := game.Begin(rt.Finder(ctx), start, at)
	if err != nil {
		return rt.Failed("begin", err)
	}
	if err := rt.Store.Create(context.WithoutCancel(ctx), EntryOf(g), events); err != nil {
		return rt.Failed("create", err)
	}
	rt.publishNew(g, events)
	return nil
}

// publishNew publishes a new game after its commit.
func (rt *Runtime) publishNew(g *game.Game, events []game.Event) {
	rt.Counters.Commits.Add(1)
	rt.SetAlarm(g.ID(), g.Deadline())
	rt.Options.Bus.Publish(cluster.Committed{Game: g.ID(), Events: events, By: rt.Nodes.Self()})
}

// Reserve counts a game that a session is about to get, until release is called. It returns an error if
// the session has too many games. asks is false if the error is shown to the session's opponent.
func (rt *Runtime) Reserve(ctx context.Context, by game.Hash, asks bool) (release func(), err error) {
	rt.mu.Lock()
	if rt.pending == nil {
		rt.pending = map[game.Hash]int{}
	}
	rt.pending[by]++
	mine := rt.pending[by]
	rt.mu.Unlock()
	release = sync.OnceFunc(func() {
		rt.mu.Lock()
		defer rt.mu.Unlock()
		if rt.pending[by]--; rt.pending[by] == 0 {
			delete(rt.pending, by)
		}
	})
	running, err := rt.Store.CountRunning(ctx, by)
	switch {
	case err != nil || running+mine <= rt.Options.GamesPerSession:
	case asks:
		err = game.Refuse("game.limit.games", "you have {count, plural, one {# unfinished game} other {# unfinished games}}, which is the limit: finish, resign or abort one", message.Args{"count": running})
	default:
		err = game.Refuse("game.limit.opponent", "your opponent has {count, plural, one {# unfinished game} other {# unfinished games}}, which is the limit", message.Args{"count": running})
	}
	if err != nil {
		release()
		return nil, rt.Failed("count", err)
	}
	return release, nil
}

// Failed logs an internal error and converts it to a *game.Error. It returns a *game.Error unchanged.
// what is the operation, as in [game.StoreFailed].
func (rt *Runtime) Failed(what string, err error) error {
	var refused *game.Error
	if errors.As(err, &refused) {
		return refused
	}
	if !errors.Is(err, context.Canceled) {
		rt.Counters.StoreErrors.Add(1)
		rt.Options.Log.Error("room: "+what+" failed", "error", err)
	}
	return game.StoreFailed(what, err)
}

// Gate enforces the operator's current restrictions. Its methods are safe for concurrent use and return
// immediately. Errors are of type *game.Error.
type Gate interface {
	// Begin returns an error if a session may not start a game.
	Begin(by game.Hash) error
	// Change returns an error if a session may not change a game.
	Change(by game.Hash) error
	// Speak returns an error if a session may not challenge people or send phrases.
	Speak(by game.Hash) error
	// Name returns the name to use for a session that requests a name.
	Name(by game.Hash, requested string) string
}

// OpenGate is the gate of a hub without an operator.
type OpenGate struct{}

func (OpenGate) Begin(game.Hash) error                     { return nil }
func (OpenGate) Change(game.Hash) error                    { return nil }
func (OpenGate) Speak(game.Hash) error                     { return nil }
func (OpenGate) Name(_ game.Hash, requested string) string { return requested }

// origin identifies the trace and the request that a command belongs to.
type origin struct{ trace, request string }

// originKey is the context key of the origin.
type originKey struct{}

// WithTrace returns a context whose commands belong to a trace, in the format of the
// W3C traceparent header, and to a request. Commits carry both to other nodes; either
// may be empty.
func WithTrace(ctx context.Context, trace, request string) context.Context {
	return context.WithValue(ctx, originKey{}, origin{trace, request})
}

// originOf returns the origin of a context, or the zero value if there is none.
func originOf(ctx context.Context) origin {
	from, _ := ctx.Value(originKey{}).(origin)
	return from
}
