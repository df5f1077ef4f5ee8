//go:build linux

package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// way is a direction of a link.
type way int

// Up is from whoever connects, Down is back to them.
const (
	up way = iota
	down
)

// link is a stretch of network: who connects to it reaches what is behind it,
// unless it is cut.
type link struct {
	listener net.Listener
	dial     func() (net.Conn, error)

	mu     sync.Mutex
	held   [2]bool // nothing comes through; it does once it is not held any more
	delay  [2]time.Duration
	change chan struct{} // closed when held or delay changes
	conns  map[net.Conn]bool
	ended  bool
}

// newLink returns a link on a port of this machine.
func newLink(dial func() (net.Conn, error)) (*link, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	k := &link{listener: l, dial: dial, change: make(chan struct{}), conns: map[net.Conn]bool{}}
	go k.accept()
	return k, nil
}

// linkTo returns a link to an address.
func linkTo(network, addr string) (*link, error) {
	return newLink(func() (net.Conn, error) { return net.DialTimeout(network, addr, time.Second) })
}

func (k *link) addr() string { return k.listener.Addr().String() }

func (k *link) accept() {
	for {
		c, err := k.listener.Accept()
		if err != nil {
			return
		}
		go k.join(c)
	}
}

// join connects one who came with what is behind the link.
func (k *link) join(near net.Conn) {
	k.await(up, time.Now())
	far, err := k.dial()
	if err != nil {
		abort(near)
		return
	}
	k.mu.Lock()
	if k.ended {
		k.mu.Unlock()
		abort(near)
		abort(far)
		return
	}
	k.conns[near], k.conns[far] = true, true
	k.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { k.pass(up, near, far) })
	both.Go(func() { k.pass(down, far, near) })
	both.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.conns, near)
	delete(k.conns, far)
}

// parcel is something on its way.
type parcel struct {
	data []byte
	at   time.Time // when it entered
}

// pass brings what comes from one side to the other. Little is held on the way,
// as by the windows of TCP.
func (k *link) pass(w way, from, to net.Conn) {
	road := make(chan parcel, 32)
	go func() {
		defer close(road)
		for {
			data := make([]byte, 8<<10)
			n, err := from.Read(data)
			if n > 0 {
				road <- parcel{data[:n], time.Now()}
			}
			if err != nil {
				return
			}
		}
	}()
	broken := false
	for p := range road {
		if broken {
			continue // until the reader has ended
		}
		k.await(w, p.at)
		if _, err := to.Write(p.data); err != nil {
			broken = true
			from.Close()
		}
	}
	k.await(w, time.Now()) // its end is told the same way
	if half, ok := to.(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		to.Close()
	}
	if w == down {
		from.Close()
		to.Close()
	}
}

// await waits until what entered at a time has passed.
func (k *link) await(w way, at time.Time) {
	for {
		k.mu.Lock()
		held, wait, change := k.held[w], time.Until(at.Add(k.delay[w])), k.change
		k.mu.Unlock()
		switch {
		case held:
			<-change
		case wait > 0:
			select {
			case <-change:
			case <-time.After(wait):
			}
		default:
			return
		}
	}
}

// set changes the link both ways: whether it holds, and how much it delays.
func (k *link) set(held [2]bool, delay [2]time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.held, k.delay = held, delay
	close(k.change)
	k.change = make(chan struct{})
}

// mend makes the link whole.
func (k *link) mend() { k.set([2]bool{}, [2]time.Duration{}) }

// reset ends all connections at once.
func (k *link) reset() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.conns {
		abort(c)
	}
}

func (k *link) close() {
	k.listener.Close()
	k.mend()
	k.mu.Lock()
	k.ended = true
	k.mu.Unlock()
	k.reset()
}

// abort ends a connection with a reset, where there is such a thing.
func abort(c io.Closer) {
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetLinger(0)
	}
	c.Close()
}
