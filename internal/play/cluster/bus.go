// Package cluster connects the hubs of several nodes: committed events ([Bus]),
// short-lived notes about games that several nodes have in memory ([Note]), and
// heartbeats that list who waits at each node ([Nodes]). Nothing here is stored; lost
// messages are sent again or replaced by reading the store.
package cluster

import (
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
)

// Committed is an addition to a game that has been saved in the store. Events are
// numbered from 0 in each game; First is the number of the first one. Without events
// it only announces how many the store has, so that a receiver notices what it has
// missed.
type Committed struct {
	Game   string
	First  int
	Events []game.Event
	// Note is a message to hubs that have the game, which is not stored. A message
	// with a note has no events and no First.
	Note *Note
	// By is the node that committed the events and handles the consequences.
	By string
	// Trace is the trace of the events (W3C trace context), if any.
	Trace string
	// Request is the id of the request that caused them, as in logs, if any.
	Request string
}

// Note is a message between hubs about a game that they have in memory. It is not
// stored, and is sent again soon if it gets lost.
type Note struct {
	Node string `json:"node"` // the sender
	// Ask asks the other nodes who is present there.
	Ask bool `json:"ask,omitempty"`
	// Here is who is present at the sender.
	Here *Here `json:"here,omitempty"`
	// Phrase is a phrase from a player.
	Phrase *PhraseNote `json:"said,omitempty"`
	// Moving announces that the sender is sending a player to another node. The time
	// on the way must not be charged.
	Moving game.Side `json:"moving,omitempty"`
}

// Here is who is present at one node.
type Here struct {
	White      bool `json:"white,omitempty"`
	Black      bool `json:"black,omitempty"`
	Spectators int  `json:"spectators,omitempty"`
	Events     int  `json:"events"` // that the node knows of
	// Thinks is the number of events of the position that the node's computer player
	// thinks about, 0 if it does not think. Since is how long it has been thinking,
	// in milliseconds.
	Thinks int   `json:"thinks,omitempty"`
	Since  int64 `json:"since,omitempty"`
}

// PhraseNote is a phrase from a player.
type PhraseNote struct {
	By     game.Side   `json:"by"`
	Phrase game.Phrase `json:"phrase"`
}

// Bus carries committed events to all hubs that have the game in memory, in this
// process or in others. Its methods are safe for concurrent use. Package bustest
// tests implementations.
//
// A Bus may lose messages and deliver them twice: receivers notice by the numbers,
// and read what is missing from the store.
type Bus interface {
	// Publish sends a message to all subscribers. It does not wait for them.
	Publish(c Committed)
	// Subscribe calls deliver for each message about a game, one at a time in the
	// order of publication, until cancel is called.
	Subscribe(id string, deliver func(Committed)) (cancel func())
}

// Messenger is a Bus that also carries messages between nodes that are not about
// games. They may get lost too.
type Messenger interface {
	// Send sends a text to everybody who listens to its topic, including listeners
	// in the same process. It does not wait for them.
	Send(topic string, text []byte)
	// Listen calls deliver for each text sent on a topic, one at a time, until
	// cancel is called.
	Listen(topic string, deliver func(text []byte)) (cancel func())
	// Whole reports whether the bus is connected and has not lost anything
	// recently, as far as it knows.
	Whole() bool
}

// LocalBus is a Bus within one process.
type LocalBus struct {
	mu     sync.Mutex
	subs   map[string][]*subscription[Committed]
	topics map[string][]*subscription[[]byte]
}

// NewLocalBus returns a bus for hubs in one process.
func NewLocalBus() *LocalBus {
	return &LocalBus{subs: map[string][]*subscription[Committed]{}, topics: map[string][]*subscription[[]byte]{}}
}

// maxQueued is how many messages may wait for a subscriber. Further ones are lost,
// and read from the store.
const maxQueued = 256

// subscription is a subscriber to a game or a topic, and its queue. A goroutine
// delivers messages while there are any.
type subscription[M any] struct {
	deliver func(M)

	mu     sync.Mutex
	queue  []M
	active bool
	ended  bool
}

// Publish sends a message to all subscribers of its game.
func (b *LocalBus) Publish(c Committed) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.subs[c.Game] {
		s.add(c)
	}
}

// Send sends a text to everybody who listens to its topic.
func (b *LocalBus) Send(topic string, text []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.topics[topic] {
		s.add(text)
	}
}

// Subscribe calls deliver for each message about a game.
func (b *LocalBus) Subscribe(id string, deliver func(Committed)) (cancel func()) {
	return enlist(&b.mu, b.subs, id, deliver)
}

// Listen calls deliver for each text sent on a topic.
func (b *LocalBus) Listen(topic string, deliver func([]byte)) (cancel func()) {
	return enlist(&b.mu, b.topics, topic, deliver)
}

// Whole always reports true.
func (b *LocalBus) Whole() bool { return true }

// enlist adds a subscriber, until cancel is called.
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
	if len(s.queue) == maxQueued {
		return
	}
	s.queue = append(s.queue, m)
	if !s.active {
		s.active = true
		go s.run()
	}
}

// run delivers until the queue is empty.
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
