package limit

import (
	"net"
	"sync"
	"time"
)

// A refused connection is closed only after refusalHold. If it were closed at once, a client that keeps
// reconnecting could make the server accept tens of thousands of connections per second. While too many
// connections wait, further ones are closed at once.
const (
	refusalHold = 3 * time.Second
	maxRefused  = 16384
	// Refused connections may take 1/refusedShare of the process's file descriptors. The database and
	// admitted connections need the rest.
	refusedShare = 2
)

// maxWaiting returns the maximum number of refused connections that may wait, given a limit of n file
// descriptors. An n of 0 means no limit.
func maxWaiting(n uint64) int {
	if n == 0 {
		return maxRefused
	}
	return int(min(n/refusedShare, maxRefused))
}

// refusals holds refused connections until they are closed. It never reads from them.
type refusals struct {
	waiting chan refusal
	stop    func() // closes all refused connections
}

type refusal struct {
	conn net.Conn
	at   time.Time // time at which the connection is closed
}

func newRefusals() *refusals {
	stopped := make(chan struct{})
	r := &refusals{waiting: make(chan refusal, maxWaiting(descriptors())), stop: sync.OnceFunc(func() { close(stopped) })}
	go r.run(stopped)
	return r
}

// run closes the connections in turn until stopped is closed.
func (r *refusals) run(stopped <-chan struct{}) {
	defer r.drain()
	for {
		select {
		case <-stopped:
			return
		case next := <-r.waiting:
			turn := time.NewTimer(time.Until(next.at))
			select {
			case <-turn.C:
			case <-stopped:
				turn.Stop()
			}
			next.close()
		}
	}
}

// add takes a connection and closes it later, or at once if too many wait.
func (r *refusals) add(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(1) // the minimum, because nobody reads what the client sends
	}
	one := refusal{c, time.Now().Add(refusalHold)}
	select {
	case r.waiting <- one:
	default:
		one.close()
	}
}

// drain closes the waiting connections.
func (r *refusals) drain() {
	for {
		select {
		case one := <-r.waiting:
			one.close()
		default:
			return
		}
	}
}

// close closes the connection with a reset, which costs less than an orderly close.
func (r refusal) close() {
	if tcp, ok := r.conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = r.conn.Close()
}
