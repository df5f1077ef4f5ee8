package server

import "github.com/tainchess/tain/internal/site/request"

// liveRoutes lists the routes of games.
func (s *Server) liveRoutes() []*request.Route {
	return []*request.Route{
		{Method: "POST", Path: "/api/v1/games", Own: true, Cost: 10, Handle: s.createGame},
		{Method: "GET", Path: "/api/v1/games", Shared: true, Cost: 2, Quiet: true, Handle: s.openGames},
		{Method: "GET", Path: "/api/v1/games/playing", Shared: true, Cost: 1, Quiet: true, Handle: s.playingGames},
		{Method: "GET", Path: "/api/v1/pairing", Shared: true, Cost: 1, Quiet: true, Handle: s.seeks},
		{Method: "GET", Path: "/api/v1/pairing/socket", Cost: 10, Quiet: true, Handle: s.pair},
		{Method: "GET", Path: "/api/v1/my/games", Cost: 2, Quiet: true, Handle: s.myGames},
		{Method: "GET", Path: "/api/v1/games/{id}", Shared: true, Cost: 1, Quiet: true, Handle: s.readGame},
		{Method: "POST", Path: "/api/v1/games/{id}/join", Own: true, Cost: 5, Handle: s.joinGame},
		{Method: "GET", Path: "/api/v1/games/{id}/pgn", Shared: true, Cost: 2, Quiet: true, Handle: s.gamePGN},
		{Method: "GET", Path: "/api/v1/games/{id}/ahead", Cost: 2, Quiet: true, Handle: s.readAhead},
		{Method: "PUT", Path: "/api/v1/games/{id}/ahead", Own: true, Cost: 5, Quiet: true, Handle: s.setAhead},
		{Method: "GET", Path: "/api/v1/games/{id}/socket", Cost: 2, Quiet: true, Handle: s.socket},
		{Method: "POST", Path: "/api/v1/bot/token", Own: true, Cost: 10, Handle: s.botToken},
		{Method: "GET", Path: "/api/v1/bot/events", Cost: 10, Quiet: true, Handle: s.streamEvents},
		{Method: "GET", Path: "/api/v1/games/{id}/stream", Cost: 2, Quiet: true, Handle: s.streamGame},
		{Method: "POST", Path: "/api/v1/games/{id}/command", Own: true, Cost: 2, Quiet: true, Handle: s.command},
	}
}
