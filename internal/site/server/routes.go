package server

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/request"
)

// routes is everything the server answers but for the files of the client.
func (s *Server) routes() []*request.Route {
	return []*request.Route{
		{Method: "GET", Path: "/api/v1/variants", Shared: true, Cost: 1, Quiet: true, Handle: s.variants},
		{Method: "GET", Path: "/api/v1/variants/{name}", Shared: true, Cost: 1, Quiet: true, Handle: s.variant},
		{Method: "GET", Path: "/api/v1/gallery", Shared: true, Cost: 1, Quiet: true, Handle: s.gallery},
		{Method: "GET", Path: "/api/v1/rules/{name}", Shared: true, Cost: 1, Quiet: true, Handle: s.ruleData},
		{Method: "GET", Path: "/api/v1/rules/{name}/schema", Shared: true, Cost: 1, Quiet: true, Handle: s.ruleSchema},
		{Method: "GET", Path: "/api/v1/rulebook/{name}", Shared: true, Cost: 1, Quiet: true, Handle: s.rulebook},
		{Method: "POST", Path: "/api/v1/rulebook", Shared: true, Cost: 1, Quiet: true, Handle: s.writtenRulebook},
		{Method: "POST", Path: "/api/v1/position", Shared: true, Cost: 2, Quiet: true, Handle: s.position},
		{Method: "POST", Path: "/api/v1/line", Shared: true, Cost: 1, Quiet: true, Handle: s.line},
		{Method: "POST", Path: "/api/v1/plan", Shared: true, Cost: 2, Quiet: true, Handle: s.plan},
		{Method: "POST", Path: "/api/v1/explain", Shared: true, Cost: 1, Quiet: true, Handle: s.explain},
		{Method: "POST", Path: "/api/v1/board", Shared: true, Cost: 1, Quiet: true, Handle: s.board},
		{Method: "GET", Path: "/api/v1/tables", Shared: true, Cost: 1, Quiet: true, Handle: s.tablesList},
		{Method: "POST", Path: "/api/v1/tables", Shared: true, Cost: 1, Quiet: true, Handle: s.tables},
		{Method: "POST", Path: "/api/v1/define", Shared: true, Cost: 4, Quiet: true, Handle: s.define},
		{Method: "GET", Path: "/api/v1/diagram.svg", Shared: true, Cost: 2, Quiet: true, Handle: s.diagram},
		{Method: "GET", Path: "/api/v1/diagram.png", Shared: true, Cost: 1, Quiet: true, Handle: s.diagram},
		{Method: "POST", Path: "/api/v1/diagram.svg", Shared: true, Cost: 2, Quiet: true, Handle: s.diagram},
		{Method: "POST", Path: "/api/v1/diagram.png", Shared: true, Cost: 1, Quiet: true, Handle: s.diagram},
		{Method: "GET", Path: "/docs/sheets/{file}", Shared: true, Cost: 1, Quiet: true, Handle: s.sheet},
		{Method: "POST", Path: "/api/v1/analyse", Own: true, Cost: 20, Handle: s.analyse},
		{Method: "GET", Path: "/api/v1/analyses", Cost: 2, Quiet: true, Handle: s.analysts},
		{Method: "POST", Path: "/api/v1/analyses", Own: true, Cost: 20, Handle: s.askAnalysis},
		{Method: "GET", Path: "/api/v1/analyses/{id}", Cost: 2, Quiet: true, Handle: s.readAnalysis},
		{Method: "DELETE", Path: "/api/v1/analyses/{id}", Own: true, Cost: 5, Quiet: true, Handle: s.withdrawAnalysis},

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

		{Method: "POST", Path: "/api/v1/studies", Own: true, Cost: 10, Body: s.Limits.Study, Handle: s.createStudy},
		{Method: "GET", Path: "/api/v1/studies/{id}", Shared: true, Cost: 1, Quiet: true, Handle: s.readStudy},
		{Method: "PUT", Path: "/api/v1/studies/{id}", Own: true, Cost: 5, Body: s.Limits.Study, Quiet: true, Handle: s.changeStudy},
		{Method: "DELETE", Path: "/api/v1/studies/{id}", Own: true, Cost: 5, Handle: s.deleteStudy},

		{Method: "GET", Path: "/api/v1/push", Cost: 1, Quiet: true, Handle: s.pushKey},
		{Method: "POST", Path: "/api/v1/push", Own: true, Cost: 10, Quiet: true, Handle: s.subscribe},
		{Method: "DELETE", Path: "/api/v1/push", Own: true, Cost: 5, Quiet: true, Handle: s.unsubscribe},

		{Method: "GET", Path: "/embed/position", Cost: 2, Quiet: true, Handle: s.embedPosition},
		{Method: "GET", Path: "/embed/game/{id}", Cost: 2, Quiet: true, Handle: s.embedGame},
		{Method: "GET", Path: "/oembed", Shared: true, Cost: 2, Quiet: true, Handle: s.oembed},

		{Method: "GET", Path: "/api/v1/openapi.json", Shared: true, Cost: 1, Quiet: true, Handle: s.openAPI},
		{Method: "GET", Path: "/api/v1/notice", Shared: true, Cost: 1, Quiet: true, Handle: s.notice},
		{Method: "GET", Path: "/livez", Quiet: true, Handle: s.alive},
		{Method: "GET", Path: "/readyz", Quiet: true, Handle: s.ready},
		{Method: "GET", Path: "/healthz", Quiet: true, Handle: s.ready},
		{Method: "GET", Path: "/metrics", Cost: 8, Quiet: true, Handle: s.showMetrics},
		{Method: "GET", Path: "/api/v1/privacy", Cost: 1, Quiet: true, Handle: s.privacy},
		{Method: "GET", Path: "/api/v1/licences", Cost: 2, Quiet: true, Handle: s.licences},
		{Method: "GET", Path: "/robots.txt", Cost: 1, Quiet: true, Handle: s.robots},
		{Method: "GET", Path: "/.well-known/security.txt", Cost: 1, Quiet: true, Handle: s.securityText},
	}
}

