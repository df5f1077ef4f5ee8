package room

import (
	"context"
	"github.com/tainchess/tain/internal/play/game"
	"time"
)

// refreshEvery is how often nodes tell each other again who is at a game that
// several of them have in memory, and adoptEvery how often they look for
// challenges whose makers have no node any more.
const (
	refreshEvery = 2 * time.Second
	adoptEvery   = 10 * time.Second
)

// meet listens to the other nodes and tells them of this one, until the hub is
// closed.
func (h *Hub) meet() {
	n := h.core.nodes
	if !n.on() {
		return
	}
	h.unlisten = append(h.unlisten, n.bus.Listen(nodeTopic, h.greet), n.bus.Listen(seekTopic(n.self), h.listen))
	go h.herald()
	go h.forgetLost()
}

// greet takes in what another node tells.
func (h *Hub) greet(text []byte) {
	name, came, left, told := h.core.nodes.hear(text)
	switch {
	case came:
		h.core.o.Log.Info("room: another node is here", "node", name)
		h.core.nodes.tell(h.digest(), false) // so that it knows of this one at once
	case left:
		h.core.o.Log.Info("room: another node has left", "node", name)
		h.miss()
	}
	if told {
		h.core.pairing.elsewhere(h.core.nodes.seeks())
		h.pairAcross()
	}
}

// digest returns who waits here.
func (h *Hub) digest() *digest {
	return &digest{Challenges: h.core.lobby.notes(), Seeks: h.core.pairing.notes(), Playing: h.notes(), Thinking: h.core.pool.notes()}
}

// miss has whoever was at nodes that are gone be taken away, without waiting for it:
// a room may be busy, and those who call it bring and send what all nodes tell.
func (h *Hub) miss() {
	select {
	case h.missing <- struct{}{}:
	default: // it will be done
	}
}

// forgetLost does so until the hub is closed.
func (h *Hub) forgetLost() {
	for {
		select {
		case <-h.stop:
			return
		case <-h.missing:
		}
		if h.enter() != nil {
			return
		}
		h.lost()
		h.leave()
	}
}

// lost takes away whoever was at nodes that are gone.
func (h *Hub) lost() {
	for _, r := range h.rooms() {
		r.mu.Lock()
		if !r.out && r.game != nil {
			if r.audience.prune() {
				r.hereSoon()
			}
			r.consider() // it may have been thinking
		}
		r.mu.Unlock()
	}
}

// refresh tells again who is at games that other nodes have too, and forgets what
// they have not told again.
func (h *Hub) refresh() {
	for _, r := range h.rooms() {
		if !r.mu.TryLock() {
			continue
		}
		if !r.out && r.game != nil {
			if r.audience.prune() {
				r.hereSoon()
			}
			if len(r.audience.others) > 0 || r.job != nil {
				r.announce()
			}
		}
		r.mu.Unlock()
	}
}

// adopt looks for challenges that were made at other nodes, so that they end with
// their makers' presence whatever becomes of those nodes.
func (h *Hub) adopt() {
	open, err := h.core.store.Open(context.Background(), mostKnown)
	if err != nil {
		_ = h.core.failed("challenges", err) // which logs it
		return
	}
	for i := range open {
		h.core.lobby.restore(&open[i])
	}
}

// herald tells the other nodes that this one is alive, and looks after what they
// tell.
func (h *Hub) herald() {
	beat := time.NewTicker(nodeEvery)
	defer beat.Stop()
	var digested, refreshed, adopted, healed time.Time
	due := func(last *time.Time, every time.Duration) bool {
		if time.Since(*last) < every-nodeEvery/2 {
			return false
		}
		*last = time.Now()
		return true
	}
	adopted = time.Now()
	for {
		select {
		case <-h.stop:
			return
		case <-beat.C:
		}
		if h.enter() != nil {
			return
		}
		var d *digest
		if due(&digested, digestTime) {
			d = h.digest()
		}
		h.core.nodes.tell(d, false)
		if gone := h.core.nodes.reap(); len(gone) > 0 {
			h.core.o.Log.Warn("room: nodes are silent", "nodes", gone)
			h.miss()
		}
		if due(&refreshed, refreshEvery) {
			h.refresh()
		}
		every := healIdle
		if h.core.nodes.unsure() {
			every = healEvery
		}
		if due(&healed, every) {
			go h.healOnce()
		}
		if due(&adopted, adoptEvery) {
			go h.adopt()
		}
		h.leave()
	}
}

// healOnce heals unless it is still being done.
func (h *Hub) healOnce() {
	if !h.healing.CompareAndSwap(false, true) {
		return
	}
	defer h.healing.Store(false)
	h.heal(context.Background())
}

// Node returns the name of the hub among those that share its bus.
func (h *Hub) Node() string { return h.core.nodes.self }

// Nodes returns how many hubs share the bus now, with this one, and the most there
// were of late: fewer now means that some are cut off, or have ended.
func (h *Hub) Nodes() (now, most int) { return h.core.nodes.counts() }

// Messenger returns what hubs tell each other by, nil for a hub alone.
func (h *Hub) Messenger() Messenger { return h.core.nodes.bus }

// HandOver tells the other nodes that a player is about to be sent to one of them:
// the way is not charged.
func (h *Hub) HandOver(by Session, id string) {
	h.withLive(id, func(r *room) {
		if seat := r.game.Seat(by.hash); seat == game.White || seat == game.Black {
			r.note(Note{Moving: seat})
		}
	})
}
