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

// note tells the other nodes that have the game something.
func (r *Room) note(n cluster.Note) {
	if !r.core.Nodes.On() {
		return
	}
	n.Node = r.core.Nodes.Self()
	r.core.Options.Bus.Publish(cluster.Committed{Game: r.id, Note: &n})
}

// askOthers asks the other nodes who is at the game with them. Their answers also
// tell whether anything was committed before they knew that this node wants to
// hear of it.
func (r *Room) askOthers() { r.note(cluster.Note{Ask: true}) }

// announce tells the other nodes who is at the game here, how many events are known
// and whether the computer thinks.
func (r *Room) announce() {
	if r.game == nil || r.out || !r.core.Nodes.On() {
		return
	}
	p := r.audience.presentHere()
	h := &cluster.Here{White: p.seats[board.White], Black: p.seats[board.Black], Spectators: p.spectators, Events: r.game.Events()}
	h.Thinks, h.Since = r.thinks()
	r.note(cluster.Note{Here: h})
}

// scheduleAnnouncement does so a moment after a commit.
func (r *Room) scheduleAnnouncement() {
	if r.announcing || !r.core.Nodes.On() {
		return
	}
	r.announcing = true
	time.AfterFunc(headAfter, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.announcing = false
		r.announce()
	})
}

// markArrived notes that a player has come here who was sent by another node: the way is
// not to be charged.
func (r *Room) markArrived(seat game.Side) {
	for c, since := range r.handover.moving {
		if since != 0 && seat.Holds(board.Colour(c)) {
			r.handover.owing[c] += max(0, r.core.Time.Now()-since) // the game bounds what is given back
			r.handover.moving[c] = 0
		}
	}
}

// takeRefund returns what a player is not to be charged for being sent here, once.
func (r *Room) takeRefund(seat game.Side) (owed int64) {
	for c := range r.handover.owing {
		if seat.Holds(board.Colour(c)) {
			owed += r.handover.owing[c]
			r.handover.owing[c] = 0
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
