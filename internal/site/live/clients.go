package live

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// started is when the program began.
var started = time.Now()

// elapsed returns the nanoseconds since then. Unlike the wall clock, nobody sets
// it.
func elapsed() int64 { return time.Since(started).Nanoseconds() }

// roundTrips are the last round trips of a socket.
type roundTrips struct {
	last [4]time.Duration
	n    int
}

// add notes a round trip and returns the shortest of the last few: a single slow
// one says little about the way.
func (t *roundTrips) add(d time.Duration) time.Duration {
	t.last[t.n%len(t.last)] = d
	t.n++
	return slices.Min(t.last[:min(t.n, len(t.last))])
}

// client is a socket that is open.
type client interface {
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

// clientSet is the sockets that are open.
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

// len returns how many are open.
func (s *clientSet) len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// each does something with every socket, without holding them up.
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

// Len returns how many clients are connected.
func (s *Service) Len() int { return s.sockets.len() }

// HandOver sends all clients to other nodes, one after the other over a time, so
// that those nodes are not flooded. New ones are refused.
func (s *Service) HandOver(over time.Duration) {
	s.handingOver.Store(true)
	var all []client
	s.sockets.each(func(k client) { all = append(all, k) })
	began := time.Now()
	for i, k := range all {
		time.Sleep(time.Until(began.Add(over * time.Duration(i) / time.Duration(len(all)))))
		go k.handOver()
	}
	// The server carries out and answers the last messages before the sockets end.
	for wait := time.Now().Add(2 * drainTime); len(all) > 0 && time.Now().Before(wait) && s.sockets.len() > 0; {
		time.Sleep(drainTime / 100)
	}
}

// Wait waits until all clients have left, and cuts them off when the context
// ends.
func (s *Service) Wait(ctx context.Context) {
	left := make(chan struct{})
	go func() {
		s.sockets.wait.Wait()
		close(left)
	}()
	select {
	case <-left:
	case <-ctx.Done():
		s.sockets.each(func(k client) { k.end() })
	}
}

// drainTime is how long a socket that is sent away has to get the answer to what was
// just said.
const drainTime = time.Second

// handOver sends a page to another node: it is told to connect again, gets the answer
// to what it has said, and is not charged for the way.
func (k *socket) handOver() {
	select {
	case k.replies <- wire.ReconnectMessage{Type: "reconnect"}:
	case <-k.gone:
		return
	case <-time.After(drainTime): // it does not read
	}
	for wait := time.Now().Add(drainTime); time.Now().Before(wait) && (k.busy.Load() || len(k.replies) > 0 || k.writing.Load() != 0); {
		time.Sleep(drainTime / 200)
	}
	k.service.hub.HandOver(k.who, k.game)
	k.close("hand-over", websocket.StatusServiceRestart, "this node ends; connect again at once")
}

// handOver has one who waits to be paired wait at another node.
func (k *seekSocket) handOver() {
	late := time.AfterFunc(closeWait, k.cut)
	defer late.Stop()
	k.service.metrics.closed.WithLabelValues("hand-over").Inc()
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
func (s *Service) Connections() []Connection {
	list := []Connection{}
	s.sockets.each(func(k client) {
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
func (s *Service) Cut(fits func(Connection) bool) (n int) {
	s.sockets.each(func(k client) {
		if fits(k.describe()) {
			s.metrics.closed.WithLabelValues("operator").Inc()
			k.end()
			n++
		}
	})
	return n
}

// metrics counts sockets and what goes over them.
type metrics struct {
	sockets  prometheus.Gauge
	received *prometheus.CounterVec // messages by type
	sent     prometheus.Counter
	closed   *prometheus.CounterVec // sockets that the server closed, by reason
	moves    prometheus.Counter
	commit   prometheus.Histogram // from a move's arrival to its commit
}

// commitBuckets are the histogram buckets of commits, in seconds.
var commitBuckets = []float64{.0005, .001, .002, .005, .01, .025, .05, .1, .25, 1, 5}

func newMetrics(to prometheus.Registerer) *metrics {
	m := &metrics{
		sockets: prometheus.NewGauge(prometheus.GaugeOpts{Name: "tain_sockets", Help: "Sockets open now."}),
		received: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_socket_messages_received_total", Help: "Messages received on sockets, by type.",
		}, []string{"type"}),
		sent: prometheus.NewCounter(prometheus.CounterOpts{Name: "tain_socket_messages_sent_total", Help: "Messages sent on sockets."}),
		closed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tain_sockets_closed_total", Help: "Sockets closed by the server, by reason.",
		}, []string{"reason"}),
		moves: prometheus.NewCounter(prometheus.CounterOpts{Name: "tain_moves_total", Help: "Moves of players committed."}),
		commit: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tain_move_commit_seconds", Help: "Time from a move's arrival to its commit.", Buckets: commitBuckets,
		}),
	}
	to.MustRegister(m.sockets, m.received, m.sent, m.closed, m.moves, m.commit)
	return m
}

// sweepEvery is how often the sweep looks after all sockets, at most.
const sweepEvery = time.Second

// Sweep pings sockets that have been quiet and closes those that are stuck, with
// one timer for all of them, until the context ends.
func (s *Service) Sweep(ctx context.Context) {
	tick := time.NewTicker(min(sweepEvery, s.requests.Limits.Quiet, s.requests.Limits.Patience, s.requests.Limits.Beat))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.sockets.each(func(k client) { k.inspect() })
		}
	}
}

// measureEvery is how often the way to a player by the clock is measured.
const measureEvery = 15 * time.Second

// inspect closes a socket that is stuck and pings one that has been quiet, or
// whose player is given back what the way takes.
func (k *socket) inspect() {
	l := k.service.requests.Limits
	now := elapsed()
	since := func(then int64) time.Duration { return time.Duration(now - then) }
	if began := k.writing.Load(); began != 0 && since(began) > l.Patience {
		go k.close("stuck", websocket.StatusPolicyViolation, "too slow to read; connect again")
		k.writing.Store(now)
		return
	}
	last, quiet := k.pinged.Load(), since(k.lastHeard.Load())
	measure := k.watcher.Timed() && (last == 0 || since(last) > measureEvery)
	if (measure || quiet > l.Quiet || quiet > l.Beat && k.watcher.Player()) && k.pinging.CompareAndSwap(false, true) {
		go k.ping()
	}
	// A ping must have gone out: where the server itself was busy, nobody is gone.
	unanswered := k.pinging.Load() && since(last) > l.Away-l.Beat-sweepEvery
	if away := quiet > l.Away && unanswered && k.watcher.Player(); k.away.CompareAndSwap(!away, away) {
		go k.watcher.SetAway(away) // which may have to wait for the game
	}
}

// ping asks whether the page is still there, and learns how long the way takes. A
// socket that did not answer stays marked as being pinged, so that the next
// sweep leaves it alone while it ends.
func (k *socket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), k.service.requests.Limits.Patience)
	defer cancel()
	began := elapsed()
	k.pinged.Store(began)
	k.frames.ExpectPong()
	if k.conn.Ping(ctx) != nil {
		if ctx.Err() != nil { // otherwise it was closed for another reason
			k.service.metrics.closed.WithLabelValues("silent").Inc()
		}
		k.cut()
		return
	}
	k.watcher.SetLag(k.trips.add(time.Duration(elapsed() - began)))
	k.lastHeard.Store(elapsed())
	k.pinging.Store(false)
	if k.away.CompareAndSwap(true, false) {
		k.watcher.SetAway(false)
	}
}
