// Package cluster is what the hubs of several nodes tell each other: what has been
// committed to games ([Bus]), short-lived notes about games that several have in
// memory ([Note]), and who is alive and what waits there ([Nodes]). Nothing here is
// stored; whatever gets lost is told again or read from the store.
package cluster

import (
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
)

// Committed is what has been added to a game and is in the store. Events are
// numbered from 0 in each game; First is the number of the first of these.
// Without events it tells how many the store has: whoever knows fewer has
// missed some.
type Committed struct {
	Game   string
	First  int
	Events []game.Event
	// Note is what else a hub tells those that have the game, and is not kept.
	// A message with a note has no events, and its First says nothing.
	Note *Note
	// By is the node that has committed it, which looks after what comes of it.
	By string
	// Trace is the trace that the events belong to (W3C trace context), if any.
	Trace string
	// Request names the request that they come from, as logs do, if any.
	Request string
}

// Bus carries what has been committed to everybody who has the game in memory,
// in this process or in others. Its methods may be called at the same time.
// Package bustest tells whether something is a Bus.
//
// A Bus may lose messages and bring them twice: the numbers tell, and the store
// has what is missing.
type Bus interface {
	// Publish sends on what has been committed. It waits for nobody.
	Publish(c Committed)
	// Subscribe has deliver called for whatever is committed to a game, one
	// after the other in the order they were published, until cancel is called.
	Subscribe(id string, deliver func(Committed)) (cancel func())
}

// Messenger is what a Bus may also be: it carries what nodes tell each other
// beside games. As with games, what it carries may be lost.
type Messenger interface {
	// Send brings a text to everybody who listens to its topic, also in the same
	// process. It waits for nobody.
	Send(topic string, text []byte)
	// Listen has deliver called for whatever is sent on a topic, one after the
	// other, until cancel is called.
	Listen(topic string, deliver func(text []byte)) (cancel func())
	// Whole reports whether nothing can be amiss as far as the bus knows: it is
	// connected, and has lost nothing of late.
	Whole() bool
}

// LocalBus is the Bus of one process.
type LocalBus struct {
	mu     sync.Mutex
	subs   map[string][]*subscription[Committed]
	topics map[string][]*subscription[[]byte]
}

// NewLocalBus returns a bus for hubs in one process.
func NewLocalBus() *LocalBus {
	return &LocalBus{subs: map[string][]*subscription[Committed]{}, topics: map[string][]*subscription[[]byte]{}}
}

// mostQueued is how many messages may wait for one who subscribes. More are
// lost, and found in the store.
const mostQueued = 256

// subscription is somebody who subscribes to a game or a topic, and what waits for
// them. A goroutine brings it for as long as something does.
type subscription[M any] struct {
	deliver func(M)

	mu     sync.Mutex
	queue  []M
	active bool
	ended  bool
}

// Publish sends on what has been committed.
func (b *LocalBus) Publish(c Committed) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.subs[c.Game] {
		s.add(c)
	}
}

// Send brings a text to everybody who listens to its topic.
func (b *LocalBus) Send(topic string, text []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.topics[topic] {
		s.add(text)
	}
}

// Subscribe has deliver called for whatever is committed to a game.
func (b *LocalBus) Subscribe(id string, deliver func(Committed)) (cancel func()) {
	return enlist(&b.mu, b.subs, id, deliver)
}

// Listen has deliver called for whatever is sent on a topic.
func (b *LocalBus) Listen(topic string, deliver func([]byte)) (cancel func()) {
	return enlist(&b.mu, b.topics, topic, deliver)
}

// Whole reports that nothing is amiss.
func (b *LocalBus) Whole() bool { return true }

// enlist adds one who subscribes to a list, until cancel is called.
func enlist[M any](mu *sync.Mutex, all map[string][]*subscription[M], id string, deliver func(M)) (cancel func()) {
	s := &subscription[M]{deliver: deliver}
	mu.Lock()
	defer mu.Unlock()
	all[id] = append(all[id], s)
	return sync.OnceFunc(func() {
		mu.Lock()
		defer mu.Unlock()
		s.end()
		list := slices.DeleteFunc(slices.Clone(all[id]), func(o *subscription[M]) bool { return o == s })
		if all[id] = list; len(list) == 0 {
			delete(all, id)
		}
	})
}

func (s *subscription[M]) add(m M) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == mostQueued {
		return
	}
	s.queue = append(s.queue, m)
	if !s.active {
		s.active = true
		go s.run()
	}
}

// run delivers until nothing waits.
func (s *subscription[M]) run() {
	for {
		s.mu.Lock()
		if len(s.queue) == 0 || s.ended {
			s.active = false
			s.mu.Unlock()
			return
		}
		next := s.queue[0]
		s.queue = s.queue[1:]
		s.mu.Unlock()
		s.deliver(next)
	}
}

func (s *subscription[M]) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.queue = true, nil
}
