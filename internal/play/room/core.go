package room

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// core is what the rooms of a hub share. Whoever holds its lock, the pool's, the
// lobby's or the alarms' takes no other but that of the nodes.
type core struct {
	store   Store
	asker   Asker // nil where there are no workers
	replies chan Reply
	find    notation.Finder
	o       Options
	alarms  *alarms
	pool    *pool
	lobby   *lobby
	pairing *pairing
	nodes   *nodes
	playing playing
	time    *timeline
	// outages are when no hub was alive, the last one first.
	outages atomic.Pointer[[]game.Outage]

	mu      sync.Mutex
	pending map[game.Hash]int // games that are just being created or joined

	commits, conflicts, dropped, watchers, storeErrors, healed atomic.Int64
}

// horizon is how far ahead deadlines are kept in memory. Later ones are asked
// for when their time comes nearer.
const horizon = 2 * time.Minute

// remind sets the alarm of a game, if it is to ring before long.
func (c *core) remind(id string, at int64) {
	if at > c.time.now()+horizon.Milliseconds() {
		at = 0
	}
	c.alarms.set(id, at)
}

// begin commits a new game.
func (c *core) begin(ctx context.Context, find notation.Finder, start game.Start, at int64) error {
	g, events, err := game.Begin(find, start, at)
	if err != nil {
		return c.failed("begin", err)
	}
	err = c.store.Create(context.WithoutCancel(ctx), EntryOf(g), events)
	if err != nil {
		return c.failed("create", err)
	}
	c.begun(g, events)
	return nil
}

// begun makes known that a game has been committed.
func (c *core) begun(g *game.Game, events []game.Event) {
	c.commits.Add(1)
	c.remind(g.ID(), g.Deadline())
	c.o.Bus.Publish(Committed{Game: g.ID(), Events: events, By: c.nodes.self})
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
		err = game.Refuse("game.limit.games", "you have {count} games that are not over, and no more are allowed: finish, resign or abort one", message.Args{"count": running})
	default:
		err = game.Refuse("game.limit.opponent", "your opponent has {count} games that are not over, and no more are allowed", message.Args{"count": running})
	}
	if err != nil {
		release()
		return nil, c.failed("count", err)
	}
	return release, nil
}

// inFull says to the log what could not be done, where the catalogue's word does not.
var inFull = map[string]string{"begin": "begin a game", "create": "create a game", "count": "count somebody's games", "challenges": "list challenges", "games": "list somebody's games"}

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
		c.o.Log.Error("room: cannot "+cmp.Or(inFull[what], what), "error", err)
	}
	return game.StoreFailed(what, err)
}
