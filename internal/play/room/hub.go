package room

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// Hub runs games. All its methods may be called at the same time; what they
// refuse is a *game.Error.
//
// Each game in memory is a room with a lock of its own. Whoever holds it may
// commit: nothing is seen by others before it is in the store. Nobody holds
// two rooms, and whoever holds a room may take the hub's lock but not the other
// way round.
type Hub struct {
	core  core
	plays map[string]bool // whether the computer does, by the rule sets that come with the program

	mu      sync.Mutex
	live    map[string]*room
	closing bool
	busy    sync.WaitGroup // whatever must end before the hub is closed
	ending  atomic.Bool    // challenges are being ended

	stop  chan struct{}
	probe probe
	timed time.Time // when the store's clock was read

	unlisten []func()      // from the other nodes
	missing  chan struct{} // nodes are gone, of which rooms do not know yet
	across   across        // pairings between nodes
	fetching atomic.Bool   // games that are played elsewhere
	healing  atomic.Bool
}

// enter lets work begin unless the hub is closing; leave ends it.
func (h *Hub) enter() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return game.Refuse("game.closing", "the server is shutting down; try again in a moment", nil)
	}
	h.busy.Add(1)
	return nil
}

func (h *Hub) leave() { h.busy.Done() }

// open returns the room of a game with its lock held, and the game loaded. The
// caller closes it.
func (h *Hub) open(ctx context.Context, id string) (*room, error) {
	if !plausible(id) {
		return nil, notFound(id)
	}
	if err := h.enter(); err != nil {
		return nil, err
	}
	for {
		h.mu.Lock()
		r := h.live[id]
		if r == nil {
			r = newRoom(&h.core, id)
			h.live[id] = r
		}
		h.mu.Unlock()
		r.mu.Lock()
		if r.out {
			r.mu.Unlock()
			continue
		}
		if r.unsubscribe == nil {
			// Before it is read, so that nothing is missed in between.
			r.unsubscribe = h.core.o.Bus.Subscribe(id, r.hear)
			r.askOthers()
		}
		if err := r.load(ctx); err != nil {
			if len(r.audience.watchers) == 0 {
				h.forget(r)
			}
			r.mu.Unlock()
			h.leave()
			return nil, err
		}
		if err := r.settle(ctx); err != nil {
			r.mu.Unlock()
			h.leave()
			return nil, err
		}
		return r, nil
	}
}

// close gives the lock of a room back.
func (h *Hub) close(r *room) {
	r.mu.Unlock()
	h.leave()
}

// forget takes a room, whose lock is held, out of memory.
func (h *Hub) forget(r *room) {
	r.leave()
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.live, r.id)
}

// part tells the other nodes that this one leaves.
func (h *Hub) part() {
	for _, end := range h.unlisten {
		end()
	}
	if h.core.nodes.on() {
		h.core.nodes.tell(nil, true)
	}
}

// rooms returns the games in memory.
func (h *Hub) rooms() []*room {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*room, 0, len(h.live))
	for _, r := range h.live {
		list = append(list, r)
	}
	return list
}
