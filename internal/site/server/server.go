package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Options are the parts a Server is made of. Limits, Log and TrustProxy may be
// left out.
type Options struct {
	Rules *rules.Registry
	Hub   *room.Hub
	Files fs.FS // of the client
	// Limits are the usual ones if they are left out.
	Limits *Limits
	Log    *slog.Logger
	// TrustProxy takes the asker's address and scheme from the headers a proxy
	// sets. Without a proxy in front anybody could set them.
	TrustProxy bool
}

// Server answers over HTTP and WebSocket.
type Server struct {
	find       notation.Finder
	service    *api.Service
	hub        *room.Hub
	files      assets
	limits     Limits
	log        *slog.Logger
	trustProxy bool

	handler   http.Handler
	metrics   *metrics
	limiter   *addressLimiter
	sockets   *socketSet
	told      *broadcasts
	origins   *http.CrossOriginProtection
	pictures  *cache
	drawSlots chan struct{} // semaphore of pictures being drawn
	engines   *api.Engines
	analyses  *turns

	closing context.Context // ends when the server begins to close
	close   context.CancelFunc
}

func (s *Server) address(r *http.Request) netip.Addr { return address(r, s.trustProxy) }

// origin returns the scheme and host of the address the asker used.
func (s *Server) origin(r *http.Request) string {
	scheme := "http"
	if r.TLS != nil || s.trustProxy && strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
