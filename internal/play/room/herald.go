package room

import (
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
)

// headAfter is how long after a commit the others are told how many events there
// are: whoever has missed the last of them learns of it.
const headAfter = 300 * time.Millisecond

// note tells the other nodes that have the game something.
func (r *room) note(n Note) {
	if !r.core.nodes.on() {
		return
	}
	n.Node = r.core.nodes.self
	r.core.o.Bus.Publish(Committed{Game: r.id, Note: &n})
}

// askOthers asks the other nodes who is at the game with them. Their answers also
// tell whether anything was committed before they knew that this node wants to
// hear of it.
func (r *room) askOthers() { r.note(Note{Ask: true}) }

// announce tells the other nodes who is at the game here, how many events are known
// and whether the computer thinks.
func (r *room) announce() {
	if r.game == nil || r.out || !r.core.nodes.on() {
		return
	}
	p := r.audience.presentHere()
	h := &Here{White: p.seats[board.White], Black: p.seats[board.Black], Spectators: p.spectators, Events: r.game.Events()}
	h.Thinks, h.Since = r.thinks()
	r.note(Note{Here: h})
}

// announceSoon does so a moment after a commit.
func (r *room) announceSoon() {
	if r.heralded || !r.core.nodes.on() {
		return
	}
	r.heralded = true
	time.AfterFunc(headAfter, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.heralded = false
		r.announce()
	})
}

// arrived notes that a player has come here who was sent by another node: the way is
// not to be charged.
func (r *room) arrived(seat game.Side) {
	for c, since := range r.moving {
		if since != 0 && seat.Holds(board.Colour(c)) {
			r.owing[c] += max(0, r.core.time.now()-since) // the game bounds what is given back
			r.moving[c] = 0
		}
	}
}

// owedTo returns what a player is not to be charged for being sent here, once.
func (r *room) owedTo(seat game.Side) (owed int64) {
	for c := range r.owing {
		if seat.Holds(board.Colour(c)) {
			owed += r.owing[c]
			r.owing[c] = 0
		}
	}
	return owed
}

// thinks tells for how many events the computer thinks here, and since when; 0 if it
// does not.
func (r *room) thinks() (events int, since int64) {
	if r.job == nil || r.game == nil {
		return 0, 0
	}
	return r.game.Events(), time.Since(r.job.since).Milliseconds()
}

// hereSoon tells the watchers before long who is there.
func (r *room) hereSoon() {
	r.audience.count()
	for t := range tiers {
		if r.telling[t] {
			continue
		}
		r.telling[t] = true
		time.AfterFunc(r.audience.patience(t), func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.telling[t] = false
			r.announce()
			if r.game != nil {
				r.audience.tellHere(t, r.audience.here(r.game.Seats(), r.claims()))
			}
		})
	}
}
