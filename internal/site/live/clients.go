package live

import (
	"context"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/request"
)

// programStart is when the program started.
var programStart = time.Now()

// elapsed returns the nanoseconds since programStart. It is monotonic.
func elapsed() int64 { return time.Since(programStart).Nanoseconds() }

// client is an open socket or stream.
type client interface {
	// inspect closes the client if it is stuck. It pings the client if it has been quiet or its latency is
	// due to be measured.
	inspect()
	// end disconnects the client.
	end()
	// handOver moves the client to another node.
	handOver()
	// describe returns the client's state for operators.
	describe() Connection
}

// clientSet is the set of connected clients. It is safe for concurrent use.
type clientSet struct {
	mu   sync.Mutex
	all  map[client]struct{}
	wait sync.WaitGroup // waits until all clients have left
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

// Connection describes a client to operators.
type Connection struct {
	Address netip.Addr
	Who     game.Hash // zero if there is no session
	Device  game.Hash // of an account, or its token; zero for a guest
	Expires int64     // of the token; 0 without one
	Game    string    // empty if the client does not follow a game
	Since   time.Time
}

// describeClient returns the description of the client of a request.
func (s *Service) describeClient(r *http.Request, who game.Hash, id string) Connection {
	device, expires := request.Credential(r)
	return Connection{Address: s.requests.Address(r), Who: who, Device: device, Expires: expires, Game: id, Since: time.Now()}
}

// connection contains the fields that all kinds of clients have in common.
type connection struct {
	Connection
	cut context.CancelFunc // disconnects the client
}

func (c *connection) end()                 { c.cut() }
func (c *connection) describe() Connection { return c.Connection }

// sweepEvery is the maximum interval between inspections of all clients.
const sweepEvery = time.Second

// drainTime is how long a socket being handed over has to receive its last replies.
const drainTime = time.Second
