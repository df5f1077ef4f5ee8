package server

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// Options are the parts a Server is made of. Limits, Log and TrustedProxies may
// be left out.
type Options struct {
	Rules *rules.Registry
	Hub   *room.Hub
	Files fs.FS // of the client
	// Limits are the usual ones if they are left out.
	Limits *Limits
	Log    *slog.Logger
	// Operator looks after the server; nil means nobody does.
	Operator Operator
	// TrustedProxies are the networks of the proxies in front of the server: the
	// asker's address and scheme are taken from the headers they set, through as
	// many of them as there are. From anybody else such headers are ignored.
	TrustedProxies []netip.Prefix
}

// Server answers over HTTP and WebSocket.
type Server struct {
	find    notation.Finder
	service *api.Service
	hub     *room.Hub
	files   assets
	limits  Limits
	log     *slog.Logger
	book    *boundedLog // what log writes to
	proxies proxies

	operator Operator

	handler  http.Handler
	metrics  *metrics
	limiter  *limiter
	sockets  *socketSet
	told     *broadcasts
	origins  *http.CrossOriginProtection
	pictures *cache
	work     *workQueue
	refusals chan struct{} // semaphore of refusals that wait to be told
	engines  *api.Engines
	analyses *turns

	closing context.Context // ends when the server begins to close
	close   context.CancelFunc
}

func (s *Server) address(r *http.Request) netip.Addr { return s.proxies.address(r) }

// origin returns the scheme and host of the address the asker used.
func (s *Server) origin(r *http.Request) string {
	scheme := "http"
	if s.proxies.secure(r) {
		scheme = "https"
	}
	return scheme + "://" + r.Host
}
