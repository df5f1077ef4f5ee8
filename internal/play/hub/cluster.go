package hub

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
)

// Intervals at which nodes repeat their presence lists for games that several of them have in memory,
// and at which they adopt challenges created at other nodes.
const (
	refreshEvery = 2 * time.Second
	adoptEvery   = 10 * time.Second
)

// joinCluster subscribes to the other nodes' messages and announces this node, until the hub is closed.
func (h *Hub) joinCluster() {
	n := h.runtime.Nodes
	if !n.On() {
		return
	}
	h.membership.listen(cluster.Topic, h.handleBeat)
	h.membership.listen(seekTopic(n.Self()), h.handleProposal)
	go h.beatNodes()
	go h.forgetLostNodes()
}

// handleBeat handles a heartbeat from another node.
func (h *Hub) handleBeat(text []byte) {
	name, joined, left, digested := h.runtime.Nodes.Receive(text)
	switch {
	case joined:
		h.o.Log.Info("hub: node joined", "node", name)
		h.runtime.Nodes.Beat(h.digest(), false) // lets the new node discover this one immediately
	case left:
		h.o.Log.Info("hub: node left", "node", name)
		h.membership.noteLost()
	}
	if digested {
		h.pairing.EndElsewhere(h.runtime.Nodes.Seeks())
		h.pairAcross()
	}
}

// digest returns this node's digest for the other nodes.
func (h *Hub) digest() *cluster.Digest {
	casual, rated := h.pairing.Notes()
	return &cluster.Digest{Challenges: h.challenges.Notes(), Seeks: casual, Rated: rated, Playing: h.playedHere(), Thinking: h.runtime.Pool.Notes()}
}

// forgetLostNodes makes the rooms forget nodes that are gone, until the hub is closed.
func (h *Hub) forgetLostNodes() {
	repeat(&h.lifetime, h.membership.lost, func() {
		for _, r := range h.rooms.all() {
			r.ForgetNodes()
		}
	})
}

// adopt tracks challenges created at other nodes, so that they end when their creators leave even if
// those nodes are gone.
func (h *Hub) adopt() {
	open, err := h.runtime.Store.Open(context.Background(), lobby.MaxOpen)
	if err != nil {
		_ = h.runtime.Failed("challenges", err) // logged
		return
	}
	for i := range open {
		h.challenges.Restore(&open[i])
	}
}

// beatNodes sends heartbeats to the other nodes and detects nodes that have fallen silent, until the
// hub is closed. It also does the periodic work that depends on other nodes.
func (h *Hub) beatNodes() {
	beat := time.NewTicker(cluster.BeatEvery)
	defer beat.Stop()
	var digested, refreshed, healed time.Time
	adopted := time.Now()
	due := func(last *time.Time, every time.Duration) bool {
		if time.Since(*last) < every-cluster.BeatEvery/2 {
			return false
		}
		*last = time.Now()
		return true
	}
	repeat(&h.lifetime, beat.C, func() {
		var d *cluster.Digest
		if due(&digested, cluster.DigestEvery) {
			d = h.digest()
		}
		h.runtime.Nodes.Beat(d, false)
		if gone := h.runtime.Nodes.Reap(); len(gone) > 0 {
			h.o.Log.Warn("hub: lost contact with nodes", "nodes", gone)
			h.membership.noteLost()
		}
		if due(&refreshed, refreshEvery) {
			for _, r := range h.rooms.all() {
				r.Refresh()
			}
		}
		every := healIdle
		if h.runtime.Nodes.Unsure() {
			every = healEvery
		}
		if due(&healed, every) {
			h.healing.start(&h.lifetime, func() { h.heal(context.Background()) })
		}
		if due(&adopted, adoptEvery) {
			go h.adopt()
		}
	})
}

// Node returns the name of this hub within its cluster.
func (h *Hub) Node() string { return h.runtime.Nodes.Self() }

// Nodes returns how many hubs share the bus, including this one, and the highest recent number. If the
// current number is lower, some hubs are disconnected or have stopped.
func (h *Hub) Nodes() (now, most int) { return h.runtime.Nodes.Counts() }

// Messenger returns the bus as a messenger between hubs, or nil for a single hub.
func (h *Hub) Messenger() cluster.Messenger { return h.runtime.Nodes.Messenger() }

// HandOver announces to the other nodes that a player is about to move to one of them, so that the
// player is not charged for the time this takes.
func (h *Hub) HandOver(by room.Session, id string) {
	h.rooms.use(id, func(r *room.Room) { r.HandOver(by) })
}

// Intervals at which the hub queries the store for the event counts of watched games: healEvery while
// the bus may have lost messages, healIdle otherwise.
const (
	healEvery = 250 * time.Millisecond
	healIdle  = 15 * time.Second
)

// headBatch is the number of games in one query for event counts.
const headBatch = 1000

// heal reads events that other nodes committed and the bus lost. If the store has lost events of a
// game, for example because an asynchronous standby was promoted, heal reloads the game.
func (h *Hub) heal(ctx context.Context) {
	known := map[string]int{}
	var ids []string
	for _, r := range h.rooms.all() {
		// A room in use is checked next time.
		if events, watched := r.Known(); watched {
			known[r.ID()] = events
			ids = append(ids, r.ID())
		}
	}
	for some := range slices.Chunk(ids, headBatch) {
		heads, err := h.heads(ctx, some, known)
		if err != nil {
			_ = h.runtime.Failed("read", err) // logged, and retried
			return
		}
		for id, n := range heads {
			if n == known[id] {
				continue
			}
			h.rooms.use(id, func(r *room.Room) {
				if n < known[id] {
					h.o.Log.Warn("hub: the store has lost events", "game", id, "events", known[id], "left", n)
					r.Reload(ctx)
				} else if r.CatchUp(ctx) == nil {
					h.runtime.Counters.Healed.Add(1)
				}
			})
		}
	}
}

// heads returns how many events each game has in the store. Unless the store is a [room.HeadStore], it does
// not detect that events were lost.
func (h *Hub) heads(ctx context.Context, ids []string, known map[string]int) (map[string]int, error) {
	if store, ok := h.runtime.Store.(room.HeadStore); ok {
		return store.Heads(ctx, ids)
	}
	all := map[string]int{}
	for _, id := range ids {
		events, err := h.runtime.Store.Load(ctx, id, known[id])
		if err != nil && !errors.Is(err, room.ErrNotFound) {
			return nil, err
		}
		all[id] = known[id] + len(events)
	}
	return all, nil
}
