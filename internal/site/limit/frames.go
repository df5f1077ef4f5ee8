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

// errFlood is what a socket is read with once it has sent too many frames.
var errFlood = errors.New("too many frames")

// The kinds of frames that are told apart, by their opcodes.
const framePong = 0xA

// Frames counts the frames of a WebSocket before the library reads them.
// The library tells neither of pongs nor of the parts of a message, and both
// cost work: an empty frame has six bytes.
type Frames struct {
	allow func() bool  // whether there may be another frame
	owed  atomic.Int64 // pongs that were asked for
	over  atomic.Bool  // there was one too many

	head [14]byte // of the frame that is being read
	have int      // bytes of it
	skip uint64   // bytes of its payload that are still to come
}

// NewFrames returns a counter of the frames that one socket may send.
func NewFrames(l Limits) *Frames {
	return &Frames{allow: rate.NewLimiter(l.Messages, l.MessageBurst).Allow}
}

// Exceeded reports whether there was a frame too many.
func (f *Frames) Exceeded() bool { return f.over.Load() }

// ExpectPong lets one more pong through: a ping is about to be sent.
func (f *Frames) ExpectPong() { f.owed.Add(1) }

// Writer returns a response writer whose hijacked connection counts its frames.
func (f *Frames) Writer(w http.ResponseWriter) http.ResponseWriter { return countingWriter{w, f} }

// take looks through what has arrived, and reports whether all of it may be
// read.
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

// payload returns the length of the frame's payload once its whole head has been
// read.
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
		need += 4 // the mask
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

// answered reports whether a pong was asked for; each is asked for once.
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

// countingWriter hands out a connection whose frames are counted.
type countingWriter struct {
	http.ResponseWriter
	frames *Frames
}

// Hijack gives up the connection, with whatever the other side has sent already.
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

// countingConn is a connection whose frames are counted as they are read.
type countingConn struct {
	net.Conn
	frames *Frames
	early  []byte // what came with the request
}

// Read reads from the connection, and fails once there was a frame too many.
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
