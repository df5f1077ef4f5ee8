package server

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/tainchess/tain/internal/site/request"
)

// recorded wraps a handler. It counts and logs the requests of a route, and recovers from panics. It logs the
// path without tokens, but neither the headers nor the query, which may contain a seat's token.
func (s *Server) recorded(rt *request.Route, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		r, paid := s.requests.OpenAccount(r)
		seen := &responseRecorder{ResponseWriter: w}
		defer func() {
			failed := recover()
			if failed == http.ErrAbortHandler {
				panic(failed)
			}
			if failed != nil {
				s.requests.Log.Error("a handler panicked", "route", rt.Name(), "request", request.ID(r), "panic", failed, "stack", string(debug.Stack()))
				if seen.status == 0 {
					s.requests.Refuse(seen, r, request.ErrBroken)
				}
			}
			took := time.Since(began)
			s.metrics.answered(rt.Name(), seen.code(), took)
			s.metrics.units.WithLabelValues(rt.Name()).Add(paid.Units)
			s.requests.Log.LogAttrs(context.Background(), logLevel(rt, seen.code()), "request",
				slog.String("method", r.Method), slog.String("path", request.LogPath(r)), slog.Int("status", seen.code()),
				slog.Int("bytes", seen.bytes), slog.Duration("took", took), slog.String("address", paid.Party.Address.String()),
				slog.String("request", request.ID(r)))
		}()
		next(seen, r)
	}
}

// logLevel returns the level at which a response is logged.
func logLevel(rt *request.Route, status int) slog.Level {
	switch {
	case status >= 500 && status != http.StatusServiceUnavailable:
		return slog.LevelError
	case status < 400 && rt.Quiet:
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// responseRecorder records the status and size of a response.
type responseRecorder struct {
	http.ResponseWriter
	status, bytes int
}

// WriteHeader records the status and passes it on.
func (w *responseRecorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write records the size and passes the bytes on.
func (w *responseRecorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += n
	return n, err
}

// Unwrap returns the underlying writer, for http.ResponseController.
func (w *responseRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *responseRecorder) code() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}
