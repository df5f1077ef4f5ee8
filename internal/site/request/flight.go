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

// BufferSize is the number of bytes of a file that are in memory at a time for each reader.
const BufferSize = 8 << 10

// minHeld is the maximum size, in bytes, of responses that do not count as in flight. They fit into the
// connection's buffers.
const minHeld = 4 << 10

var buffers = sync.Pool{New: func() any { return new([BufferSize]byte) }}

// Sending is a response that is being sent to a client. Writes fail if the client stops reading, if it reads
// too slowly, or if other clients need the memory.
type Sending struct {
	service   *Service
	w         http.ResponseWriter
	deadlines *http.ResponseController
	end       time.Time
	dropped   atomic.Bool
	release   func()
}

// maxWrite is the maximum size of a single write, in bytes. The client must read it within Limits.Patience.
const maxWrite = 64 << 10

// Hold counts the bytes of a response, which stay in memory until the client has read them. It fails if too
// many are in memory. The caller must send the response with the returned value and then call Release.
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

// unheld returns a Sending whose bytes are not counted, because the response is short or shared by all
// clients.
func (s *Service) unheld(w http.ResponseWriter) *Sending {
	return &Sending{service: s, w: w, deadlines: http.NewResponseController(w), release: func() {}}
}

// SendShared sends a body that is in memory for all clients.
func (s *Service) SendShared(w http.ResponseWriter, body []byte) { s.unheld(w).Bytes(body) }

// Release stops counting the bytes of the response.
func (o *Sending) Release() { o.release() }

// drop makes the current write and all later writes fail.
func (o *Sending) drop() {
	o.dropped.Store(true)
	_ = o.deadlines.SetWriteDeadline(time.Now())
}

// Write writes a part of the response.
func (o *Sending) Write(content []byte) (n int, err error) {
	for n < len(content) && err == nil {
		end := time.Now().Add(o.service.Limits.Patience)
		if end.After(o.end) {
			end = o.end
		}
		// Tests without a network have no deadlines.
		_ = o.deadlines.SetWriteDeadline(end)
		if o.dropped.Load() { // drop may have been called just before the deadline was set
			return n, os.ErrDeadlineExceeded
		}
		var more int
		more, err = o.w.Write(content[n:min(len(content), n+maxWrite)])
		n += more
	}
	return n, err
}

// pace sets the time by which the client must have read a response of size bytes.
func (o *Sending) pace(size int64) {
	l := &o.service.Limits
	o.end = time.Now().Add(l.Patience + time.Duration(size/max(1, l.SlowestReader))*time.Second)
}

// Bytes sends a body that is in memory. It ignores errors, which mean that the client has disconnected or was
// too slow.
func (o *Sending) Bytes(body []byte) {
	o.pace(int64(len(body)))
	_, err := o.Write(body)
	o.service.countSlow(err)
}

// File copies a file of size bytes to the client, one buffer at a time.
func (o *Sending) File(from io.Reader, size int64) {
	o.pace(size)
	buffer := buffers.Get().(*[BufferSize]byte)
	defer buffers.Put(buffer)
	// Hide ReadFrom and WriteTo, which would allocate larger buffers.
	_, err := io.CopyBuffer(struct{ io.Writer }{o}, struct{ io.Reader }{from}, buffer[:])
	o.service.countSlow(err)
}

// countSlow counts a client that read too slowly, according to the error of a write.
func (s *Service) countSlow(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		s.metrics.slow.Inc()
	}
}
