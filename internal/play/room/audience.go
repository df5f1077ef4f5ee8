package room

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// audience tracks the watchers of a game. It belongs to a room and is guarded by the room's lock.
type audience struct {
	runtime  *Runtime
	id       string // of the game
	watchers map[*Watcher]bool
	used     time.Time            // when a person last used the game, or when it was loaded
	others   map[string]elsewhere // people present at other nodes
	gone     [2]int64             // when each player left, in hub time; 0 while present
	known    bool                 // whether gone has been determined
	pending  [tiers]bool          // whether a presence update is scheduled
	seen     [2]int64             // when each player was last recorded as present, in games without a clock
}

func (a *audience) watched() bool { return len(a.watchers) > 0 }

// idle returns how long ago a person last used the game, or how long ago it was loaded.
func (a *audience) idle() time.Duration { return time.Since(a.used) }

// tier is a class of watchers. Players get presence updates soon. The more watchers a game has, the later
// spectators get theirs.
type tier int

const (
	players tier = iota
	spectators
	tiers
)

func tierOf(w *Watcher) tier {
	if w.seat == game.Nobody {
		return spectators
	}
	return players
}

// present describes who is watching a game.
type present struct {
	seats      [2]bool
	spectators int
}

// elsewhere describes who is present at another node, as last announced.
type elsewhere struct {
	cluster.Here
	at time.Time
}

// elsewhereFor is how long an announcement is valid. Nodes repeat it well before
// that.
const elsewhereFor = 5 * time.Second

// present returns who is watching, here and at other nodes.
func (a *audience) present() present {
	p := a.presentHere()
	for _, o := range a.others {
		p.seats[board.White] = p.seats[board.White] || o.White
		p.seats[board.Black] = p.seats[board.Black] || o.Black
		p.spectators += o.Spectators
	}
	return p
}

// setElsewhere records who is present at another node, and reports whether that changes who is present
// overall.
func (a *audience) setElsewhere(node string, h cluster.Here) bool {
	before := a.present()
	if a.others == nil {
		a.others = map[string]elsewhere{}
	}
	a.others[node] = elsewhere{h, time.Now()}
	return a.present() != before
}

// prune removes nodes that are gone or no longer have the game, and reports whether that changes who is
// present.
func (a *audience) prune() bool {
	if len(a.others) == 0 {
		return false
	}
	before := a.present()
	for node, o := range a.others {
		if time.Since(o.at) > elsewhereFor || !a.runtime.Nodes.Alive(node) {
			delete(a.others, node)
		}
	}
	return a.present() != before
}

// presentHere returns who is watching at this node.
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

// count updates the times at which players left.
func (a *audience) count() {
	seats := a.present().seats
	for c := range a.gone {
		switch {
		case seats[c]:
			a.gone[c] = 0
		case a.gone[c] == 0:
			a.gone[c] = a.runtime.Time.Now()
		}
	}
}

// setAway records whether a watcher has stopped responding, and reports whether that changed.
func (a *audience) setAway(w *Watcher, away bool) bool {
	if !a.watchers[w] || w.away == away {
		return false
	}
	w.away = away
	switch {
	case w.seated && away:
		a.runtime.Challenges.Depart(a.id)
	case w.seated:
		a.runtime.Challenges.Arrive(a.id)
	}
	return true
}

// behind reports whether any watcher has received fewer than the given number of events.
func (a *audience) behind(events int) bool {
	for w := range a.watchers {
		if w.known < events {
			return true
		}
	}
	return false
}

// rewind marks watchers that have been sent more events than the game has, because the store has lost
// some. They get the whole game next.
func (a *audience) rewind(events int) {
	for w := range a.watchers {
		if w.known > events {
			w.known = 0
		}
	}
}

// lag returns the shortest round-trip time of the watchers that match, in milliseconds, or 0 if none is known.
func (a *audience) lag(match func(*Watcher) bool) int64 {
	least := int64(0)
	for w := range a.watchers {
		if lag := w.lag.Load(); lag > 0 && match(w) && (least == 0 || lag < least) {
			least = lag
		}
	}
	return least
}

// add adds a watcher.
func (a *audience) add(w *Watcher) {
	a.watchers[w] = true
	a.runtime.Counters.Watchers.Add(1)
	if w.seated = w.seat != game.Nobody; w.seated {
		a.runtime.Challenges.Arrive(a.id)
	}
}

// dismiss removes a watcher, and reports whether it was watching.
func (a *audience) dismiss(w *Watcher) bool {
	if !a.watchers[w] {
		return false
	}
	delete(a.watchers, w)
	close(w.c)
	a.runtime.Counters.Watchers.Add(-1)
	if w.seated && !w.away {
		a.runtime.Challenges.Depart(a.id)
	}
	return true
}

// send sends an update to every watcher.
func (a *audience) send(m Update) {
	for w := range a.watchers {
		a.sendTo(w, m)
	}
}

