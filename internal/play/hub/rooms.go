package hub

import (
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// lifetime tracks the work of a hub, so that closing the hub can refuse new work and wait for work in
// progress.
type lifetime struct {
	stop chan struct{} // closed when the hub closes

	mu      sync.Mutex
	closing bool
	busy    sync.WaitGroup
}

// enter begins a unit of work, which leave ends. It returns an error if the hub is closing.
func (l *lifetime) enter() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing {
		return game.Refuse("game.closing", "the server is shutting down; try again in a moment", nil)
	}
	l.busy.Add(1)
	return nil
}

func (l *lifetime) leave() { l.busy.Done() }

// end refuses all further work. It reports whether this is the first call.
func (l *lifetime) end() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closing {
		return false
	}
	l.closing = true
	close(l.stop)
	return true
}

// wait waits until all work is done or the context is cancelled.
func (l *lifetime) wait(ctx context.Context) error {
	quiet := make(chan struct{})
	go func() { l.busy.Wait(); close(quiet) }()
	select {
	case <-quiet:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// background calls do in a new goroutine, unless the hub is closing.
func (l *lifetime) background(do func()) {
	if l.enter() == nil {
		go func() {
			defer l.leave()
			do()
		}()
	}
}

// repeat calls do whenever the channel receives a value, until the hub is closed.
func repeat[T any](l *lifetime, c <-chan T, do func()) {
	for {
		select {
		case <-l.stop:
			return
		case <-c:
		}
		if l.enter() != nil {
			return
		}
		do()
		l.leave()
	}
}

// task is background work of which at most one instance runs.
type task struct{ running atomic.Bool }

// start runs the task in a new goroutine, unless it is already running or the hub is closing.
func (t *task) start(l *lifetime, do func()) {
	if !t.running.CompareAndSwap(false, true) {
		return
	}
	if l.enter() != nil {
		t.running.Store(false)
		return
	}
	go func() {
		defer l.leave()
		defer t.running.Store(false)
		do()
	}()
}

// rooms holds the rooms in memory, keyed by game ID.
type rooms struct {
	mu   sync.Mutex
	byID map[string]*room.Room
}

// obtain returns a game's room, creating it if necessary.
func (rs *rooms) obtain(rt *room.Runtime, id string) *room.Room {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	r := rs.byID[id]
	if r == nil {
		r = room.New(rt, id)
		rs.byID[id] = r
	}
	return r
}

// find returns a game's room, or nil if there is none.
func (rs *rooms) find(id string) *room.Room {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return rs.byID[id]
}

// use calls do with a game's room locked, if the game is in memory.
func (rs *rooms) use(id string, do func(r *room.Room)) {
	if r := rs.find(id); r != nil {
		r.Use(func() { do(r) })
	}
}

// remove removes an evicted room.
func (rs *rooms) remove(r *room.Room) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.byID[r.ID()] == r {
		delete(rs.byID, r.ID())
	}
}

// all returns all rooms, in no particular order.
func (rs *rooms) all() []*room.Room {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.Collect(maps.Values(rs.byID))
}

func (rs *rooms) len() int {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return len(rs.byID)
}

// membership is the hub's membership in its cluster.
type membership struct {
	nodes     *cluster.Nodes
	listening []func()      // functions that cancel subscriptions
	lost      chan struct{} // receives a value when the rooms must forget lost nodes
}

func (m *membership) listen(topic string, deliver func(text []byte)) {
	m.listening = append(m.listening, m.nodes.Messenger().Listen(topic, deliver))
}

// noteLost triggers forgetLostNodes. It does not wait, because a room may be busy and the caller
// delivers messages for all rooms.
func (m *membership) noteLost() {
	select {
	case m.lost <- struct{}{}:
	default: // already scheduled
	}
}

// leave cancels the subscriptions and announces to the other nodes that this node is leaving.
func (m *membership) leave() {
	for _, cancel := range m.listening {
		cancel()
	}
	if m.nodes.On() {
		m.nodes.Beat(nil, true)
	}
}
