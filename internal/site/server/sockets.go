package server

import (
	"sync"
	"time"
)

// live is a socket that is open.
type live interface {
	// inspect closes it if it is stuck, and pings it if it has been quiet.
	inspect(now time.Time)
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
