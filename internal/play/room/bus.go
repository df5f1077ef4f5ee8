package room

import (
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/play/game"
)

// Committed is what has been added to a game and is in the store. Events are
// numbered from 0 in each game; First is the number of the first of these.
type Committed struct {
	Game   string
	First  int
	Events []game.Event
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

// LocalBus is the Bus of one process.
type LocalBus struct {
	mu   sync.Mutex
	subs map[string][]*subscription
}

// NewLocalBus returns a bus for hubs in one process.
func NewLocalBus() *LocalBus { return &LocalBus{subs: map[string][]*subscription{}} }

// mostQueued is how many messages may wait for one who subscribes. More are
// lost, and found in the store.
const mostQueued = 256

// subscription is somebody who subscribes to a game, and what waits for them.
// A goroutine brings it for as long as something does.
type subscription struct {
	deliver func(Committed)

	mu     sync.Mutex
	queue  []Committed
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

// Subscribe has deliver called for whatever is committed to a game.
func (b *LocalBus) Subscribe(id string, deliver func(Committed)) (cancel func()) {
	s := &subscription{deliver: deliver}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.subs[id] = append(b.subs[id], s)
	return sync.OnceFunc(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		s.end()
		list := slices.DeleteFunc(slices.Clone(b.subs[id]), func(o *subscription) bool { return o == s })
		if b.subs[id] = list; len(list) == 0 {
			delete(b.subs, id)
		}
	})
}

func (s *subscription) add(c Committed) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == mostQueued {
		return
	}
	s.queue = append(s.queue, c)
	if !s.active {
		s.active = true
		go s.run()
	}
}

// run delivers until nothing waits.
func (s *subscription) run() {
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

func (s *subscription) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.queue = true, nil
}
