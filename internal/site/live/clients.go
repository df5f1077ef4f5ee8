package live

import (
	"net/netip"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// programStart is when the program began.
var programStart = time.Now()

// elapsed returns the nanoseconds since started. It is monotonic.
func elapsed() int64 { return time.Since(programStart).Nanoseconds() }

// client is an open socket or stream.
type client interface {
	// inspect closes the client if it is stuck, and pings it if it has been
	// quiet or its latency is due to be measured.
	inspect()
	// end cuts the connection.
	end()
	// handOver sends the client to another node.
	handOver()
	// describe returns what an operator sees of it.
	describe() Connection
}

// clientSet is the clients that are connected.
type clientSet struct {
	mu   sync.Mutex
	all  map[client]struct{}
	wait sync.WaitGroup // until all have left
}

func (s *clientSet) add(k client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[k] = struct{}{}
	s.wait.Add(1)
}

func (s *clientSet) remove(k client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, k)
	s.wait.Done()
}

// len returns the number of clients.
func (s *clientSet) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// each calls do for every client, without holding the lock.
func (s *clientSet) each(do func(client)) {
	s.mu.Lock()
	list := make([]client, 0, len(s.all))
	for k := range s.all {
		list = append(list, k)
	}
	s.mu.Unlock()
	for _, k := range list {
		do(k)
	}
}

// Connection is what an operator sees of a client.
type Connection struct {
	Address netip.Addr
	Who     game.Hash // zero without a session
	Game    string    // empty for a client that follows none
	Since   time.Time
}

// sweepEvery is how often Sweep inspects all clients, at most.
const sweepEvery = time.Second
