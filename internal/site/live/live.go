// Package live connects clients to games in progress.
//
// A client creates, joins or lists games over HTTP (games.go), or waits to be paired (pairing.go). It then
// follows the game over a WebSocket (websocket.go, socket.go). Each frame is decoded into a command that the
// hub carries out. The hub's updates are encoded, moves once per language (encode.go, view.go), and sent.
// Programs can instead receive the same messages as lines of JSON, and post commands (stream.go). The service
// tracks all its clients (clients.go): it pings quiet sockets, disconnects stuck ones, and moves all clients
// to other nodes when its node leaves a cluster (lifetime.go).
//
// The package contains no game state. The hub's store is the only source of truth, and clients receive only
// committed changes.
package live

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/trace"
)

// Options are the dependencies of a [Service].
type Options struct {
	Requests  *request.Service
	Hub       *hub.Hub
	Positions *api.Service
	Operator  Operator
	Tracer    *trace.Tracer // may be nil
	Metrics   prometheus.Registerer
}

// New returns a service. Call Sweep to maintain its connections.
func New(o Options) *Service {
	return &Service{
		requests: o.Requests, hub: o.Hub, positions: o.Positions, operator: o.Operator, tracer: o.Tracer, metrics: newMetrics(o.Metrics),
		clients: clientSet{all: map[client]struct{}{}}, encoders: newEncoders(),
		playing: playingCaches{all: map[string]playingCache{}},
	}
}

// Routes lists the game routes.
func (s *Service) Routes() []*request.Route {
	return []*request.Route{
		{Method: "POST", Path: "/api/v1/games", Own: true, Cost: 10, Scope: people.Play, Handle: s.createGame},
		{Method: "GET", Path: "/api/v1/games", Shared: true, Cost: 2, Quiet: true, Handle: s.openGames},
		{Method: "GET", Path: "/api/v1/games/playing", Shared: true, Cost: 1, Quiet: true, Handle: s.playingGames},
		{Method: "GET", Path: "/api/v1/pairing", Shared: true, Cost: 1, Quiet: true, Handle: s.seeks},
		{Method: "GET", Path: "/api/v1/pairing/socket", Cost: 10, Quiet: true, Scope: people.Play, Handle: s.pair},
		{Method: "GET", Path: "/api/v1/my/games", Cost: 2, Quiet: true, Scope: people.Read, Handle: s.myGames},
		{Method: "GET", Path: "/api/v1/games/{id}", Shared: true, Cost: 1, Quiet: true, Scope: people.Any, Handle: s.readGame},
		{Method: "POST", Path: "/api/v1/games/{id}/join", Own: true, Cost: 5, Scope: people.Play, Handle: s.joinGame},
		{Method: "GET", Path: "/api/v1/games/{id}/pgn", Shared: true, Cost: 2, Quiet: true, Handle: s.gamePGN},
		{Method: "GET", Path: "/api/v1/games/{id}/ahead", Cost: 2, Quiet: true, Scope: people.Play, Handle: s.readAhead},
		{Method: "PUT", Path: "/api/v1/games/{id}/ahead", Own: true, Cost: 5, Quiet: true, Scope: people.Play, Handle: s.setAhead},
		{Method: "GET", Path: "/api/v1/games/{id}/socket", Cost: 2, Quiet: true, Scope: people.Play, Handle: s.socket},
		{Method: "POST", Path: "/api/v1/bot/token", Own: true, Cost: 10, Handle: s.botToken},
		{Method: "GET", Path: "/api/v1/bot/events", Cost: 10, Quiet: true, Scope: people.Read, Handle: s.streamEvents},
		{Method: "GET", Path: "/api/v1/games/{id}/stream", Cost: 2, Quiet: true, Scope: people.Read, Handle: s.streamGame},
		{Method: "POST", Path: "/api/v1/games/{id}/command", Own: true, Cost: 2, Quiet: true, Scope: people.Play, Handle: s.command},
	}
}
