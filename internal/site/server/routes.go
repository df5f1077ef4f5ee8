package server

import (
	"net/http"
	"strings"

	"github.com/tainchess/tain/internal/site/limit"
)

// routes is everything the server answers but for the files of the client.
func (s *Server) routes() []*route {
	return []*route{
		{method: "GET", path: "/api/v1/variants", shared: true, cost: 1, quiet: true, handle: s.variants},
		{method: "GET", path: "/api/v1/variants/{name}", shared: true, cost: 1, quiet: true, handle: s.variant},
		{method: "GET", path: "/api/v1/gallery", shared: true, cost: 1, quiet: true, handle: s.gallery},
		{method: "GET", path: "/api/v1/rules/{name}", shared: true, cost: 1, quiet: true, handle: s.ruleData},
		{method: "GET", path: "/api/v1/rules/{name}/schema", shared: true, cost: 1, quiet: true, handle: s.ruleSchema},
		{method: "GET", path: "/api/v1/rulebook/{name}", shared: true, cost: 1, quiet: true, handle: s.rulebook},
		{method: "POST", path: "/api/v1/rulebook", shared: true, cost: 1, quiet: true, handle: s.writtenRulebook},
		{method: "POST", path: "/api/v1/position", shared: true, cost: 2, quiet: true, handle: s.position},
		{method: "POST", path: "/api/v1/line", shared: true, cost: 1, quiet: true, handle: s.line},
		{method: "POST", path: "/api/v1/plan", shared: true, cost: 2, quiet: true, handle: s.plan},
		{method: "POST", path: "/api/v1/explain", shared: true, cost: 1, quiet: true, handle: s.explain},
		{method: "POST", path: "/api/v1/board", shared: true, cost: 1, quiet: true, handle: s.board},
		{method: "GET", path: "/api/v1/tables", shared: true, cost: 1, quiet: true, handle: s.tablesList},
		{method: "POST", path: "/api/v1/tables", shared: true, cost: 1, quiet: true, handle: s.tables},
		{method: "POST", path: "/api/v1/define", shared: true, cost: 4, quiet: true, handle: s.define},
		{method: "GET", path: "/api/v1/diagram.svg", shared: true, cost: 2, quiet: true, handle: s.diagram},
		{method: "GET", path: "/api/v1/diagram.png", shared: true, cost: 1, quiet: true, handle: s.diagram},
		{method: "POST", path: "/api/v1/diagram.svg", shared: true, cost: 2, quiet: true, handle: s.diagram},
		{method: "POST", path: "/api/v1/diagram.png", shared: true, cost: 1, quiet: true, handle: s.diagram},
		{method: "GET", path: "/docs/sheets/{file}", shared: true, cost: 1, quiet: true, handle: s.sheet},
		{method: "POST", path: "/api/v1/analyse", own: true, cost: 20, handle: s.analyse},
		{method: "GET", path: "/api/v1/analyses", cost: 2, quiet: true, handle: s.analysts},
		{method: "POST", path: "/api/v1/analyses", own: true, cost: 20, handle: s.askAnalysis},
		{method: "GET", path: "/api/v1/analyses/{id}", cost: 2, quiet: true, handle: s.readAnalysis},
		{method: "DELETE", path: "/api/v1/analyses/{id}", own: true, cost: 5, quiet: true, handle: s.withdrawAnalysis},

		{method: "POST", path: "/api/v1/games", own: true, cost: 10, handle: s.createGame},
		{method: "GET", path: "/api/v1/games", shared: true, cost: 2, quiet: true, handle: s.openGames},
		{method: "GET", path: "/api/v1/games/playing", shared: true, cost: 1, quiet: true, handle: s.playingGames},
		{method: "GET", path: "/api/v1/pairing", shared: true, cost: 1, quiet: true, handle: s.seeks},
		{method: "GET", path: "/api/v1/pairing/socket", cost: 10, quiet: true, handle: s.pair},
		{method: "GET", path: "/api/v1/my/games", cost: 2, quiet: true, handle: s.myGames},
		{method: "GET", path: "/api/v1/games/{id}", shared: true, cost: 1, quiet: true, handle: s.readGame},
		{method: "POST", path: "/api/v1/games/{id}/join", own: true, cost: 5, handle: s.joinGame},
		{method: "GET", path: "/api/v1/games/{id}/pgn", shared: true, cost: 2, quiet: true, handle: s.gamePGN},
		{method: "GET", path: "/api/v1/games/{id}/ahead", cost: 2, quiet: true, handle: s.readAhead},
		{method: "PUT", path: "/api/v1/games/{id}/ahead", own: true, cost: 5, quiet: true, handle: s.setAhead},
		{method: "GET", path: "/api/v1/games/{id}/socket", cost: 2, quiet: true, handle: s.socket},

		{method: "POST", path: "/api/v1/bot/token", own: true, cost: 10, handle: s.botToken},
		{method: "GET", path: "/api/v1/bot/events", cost: 10, quiet: true, handle: s.streamEvents},
		{method: "GET", path: "/api/v1/games/{id}/stream", cost: 2, quiet: true, handle: s.streamGame},
		{method: "POST", path: "/api/v1/games/{id}/command", own: true, cost: 2, quiet: true, handle: s.command},

		{method: "POST", path: "/api/v1/studies", own: true, cost: 10, body: s.limits.Study, handle: s.createStudy},
		{method: "GET", path: "/api/v1/studies/{id}", shared: true, cost: 1, quiet: true, handle: s.readStudy},
		{method: "PUT", path: "/api/v1/studies/{id}", own: true, cost: 5, body: s.limits.Study, quiet: true, handle: s.changeStudy},
		{method: "DELETE", path: "/api/v1/studies/{id}", own: true, cost: 5, handle: s.deleteStudy},

		{method: "GET", path: "/api/v1/push", cost: 1, quiet: true, handle: s.pushKey},
		{method: "POST", path: "/api/v1/push", own: true, cost: 10, quiet: true, handle: s.subscribe},
		{method: "DELETE", path: "/api/v1/push", own: true, cost: 5, quiet: true, handle: s.unsubscribe},

		{method: "GET", path: "/embed/position", cost: 2, quiet: true, handle: s.embedPosition},
		{method: "GET", path: "/embed/game/{id}", cost: 2, quiet: true, handle: s.embedGame},
		{method: "GET", path: "/oembed", shared: true, cost: 2, quiet: true, handle: s.oembed},

		{method: "GET", path: "/api/v1/openapi.json", shared: true, cost: 1, quiet: true, handle: s.openAPI},
		{method: "GET", path: "/api/v1/notice", shared: true, cost: 1, quiet: true, handle: s.notice},
		{method: "GET", path: "/livez", quiet: true, handle: s.alive},
		{method: "GET", path: "/readyz", quiet: true, handle: s.ready},
		{method: "GET", path: "/healthz", quiet: true, handle: s.ready},
		{method: "GET", path: "/metrics", cost: 8, quiet: true, handle: s.showMetrics},
		{method: "GET", path: "/api/v1/privacy", cost: 1, quiet: true, handle: s.privacy},
		{method: "GET", path: "/api/v1/licences", cost: 2, quiet: true, handle: s.licences},
		{method: "GET", path: "/robots.txt", cost: 1, quiet: true, handle: s.robots},
		{method: "GET", path: "/.well-known/security.txt", cost: 1, quiet: true, handle: s.securityText},
	}
}

