package server

import (
	"context"
	_ "embed"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/message"
)

// alive responds to supervisors, which restart a process that does not respond.
func (s *Server) alive(w http.ResponseWriter, r *http.Request) error {
	return s.ok(w, r)
}

// readyWait is the time limit for the commit in a readiness check.
const readyWait = 2 * time.Second

// ready reports whether games can be played. To check this, it makes the store commit, at most four times per
// second. If the check fails, a load balancer should use other nodes.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) error {
	if s.requests.Closing.Err() != nil || s.leaving.Load() {
		if r.URL.Query().Get("leaving") == "404" {
			// With http-check disable-on-404, HAProxy distinguishes a draining node, which keeps its sockets,
			// from a node that hangs.
			s.requests.Write(w, r, http.StatusNotFound, "text/plain; charset=utf-8", []byte("this node is leaving\n"))
			return nil
		}
		return request.ErrClosing
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyWait)
	defer cancel()
	if err := s.hub.Ready(ctx); err != nil {
		return wire.NewFailure(request.CodeNotReady, "server.not-ready", message.Args{"why": err.Error()})
	}
	if s.bus != nil {
		if err := s.bus.Ready(); err != nil {
			// The node still serves requests, because it can read missed events from the store.
			w.Header().Set("Cache-Control", "no-store")
			s.requests.Write(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok, but "+err.Error()+"\n"))
			return nil
		}
	}
	return s.ok(w, r)
}

// ok responds with status 200.
func (s *Server) ok(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	s.requests.Write(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}

// notice sends the operator's notice.
func (s *Server) notice(w http.ResponseWriter, r *http.Request) error {
	return s.requests.WriteJSON(w, r, http.StatusOK, wire.Notices{Notice: s.operator.Notice()})
}

// showMetrics sends the metrics, if they are public.
func (s *Server) showMetrics(w http.ResponseWriter, r *http.Request) error {
	if !s.public {
		return request.ErrNotFound
	}
	s.metrics.handler().ServeHTTP(w, r)
	return nil
}

// Debug returns the handler for the operator's address. It serves metrics, profiles, health checks and the
// log level, which it can change.
func (s *Server) Debug() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, "/metrics\n/debug/pprof/\n/log-level\n/livez\n/readyz\n")
	})
	mux.Handle("GET /metrics", s.metrics.handler())
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

// unlimited returns a handler without limits. Behind an untrusted proxy all clients share an address, and a
// flood from that address must not make the server look unhealthy.
func (s *Server) unlimited(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r = s.requests.AssignID(w, r)
		if err := handle(w, r); err != nil {
			s.requests.Refuse(w, r, err)
		}
	}
}

// local rejects requests whose Host header is neither localhost nor an IP address. Otherwise a web page in a
// browser on the operator's machine could reach this address under the page's own host name (DNS rebinding).
func local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !localHost(r.Host) {
			http.Error(w, "use localhost or an IP address, not a host name", http.StatusForbidden)
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}

// localHost reports whether a Host header is empty, localhost, a name below it or an IP address. No other
// site can use these as its host name, and browsers always send the header.
func localHost(host string) bool {
	if host == "" {
		return true
	}
	host = hostName(host)
	_, err := netip.ParseAddr(host)
	return err == nil || host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// hostName returns a Host header without its port, in lower case.
func hostName(host string) string {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// setLevel changes the log level to that in the request body, until the server stops.
func (s *Server) setLevel(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(io.LimitReader(r.Body, 32))
	var level slog.Level
	if err == nil {
		err = level.UnmarshalText([]byte(strings.TrimSpace(string(text))))
	}
	if err != nil {
		http.Error(w, "the level must be debug, info, warn or error", http.StatusBadRequest)
		return
	}
	s.level.Set(level)
	s.requests.Log.Log(r.Context(), max(level, slog.LevelInfo), "the log level was changed", "level", levelName(level))
	fmt.Fprintln(w, levelName(level))
}

func levelName(l slog.Level) string { return strings.ToLower(l.String()) }
