package server

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"
)

// Debug answers on the address that only the operator reaches: metrics,
// profiles, whether the server is well, and the level of the log, which can be
// changed there.
func (s *Server) Debug() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "/metrics\n/debug/pprof/\n/log-level\n/livez\n/readyz\n/healthz\n")
	})
	mux.Handle("GET /metrics", s.metrics.handler())
	mux.HandleFunc("GET /healthz", s.unlimited(s.ready))
	mux.HandleFunc("GET /livez", s.unlimited(s.alive))
	mux.HandleFunc("GET /readyz", s.unlimited(s.ready))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.HandleFunc("GET /log-level", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, levelName(s.level.Level())) })
	mux.HandleFunc("PUT /log-level", s.setLevel)
	return local(mux)
}

// unlimited answers whoever asks: behind a proxy that is not trusted all have
// one address, and who floods from there must not make the server look ill.
func (s *Server) unlimited(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r = s.requests.AssignID(w, r)
		if err := handle(w, r); err != nil {
			s.requests.Refuse(w, r, err)
		}
	}
}

// local refuses pages of the web that reach this address under a name of
// their own: a browser on the operator's machine opens it to them otherwise.
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		_, err := netip.ParseAddr(strings.Trim(host, "[]"))
		if err != nil && host != "localhost" {
			http.Error(w, "ask for this by localhost or by an address, not by a name", http.StatusForbidden)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// setLevel changes the level of the log until the server ends or is told
// another.
func (s *Server) setLevel(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(io.LimitReader(r.Body, 32))
	var level slog.Level
	if err == nil {
		err = level.UnmarshalText([]byte(strings.TrimSpace(string(text))))
	}
	if err != nil {
		http.Error(w, "the level is debug, info, warn or error", http.StatusBadRequest)
		return
	}
	s.level.Set(level)
	s.requests.Log.Log(r.Context(), max(level, slog.LevelInfo), "the log level was changed", "level", levelName(level))
	fmt.Fprintln(w, levelName(level))
}

func levelName(l slog.Level) string { return strings.ToLower(l.String()) }