// mux puts the table to work.
func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	methods := map[string][]string{} // of shared paths
	for _, rt := range s.routes() {
		mux.HandleFunc(rt.name(), s.recorded(rt, s.admitted(rt)))
		if rt.shared {
			methods[rt.path] = append(methods[rt.path], rt.method)
		}
	}
	for path, allowed := range methods {
		ready := &route{method: "OPTIONS", path: path, quiet: true, handle: preflight(strings.Join(append(allowed, "OPTIONS"), ", "))}
		mux.HandleFunc(ready.name(), s.recorded(ready, s.admitted(ready)))
	}
	unknown := &route{method: "ANY", path: "/api/", cost: 1, handle: s.unknown}
	mux.HandleFunc("/api/", s.recorded(unknown, s.admitted(unknown)))
	page := &route{method: "GET", path: "/", quiet: true, handle: s.page}
	mux.HandleFunc("/", s.recorded(page, s.admitted(page)))
	return guarded(mux)
}

// admitted lets a request through to its handler if its address has not asked
// for too much and is not kept out, and its origin may ask, and says what went
// wrong otherwise.
func (s *Server) admitted(rt *route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if rt.shared {
			shared(w)
		}
		if strings.HasPrefix(rt.path, "/api/") {
			w.Header().Set("Cache-Control", "no-store")
		}
		if err := s.spend(r, rt.price()+limit.Per(heading(r), limit.InPerUnit)); err != nil {
			s.refuse(w, r, err)
			return
		}
		// Those who are kept out have paid: a ban must not make a flood free.
		if err := s.operator.Admit(s.address(r)); err != nil {
			s.refuse(w, r, err)
			return
		}
		if len(r.RequestURI) > mostAddress {
			s.refuseAddress(w, r)
			return
		}
		if most := max(s.limits.Body, rt.body); r.ContentLength > most {
			s.refuse(w, r, tooLarge(most)) // before any of it is read
			return
		}
		if rt.own {
			if err := s.origins.Check(r); err != nil {
				s.refuse(w, r, errOrigin)
				return
			}
		}
		if err := rt.handle(w, r); err != nil {
			s.refuse(w, r, err)
		}
	}
}

// unknown answers a path of the API that there is not, or one that is asked
// with a method it does not take.
func (s *Server) unknown(w http.ResponseWriter, r *http.Request) error {
	for _, rt := range s.routes() {
		if fits(rt.path, r.URL.Path) {
			w.Header().Add("Allow", rt.method)
		}
	}
	if w.Header().Get("Allow") != "" {
		return errMethod
	}
	return errNoPath
}
