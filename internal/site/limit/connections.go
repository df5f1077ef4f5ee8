package limit

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// A heading of the shortest possible fields takes about twelve times its bytes
// in memory while net/http reads it. The first smallHeading bytes are free;
// browsers send no more, except for a long link. The rest is paid for as it is
// read, because a heading that is rejected for its length in the end has cost
// the most.
const (
	smallHeading  = 2 << 10
	headingWeight = 12
)

// Listen limits the connections to a web server by address, and the memory
// that request headings take while they are read. It must be called before the
// server starts, and the server must accept from the listener it returns.
func (v *Limiter) Listen(web *http.Server, l net.Listener, trusted Proxies, secure bool) net.Listener {
	web.ConnState = trackHeading
	price := connectionPrice
	if secure {
		price = securePrice
	}
	return connectionLimiter{l, v, trusted, price}
}

// trackHeading counts the bytes of a connection as heading only while net/http
// reads one. HTTP/1 is active once the heading is read and idle before the next.
// An HTTP/2 connection is counted up to its first stream only: its header lists
// have a bound of their own. After a hijack nothing is heading any more, however
// long the WebSocket lives.
func trackHeading(conn net.Conn, state http.ConnState) {
	secure, _ := conn.(*tls.Conn)
	if secure != nil {
		conn = secure.NetConn()
	}
	c, ok := conn.(*countedConn)
	if !ok {
		return
	}
	switch state {
	case http.StateActive, http.StateHijacked:
		c.headingRead()
	case http.StateIdle:
		if secure == nil || secure.ConnectionState().NegotiatedProtocol != "h2" {
			c.headingNext()
		}
	}
}

// connectionLimiter is a listener that bounds the connections of each address,
// so that idle ones cannot use up all of them. Connections of proxies are not
// counted: they carry all clients.
type connectionLimiter struct {
	net.Listener
	limiter *Limiter
	proxies Proxies
	price   float64
}

// Accept returns the next connection that is within its limits. It closes the
// others.
func (d connectionLimiter) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if tcp, ok := c.(*net.TCPConn); ok && d.limiter.limits.SendBuffer > 0 {
			_ = tcp.SetWriteBuffer(d.limiter.limits.SendBuffer) // otherwise the system's bound holds
		}
		peer := ParseAddr(c.RemoteAddr().String())
		if d.proxies.Trusts(peer) {
			return c, nil
		}
		address := prefix64(peer)
		closed, ok := d.limiter.connect(address, d.price)
		if !ok {
			c.Close()
			continue
		}
		return &countedConn{Conn: c, closed: closed, limiter: d.limiter, address: address}, nil
	}
}

// countedConn is a connection that gives its slot back when it is closed, and
// counts long headings as bytes in flight while they are read. HTTP/2 has its
// own bound, which includes the number of fields; such a connection is counted
// up to its first request.
type countedConn struct {
	net.Conn
	closed  func()
	limiter *Limiter
	address netip.Addr

	mu      sync.Mutex
	heading int // bytes read of the current heading, -1 between headings
	release []func()
}

// errHeadingFlood ends a connection without an answer to the client.
var errHeadingFlood = errors.New("too many long headings at once")

// Read reads, unless the address holds too many bytes of headings.
func (c *countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.take(n) {
		return 0, errHeadingFlood
	}
	return n, err
}

// take counts n more bytes of a heading and reports whether they are allowed.
func (c *countedConn) take(n int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.heading < 0 {
		return true
	}
	before := max(c.heading, smallHeading)
	c.heading += n
	if c.heading <= before {
		return true
	}
	if !c.limiter.payHeading(c.address, Per(c.heading-before, longPerUnit)) {
		return false
	}
	release, ok := c.limiter.Hold(c.address, int64(c.heading-before)*headingWeight)
	if ok {
		c.release = append(c.release, release)
	}
	return ok
}

// headingRead marks the heading as read: its request is being answered, and has
// paid for it.
func (c *countedConn) headingRead() { c.begin(-1) }

// headingNext marks the connection as waiting for the next heading.
func (c *countedConn) headingNext() { c.begin(0) }

// begin sets the heading counter and releases the bytes that were held.
func (c *countedConn) begin(heading int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heading = heading
	for _, release := range c.release {
		release()
	}
	c.release = nil
}

// Close closes the connection and gives its slot back.
func (c *countedConn) Close() error {
	c.headingRead()
	c.closed()
	return c.Conn.Close()
}
