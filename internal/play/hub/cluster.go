package hub

import (
	"context"
	"errors"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
)

// refreshEvery is how often nodes tell each other again who is at a game that
// several of them have in memory, and adoptEvery how often they look for
// challenges whose makers have no node any more.
const (
	refreshEvery = 2 * time.Second
	adoptEvery   = 10 * time.Second
)

// joinCluster listens to the other nodes and tells them of this one, until the hub is
// closed.
func (h *Hub) joinCluster() {
	n := h.core.Nodes
	if !n.On() {
		return
	}
	h.unlisten = append(h.unlisten, n.Messenger().Listen(cluster.Topic, h.handleBeat), n.Messenger().Listen(seekTopic(n.Self()), h.handleProposal))
	go h.beatNodes()
	go h.forgetLostNodes()
}

// handleBeat handles the beat of another node.
func (h *Hub) handleBeat(text []byte) {
	name, joined, left, digested := h.core.Nodes.Receive(text)
	switch {
	case joined:
		h.o.Log.Info("room: another node is here", "node", name)
		h.core.Nodes.Beat(h.digest(), false) // so that it knows of this one at once
	case left:
		h.o.Log.Info("room: another node has left", "node", name)
		h.scheduleForget()
	}
	if digested {
		h.pairing.EndElsewhere(h.core.Nodes.Seeks())
		h.pairAcross()
	}
}

// digest returns who waits here.
func (h *Hub) digest() *cluster.Digest {
	return &cluster.Digest{Challenges: h.challenges.Notes(), Seeks: h.pairing.Notes(), Playing: h.playedHere(), Thinking: h.core.Pool.Notes()}
}

// scheduleForget has whoever was at nodes that are gone be taken away, without waiting for it:
// a room may be busy, and those who call it bring and send what all nodes tell.
func (h *Hub) scheduleForget() {
	select {
	case h.missing <- struct{}{}:
	default: // it will be done
	}
}

// forgetLostNodes does so until the hub is closed.
func (h *Hub) forgetLostNodes() {
	for {
		select {
		case <-h.stop:
			return
		case <-h.missing:
		}
		if h.enter() != nil {
			return
		}
		h.forgetNodes()
		h.leave()
	}
}

// forgetNodes takes away whoever was at nodes that are gone.
func (h *Hub) forgetNodes() {
	for _, r := range h.rooms() {
		r.ForgetNodes()
	}
}

// refresh tells again who is at games that other nodes have too, and forgets what
// they have not told again.
func (h *Hub) refresh() {
	for _, r := range h.rooms() {
		r.Refresh()
	}
}

// adopt looks for challenges that were made at other nodes, so that they end with
// their makers' presence whatever becomes of those nodes.
func (h *Hub) adopt() {
	open, err := h.core.Store.Open(context.Background(), lobby.MaxOpen)
	if err != nil {
		_ = h.core.Failed("challenges", err) // which logs it
		return
	}
	for i := range open {
		h.challenges.Restore(&open[i])
	}
}

// beatNodes tells the other nodes that this one is alive, and looks after what they
// tell.
func (h *Hub) beatNodes() {
	beat := time.NewTicker(cluster.BeatEvery)
	defer beat.Stop()
	var digested, refreshed, adopted, healed time.Time
	due := func(last *time.Time, every time.Duration) bool {
		if time.Since(*last) < every-cluster.BeatEvery/2 {
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
		var d *cluster.Digest
		if due(&digested, cluster.DigestEvery) {
			d = h.digest()
		}
		h.core.Nodes.Beat(d, false)
		if gone := h.core.Nodes.Reap(); len(gone) > 0 {
			h.o.Log.Warn("room: nodes are silent", "nodes", gone)
			h.scheduleForget()
		}
		if due(&refreshed, refreshEvery) {
			h.refresh()
		}
		every := healIdle
		if h.core.Nodes.Unsure() {
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
func (h *Hub) Node() string { return h.core.Nodes.Self() }

// Nodes returns how many hubs share the bus now, with this one, and the most there
// were of late: fewer now means that some are cut off, or have ended.
func (h *Hub) Nodes() (now, most int) { return h.core.Nodes.Counts() }

// Messenger returns what hubs tell each other by, nil for a hub alone.
func (h *Hub) Messenger() cluster.Messenger { return h.core.Nodes.Messenger() }

// HandOver tells the other nodes that a player is about to be sent to one of them:
// the way is not charged.
func (h *Hub) HandOver(by room.Session, id string) {
	h.use(id, func(r *room.Room) { r.HandOver(by) })
}

// How often the store is asked how many events the games have that somebody watches
// here: often while something may have been lost on the bus, and seldom else, for
// what nobody thought of.
const (
	healEvery = 250 * time.Millisecond
	healIdle  = 15 * time.Second
)

// mostHeads is how many games are asked for at a time.
const mostHeads = 1000

// heal takes in what was committed elsewhere and not heard of.
func (h *Hub) heal(ctx context.Context) {
	known := map[string]int{}
	var ids []string
	for _, r := range h.rooms() {
		// One that is in use will do, or is looked at the next time.
		if events, watched := r.Known(); watched {
			known[r.ID()] = events
			ids = append(ids, r.ID())
		}
	}
	for len(ids) > 0 {
		some := ids[:min(len(ids), mostHeads)]
		ids = ids[len(some):]
		heads, err := h.heads(ctx, some, known)
		if err != nil {
			_ = h.core.Failed("read", err) // which logs it; it is asked again
			return
		}
		for id, n := range heads {
			if n > known[id] {
				h.catchUp(ctx, id)
			}
		}
	}
}

// heads asks the store how many events games have.
func (h *Hub) heads(ctx context.Context, ids []string, known map[string]int) (map[string]int, error) {
	if store, ok := h.core.Store.(room.HeadStore); ok {
		return store.Heads(ctx, ids)
	}
	all := map[string]int{}
	for _, id := range ids {
		events, err := h.core.Store.Load(ctx, id, known[id])
		if err != nil && !errors.Is(err, room.ErrNotFound) {
			return nil, err
		}
		all[id] = known[id] + len(events)
	}
	return all, nil
}

// catchUp has a game in memory take in what the store has.
func (h *Hub) catchUp(ctx context.Context, id string) {
	h.use(id, func(r *room.Room) {
		if r.CatchUp(ctx) == nil {
			h.core.Counters.Healed.Add(1)
		}
	})
}
