package limit

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// A request header with many tiny fields takes about twelve times its size in memory while net/http parses
// it. The first smallHeading bytes are free; browsers rarely send more, except for a long link. Bytes beyond
// that are charged as they are read, because a header that is eventually rejected as too long costs the most.
const (
	smallHeading  = 2 << 10
	headingWeight = 12
)

// Listen limits the connections to a web server per address, and the memory that request headers take while
// they are read. Call it before the server starts, and serve on the listener that it returns.
func (v *Limiter) Listen(web *http.Server, l net.Listener, trusted Proxies, secure bool) net.Listener {
	web.ConnState = trackHeading
	price := connectionPrice
	if secure {
		price = securePrice
	}
	refused := newRefusals()
	return connectionLimiter{l, v, trusted, price, refused}
}

// trackHeading counts the bytes of a connection as a header only while net/http reads one. An HTTP/1
// connection becomes active once the header is read, and idle before the next one. An HTTP/2 connection is
// counted only up to its preface, because net/http limits its header lists. After that, all its bytes are
// charged. After a hijack no bytes count as a header, so a WebSocket can stay open indefinitely.
func trackHeading(conn net.Conn, state http.ConnState) {
	secure, _ := conn.(*tls.Conn)
	if secure != nil {
		conn = secure.NetConn()
	}
	c, ok := conn.(*countedConn)
	if !ok {
		return
	}
	if secure != nil && secure.ConnectionState().NegotiatedProtocol == "h2" {
		c.begin(multiplexed)
		return
	}
	switch state {
	case http.StateHijacked:
		c.socket.Store(true)
		c.begin(betweenHeadings)
	case http.StateActive:
		c.begin(betweenHeadings)
	case http.StateIdle:
		c.begin(0)
	}
}

// connectionLimiter is a listener that limits the connections per address, so that idle connections cannot
// exhaust the server. Connections from trusted proxies are not counted, because they carry the requests of
// all clients.
type connectionLimiter struct {
	net.Listener
	limiter *Limiter
	proxies Proxies
	price   float64
	refused *refusals
}

// Close closes the listener and the refused connections.
func (d connectionLimiter) Close() error {
	d.refused.stop()
	return d.Listener.Close()
}

// Accept returns the next connection that is within the limits, and closes connections that exceed them.
func (d connectionLimiter) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			d.refused.drain() // file descriptors may have run out
			return nil, err
		}
		peer := ParseAddr(c.RemoteAddr().String())
		if d.proxies.Trusts(peer) {
			d.configure(c)
			return c, nil
		}
		address := prefix64(peer)
		closed, ok := d.limiter.connect(address, d.price)
		if !ok {
			d.refused.add(c)
			continue
		}
		d.configure(c)
		return &countedConn{Conn: c, closed: closed, limiter: d.limiter, address: address, gone: make(chan struct{})}, nil
	}
}

// configure sets the socket options of an accepted connection. If that fails, the system defaults apply.
func (d connectionLimiter) configure(c net.Conn) {
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return
	}
	_ = tcp.SetKeepAliveConfig(net.KeepAliveConfig{Enable: true})
	if size := d.limiter.limits.SendBuffer; size > 0 {
		_ = tcp.SetWriteBuffer(size)
	}
}

// countedConn is a connection that frees its slot when it is closed, and counts long headers as bytes in
// flight while they are read. HTTP/2 connections count only up to the preface, because net/http limits their
// headers, including the number of fields.
type countedConn struct {
	net.Conn
	closed  func()
	limiter *Limiter
	address netip.Addr
	gone    chan struct{} // closed when the connection is closed
	once    sync.Once
	socket  atomic.Bool // hijacked

	mu      sync.Mutex
	heading int // bytes read of the current header; -1 between headers
	release []func()
}

// Values of countedConn.heading that are not lengths.
const (
	betweenHeadings = -1
	multiplexed     = -2 // HTTP/2
)

// errBytes is returned by Read when the address has no units left or must wait too long, or when the memory for
// headers is used up. net/http then closes the connection without a response.
var errBytes = errors.New("more bytes than the address can pay for")

// Read reads from the connection. It fails if the address has too many header bytes in flight or cannot pay
// for the bytes. If the address is busy, Read waits for its turn. A wait of maxPause ends with an error,
// except on a socket, which waits for at most maxSocketPause.
func (c *countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err != nil && n == 0 {
		return n, err
	}
	if !c.take(n) {
		return 0, errBytes
	}
	wait := c.limiter.pause(c.address, time.Now())
	tooLong := wait >= maxPause
	if c.socket.Load() {
		wait, tooLong = min(wait, maxSocketPause), false
	}
	if wait > 0 {
		turn := time.NewTimer(wait)
		defer turn.Stop()
		select {
		case <-turn.C:
		case <-c.gone:
		}
	}
	if tooLong {
		return 0, errBytes
	}
	return n, err
}

// take charges for n more bytes, counts them if they belong to a header, and reports whether they are
// allowed.
func (c *countedConn) take(n int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch c.heading {
	case betweenHeadings:
		return true
	case multiplexed:
		return c.limiter.PayAddress(c.address, Per(n, framesPerUnit))
	}
	before := max(c.heading, smallHeading)
	c.heading += n
	if c.heading <= before {
		return true
	}
	if !c.limiter.PayAddress(c.address, Per(c.heading-before, longPerUnit)) {
		return false
	}
	drop := func() { _ = c.Conn.Close() } // ends the Read, and net/http then closes c
	release, err := c.limiter.Hold(c.address, int64(c.heading-before)*headingWeight, drop)
	if err != nil {
		return false
	}
	c.release = append(c.release, release)
	return true
}

// begin sets the header counter and releases the bytes in flight.
func (c *countedConn) begin(heading int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heading = heading
	for _, release := range c.release {
		release()
	}
	c.release = nil
}

// Close closes the connection and frees its slot.
func (c *countedConn) Close() error {
	c.once.Do(func() { close(c.gone) })
	c.begin(betweenHeadings)
	c.closed()
	return c.Conn.Close()
}
