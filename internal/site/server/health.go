package server

import (
	"context"
	_ "embed"
	"net/http"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
)

// alive tells a supervisor that the process answers. Whoever gets no answer
// should start it anew.
func (s *Server) alive(w http.ResponseWriter, r *http.Request) error {
	return s.ok(w, r)
}

// readyWait is how long a commit may take before the server counts as not ready.
const readyWait = 2 * time.Second

// ready tells a supervisor whether games can be played: it has the store commit
// something, at most once a second. Whoever is told no should send people
// elsewhere.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) error {
	if s.requests.Closing.Err() != nil || s.leaving.Load() {
		if r.URL.Query().Get("leaving") == "404" {
			// So that HAProxy (http-check disable-on-404) tells a node that leaves, and
			// whose sockets are not to be cut, from one that hangs.
			s.requests.Write(w, r, http.StatusNotFound, "text/plain; charset=utf-8", []byte("this node leaves\n"))
			return nil
		}
		return request.ErrClosing
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyWait)
	defer cancel()
	if err := s.hub.Ready(ctx); err != nil {
		return wire.NewFailure(request.CodeNotReady, "server.not-ready", locale.Args{"why": err.Error()})
	}
	if s.bus != nil {
		if err := s.bus.Ready(); err != nil {
			// The node serves on: what it does not hear of it finds in the store.
			w.Header().Set("Cache-Control", "no-store")
			s.requests.Write(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok, but "+err.Error()+"\n"))
			return nil
		}
	}
	return s.ok(w, r)
}

func (s *Server) ok(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	s.requests.Write(w, r, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}

// showMetrics shows the figures the server keeps about itself, where everybody
// may see them. Otherwise only those who reach its other address do.
func (s *Server) showMetrics(w http.ResponseWriter, r *http.Request) error {
	if !s.public {
		return request.ErrNotFound
	}
	s.metrics.handler().ServeHTTP(w, r)
	return nil
}
