package request

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// BufferSize is how much of a file is in memory at a time for each who reads it.
const BufferSize = 8 << 10

// minHeld is what the connection's own buffers hold: nobody waits for it to
// be read, and it is not counted as in flight.
const minHeld = 4 << 10

var buffers = sync.Pool{New: func() any { return new([BufferSize]byte) }}

// pacedWriter writes to one who must read. Whoever reads nothing for a while,
// or too little for long, is left: the write fails and the connection ends.
type pacedWriter struct {
	w         http.ResponseWriter
	deadlines *http.ResponseController
	patience  time.Duration
	end       time.Time
}

// maxWrite is how much must be read within the time of patience.
const maxWrite = 64 << 10

// pace returns a writer for an answer of so many bytes.
func (s *Service) pace(w http.ResponseWriter, size int64) *pacedWriter {
	inAll := s.Limits.Patience + time.Duration(size/max(1, s.Limits.SlowestReader))*time.Second
	return &pacedWriter{w, http.NewResponseController(w), s.Limits.Patience, time.Now().Add(inAll)}
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
		more, err = p.w.Write(content[n:min(len(content), n+maxWrite)])
		n += more
	}
	return n, err
}

// Hold counts what is in memory for the asker while it is read.
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

// SendBytes writes an answer that is in memory already. A reader that has left
// is nobody's fault.
func (s *Service) SendBytes(w http.ResponseWriter, body []byte) {
	_, err := s.pace(w, int64(len(body))).Write(body)
	s.countSlow(err)
}

// SendFile copies a file to the answer, a piece at a time.
func (s *Service) SendFile(w http.ResponseWriter, from io.Reader, size int64) {
	buffer := buffers.Get().(*[BufferSize]byte)
	defer buffers.Put(buffer)
	// A reader or writer that can do more would take a larger buffer of its own.
	_, err := io.CopyBuffer(struct{ io.Writer }{s.pace(w, size)}, struct{ io.Reader }{from}, buffer[:])
	s.countSlow(err)
}

// countSlow counts a reader who was too slow.
func (s *Service) countSlow(err error) {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		s.metrics.slow.Inc()
	}
}
