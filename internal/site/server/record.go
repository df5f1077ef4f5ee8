package server

import (
	"context"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"
)

// recorded counts and logs every request of a route. The log has the route's
// pattern and the path but never the query, where a seat's token may stand,
// nor any header.
func (s *Server) recorded(rt *route, next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		r, paid := s.visiting(r)
		seen := &responseRecorder{ResponseWriter: w}
		defer func() {
			failed := recover()
			if failed == http.ErrAbortHandler {
				panic(failed)
			}
			if failed != nil {
				s.log.Error("a handler panicked", "route", rt.name(), "request", requestID(r), "panic", failed, "stack", string(debug.Stack()))
				if seen.status == 0 {
					s.refuse(seen, r, errBroken)
				}
			}
			took := time.Since(began)
			s.metrics.answered(rt.name(), seen.code(), took)
			s.metrics.units.WithLabelValues(rt.name()).Add(paid.units)
			s.log.LogAttrs(context.Background(), rt.level(seen.code()), "request",
				slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Int("status", seen.code()),
				slog.Int("bytes", seen.bytes), slog.Duration("took", took), slog.String("address", paid.who.Address.String()),
				slog.String("request", requestID(r)))
		}()
		next(seen, r)
	}
}

// level tells how much an answer is worth a line of the log.
func (rt *route) level(status int) slog.Level {
	switch {
	case status >= 500 && status != http.StatusServiceUnavailable:
		return slog.LevelError
	case status < 400 && rt.quiet:
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// responseRecorder remembers what was answered.
type responseRecorder struct {
	http.ResponseWriter
	status, bytes int
}

// WriteHeader notes the status.
func (w *responseRecorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write notes how much was written.
func (w *responseRecorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += n
	return n, err
}

// Unwrap lets net/http find what the writer below can do.
func (w *responseRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *responseRecorder) code() int {
	if w.status == 0 {
		return http.StatusOK
	}
	return w.status
}
