package room

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// audience is those who watch a game. It belongs to a room and is used under
// the room's lock.
type audience struct {
	core     *Runtime
	id       string // of the game
	watchers map[*Watcher]bool
	used     time.Time            // when a person last used the game
	others   map[string]elsewhere // who is at the game at other nodes
	gone     [2]int64             // since when nobody sits at a seat, by the hub's time; 0 while somebody does
	known    bool                 // that gone has been found out
	telling  [tiers]bool          // a presence update is scheduled
	seen     [2]int64             // when it was last noted that each player is there, without a clock
}

func (a *audience) watched() bool { return len(a.watchers) > 0 }

// idle returns how long nobody has used the game.
func (a *audience) idle() time.Duration { return time.Since(a.used) }

// tier is one of the two sorts of watchers: who comes and goes matters to players
// at once, and to a crowd of spectators in the long run.
type tier int

const (
	players tier = iota
	spectators
	tiers
)

// tierOf tells which sort a watcher is.
func tierOf(w *Watcher) tier {
	if w.seat == game.Nobody {
		return spectators
	}
	return players
}

// present is who watches a game.
type present struct {
	seats      [2]bool
	spectators int
}

// elsewhere is who is at a game at another node, as it was last told.
type elsewhere struct {
	cluster.Here
	at time.Time
}

// elsewhereFor is how long what another node told is believed. It tells it again
// well before that.
const elsewhereFor = 5 * time.Second

// present counts who watches, here and at other nodes.
func (a *audience) present() present {
	p := a.presentHere()
	for _, o := range a.others {
		p.seats[board.White] = p.seats[board.White] || o.White
		p.seats[board.Black] = p.seats[board.Black] || o.Black
		p.spectators += o.Spectators
	}
	return p
}

// setElsewhere notes who is at the game at another node, and reports whether that is
// news.
func (a *audience) setElsewhere(node string, h cluster.Here) bool {
	before := a.present()
	if a.others == nil {
		a.others = map[string]elsewhere{}
	}
	a.others[node] = elsewhere{h, time.Now()}
	return a.present() != before
}

// prune forgets what was told by nodes that are gone or have the game no more, and
// reports whether that is news.
func (a *audience) prune() bool {
	if len(a.others) == 0 {
		return false
	}
	before := a.present()
	for node, o := range a.others {
		if time.Since(o.at) > elsewhereFor || !a.core.Nodes.Alive(node) {
			delete(a.others, node)
		}
	}
	return a.present() != before
}

// presentHere counts who watches at this node.
func (a *audience) presentHere() present {
	var p present
	for w := range a.watchers {
		if w.away {
			continue
		}
		p.seats[board.White] = p.seats[board.White] || w.seat.Holds(board.White)
		p.seats[board.Black] = p.seats[board.Black] || w.seat.Holds(board.Black)
		if w.seat == game.Nobody {
			p.spectators++
		}
	}
	return p
}

// count notes who is gone, and since when.
func (a *audience) count() {
	seats := a.present().seats
	for c := range a.gone {
		switch {
		case seats[c]:
			a.gone[c] = 0
		case a.gone[c] == 0:
			a.gone[c] = a.core.Time.Now()
		}
	}
}

// setAway notes that a watcher has not answered for a while, or that it does again,
// and reports whether that is news.
func (a *audience) setAway(w *Watcher, away bool) bool {
	if !a.watchers[w] || w.away == away {
		return false
	}
	w.away = away
	switch {
	case w.maker && away:
		a.core.Challenges.Depart(a.id)
	case w.maker:
		a.core.Challenges.Arrive(a.id)
	}
	return true
}

// behind reports whether anybody does not know of so many events yet.
func (a *audience) behind(events int) bool {
	for w := range a.watchers {
		if w.known < events {
			return true
		}
	}
	return false
}

// lag returns how long the way to some of the watchers and back takes, in
// milliseconds. Of one who watches twice it is the shorter way.
func (a *audience) lag(of func(*Watcher) bool) int64 {
	least := int64(0)
	for w := range a.watchers {
		if lag := w.lag.Load(); lag > 0 && of(w) && (least == 0 || lag < least) {
			least = lag
		}
	}
	return least
}

// add lets somebody watch.
func (a *audience) add(w *Watcher) {
	a.watchers[w] = true
	a.core.Counters.Watchers.Add(1)
	if w.maker = w.seat != game.Nobody; w.maker {
		a.core.Challenges.Arrive(a.id)
	}
}

// dismiss ends a watching, and reports whether there was one.
func (a *audience) dismiss(w *Watcher) bool {
	if !a.watchers[w] {
		return false
	}
	delete(a.watchers, w)
	close(w.c)
	a.core.Counters.Watchers.Add(-1)
	if w.maker && !w.away {
		a.core.Challenges.Depart(a.id)
	}
	return true
}

// send sends a message to every watcher.
func (a *audience) send(m Update) {
	for w := range a.watchers {
		a.sendTo(w, m)
	}
}

// sendTo never waits: a watcher that leaves too much unread is let go, so that
// it holds up nobody and connects anew.
func (a *audience) sendTo(w *Watcher, m Update) {
	if a.watchers[w] && !w.offer(m) {
		w.err.Store(game.Refuse("game.slow", "the connection is too slow to keep up; connect again", nil))
		a.core.Counters.Dropped.Add(1)
		a.dismiss(w)
	}
}

// sendClosing tells the watchers that the server shuts down, and lets them go.
func (a *audience) sendClosing() {
	for w := range a.watchers {
		a.sendTo(w, ClosingUpdate{})
		if a.watchers[w] {
			w.err.Store(game.Refuse("game.closing.now", "the server is shutting down", nil))
			a.dismiss(w)
		}
	}
}

// Comings and goings are gathered, so that a crowd does not flood itself: players
// are told soon, and spectators the later the more there are of them.
const (
	soon         = 100 * time.Millisecond
	perSpectator = 10 * time.Millisecond
	mostPatience = 30 * time.Second
)

// patience returns how long comings and goings are gathered.
func (a *audience) patience(t tier) time.Duration {
	if t == players {
		return soon
	}
	return min(mostPatience, soon+perSpectator*time.Duration(len(a.watchers)))
}

// here returns who is there, as it is told, and when the absence of each side may
// be claimed.
func (a *audience) here(seats [2]game.Seat, claims [2]int64) PresenceUpdate {
	p := a.present()
	here := p.seats
	for c := range here {
		here[c] = here[c] || seats[c].Computer > 0
	}
	return PresenceUpdate{Here: here, Spectators: p.spectators, Claims: claims}
}

// sendPresence sends watchers of a sort who is there, those who do not know it yet.
func (a *audience) sendPresence(t tier, m PresenceUpdate) {
	for w := range a.watchers {
		if tierOf(w) == t && w.here != m {
			w.here = m
			a.sendTo(w, m)
		}
	}
}

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
	known int            // how many events of the game it knows of
	here  PresenceUpdate // who it knows to be there
	timed atomic.Bool    // a player by the clock
	// player tells that it sits at a game that is not over.
	player atomic.Bool
	plies  int          // of the first message
	lag    atomic.Int64 // in milliseconds, 0 if nobody has measured it
	err    atomic.Pointer[game.Error]

	sync    func(ctx context.Context, at At, pay Pay) error
	leave   func()
	setAway func(away bool)
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
func (w *Watcher) SetAway(away bool) { w.setAway(away) }

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
