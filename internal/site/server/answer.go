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
	"github.com/tainchess/tain/internal/site/limit"
)

// packFrom is the size from which an answer is compressed.
const packFrom = 1 << 10

// read reads the JSON body of a request, no more than it may have.
func (s *Server) read(w http.ResponseWriter, r *http.Request, q any) error {
	return s.readUpTo(w, r, q, s.limits.Body)
}

// readUpTo reads a JSON body of at most so many bytes.
func (s *Server) readUpTo(w http.ResponseWriter, r *http.Request, q any, most int64) error {
	// A form or plain text is what a page can send without being asked first,
	// so JSON must be called JSON.
	if contentType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || contentType != "application/json" {
		return errContentType
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	s.visit(r).unread = false
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
	if err := s.spend(r, limit.Per(len(body), limit.InPerUnit)); err != nil {
		return err
	}
	return api.Decode(body, q)
}

// answer writes a value as JSON.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, status int, v any) error {
	body := encodeFor(w, r, v)
	s.charge(r, limit.Per(len(body), limit.MadePerUnit))
	s.write(w, r, status, "application/json", body)
	return nil
}

// write sends a text, compressed where that is worth it. Where the asker has
// too many answers to read already, it says so instead.
func (s *Server) write(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	s.visit(r).answered(w)
	h := w.Header()
	s.charge(r, limit.Per(len(body), limit.OutPerUnit))
	release, err := s.hold(r, int64(len(body)))
	if err != nil {
		status, contentType, body = http.StatusServiceUnavailable, "application/json", encodeFor(w, r, wire.Failed{Error: errInFlight})
		h.Del("ETag")
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "1")
		s.metrics.refused.WithLabelValues(errInFlight.Code).Inc()
	} else {
		defer release()
	}
	h.Set("Content-Type", contentType)
	h.Add("Vary", "Accept-Encoding")
	if len(body) >= packFrom && takes(r, "gzip") {
		if packed := packFast(body); packed != nil {
			h.Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		s.sendBytes(w, body)
	}
}

// sendAsset answers with a file of the client.
func (s *Server) sendAsset(w http.ResponseWriter, r *http.Request, a *asset) error {
	s.visit(r).answered(w)
	body := a.prepared(w, r)
	if body == nil {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if r.Method == http.MethodHead {
		return nil
	}
	if err := s.spend(r, body.price()); err != nil {
		return unsent(w, err)
	}
	if body.bytes != nil || body.size == 0 {
		s.sendBytes(w, body.bytes) // which all askers share
		return nil
	}
	held := int64(piece)
	if body.unpacked {
		held += unpacking
	}
	release, err := s.hold(r, held)
	if err != nil {
		return unsent(w, err)
	}
	defer release()
	file, err := body.open()
	if err != nil {
		return unsent(w, err)
	}
	defer file.Close() // it was only read
	s.sendFile(w, file, body.size)
	return nil
}

// unpacking is the memory that it takes to unpack a file while it is sent.
const unpacking = 44 << 10

// unsent takes back what was said of a file that is not sent.
func unsent(w http.ResponseWriter, why error) error {
	for _, name := range []string{"Content-Encoding", "Content-Length", "ETag"} {
		w.Header().Del(name)
	}
	return why
}
