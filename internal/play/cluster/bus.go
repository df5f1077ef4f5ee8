// Package cluster connects the hubs of several nodes. A [Bus] carries committed events and notes
// ([Note]) about games that several nodes have in memory. Heartbeats announce each node's challenges,
// seeks and games ([Digest]). Nothing is stored. Heartbeats and the lists of players present are repeated, and lost
// events are read from the store.
package cluster

import (
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
)

// Committed is a list of events that have been saved in the store, or a note. Events are numbered from 0 in
// each game; First is the number of the first one.
type Committed struct {
	Game   string
	First  int
	Events []game.Event
	// Note is a message to hubs that have the game in memory; it is not stored. A message with a note has no
	// events and no First.
	Note *Note
	// By is the node that committed the events and handles their consequences.
	By string
	// Trace is the W3C trace context of the events, if any.
	Trace string
	// Request is the ID of the request that caused the events, as in logs, if any.
	Request string
}

// Note is a message between hubs about a game that they have in memory. It is not stored, and only Here is
// repeated.
type Note struct {
	Node string `json:"node"` // the sender
	// Ask requests a note with Here from each of the other nodes.
	Ask bool `json:"ask,omitempty"`
	// Here lists the players present at the sender.
	Here *Here `json:"here,omitempty"`
	// Phrase is a phrase sent by a player.
	Phrase *PhraseNote `json:"phrase,omitempty"`
	// Moving announces that the sender is moving a player to another node. The time this takes is not
	// charged to the player.
	Moving game.Side `json:"moving,omitempty"`
}

// Here lists the players present at one node.
type Here struct {
	White      bool `json:"white,omitempty"`
	Black      bool `json:"black,omitempty"`
	Spectators int  `json:"spectators,omitempty"`
	Events     int  `json:"events"` // number of events known to the node
	// Thinks is the number of events in the game if the computer's move is queued or being searched for
	// at the node, and otherwise 0. Since is how long ago it was queued, in milliseconds.
	Thinks int   `json:"thinks,omitempty"`
	Since  int64 `json:"since,omitempty"`
}

// PhraseNote is a phrase sent by a player.
type PhraseNote struct {
	By     game.Side   `json:"by"`
	Phrase game.Phrase `json:"phrase"`
}

// Bus carries committed events and notes to all hubs that have the game in memory, in this process or others.
// Its methods are safe for concurrent use. Package bustest tests implementations.
//
// A Bus may lose or duplicate messages. Receivers detect missing events by their numbers, and read them from
// the store.
type Bus interface {
	// Publish sends a message to all subscribers. It does not wait for them.
	Publish(c Committed)
	// Subscribe calls deliver for each message about a game, one at a time in the
	// order of publication, until cancel is called.
	Subscribe(id string, deliver func(Committed)) (cancel func())
}

// Messenger is implemented by buses that also carry messages between nodes, by topic instead of by game.
// These messages may be lost too.
type Messenger interface {
	// Send sends a message to all listeners of a topic, including those in the same process. It does not wait
	// for them.
	Send(topic string, text []byte)
	// Listen calls deliver for each message on a topic, one at a time, until cancel is called.
	Listen(topic string, deliver func(text []byte)) (cancel func())
	// Whole reports whether the bus is connected and, as far as it knows, has not lost messages recently.
	Whole() bool
}

// LocalBus is a Bus within one process.
type LocalBus struct {
	mu      sync.Mutex
	subs    map[string][]*subscription[Committed]
	topics  map[string][]*subscription[[]byte]
	dropped int64
}

// NewLocalBus returns a bus for hubs in one process.
func NewLocalBus() *LocalBus {
	return &LocalBus{subs: map[string][]*subscription[Committed]{}, topics: map[string][]*subscription[[]byte]{}}
}

// maxQueued is how many messages may wait for a subscriber. Further messages are dropped; the subscriber
// reads their events from the store.
const maxQueued = 256

// subscription is a subscriber to a game or a topic, with its queue. A goroutine delivers messages while the
// queue is not empty.
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
		b.count(s.add(c))
	}
}

// count counts a message that a subscriber's queue had no room for. The caller holds the lock.
func (b *LocalBus) count(queued bool) {
	if !queued {
		b.dropped++
	}
}

// Dropped returns the number of messages dropped because a subscriber's queue was full.
func (b *LocalBus) Dropped() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.dropped
}

// Send sends a message to all listeners of a topic.
func (b *LocalBus) Send(topic string, text []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.topics[topic] {
		b.count(s.add(text))
	}
}

// Subscribe calls deliver for each message about a game.
func (b *LocalBus) Subscribe(id string, deliver func(Committed)) (cancel func()) {
	return enlist(&b.mu, b.subs, id, deliver)
}

// Listen calls deliver for each message on a topic.
func (b *LocalBus) Listen(topic string, deliver func([]byte)) (cancel func()) {
	return enlist(&b.mu, b.topics, topic, deliver)
}

// Whole always returns true.
func (b *LocalBus) Whole() bool { return true }

// enlist adds a subscriber until cancel is called.
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

// add queues a message, and reports whether there was room.
func (s *subscription[M]) add(m M) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == maxQueued {
		return false
	}
	s.queue = append(s.queue, m)
	if !s.active {
		s.active = true
		go s.run()
	}
	return true
}

// run delivers messages until the queue is empty.
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
