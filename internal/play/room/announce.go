package room

import (
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/cluster"
)

// announce announces to the other nodes who is at the game here, how many events
// are known and whether the computer thinks.
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

// thinks returns the number of events that the computer thinks about here, 0 if it
// does not, and for how many milliseconds it has.
func (r *Room) thinks() (events int, since int64) {
	if r.turn.job == nil || r.game == nil {
		return 0, 0
	}
	return r.game.Events(), time.Since(r.turn.job.Since).Milliseconds()
}

// schedulePresence sends watchers a presence update soon.
func (r *Room) schedulePresence() {
	r.audience.count()
	for t := range tiers {
		if r.audience.pending[t] {
			continue
		}
		r.audience.pending[t] = true
		time.AfterFunc(r.audience.patience(t), func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.audience.pending[t] = false
			r.announce()
			if r.game != nil {
				r.audience.sendPresence(t, r.audience.here(r.game.Seats(), r.claims()))
			}
		})
	}
}
