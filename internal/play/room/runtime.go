package room

import (
	"cmp"
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

// Options are the settings of the rooms of a hub.
type Options struct {
	Rules *registry.Registry // the rule sets that are played
	// Bus carries what is committed to other hubs and back.
	Bus cluster.Bus
	// GamesPerSession is how many running games a session may have.
	GamesPerSession int
	// TurnTime is how long a worker may think about a move while others wait for one,
	// UnwatchedTime how long about a move that nobody watches for.
	TurnTime, UnwatchedTime time.Duration
	// Definitions is how many rule sets that people have written are stored in all.
	Definitions int
	// Backlog is how many updates may wait for a watcher before it counts as too
	// slow.
	Backlog int
	// Gate says what the operator allows.
	Gate Gate
	// Notify receives what concerns people who are not here, and returns at once; it
	// may be nil. A room is locked meanwhile.
	Notify func(Notification)
	// Traced is called after updates that belong to a trace, and come from a request,
	// were sent at this node, with when that began; it may be nil.
	Traced func(trace, request, id string, began time.Time)
	Log    *slog.Logger
}

// Runtime is what the rooms of a hub share. Whoever holds the lock of one of its
// parts takes no other but that of the nodes.
type Runtime struct {
	Store      Store
	Asker      Asker // nil if there are no workers
	Replies    chan computer.Reply
	Options    Options
	Alarms     *schedule.Alarms
	Pool       *computer.Pool
	Challenges Challenges
	Nodes      *cluster.Nodes
	Time       *schedule.Timeline
	// Outages are when no hub was alive, the last one first.
	Outages  atomic.Pointer[[]game.Outage]
	Counters Counters

	mu      sync.Mutex
	pending map[game.Hash]int // games that are just being created or joined
}

// Counters count what rooms do.
type Counters struct {
	Commits, Conflicts, Dropped, Watchers, StoreErrors, Healed atomic.Int64
}

// Challenges is the list of games that anybody may join, which rooms keep up to
// date.
type Challenges interface {
	// Arrive and Depart note that the maker of a challenge watches it, or does so no
	// more. Other games are ignored.
	Arrive(id string)
	Depart(id string)
	// Adopt adds a challenge whose maker has come from another node.
	Adopt(id string, maker fair.Party, kept bool)
	// Remove removes a game that can no longer be joined.
	Remove(id string)
}

// Horizon is how far ahead deadlines are kept in memory. Later ones are asked
// for when their time comes nearer.
const Horizon = 2 * time.Minute

// Remind sets the alarm of a game, if it is to ring before long.
func (c *Runtime) Remind(id string, at int64) {
	if at > c.Time.Now()+Horizon.Milliseconds() {
		at = 0
	}
	c.Alarms.Set(id, at)
}

// Begin commits a new game.
func (c *Runtime) Begin(ctx context.Context, start game.Start, at int64) error {
	g, events, err := game.Begin(c.Finder(ctx), start, at)
	if err != nil {
		return c.Failed("begin", err)
	}
	err = c.Store.Create(context.WithoutCancel(ctx), EntryOf(g), events)
	if err != nil {
		return c.Failed("create", err)
	}
	c.begun(g, events)
	return nil
}

// begun makes known that a game has been committed.
func (c *Runtime) begun(g *game.Game, events []game.Event) {
	c.Counters.Commits.Add(1)
	c.Remind(g.ID(), g.Deadline())
	c.Options.Bus.Publish(cluster.Committed{Game: g.ID(), Events: events, By: c.Nodes.Self()})
}

// Reserve counts a game that is about to be a session's, and refuses one too
// many: that of who asks, or their opponent's.
func (c *Runtime) Reserve(ctx context.Context, by game.Hash, asks bool) (release func(), err error) {
	c.mu.Lock()
	if c.pending == nil {
		c.pending = map[game.Hash]int{}
	}
	c.pending[by]++
	mine := c.pending[by]
	c.mu.Unlock()
	release = sync.OnceFunc(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.pending[by]--; c.pending[by] == 0 {
			delete(c.pending, by)
		}
	})
	running, err := c.Store.CountRunning(ctx, by)
	switch {
	case err != nil || running+mine <= c.Options.GamesPerSession:
	case asks:
		err = game.Refuse("game.limit.games", "you have {count} games that are not over, and no more are allowed: finish, resign or abort one", message.Args{"count": running})
	default:
		err = game.Refuse("game.limit.opponent", "your opponent has {count} games that are not over, and no more are allowed", message.Args{"count": running})
	}
	if err != nil {
		release()
		return nil, c.Failed("count", err)
	}
	return release, nil
}

// inFull says to the log what could not be done, where the catalogue's word does not.
var inFull = map[string]string{"begin": "begin a game", "create": "create a game", "count": "count somebody's games", "challenges": "list challenges", "games": "list somebody's games"}

// Failed turns what went wrong behind the scenes into an Error, and logs it.
// An Error stays what it is. What could not be done is one word of the
// catalogue's choice.
func (c *Runtime) Failed(what string, err error) error {
	var refused *game.Error
	if errors.As(err, &refused) {
		return refused
	}
	if !errors.Is(err, context.Canceled) {
		c.Counters.StoreErrors.Add(1)
		c.Options.Log.Error("room: cannot "+cmp.Or(inFull[what], what), "error", err)
	}
	return game.StoreFailed(what, err)
}

// Gate is asked by a hub what its operator allows at the moment. Its methods may
// be called at the same time, and answer at once. What it refuses is a
// *game.Error.
type Gate interface {
	// Begin returns why a session may begin no game now, nil if it may.
	Begin(by game.Hash) error
	// Change returns why a session may change nothing in a game now.
	Change(by game.Hash) error
	// Name returns what a session is called that asks for a name.
	Name(by game.Hash, asked string) string
}

// OpenGate is the gate of a hub that has no operator.
type OpenGate struct{}

func (OpenGate) Begin(game.Hash) error                 { return nil }
func (OpenGate) Change(game.Hash) error                { return nil }
func (OpenGate) Name(_ game.Hash, asked string) string { return asked }

// origin is where a command comes from.
type origin struct{ trace, request string }

// originKey is where a context keeps its origin.
type originKey struct{}

// WithTrace returns a context whose commands belong to a trace, as the header
// traceparent of W3C trace context writes it, and come from a request. What they
// commit takes both along to other nodes; either may be empty.
func WithTrace(ctx context.Context, trace, request string) context.Context {
	return context.WithValue(ctx, originKey{}, origin{trace, request})
}

// traceOf returns where the commands of a context come from, if that is known.
func traceOf(ctx context.Context) origin {
	from, _ := ctx.Value(originKey{}).(origin)
	return from
}
