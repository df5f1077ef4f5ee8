package server

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// piece is how much of a file is in memory at a time for each who reads it.
const piece = 8 << 10

// smallAnswer is what the connection's own buffers hold: nobody waits for it to
// be read, and it is not counted as in flight.
const smallAnswer = 4 << 10

var pieces = sync.Pool{New: func() any { return new([piece]byte) }}

// pacedWriter writes to one who must read. Whoever reads nothing for a while,
// or too little for long, is left: the write fails and the connection ends.
type pacedWriter struct {
	w         http.ResponseWriter
	deadlines *http.ResponseController
	patience  time.Duration
	end       time.Time
}

// mostAtOnce is how much must be read within the time of patience.
const mostAtOnce = 64 << 10

// paced returns a writer for an answer of so many bytes.
func (s *Server) paced(w http.ResponseWriter, size int64) *pacedWriter {
	inAll := s.limits.Patience + time.Duration(size/max(1, s.limits.SlowestReader))*time.Second
	return &pacedWriter{w, http.NewResponseController(w), s.limits.Patience, time.Now().Add(inAll)}
}

// Write writes some of the answer.
func (p *pacedWriter) Write(content []byte) (n int, err error) {
	for n < len(content) && err == nil {
		end := time.Now().Add(p.patience)
		if end.After(p.end) {
			end = p.end
		}
		// Where there is no deadline to be had, as in a test without a network,
		// nobody has to be waited for.
		_ = p.deadlines.SetWriteDeadline(end)
		var more int
		more, err = p.w.Write(content[n:min(len(content), n+mostAtOnce)])
		n += more
	}
	return n, err
}

// hold counts what is in memory for the asker while it is read.
func (s *Server) hold(r *http.Request, size int64) (release func(), err error) {
	if size <= smallAnswer {
		return func() {}, nil
	}
	release, ok := s.limiter.Hold(s.visitor(r).Address, size)
	if !ok {
		return nil, busy(time.Second, errInFlight)
	}
	return release, nil
}

// sendBytes writes an answer that is in memory already. A reader that has left
// is nobody's fault.
func (s *Server) sendBytes(w http.ResponseWriter, body []byte) {
	_, err := s.paced(w, int64(len(body))).Write(body)
	s.left(err)
}

// sendFile copies a file to the answer, a piece at a time.
func (s *Server) sendFile(w http.ResponseWriter, from io.Reader, size int64) {
	buffer := pieces.Get().(*[piece]byte)
	defer pieces.Put(buffer)
	// A reader or writer that can do more would take a larger buffer of its own.
	_, err := io.CopyBuffer(struct{ io.Writer }{s.paced(w, size)}, struct{ io.Reader }{from}, buffer[:])
	s.left(err)
}

// left counts a reader who was too slow.
func (s *Server) left(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		s.metrics.slow.Inc()
	}
}
