package room

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Options are the settings of a Hub. All but Rules may be left out.
type Options struct {
	Rules *rules.Registry // the rule sets that are played
	// Bus carries what is committed to other hubs and back; nil means a bus of
	// this hub alone.
	Bus Bus
	// Players is how many computer players think at the same time; 0 means 1.
	Players int
	// NewPlayer makes each of them; nil means NewEnginePlayer.
	NewPlayer func() ComputerPlayer
	// GamesPerSession is how many running games a session may have; 0 means 50.
	GamesPerSession int
	// Definitions is how many rule sets that people have written are kept in all;
	// 0 means 50000.
	Definitions int
	// Backlog is how many messages may wait for a watcher before it counts as
	// too slow; 0 means 64.
	Backlog int
	// Idle is how long a game that nobody uses stays in memory; 0 means five
	// minutes.
	Idle time.Duration
	// Log is told what goes wrong; nil means nobody is.
	Log *slog.Logger
}

// complete fills in what was left out.
func (o Options) complete() Options {
	o.Players = max(1, o.Players)
	if o.Bus == nil {
		o.Bus = NewLocalBus()
	}
	if o.NewPlayer == nil {
		o.NewPlayer = NewEnginePlayer
	}
	if o.GamesPerSession <= 0 {
		o.GamesPerSession = 50
	}
	if o.Definitions <= 0 {
		o.Definitions = 50_000
	}
	if o.Backlog <= 0 {
		o.Backlog = 64
	}
	if o.Idle <= 0 {
		o.Idle = 5 * time.Minute
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// core is what the rooms of a hub share. Whoever holds its lock, the pool's or
// the alarms' takes no other.
type core struct {
	store  Store
	find   notation.Finder
	o      Options
	alarms *alarms
	pool   *pool

	mu      sync.Mutex
	pending map[game.Hash]int // games that are just being created or joined

	commits, conflicts, dropped, watchers, storeErrors atomic.Int64
}

// now returns the server's time in milliseconds.
func now() int64 { return time.Now().UnixMilli() }

// horizon is how far ahead deadlines are kept in memory. Later ones are asked
// for when their time comes nearer.
const horizon = 2 * time.Minute

// remind sets the alarm of a game, if it is to ring before long.
func (c *core) remind(id string, at int64) {
	if at > now()+horizon.Milliseconds() {
		at = 0
	}
	c.alarms.set(id, at)
}

// begin commits a new game. A rematch may be there already: two who accept it
// at the same time begin the same one.
func (c *core) begin(ctx context.Context, find notation.Finder, start game.Start, at int64) error {
	g, events, err := game.Begin(find, start, at)
	if err != nil {
		return c.failed("begin", err)
	}
	err = c.store.Create(context.WithoutCancel(ctx), EntryOf(g), events)
	if errors.Is(err, ErrConflict) && start.Previous != "" {
		return nil
	}
	if err != nil {
		return c.failed("create", err)
	}
	c.commits.Add(1)
	c.remind(start.ID, g.Deadline())
	c.o.Bus.Publish(Committed{start.ID, 0, events})
	return nil
}

// reserve counts a game that is about to be a session's, and refuses one too
// many: that of who asks, or their opponent's.
func (c *core) reserve(ctx context.Context, by game.Hash, asks bool) (release func(), err error) {
	c.mu.Lock()
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
	running, err := c.store.CountRunning(ctx, by)
	switch {
	case err != nil || running+mine <= c.o.GamesPerSession:
	case asks:
		err = game.Refuse("game.limit.games", message.Args{"count": running})
	default:
		err = game.Refuse("game.limit.opponent", message.Args{"count": running})
	}
	if err != nil {
		release()
		return nil, c.failed("count", err)
	}
	return release, nil
}

// failed turns what went wrong behind the scenes into an Error, and logs it.
// An Error stays what it is. What could not be done is one word of the
// catalogue's choice.
func (c *core) failed(what string, err error) error {
	var refused *game.Error
	if errors.As(err, &refused) {
		return refused
	}
	if !errors.Is(err, context.Canceled) {
		c.storeErrors.Add(1)
		c.o.Log.Error("room: cannot "+what, "error", err)
	}
	e := game.Refuse("game.store", message.Args{"what": what})
	e.Cause = err
	return e
}
