package server

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
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

// connection is a socket that is open.
type connection interface {
	// inspect closes it if it is stuck, and pings it if it has been quiet or its
	// way is to be measured.
	inspect()
	// end cuts the connection.
	end()
	// handOver sends the client to another node.
	handOver()
	// describe returns what an operator sees of it.
	describe() Connection
}

// socketSet is the sockets that are open.
type socketSet struct {
	mu  sync.Mutex
	all map[connection]struct{}
	out sync.WaitGroup // until all have left
}

func (s *socketSet) add(k connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[k] = struct{}{}
	s.out.Add(1)
}

func (s *socketSet) remove(k connection) {
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
func (s *socketSet) each(do func(connection)) {
	s.mu.Lock()
	list := make([]connection, 0, len(s.all))
	for k := range s.all {
		list = append(list, k)
	}
	s.mu.Unlock()
	for _, k := range list {
		do(k)
	}
}

// HandOver sends all clients to other nodes, one after the other over a time, so
// that those nodes are not flooded. New ones are refused.
func (s *Server) HandOver(over time.Duration) {
	s.handing.Store(true)
	var all []connection
	s.sockets.each(func(k connection) { all = append(all, k) })
	began := time.Now()
	for i, k := range all {
		time.Sleep(time.Until(began.Add(over * time.Duration(i) / time.Duration(len(all)))))
		go k.handOver()
	}
	// The server carries out and answers the last messages before the sockets end.
	for wait := time.Now().Add(2 * settle); len(all) > 0 && time.Now().Before(wait) && s.sockets.len() > 0; {
		time.Sleep(settle / 100)
	}
}

// Wait waits until all clients have left, and cuts them off when the context
// ends.
func (s *Server) Wait(ctx context.Context) {
	left := make(chan struct{})
	go func() {
		s.sockets.out.Wait()
		close(left)
	}()
	select {
	case <-left:
	case <-ctx.Done():
		s.sockets.each(func(k connection) { k.end() })
	}
}

// settle is how long a socket that is sent away has to get the answer to what was
// just said.
const settle = time.Second

// handOver sends a page to another node: it is told to connect again, gets the answer
// to what it has said, and is not charged for the way.
func (k *socket) handOver() {
	select {
	case k.replies <- wire.ReconnectMessage{Type: "reconnect"}:
	case <-k.gone:
		return
	case <-time.After(settle): // it does not read
	}
	for wait := time.Now().Add(settle); time.Now().Before(wait) && (k.busy.Load() || len(k.replies) > 0 || k.writing.Load() != 0); {
		time.Sleep(settle / 200)
	}
	k.server.hub.HandOver(k.who, k.game)
	k.close("hand-over", websocket.StatusServiceRestart, "this node ends; connect again at once")
}

// handOver has one who waits to be paired wait at another node.
func (k *seekSocket) handOver() {
	late := time.AfterFunc(closeWait, k.cut)
	defer late.Stop()
	k.server.metrics.closed.WithLabelValues("hand-over").Inc()
	k.conn.Close(websocket.StatusServiceRestart, "this node ends; connect again at once")
}

// handOver ends a stream, whose client asks again.
func (k *stream) handOver() { k.end() }

// Connection is somebody who is connected to a game.
type Connection struct {
	Address netip.Addr
	Who     game.Hash // zero for one without a cookie
	Game    string
	Since   time.Time
}

// describe returns what an operator sees of a socket.
func (k *socket) describe() Connection {
	return Connection{Address: k.from, Who: k.who.Hash(), Game: k.game, Since: k.since}
}

// describe returns what an operator sees of one who waits to be paired: no game.
func (k *seekSocket) describe() Connection {
	return Connection{Address: k.from, Who: k.who, Since: k.since}
}

// describe returns what an operator sees of a stream.
func (k *stream) describe() Connection {
	return Connection{Address: k.from, Who: k.who.Hash(), Game: k.game, Since: k.since}
}

// Connections returns everybody who is connected to a game.
func (s *Server) Connections() []Connection {
	list := []Connection{}
	s.sockets.each(func(k connection) {
		switch k := k.(type) {
		case *socket:
			list = append(list, k.describe())
		case *stream:
			if k.game != "" {
				list = append(list, k.describe())
			}
		}
	})
	return list
}

// Cut ends the connections that fit, and returns how many there were.
func (s *Server) Cut(fits func(Connection) bool) (n int) {
	s.sockets.each(func(k connection) {
		if fits(k.describe()) {
			s.metrics.closed.WithLabelValues("operator").Inc()
			k.end()
			n++
		}
	})
	return n
}
