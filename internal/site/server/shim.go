package server

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/request"
)

// The handlers of games use the request service by these names.

var (
	errClosing, errGames, errDefinitions          = request.ErrClosing, request.ErrGames, request.ErrDefinitions
	errSockets, errTooMany, errBroken, errNoToken = request.ErrSockets, request.ErrTooMany, request.ErrBroken, request.ErrNoToken
)

const linesType = request.LinesType

func sessionOf(r *http.Request) room.Session                 { return request.SessionOf(r) }
func hasSession(r *http.Request) bool                        { return request.HasSession(r) }
func newToken() string                                       { return request.NewToken() }
func catalogue(r *http.Request) *locale.Catalogue            { return request.Catalogue(r) }
func encodeIn(c *locale.Catalogue, v any) []byte             { return request.EncodeIn(c, v) }
func busy(wait time.Duration, why error) error               { return request.RetryLater(wait, why) }
func requestID(r *http.Request) string                       { return request.ID(r) }
func nameOf(ctx context.Context) string                      { return request.ContextID(ctx) }
func withID(ctx context.Context, id string) context.Context  { return request.WithID(ctx, id) }
func (s *Server) address(r *http.Request) netip.Addr         { return s.requests.Address(r) }
func (s *Server) visitor(r *http.Request) fair.Party         { return s.requests.Party(r) }
func (s *Server) spend(r *http.Request, units float64) error { return s.requests.Spend(r, units) }
func (s *Server) charge(r *http.Request, units float64)      { s.requests.Charge(r, units) }
func (s *Server) failure(err error, about ...any) *wire.Failure {
	return s.requests.Failure(err, about...)
}
func (s *Server) extend(w http.ResponseWriter) { s.requests.ExtendDeadline(w) }

func (s *Server) known(w http.ResponseWriter, r *http.Request) room.Session {
	return s.requests.EnsureSession(w, r)
}

func (s *Server) read(w http.ResponseWriter, r *http.Request, q any) error {
	return s.requests.ReadJSON(w, r, q)
}

func (s *Server) answer(w http.ResponseWriter, r *http.Request, status int, v any) error {
	return s.requests.WriteJSON(w, r, status, v)
}

func (s *Server) write(w http.ResponseWriter, r *http.Request, status int, contentType string, body []byte) {
	s.requests.Write(w, r, status, contentType, body)
}
