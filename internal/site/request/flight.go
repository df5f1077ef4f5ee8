package request

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// BufferSize is how many bytes of a file are in memory at a time for each reader.
const BufferSize = 8 << 10

// minHeld is the size in bytes from which responses count as in flight. Smaller ones fit into the
// connection's own buffers.
const minHeld = 4 << 10

var buffers = sync.Pool{New: func() any { return new([BufferSize]byte) }}

// pacedWriter fails if the client reads nothing for a while, or reads too slowly for a long time.
type pacedWriter struct {
	w         http.ResponseWriter
	deadlines *http.ResponseController
	patience  time.Duration
	end       time.Time
}

// maxWrite is how many bytes the client must read within Limits.Patience.
const maxWrite = 64 << 10

// pace returns a writer for a response of size bytes.
func (s *Service) pace(w http.ResponseWriter, size int64) *pacedWriter {
	inAll := s.Limits.Patience + time.Duration(size/max(1, s.Limits.SlowestReader))*time.Second
	return &pacedWriter{w, http.NewResponseController(w), s.Limits.Patience, time.Now().Add(inAll)}
}

// Write writes a part of the response.
func (p *pacedWriter) Write(content []byte) (n int, err error) {
	for n < len(content) && err == nil {
		end := time.Now().Add(p.patience)
		if end.After(p.end) {
			end = p.end
		}
		// Tests without a network have no deadlines.
		_ = p.deadlines.SetWriteDeadline(end)
		var more int
		more, err = p.w.Write(content[n:min(len(content), n+maxWrite)])
		n += more
	}
	return n, err
}

// Hold counts bytes that stay in memory until the client has read them.
func (s *Service) Hold(r *http.Request, size int64) (release func(), err error) {
	if size <= minHeld {
		return func() {}, nil
	}
	release, ok := s.Limiter.Hold(s.Party(r).Address, size)
	if !ok {
		return nil, RetryLater(time.Second, errInFlight)
	}
	return release, nil
}

// SendBytes sends a body that is in memory. It ignores errors, which mean that the client has left.
func (s *Service) SendBytes(w http.ResponseWriter, body []byte) {
	_, err := s.pace(w, int64(len(body))).Write(body)
	s.countSlow(err)
}

// SendFile copies a file to the client, one buffer at a time.
func (s *Service) SendFile(w http.ResponseWriter, from io.Reader, size int64) {
	buffer := buffers.Get().(*[BufferSize]byte)
	defer buffers.Put(buffer)
	// Hiding ReadFrom and WriteTo prevents them from allocating larger buffers.
	_, err := io.CopyBuffer(struct{ io.Writer }{s.pace(w, size)}, struct{ io.Reader }{from}, buffer[:])
	s.countSlow(err)
}

// countSlow counts clients that read too slowly.
func (s *Service) countSlow(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		s.metrics.slow.Inc()
	}
}
