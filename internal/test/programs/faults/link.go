//go:build linux

package main

import (
	"io"
	"net"
	"sync"
	"time"
)

// way is the direction of data on a link.
type way int

// up is the direction from the connecting side, and down is the direction to it.
const (
	up way = iota
	down
)

// link is a network connection that can be broken. Clients that connect to it reach the server
// behind it.
type link struct {
	listener net.Listener
	dial     func() (net.Conn, error)

	mu     sync.Mutex
	held   [2]bool // whether data in each direction is held back
	delay  [2]time.Duration
	change chan struct{} // closed when held or delay changes
	conns  map[net.Conn]bool
	ended  bool
}

// newLink returns a link listening on a local port.
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

// join connects a client with the server behind the link.
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

// parcel is data in transit.
type parcel struct {
	data []byte
	at   time.Time // time at which the data entered the link
}

// pass copies data in one direction. It buffers only a little data, like a TCP window.
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
			continue // drain the data until the sender closes
		}
		k.await(w, p.at)
		if _, err := to.Write(p.data); err != nil {
			broken = true
			from.Close()
		}
	}
	k.await(w, time.Now()) // the end of the stream is delayed like its data
	if half, ok := to.(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		to.Close()
	}
	if w == down {
		from.Close()
		to.Close()
	}
}

// await waits until data that entered at the given time may pass.
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

// set changes both directions of the link: whether it holds data back, and its delay.
func (k *link) set(held [2]bool, delay [2]time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.held, k.delay = held, delay
	close(k.change)
	k.change = make(chan struct{})
}

// mend repairs the link.
func (k *link) mend() { k.set([2]bool{}, [2]time.Duration{}) }

// reset resets all connections.
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

// abort closes a connection, with a TCP reset if possible.
func abort(c io.Closer) {
	if t, ok := c.(*net.TCPConn); ok {
		_ = t.SetLinger(0)
	}
	c.Close()
}
