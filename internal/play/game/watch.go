package game

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/board"
)

// Watcher is one who watches a game.
type Watcher struct {
	// C brings the snapshot first and then whatever happens. It is closed when
	// the watching ends; Err then tells why.
	C <-chan Message

	c     chan Message
	by    Browser
	seat  Side
	table *table
	err   atomic.Pointer[Error]
}

// Watch lets somebody watch a game until the watcher is closed.
func (h *Host) Watch(ctx context.Context, by Browser, id string) (*Watcher, error) {
	t, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	defer t.close()
	c := make(chan Message, h.o.Backlog)
	w := &Watcher{C: c, c: c, by: by, seat: t.game.seat(by.hash), table: t}
	t.touch()
	t.watchers[w] = true
	h.watchers.Add(1)
	t.sendGame([]*Watcher{w})
	t.hereSoon()
	return w, nil
}

// Sync sends a watcher the whole game again.
func (w *Watcher) Sync(ctx context.Context) error {
	t, err := w.table.host.open(ctx, w.table.id)
	if err != nil {
		return err
	}
	defer t.close()
	if t.watchers[w] {
		t.sendGame([]*Watcher{w})
	}
	return nil
}

// Err tells why C was closed: nil if the watcher was closed, an *Error with
// CodeSlow if it did not keep up, with CodeClosing if the host shuts down.
func (w *Watcher) Err() error {
	if e := w.err.Load(); e != nil {
		return e
	}
	return nil
}

// Close ends the watching. It may be called more than once.
func (w *Watcher) Close() {
	t := w.table
	t.mu.Lock()
	defer t.mu.Unlock()
	t.dismiss(w)
	t.used = time.Now()
}

// dismiss ends a watching. A table with watchers never leaves the memory, so w
// is at its own table.
func (t *table) dismiss(w *Watcher) {
	if !t.watchers[w] {
		return
	}
	delete(t.watchers, w)
	close(w.c)
	t.host.watchers.Add(-1)
	t.hereSoon()
}

func (t *table) all() []*Watcher { return slices.Collect(maps.Keys(t.watchers)) }

// send sends a message to every watcher.
func (t *table) send(m Message) {
	for w := range t.watchers {
		t.sendTo(w, m)
	}
}

// sendTo never waits: a watcher that leaves too much unread is let go, so that
// it holds up nobody and connects anew.
func (t *table) sendTo(w *Watcher, m Message) {
	select {
	case w.c <- m:
	default:
		w.err.Store(refuse(CodeSlow, "the connection is too slow to keep up; connect again"))
		t.host.dropped.Add(1)
		t.dismiss(w)
	}
}

// snapshot returns the game as somebody may see it now.
func (t *table) snapshot(by Browser) Snapshot {
	s := t.game.snapshot(by, t.present(), max(now(), t.game.updated))
	s.Thinking = t.thinking()
	return s
}

// sendGame sends watchers the whole game. What all of them see is made once.
func (t *table) sendGame(to []*Watcher) {
	if len(to) == 0 {
		return
	}
	common := t.snapshot(Browser{})
	for _, w := range to {
		s := common
		t.game.address(&s, w.by)
		t.sendTo(w, GameMessage{Type: "game", Game: s})
	}
}

// present counts who watches.
func (t *table) present() present {
	var p present
	for w := range t.watchers {
		p.seats[board.White] = p.seats[board.White] || w.seat.Holds(board.White)
		p.seats[board.Black] = p.seats[board.Black] || w.seat.Holds(board.Black)
		if w.seat == Nobody {
			p.spectators++
		}
	}
	return p
}

// soon gathers comings and goings, so that a crowd does not flood itself.
const soon = 100 * time.Millisecond

// hereSoon tells the watchers before long who is there.
func (t *table) hereSoon() {
	if t.telling {
		return
	}
	t.telling = true
	time.AfterFunc(soon, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.telling = false
		t.tellHere()
	})
}

// tellHere tells the watchers who is there, if that has changed.
func (t *table) tellHere() {
	if t.game == nil {
		return
	}
	p := t.present()
	m := HereMessage{
		Type: "here", Spectators: p.spectators,
		White: p.seats[board.White] || t.game.computer(board.White) > 0,
		Black: p.seats[board.Black] || t.game.computer(board.Black) > 0,
	}
	if m != t.told {
		t.told = m
		t.send(m)
	}
}

// sayBye tells the watchers that the server shuts down, and lets them go.
func (t *table) sayBye() {
	for w := range t.watchers {
		t.sendTo(w, ByeMessage{Type: "bye", Message: "the server is shutting down for a moment; your game is saved"})
		if t.watchers[w] {
			w.err.Store(refuse(CodeClosing, "the server is shutting down"))
			t.dismiss(w)
		}
	}
}
