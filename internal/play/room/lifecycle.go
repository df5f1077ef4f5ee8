package room

import (
	"context"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// Acquire locks the room and loads its game. It reports whether the room has been evicted, in which case the
// caller must not use it. Otherwise the caller must release the room, unless there is an error.
func (r *Room) Acquire(ctx context.Context) (evicted bool, err error) {
	r.mu.Lock()
	if r.out {
		r.mu.Unlock()
		return true, nil
	}
	r.link.open(r.handleCommitted) // subscribe before reading the game, so that no events are missed
	if err = r.load(ctx); err != nil {
		if !r.audience.watched() {
			r.evict()
		}
	} else {
		err = r.commitOutages(ctx)
	}
	if evicted = r.out; err != nil {
		r.mu.Unlock()
	}
	return evicted, err
}

// Release unlocks a room that was acquired.
func (r *Room) Release() { r.mu.Unlock() }

// ID returns the game's ID.
func (r *Room) ID() string { return r.id }

// Present returns which players are watching the game.
func (r *Room) Present() [2]bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.audience.present().seats
}

// Broadcast sends an update to all watchers.
func (r *Room) Broadcast(u Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.audience.send(u)
}

// Start starts the computer in a new game, and returns the game as its creator sees it. The caller has
// acquired the room.
func (r *Room) Start(by Session) Snapshot {
	r.touch(by)
	return r.Snapshot(by)
}

// Wake starts the computer. The caller has acquired the room.
func (r *Room) Wake() { r.updateJob() }

// SetPayer records the party that is charged for the computer's time in a game played at another node, unless
// it is already known. The caller has acquired the room.
func (r *Room) SetPayer(who fair.Party) {
	if r.turn.payer == (fair.Party{}) {
		r.turn.payer = who
	}
}

// Expire commits the events caused by time alone, and outage refunds that could not be saved before. It
// restarts the computer if necessary. The caller has acquired the room.
func (r *Room) Expire(ctx context.Context) error {
	_, err := r.carryOut(ctx, func(int64) ([]game.Event, error) { return nil, nil })
	if err == nil && !r.game.Over() {
		r.setAlarm()
		r.updateJob()
	}
	return err
}

// Abort ends the game without a result if wanted returns true. wanted is called with the room locked. The
// caller has acquired the room.
func (r *Room) Abort(ctx context.Context, wanted func(g *game.Game) bool) error {
	_, err := r.carryOut(ctx, func(at int64) ([]game.Event, error) {
		if !wanted(r.game) {
			return nil, nil
		}
		return []game.Event{{Type: game.Aborted, At: at}}, nil
	})
	return err
}

// Reload reads the game again after its players were changed in the store, or the store has lost
// events, and sends it to the watchers. The caller holds the room.
func (r *Room) Reload(ctx context.Context) {
	r.game, r.ratings = nil, ratings{} // the operator may also have changed ratings
	if r.load(ctx) != nil {
		return // logged; the next caller reads it again
	}
	r.setAlarm()
	r.updateJob()
	var all []*Watcher
	for w := range r.audience.watchers {
		w.seat = r.game.Seat(w.by.hash)
		all = append(all, w)
	}
	r.sendGame(all, 0)
}

// Drop evicts the room of a deleted game, and dismisses the watchers. The caller holds the room.
func (r *Room) Drop() {
	for w := range r.audience.watchers {
		w.err.Store(NotFound(r.id))
		r.audience.dismiss(w)
	}
	r.dropJob()
	r.game = nil
	r.evict()
}

// Close sends the watchers their pending updates, notifies them that the server is shutting down, and evicts
// the room.
func (r *Room) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.game != nil {
		r.updateWatchers()
	}
	r.audience.sendClosing()
	r.evict()
}

// CatchUp reads new events from the store, and sends them to the watchers. The caller holds the room.
func (r *Room) CatchUp(ctx context.Context) error {
	err := r.catchUp(ctx)
	if err == nil {
		r.updateWatchers()
	}
	return err
}

// Known returns how many events the room has, and whether anybody is watching at this node. It sends watchers
// the events they have missed. If the room is in use, Known returns zero values.
func (r *Room) Known() (events int, watched bool) {
	r.tryUse(func() {
		if events, watched = r.game.Events(), r.audience.watched(); watched && r.audience.behind(events) {
			r.updateWatchers() // sends events that were committed here but lost on the bus
		}
	})
	return events, watched
}

// ForgetNodes removes people at nodes that are gone, and takes over a search from such a node.
func (r *Room) ForgetNodes() {
	r.Use(func() {
		if r.audience.prune() {
			r.schedulePresence()
		}
		r.updateJob() // one of these nodes may have been searching
	})
}

// Refresh repeats this node's announcement if other nodes have the game or this node is searching. It
// removes the expired announcements of other nodes.
func (r *Room) Refresh() {
	r.tryUse(func() {
		if r.audience.prune() {
			r.schedulePresence()
		}
		if len(r.audience.others) > 0 || r.turn.job != nil {
			r.announce()
		}
	})
}

// HandOver announces that a player is about to move to another node. The caller holds the room.
func (r *Room) HandOver(by Session) {
	if seat := r.game.Seat(by.hash); seat == game.White || seat == game.Black {
		r.link.send(cluster.Note{Moving: seat})
	}
}

// PlayedHere returns the note to other nodes about a listed game with a player at this node. It returns
// false for other games and for a room in use.
func (r *Room) PlayedHere() (note cluster.PlayingNote, ok bool) {
	r.tryUse(func() {
		ok = r.listed(r.audience.presentHere())
		note = cluster.PlayingNote{ID: r.id, Person: r.turn.payer.Person, Address: r.turn.payer.Address}
	})
	return note, ok
}

// idleElsewhere is how long a game stays in memory if nobody uses it here but people play or watch it at
// another node. This happens when a game is created at one node and its players then move to another.
// Keeping the game would mean processing every move needlessly.
const idleElsewhere = 10 * time.Second

// Tidy pauses the computer if nobody waits for it, and evicts the room if it is idle. It returns the
// players to record as seen and whether the room was evicted. It does nothing if the room is in use.
func (r *Room) Tidy(idle time.Duration) (seen []game.Side, evicted bool) {
	if !r.mu.TryLock() {
		return nil, false
	}
	defer r.mu.Unlock()
	r.relaxJob()
	seen = r.unseenPlayers()
	if r.audience.present() != (present{}) {
		idle = min(idleElsewhere, idle)
	}
	if !r.out && r.turn.job == nil && !r.audience.watched() && r.audience.idle() >= idle {
		r.evict()
	}
	return seen, r.out
}
