package server

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/api"
)

// packFrom is the size from which an answer is compressed.
const packFrom = 1 << 10

// read reads the JSON body of a request, no more than it may have.
func (s *Server) read(w http.ResponseWriter, r *http.Request, q any) error {
	// A form or plain text is what a page can send without being asked first,
	// so JSON must be called JSON.
	if contentType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || contentType != "application/json" {
		return errContentType
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.limits.Body))
	if err == nil { // else nobody waits for the rest of it
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return tooLarge(long.Limit)
	case err != nil:
		return errCutOff
	}
	return api.Decode(body, q)
}

// answer writes a value as JSON.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, status int, v any) error {
	s.write(w, r, status, "application/json", wire.Encode(v))
	return nil
}

// write sends a text, compressed where that is worth it. A reader that has
// left is nobody's fault.
func (s *Server) write(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Add("Vary", "Accept-Encoding")
	if len(body) >= packFrom && takesGzip(r) {
		if packed := packFast(body); packed != nil {
			h.Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}
