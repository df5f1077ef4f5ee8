package limit

import (
	"bufio"
	"encoding/binary"
	"errors"
	"net"
	"net/http"
	"sync/atomic"

	"golang.org/x/time/rate"
)

// errFlood is returned when reading from a socket that has sent too many frames.
var errFlood = errors.New("too many frames")

// framePong is the opcode of a pong.
const framePong = 0xA

// Frames counts the frames that a WebSocket receives, before the library decodes them. The library reports
// neither pongs nor fragments, and both cost work, although an empty frame has only six bytes. Only one
// goroutine may read from the connection; the methods of Frames are safe for concurrent use.
type Frames struct {
	allow func() bool  // counts a frame and reports whether the rate limit allows it
	owed  atomic.Int64 // expected pongs
	over  atomic.Bool

	head [14]byte // header of the current frame
	have int      // bytes of head read so far
	skip uint64   // payload bytes still to come
}

// NewFrames returns a counter for one socket.
func NewFrames(l Limits) *Frames {
	return &Frames{allow: rate.NewLimiter(l.Messages, l.MessageBurst).Allow}
}

// Exceeded reports whether the socket has sent too many frames.
func (f *Frames) Exceeded() bool { return f.over.Load() }

// ExpectPong exempts one pong from the rate limit. Call it before sending a ping.
func (f *Frames) ExpectPong() { f.owed.Add(1) }

// Writer wraps a response writer so that its hijacked connection counts the frames that it receives.
func (f *Frames) Writer(w http.ResponseWriter) http.ResponseWriter { return countingWriter{w, f} }

// take parses received bytes and reports whether all frames in them are allowed.
func (f *Frames) take(p []byte) bool {
	for len(p) > 0 {
		if f.skip > 0 {
			n := min(f.skip, uint64(len(p)))
			p, f.skip = p[n:], f.skip-n
			continue
		}
		f.head[f.have] = p[0]
		p = p[1:]
		f.have++
		length, ok := f.payload()
		if !ok {
			continue
		}
		opcode := f.head[0] & 0xF
		f.have, f.skip = 0, length
		if opcode == framePong && f.answered() {
			continue
		}
		if !f.allow() {
			f.over.Store(true)
			return false
		}
	}
	return true
}

// payload returns the length of the frame's payload. It returns false until the whole header has been read.
func (f *Frames) payload() (length uint64, ok bool) {
	if f.have < 2 {
		return 0, false
	}
	need := 2
	length = uint64(f.head[1] & 0x7F)
	switch length {
	case 126:
		need += 2
	case 127:
		need += 8
	}
	at := need
	if f.head[1]&0x80 != 0 {
		need += 4 // masking key
	}
	if f.have < need {
		return 0, false
	}
	switch at {
	case 4:
		length = uint64(binary.BigEndian.Uint16(f.head[2:]))
	case 10:
		length = binary.BigEndian.Uint64(f.head[2:])
	}
	return length, true
}

// answered reports whether a pong was expected. If so, it decrements the number of expected pongs.
func (f *Frames) answered() bool {
	for {
		owed := f.owed.Load()
		if owed == 0 {
			return false
		}
		if f.owed.CompareAndSwap(owed, owed-1) {
			return true
		}
	}
}

// countingWriter is a response writer that counts the frames of the connection it returns from Hijack.
type countingWriter struct {
	http.ResponseWriter
	frames *Frames
}

// Hijack returns a connection that counts frames, including those in bytes that are already buffered.
func (w countingWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	counted := &countingConn{Conn: conn, frames: w.frames}
	if n := buffered.Reader.Buffered(); n > 0 {
		counted.early = make([]byte, n)
		if _, err := buffered.Reader.Read(counted.early); err != nil {
			conn.Close()
			return nil, nil, err
		}
	}
	buffered.Reader.Reset(counted)
	return counted, buffered, nil
}

// countingConn is a connection that counts frames as they are read.
type countingConn struct {
	net.Conn
	frames *Frames
	early  []byte // first bytes of the socket, which were buffered with the request
}

// Read reads from the connection. It fails once the socket has sent too many frames.
func (c *countingConn) Read(p []byte) (n int, err error) {
	if c.frames.over.Load() {
		return 0, errFlood
	}
	if len(c.early) > 0 {
		n = copy(p, c.early)
		c.early = c.early[n:]
	} else {
		n, err = c.Conn.Read(p)
	}
	if !c.frames.take(p[:n]) {
		return 0, errFlood
	}
	return n, err
}
