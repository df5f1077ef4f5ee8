package room

import "time"

// Of several nodes that have a game in memory one thinks about the computer's move:
// the one that has committed what the computer answers, or the first to say that
// it does. It says so again while it does. If it falls silent another takes
// over. A move that two have computed is played once: the second finds that the
// game has gone on.

// How long a claim is believed without another word, and how close two must be to
// count as at once.
const (
	claimFor  = 5 * time.Second
	claimHint = 1500 * time.Millisecond // after a commit, whether its node thinks or not
	atOnce    = 200 * time.Millisecond
)

// leaveTo leaves the thinking about a game to the node that has committed its last
// event for a while, and looks again after that. Who reads events from the store
// does not know which node that was.
func (r *room) leaveTo(node string, events int) {
	if r.core.nodes.on() && node != r.core.nodes.self {
		r.setClaim(claim{node, events, time.Now().Add(claimHint)})
	}
}

func (r *room) setClaim(c claim) {
	r.claim = c
	time.AfterFunc(time.Until(c.until)+time.Millisecond, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.claim == c && !r.out && r.game != nil {
			r.consider()
		}
	})
}

// thinkingElsewhere takes in that another node thinks, and gives way if it began
// earlier. Where both began at once, the first by name goes on.
func (r *room) thinkingElsewhere(node string, h *Here) {
	if h.Thinks == 0 {
		if r.claim.node == node && r.claim.events <= h.Events {
			r.claim = claim{}
			r.consider()
		}
		return
	}
	if h.Thinks != r.game.Events() {
		return
	}
	if r.job != nil {
		earlier := time.Since(r.job.since) - time.Duration(h.Since)*time.Millisecond
		if earlier > atOnce || earlier > -atOnce && r.core.nodes.self < node {
			return // they will hear of it, and give way
		}
	}
	r.setClaim(claim{node, h.Thinks, time.Now().Add(claimFor)})
	r.halt()
}
