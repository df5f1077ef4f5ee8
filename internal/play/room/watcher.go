package room

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// Watcher is one who watches a game.
type Watcher struct {
	// C brings the snapshot first and then whatever happens. It is closed when
	// the watching ends; Err then tells why.
	C <-chan Update

	c    chan Update
	by   Session
	seat game.Side
	// maker tells that it had a seat from the beginning: if the game is a
	// challenge, it is whose it is.
	maker bool
	away  bool           // it has not answered for a while
	told  int            // how many events of the game it knows of
	here  PresenceUpdate // who it knows to be there
	timed atomic.Bool    // a player by the clock
	// player tells that it sits at a game that is not over.
	player atomic.Bool
	plies  int          // of the first message
	lag    atomic.Int64 // in milliseconds, 0 if nobody has measured it
	err    atomic.Pointer[game.Error]

	sync  func(ctx context.Context, at At, pay Pay) error
	leave func()
	miss  func(away bool)
}

// Pay is asked before something is sent that has so many moves; an error refuses
// it.
type Pay func(moves int) error

// Sync sends a watcher the game again, as it is in the store, but for the moves
// up to a state that it knows. The zero state is the whole game.
func (w *Watcher) Sync(ctx context.Context, at At, pay Pay) error { return w.sync(ctx, at, pay) }

// Plies returns how many moves the first message has.
func (w *Watcher) Plies() int { return w.plies }

// Timed reports whether the watcher is a player whose clock may run.
func (w *Watcher) Timed() bool { return w.timed.Load() }

// SetLag tells how long the way to the watcher and back takes. The player who
// watches is given that back for a move, within bounds.
func (w *Watcher) SetLag(d time.Duration) { w.lag.Store(max(1, d.Milliseconds())) }

// SetAway tells whether the watcher has not answered for a while: it counts as
// gone then, until it answers.
func (w *Watcher) SetAway(away bool) { w.miss(away) }

// Player reports whether the watcher sits at a game that goes on, or waits for
// somebody to join it: others are told whether it is there.
func (w *Watcher) Player() bool { return w.player.Load() }

// Err tells why C was closed: nil if the watcher was closed, an *Error with
// CodeSlow if it did not keep up, with CodeClosing if the hub shuts down.
func (w *Watcher) Err() error {
	if e := w.err.Load(); e != nil {
		return e
	}
	return nil
}

// Close ends the watching. It may be called more than once.
func (w *Watcher) Close() { w.leave() }

// offer hands a watcher a message without waiting, and reports whether there
// was room for it.
func (w *Watcher) offer(m Update) bool {
	select {
	case w.c <- m:
		return true
	default:
		return false
	}
}
