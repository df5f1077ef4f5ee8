package server

import (
	"slices"
	"sync"
	"time"
)

// started is when the program began.
var started = time.Now()

// elapsed returns the nanoseconds since then. Unlike the wall clock, nobody sets
// it.
func elapsed() int64 { return time.Since(started).Nanoseconds() }

// trips are the last round trips of a socket.
type trips struct {
	last [4]time.Duration
	n    int
}

// add notes a round trip and returns the shortest of the last few: a single slow
// one says little about the way.
func (t *trips) add(d time.Duration) time.Duration {
	t.last[t.n%len(t.last)] = d
	t.n++
	return slices.Min(t.last[:min(t.n, len(t.last))])
}

// live is a socket that is open.
type live interface {
	// inspect closes it if it is stuck, and pings it if it has been quiet or its
	// way is to be measured.
	inspect()
	// end cuts the connection.
	end()
}

// socketSet is the sockets that are open.
type socketSet struct {
	mu  sync.Mutex
	all map[live]struct{}
	out sync.WaitGroup // until all have left
}

func (s *socketSet) add(k live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[k] = struct{}{}
	s.out.Add(1)
}

func (s *socketSet) remove(k live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, k)
	s.out.Done()
}

// len returns how many are open.
func (s *socketSet) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// each does something with every socket, without holding them up.
func (s *socketSet) each(do func(live)) {
	s.mu.Lock()
	list := make([]live, 0, len(s.all))
	for k := range s.all {
		list = append(list, k)
	}
	s.mu.Unlock()
	for _, k := range list {
		do(k)
	}
}
