package room

import (
	"context"
	"time"
)

// inquireEvery is how often a hub asks how it stands with what it has lent: an
// answer may have been lost on its way, and whoever waits is told their place.
const inquireEvery = 500 * time.Millisecond

// hearWorkers takes in what workers answer, until the hub is closed. Where none is
// alive any more, this node thinks itself.
func (h *Hub) hearWorkers() {
	tick := time.NewTicker(inquireEvery)
	defer tick.Stop()
	for {
		select {
		case <-h.stop:
			return
		case reply := <-h.core.asker.Answers():
			h.take(reply)
		case reply := <-h.core.replies:
			h.take(reply)
		case <-tick.C:
			h.inquire()
		}
	}
}

// take has a room take in a reply. It does not wait for the room.
func (h *Hub) take(reply Reply) {
	if h.enter() != nil {
		return
	}
	go func() {
		defer h.leave()
		h.withLive(reply.Game, func(r *room) { r.replied(reply) })
	}()
}

// inquire asks how it stands with what has been lent for a while.
func (h *Hub) inquire() {
	jobs := h.core.pool.borrowed(inquireEvery)
	if len(jobs) == 0 || h.enter() != nil {
		return
	}
	defer h.leave()
	lent := make(map[string]Reply, len(jobs))
	var games []string
	for _, j := range jobs {
		id := j.owner.name()
		lent[id] = Reply{Game: id, Events: j.events, Lost: true} // unless something is heard of it
		games = append(games, id)
	}
	working := h.core.asker.Working() // before the question whether the last one has answered
	replies, err := h.core.asker.Replies(context.Background(), games)
	if err != nil {
		_ = h.core.failed("read", err) // which logs it; it is asked again
		return
	}
	for _, one := range replies {
		if one.Events == lent[one.Game].Events {
			one.Lost = one.Lost || !working && one.Answer == nil
			lent[one.Game] = one
		}
	}
	for _, one := range lent {
		h.take(one)
	}
}

// replied takes in how it stands with what workers were asked.
func (r *room) replied(reply Reply) {
	j := r.job
	if j == nil || j.events != reply.Events || r.game.Events() != reply.Events || !r.core.pool.isLent(j) {
		return // the game has gone on
	}
	switch {
	case reply.Answer != nil:
		r.halt()
		if !r.act(j.task, reply.Answer.Command(j.task)) {
			r.alone = reply.Events // it was no answer
		}
	case reply.Lost:
		r.alone = reply.Events
		r.halt()
		r.consider()
	default:
		r.core.pool.settled(j, reply.Place)
		r.tellPlace()
	}
}
