package request

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/limit"
)

// compressFrom is the minimum size of compressed responses, in bytes.
const compressFrom = 1 << 10

// ReadJSON decodes the JSON body of a request, up to the default size limit.
func (s *Service) ReadJSON(w http.ResponseWriter, r *http.Request, q any) error {
	return s.ReadJSONLimit(w, r, q, s.Limits.Body)
}

// ReadJSONLimit is like ReadJSON, but takes the size limit, most, in bytes.
func (s *Service) ReadJSONLimit(w http.ResponseWriter, r *http.Request, q any, most int64) error {
	// Pages from other origins can send forms and plain text without a preflight request, so the content type
	// must be JSON.
	if contentType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || contentType != "application/json" {
		return errContentType
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	s.account(r).unread = false
	if err == nil { // otherwise the deadline still limits the rest of the body
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return BodyTooLarge(long.Limit)
	case err != nil:
		return errCutOff
	}
	if err := s.Spend(r, limit.Per(len(body), limit.InPerUnit)); err != nil {
		return err
	}
	return wire.Decode(body, q)
}

// WriteJSON responds with a value as JSON. The value must be in the client's language; see [Catalogue].
func (s *Service) WriteJSON(w http.ResponseWriter, r *http.Request, status int, v any) error {
	SetLanguage(w, Catalogue(r))
	body := wire.Encode(v)
	s.Charge(r, limit.Per(len(body), limit.MadePerUnit))
	s.Write(w, r, status, "application/json", body)
	return nil
}

// Write responds with a body, compressed if that is worthwhile. If too many bytes of unread responses are in
// memory, it responds with an error instead.
func (s *Service) Write(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	s.DiscardBody(w, r)
	h := w.Header()
	s.Charge(r, limit.Per(len(body), limit.OutPerUnit))
	out, err := s.Hold(w, r, int64(len(body)))
	if err != nil {
		why := s.Failure(err)
		status, contentType, body = http.StatusServiceUnavailable, "application/json", encodeFailure(w, r, why)
		h.Del("ETag")
		h.Set("Cache-Control", "no-store")
		h.Set("Retry-After", "1")
		out = s.unheld(w)
	}
	defer out.Release()
	h.Set("Content-Type", contentType)
	h.Add("Vary", "Accept-Encoding")
	if len(body) >= compressFrom && AcceptsEncoding(r, "gzip") {
		if packed := gzipFast(body); packed != nil {
			h.Set("Content-Encoding", "gzip")
			body = packed
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		out.Bytes(body)
	}
}

// WriteStatic responds with content that clients may store but must revalidate. Clients that already have the
// content get status 304.
func (s *Service) WriteStatic(w http.ResponseWriter, r *http.Request, contentType, tag string, text []byte) {
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache")
	if MatchesETag(r, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	s.Write(w, r, http.StatusOK, contentType, text)
}

// partPrice is the price of a part of a streamed response, in addition to its bytes. A part takes a few queries.
const partPrice = 2

// Stream responds with a body that do writes in parts, so that it need not fit into memory. Every part is charged, and
// the next one waits for as long as a person takes to regain its units. If do fails after the first part, Stream cuts the
// connection, so that the client notices.
func (s *Service) Stream(w http.ResponseWriter, r *http.Request, contentType string, do func(to io.Writer) error) error {
	s.DiscardBody(w, r)
	to := &stream{service: s, w: w, r: r, contentType: contentType}
	err := do(to)
	if err != nil && to.begun {
		panic(http.ErrAbortHandler)
	}
	return err
}

// stream is the writer of a streamed response.
type stream struct {
	service     *Service
	w           http.ResponseWriter
	r           *http.Request
	contentType string
	begun       bool
}

// Write writes a part of the response.
func (t *stream) Write(part []byte) (n int, err error) {
	s := t.service
	if !t.begun {
		t.begun = true
		t.w.Header().Set("Content-Type", t.contentType)
	}
	price := partPrice + limit.Per(len(part), limit.MadePerUnit) + limit.Per(len(part), limit.OutPerUnit)
	s.Charge(t.r, price)
	out := s.unheld(t.w)
	out.pace(int64(len(part)))
	if n, err = out.Write(part); err != nil {
		s.countSlow(err)
		return n, err
	}
	wait := time.NewTimer(time.Duration(price / float64(s.Limits.PersonRate) * float64(time.Second)))
	defer wait.Stop()
	select {
	case <-wait.C:
		return n, nil
	case <-t.r.Context().Done():
		return n, t.r.Context().Err()
	case <-s.Closing.Done():
		return n, ErrClosing
	}
}

// NoContent responds with status 204.
func (s *Service) NoContent(w http.ResponseWriter, r *http.Request) error {
	s.DiscardBody(w, r)
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// LinesType is the media type of streamed responses: one JSON text per line.
const LinesType = "application/x-ndjson"

// ExtendDeadline gives the client Limits.Patience to read the next part of a response.
func (s *Service) ExtendDeadline(w http.ResponseWriter) {
	// Tests without a network have no deadlines.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.Limits.Patience))
}

// CancelContent removes the headers that describe content, because an error is sent instead. It returns that
// error, why.
func CancelContent(w http.ResponseWriter, why error) error {
	for _, name := range []string{"Content-Encoding", "Content-Length", "ETag"} {
		w.Header().Del(name)
	}
	return why
}
