package request

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/site/limit"
)

// BufferSize is how many bytes of a file are in memory at a time for each reader.
const BufferSize = 8 << 10

// minHeld is the size in bytes from which responses count as in flight. Smaller ones fit into the
// connection's own buffers.
const minHeld = 4 << 10

var buffers = sync.Pool{New: func() any { return new([BufferSize]byte) }}

// Sending is an answer on its way to a client. Writes fail if the client reads nothing
// for a while, or too slowly for long, or if others need the memory.
type Sending struct {
	service   *Service
	w         http.ResponseWriter
	deadlines *http.ResponseController
	end       time.Time
	dropped   atomic.Bool
	release   func()
}

// maxWrite is how many bytes the client must read within Limits.Patience.
const maxWrite = 64 << 10

// Hold counts bytes that stay in memory until the client has read them. The caller sends
// the answer with the result, and then calls Release.
func (s *Service) Hold(w http.ResponseWriter, r *http.Request, size int64) (*Sending, error) {
	out := s.unheld(w)
	if size <= minHeld {
		return out, nil
	}
	release, err := s.Limiter.Hold(s.Party(r).Address, size, out.drop)
	switch {
	case errors.Is(err, limit.ErrUnread):
		return nil, RetryLater(time.Second, errInFlight)
	case err != nil:
		return nil, RetryLater(time.Second, errMemory)
	}
	out.release = release
	return out, nil
}

// unheld returns a short answer, or one whose bytes are shared.
func (s *Service) unheld(w http.ResponseWriter) *Sending {
	return &Sending{service: s, w: w, deadlines: http.NewResponseController(w), release: func() {}}
}

// SendShared sends a body that is in memory for all clients.
func (s *Service) SendShared(w http.ResponseWriter, body []byte) { s.unheld(w).Bytes(body) }

// Release ends the hold.
func (o *Sending) Release() { o.release() }

// drop makes the current write fail, and any later one.
func (o *Sending) drop() {
	o.dropped.Store(true)
	_ = o.deadlines.SetWriteDeadline(time.Now())
}

// Write writes a part of the answer.
func (o *Sending) Write(content []byte) (n int, err error) {
	for n < len(content) && err == nil {
		end := time.Now().Add(o.service.Limits.Patience)
		if end.After(o.end) {
			end = o.end
		}
		// Tests without a network have no deadlines.
		_ = o.deadlines.SetWriteDeadline(end)
		if o.dropped.Load() { // perhaps just before the deadline was set
			return n, os.ErrDeadlineExceeded
		}
		var more int
		more, err = o.w.Write(content[n:min(len(content), n+maxWrite)])
		n += more
	}
	return n, err
}

// pace sets the time by which an answer of size bytes must have been read.
func (o *Sending) pace(size int64) {
	l := &o.service.Limits
	o.end = time.Now().Add(l.Patience + time.Duration(size/max(1, l.SlowestReader))*time.Second)
}

// Bytes sends a body that is in memory. Errors mean that the client has left.
func (o *Sending) Bytes(body []byte) {
	o.pace(int64(len(body)))
	_, err := o.Write(body)
	o.service.countSlow(err)
}

// File copies a file to the client, one buffer at a time.
func (o *Sending) File(from io.Reader, size int64) {
	o.pace(size)
	buffer := buffers.Get().(*[BufferSize]byte)
	defer buffers.Put(buffer)
	// Hiding ReadFrom and WriteTo keeps them from allocating larger buffers.
	_, err := io.CopyBuffer(struct{ io.Writer }{o}, struct{ io.Reader }{from}, buffer[:])
	o.service.countSlow(err)
}

// countSlow counts clients that read too slowly.
func (s *Service) countSlow(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		s.metrics.slow.Inc()
	}
}
