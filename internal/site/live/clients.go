package live

import (
	"context"
	"maps"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// programStart is when the program started.
var programStart = time.Now()

// elapsed returns the nanoseconds since programStart. It is monotonic.
func elapsed() int64 { return time.Since(programStart).Nanoseconds() }

// client is an open socket or stream.
type client interface {
	// inspect closes the client if it is stuck, and pings it if it has been quiet or
	// its latency is due to be measured.
	inspect()
	// end cuts the connection.
	end()
	// handOver sends the client to another node.
	handOver()
	// describe returns what an operator sees of it.
	describe() Connection
}

// clientSet is the set of connected clients.
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
	for _, k := range s.list() {
		do(k)
	}
}

func (s *clientSet) list() []client {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Keys(s.all))
}

// Connection is what an operator sees of a client.
type Connection struct {
	Address netip.Addr
	Who     game.Hash // zero without a session
	Game    string    // empty if the client does not follow a game
	Since   time.Time
}

// connection is the common part of all clients.
type connection struct {
	Connection
	cut context.CancelFunc // cuts the connection
}

func (c *connection) end()                 { c.cut() }
func (c *connection) describe() Connection { return c.Connection }

// sweepEvery is the maximum interval between inspections of all clients.
const sweepEvery = time.Second

// Len returns how many clients are connected.
func (s *Service) Len() int { return s.clients.len() }

// HandOver sends all clients to other nodes, spread over a period so that those nodes
// are not flooded. It refuses new ones.
func (s *Service) HandOver(over time.Duration) {
	s.handingOver.Store(true)
	all := s.clients.list()
	began := time.Now()
	for i, k := range all {
		time.Sleep(time.Until(began.Add(over * time.Duration(i) / time.Duration(len(all)))))
		go k.handOver()
	}
	// Wait for the last messages to be carried out and answered.
	for wait := time.Now().Add(2 * drainTime); len(all) > 0 && time.Now().Before(wait) && s.clients.len() > 0; {
		time.Sleep(drainTime / 100)
	}
}

// Wait waits until all clients have left, and cuts them off when the context ends.
func (s *Service) Wait(ctx context.Context) {
	left := make(chan struct{})
	go func() {
		s.clients.wait.Wait()
		close(left)
	}()
	select {
	case <-left:
	case <-ctx.Done():
		s.clients.each(func(k client) { k.end() })
	}
}

// Connections lists the clients that are connected to a game.
func (s *Service) Connections() []Connection {
	list := []Connection{}
	s.clients.each(func(k client) {
		if c := k.describe(); c.Game != "" {
			list = append(list, c)
		}
	})
	return list
}

// Cut disconnects the clients that match, and returns their number.
func (s *Service) Cut(match func(Connection) bool) (n int) {
	s.clients.each(func(k client) {
		if match(k.describe()) {
			s.metrics.closed.WithLabelValues("operator").Inc()
			k.end()
			n++
		}
	})
	return n
}

// Sweep pings quiet clients and closes stuck ones, with one timer for all of them,
// until the context ends.
func (s *Service) Sweep(ctx context.Context) {
	tick := time.NewTicker(min(sweepEvery, s.requests.Limits.Quiet, s.requests.Limits.Patience, s.requests.Limits.Beat))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.clients.each(func(k client) { k.inspect() })
		}
	}
}
