package room

import (
	"context"
	"sync/atomic"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// Watcher is one who watches a game.
type Watcher struct {
	// C brings the snapshot first and then whatever happens. It is closed when
	// the watching ends; Err then tells why.
	C <-chan wire.ServerMessage

	c    chan wire.ServerMessage
	by   Session
	seat wire.Side
	// maker tells that it had a seat from the beginning: if the game is a
	// challenge, it is whose it is.
	maker bool
	told  int              // how many events of the game it knows of
	here  wire.HereMessage // who it knows to be there
	err   atomic.Pointer[game.Error]

	sync  func(ctx context.Context) error
	leave func()
}

// Sync sends a watcher the whole game again, as it is in the store.
func (w *Watcher) Sync(ctx context.Context) error { return w.sync(ctx) }

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
func (w *Watcher) offer(m wire.ServerMessage) bool {
	select {
	case w.c <- m:
		return true
	default:
		return false
	}
}
