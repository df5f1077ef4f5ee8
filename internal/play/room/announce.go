package room

import (
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// headAfter is how long after a commit the others are told how many events there
// are: whoever has missed the last of them learns of it.
const headAfter = 300 * time.Millisecond

// link connects a room with the other nodes that have its game.
type link struct {
	nodes *cluster.Nodes
	bus   cluster.Bus
	game  string

	cancel     func() // nil while the room is not subscribed
	announcing bool   // an announcement is scheduled
}

// open subscribes to the game, and asks the other nodes who is at it with them.
// Their answers also show whether anything was committed before they knew of this
// subscription. It does nothing if the link is open.
func (l *link) open(deliver func(cluster.Committed)) {
	if l.cancel == nil {
		l.cancel = l.bus.Subscribe(l.game, deliver)
		l.send(cluster.Note{Ask: true})
	}
}

// close ends the subscription.
func (l *link) close() {
	if l.cancel != nil {
		l.cancel()
		l.cancel = nil
	}
}

// send sends a note to the other nodes that have the game.
func (l *link) send(n cluster.Note) {
	if l.nodes.On() {
		n.Node = l.nodes.Self()
		l.bus.Publish(cluster.Committed{Game: l.game, Note: &n})
	}
}

// schedule calls a function once, a moment after a commit. Calls before that are
// one.
func (l *link) schedule(announce func()) {
	if l.announcing || !l.nodes.On() {
		return
	}
	l.announcing = true
	time.AfterFunc(headAfter, announce)
}

// announce tells the other nodes who is at the game here, how many events are known
// and whether the computer thinks.
func (r *Room) announce() {
	if r.game == nil || r.out || !r.core.Nodes.On() {
		return
	}
	p := r.audience.presentHere()
	h := &cluster.Here{White: p.seats[board.White], Black: p.seats[board.Black], Spectators: p.spectators, Events: r.game.Events()}
	h.Thinks, h.Since = r.thinks()
	r.link.send(cluster.Note{Here: h})
}

// scheduleAnnouncement announces a moment after a commit.
func (r *Room) scheduleAnnouncement() {
	r.link.schedule(func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.link.announcing = false
		r.announce()
	})
}

// handover tracks players whom another node sends here. The time they are on the
// way is not charged to them.
type handover struct {
	moving [2]int64 // since when each is on the way, by the hub's time; 0 if not
	owing  [2]int64 // milliseconds that each is still to be given back
}

// depart notes that a player is on the way here.
func (h *handover) depart(side board.Colour, now int64) { h.moving[side] = now }

// arrive notes that a player has come here.
func (h *handover) arrive(seat game.Side, now int64) {
	for c, since := range h.moving {
		if since != 0 && seat.Holds(board.Colour(c)) {
			h.owing[c] += max(0, now-since) // the game limits the refund
			h.moving[c] = 0
		}
	}
}

// refund returns the milliseconds that a player is to be given back, once.
func (h *handover) refund(seat game.Side) (owed int64) {
	for c := range h.owing {
		if seat.Holds(board.Colour(c)) {
			owed += h.owing[c]
			h.owing[c] = 0
		}
	}
	return owed
}

// thinks tells for how many events the computer thinks here, and since when; 0 if it
// does not.
func (r *Room) thinks() (events int, since int64) {
	if r.turn.job == nil || r.game == nil {
		return 0, 0
	}
	return r.game.Events(), time.Since(r.turn.job.Since).Milliseconds()
}

// schedulePresence tells the watchers before long who is there.
func (r *Room) schedulePresence() {
	r.audience.count()
	for t := range tiers {
		if r.audience.telling[t] {
			continue
		}
		r.audience.telling[t] = true
		time.AfterFunc(r.audience.patience(t), func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.audience.telling[t] = false
			r.announce()
			if r.game != nil {
				r.audience.sendPresence(t, r.audience.here(r.game.Seats(), r.claims()))
			}
		})
	}
}
