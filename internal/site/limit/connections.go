package limit

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// What a heading takes in memory while it is read: of one that is made of the
// shortest fields net/http keeps about twelve times its bytes. The first
// smallHeading of each connection are free, and are all that browsers send for
// anything but a long link. More is paid for as it is read: one that is refused in
// the end for its length has cost the most.
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

// connectionLimiter is a listener that lets each address hold only so many connections,
// so that one that opens them and says nothing does not use them all up. Those
// of proxies are not counted: all connections would be theirs.
type connectionLimiter struct {
	net.Listener
	limiter *Limiter
	proxies Proxies
	price   float64
}

// Accept waits for the next connection that may stay.
func (d connectionLimiter) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if tcp, ok := c.(*net.TCPConn); ok && d.limiter.limits.SendBuffer > 0 {
			_ = tcp.SetWriteBuffer(d.limiter.limits.SendBuffer) // else the system's own bound holds
		}
		peer := ParseAddr(c.RemoteAddr().String())
		if d.proxies.Trusts(peer) {
			return c, nil
		}
		address := prefix64(peer)
		closed, ok := d.limiter.connect(address, d.price)
		if !ok {
			c.Close() // there is nobody to tell
			continue
		}
		return &countedConn{Conn: c, closed: closed, limiter: d.limiter, address: address}, nil
	}
}

// countedConn is a connection that is counted back when it is closed, and whose
// headings count as in flight from a size on while they are read. One of HTTP/2
// has a bound of its own, which counts fields too, and is looked at only up to its
// first request.
type countedConn struct {
	net.Conn
	closed  func()
	limiter *Limiter
	address netip.Addr

	mu      sync.Mutex
	heading int // bytes of the heading that is being read, -1 while none is
	release []func()
}

// errHeadingFlood ends a connection; there is nobody to tell.
var errHeadingFlood = errors.New("too many long headings at once")

// Read reads, unless that is more of headings than the address may have in
// memory.
func (c *countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if !c.take(n) {
		return 0, errHeadingFlood
	}
	return n, err
}

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

// headingRead notes that a heading was read: its request is being answered, and
// has paid for it.
func (c *countedConn) headingRead() { c.begin(-1) }

// headingNext notes that the next heading is waited for.
func (c *countedConn) headingNext() { c.begin(0) }

func (c *countedConn) begin(heading int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.heading = heading
	for _, release := range c.release {
		release()
	}
	c.release = nil
}

// Close closes the connection.
func (c *countedConn) Close() error {
	c.headingRead()
	c.closed()
	return c.Conn.Close()
}