// mux puts the table to work.
func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	methods := map[string][]string{} // of shared paths
	for _, rt := range s.routes() {
		mux.HandleFunc(rt.Name(), s.recorded(rt, s.admitted(rt)))
		if rt.Shared {
			methods[rt.Path] = append(methods[rt.Path], rt.Method)
		}
	}
	for path, allowed := range methods {
		ready := &request.Route{Method: "OPTIONS", Path: path, Quiet: true, Handle: preflight(strings.Join(append(allowed, "OPTIONS"), ", "))}
		mux.HandleFunc(ready.Name(), s.recorded(ready, s.admitted(ready)))
	}
	unknown := &request.Route{Method: "ANY", Path: "/api/", Cost: 1, Handle: s.unknown}
	mux.HandleFunc("/api/", s.recorded(unknown, s.admitted(unknown)))
	page := &request.Route{Method: "GET", Path: "/", Quiet: true, Handle: s.page}
	mux.HandleFunc("/", s.recorded(page, s.admitted(page)))
	return guarded(mux)
}

// admitted lets a request through to its handler if its address has not asked
// for too much and is not kept out, and its origin may ask, and says what went
// wrong otherwise.
func (s *Server) admitted(rt *request.Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if rt.Shared {
			shared(w)
		}
		if strings.HasPrefix(rt.Path, "/api/") {
			w.Header().Set("Cache-Control", "no-store")
		}
		if err := s.Spend(r, rt.Price()+limit.Per(request.HeadingSize(r), limit.InPerUnit)); err != nil {
			s.Refuse(w, r, err)
			return
		}
		// Those who are kept out have paid: a ban must not make a flood free.
		if err := s.operator.Admit(s.Address(r)); err != nil {
			s.Refuse(w, r, err)
			return
		}
		if len(r.RequestURI) > request.MaxAddress {
			s.refuseAddress(w, r)
			return
		}
		if most := max(s.Limits.Body, rt.Body); r.ContentLength > most {
			s.Refuse(w, r, request.BodyTooLarge(most)) // before any of it is read
			return
		}
		if rt.Own {
			if err := s.origins.Check(r); err != nil {
				s.Refuse(w, r, request.ErrOrigin)
				return
			}
		}
		if err := rt.Handle(w, r); err != nil {
			s.Refuse(w, r, err)
		}
	}
}

// unknown answers a path of the API that there is not, or one that is asked
// with a method it does not take.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) error {
	for _, rt := range s.routes() {
		if fits(rt.Path, r.URL.Path) {
			w.Header().Add("Allow", rt.Method)
		}
	}
	if w.Header().Get("Allow") != "" {
		return request.ErrMethod
	}
	return request.ErrNotFound
}