// sendTo sends an update without blocking. It dismisses a watcher whose queue is full, so that it does not
// delay others; the client then reconnects.
func (a *audience) sendTo(w *Watcher, m Update) {
	if a.watchers[w] && !w.offer(m) {
		w.err.Store(game.Refuse("game.slow", "the connection is too slow; reconnect", nil))
		a.runtime.Counters.Dropped.Add(1)
		a.dismiss(w)
	}
}

// sendClosing notifies the watchers that the server is shutting down, and dismisses them.
func (a *audience) sendClosing() {
	for w := range a.watchers {
		a.sendTo(w, ClosingUpdate{})
		if a.watchers[w] {
			w.err.Store(game.Refuse("game.closing.now", "the server is shutting down", nil))
			a.dismiss(w)
		}
	}
}

// Presence changes are batched to limit the number of updates. The delay is short for players. For spectators
// it grows with the number of watchers.
const (
	soon         = 100 * time.Millisecond
	perSpectator = 10 * time.Millisecond
	maxPatience  = 30 * time.Second
)

// patience returns how long presence changes are batched for a tier.
func (a *audience) patience(t tier) time.Duration {
	if t == players {
		return soon
	}
	return min(maxPatience, soon+perSpectator*time.Duration(len(a.watchers)))
}

// here returns the presence update, with the times from which each side's absence may be claimed.
func (a *audience) here(seats [2]game.Seat, claims [2]int64) PresenceUpdate {
	p := a.present()
	here := p.seats
	for c := range here {
		here[c] = here[c] || seats[c].Computer > 0
	}
	return PresenceUpdate{Here: here, Spectators: p.spectators, Claims: claims}
}

// sendPresence sends a presence update to the watchers of a tier that have not received it yet.
func (a *audience) sendPresence(t tier, m PresenceUpdate) {
	for w := range a.watchers {
		if tierOf(w) == t && w.here != m {
			w.here = m
			a.sendTo(w, m)
		}
	}
}

// Watcher is a subscription to a game.
type Watcher struct {
	// C receives a snapshot first and then each update. It is closed when the subscription ends; Err then
	// returns the reason.
	C <-chan Update

	c    chan Update
	by   Session
	seat game.Side
	// seated reports whether the watcher had a seat when it subscribed. If the game is a challenge, the
	// watcher is its creator.
	seated bool
	away   bool           // whether the watcher has stopped responding
	known  int            // number of events sent to the watcher
	here   PresenceUpdate // last presence update sent to the watcher
	timed  atomic.Bool    // whether the watcher is a player whose clock may run
	// player reports whether the watcher has a seat in a game that is not over.
	player atomic.Bool
	plies  int          // number of moves in the first update
	lag    atomic.Int64 // round-trip time in milliseconds, 0 if unknown
	err    atomic.Pointer[game.Error]

	sync    func(ctx context.Context, at At, pay Pay) error
	leave   func()
	setAway func(away bool)
}

// Pay is called with the number of moves about to be sent. If it returns an error, nothing is sent.
type Pay func(moves int) error

// Sync sends the watcher the game from the store again, without the moves up to a known state. The zero state
// requests the whole game.
func (w *Watcher) Sync(ctx context.Context, at At, pay Pay) error { return w.sync(ctx, at, pay) }

// Plies returns the number of moves in the first update.
func (w *Watcher) Plies() int { return w.plies }

// Timed reports whether the watcher is a player whose clock may run.
func (w *Watcher) Timed() bool { return w.timed.Load() }

// SetLag sets the watcher's round-trip time. It is refunded to a player for each move, within limits.
func (w *Watcher) SetLag(d time.Duration) { w.lag.Store(max(1, d.Milliseconds())) }

// SetAway sets whether the watcher has stopped responding. An unresponsive watcher counts as absent.
func (w *Watcher) SetAway(away bool) { w.setAway(away) }

// Player reports whether the watcher has a seat in a game that is in progress or waits for an opponent.
// The presence of such a watcher is shown to others.
func (w *Watcher) Player() bool { return w.player.Load() }

// Err returns why C was closed. It is nil if the watcher was closed, and otherwise a *game.Error:
// CodeSlow if the watcher was too slow, CodeClosing if the hub is shutting down, or CodeNotFound if the
// game was deleted.
func (w *Watcher) Err() error {
	if e := w.err.Load(); e != nil {
		return e
	}
	return nil
}

// Close ends the subscription. It may be called more than once.
func (w *Watcher) Close() { w.leave() }

// offer sends an update without blocking, and reports whether the queue had room.
func (w *Watcher) offer(m Update) bool {
	select {
	case w.c <- m:
		return true
	default:
		return false
	}
}

// A player may send at most maxPhrases phrases within phraseWindow.
const (
	maxPhrases   = 4
	phraseWindow = 20 * time.Second
)

// phraseLimiter records when a player sent the latest phrases.
type phraseLimiter struct {
	at   [maxPhrases]time.Time
	next int
}

// allow reports whether a phrase may be sent now. If so, it records the phrase.
func (p *phraseLimiter) allow() bool {
	now := time.Now()
	if first := p.at[p.next]; !first.IsZero() && now.Sub(first) < phraseWindow {
		return false
	}
	p.at[p.next] = now
	p.next = (p.next + 1) % maxPhrases
	return true
}
