// Package rest serves the HTTP API except for games in progress: rule sets (rules.go), positions
// (positions.go), diagrams (diagram.go), searches (analyse.go), analyses of whole games by workers
// (analyses.go), studies (studies.go) and push subscriptions (push.go).
//
// A handler reads its request, pays for the work, waits for its turn if the work is heavy, calls package api
// or a store, and sends the response. Expensive responses that are the same for all clients are cached
// (cache.go).
package rest

import (
	_ "embed"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/studies"
)

// Options are the dependencies of an [API].
type Options struct {
	Requests *request.Service
	Service  *api.Service
	Tables   api.Tables       // endgame tables for searches
	Studies  *studies.Service // nil if the server has no studies
	Push     *push.Service    // nil if the server has no web push
	Analyst  Analyst          // nil if the server has no analysis queue
	Metrics  prometheus.Registerer
}

// New returns an API with the given dependencies.
func New(o Options) *API {
	limits := o.Requests.Limits
	return &API{
		requests: o.Requests, service: o.Service, engines: newEngines(o.Service, limits, o.Tables), turns: limit.NewTurns(limits),
		studies: o.Studies, push: o.Push, analyst: o.Analyst, cache: newCache(pictureCacheSize), metrics: newMetrics(o.Metrics),
	}
}

// Routes lists the routes of the API.
func (s *API) Routes() []*request.Route {
	routes := []*request.Route{
		{Method: "GET", Path: "/api/v1/variants", Shared: true, Cost: 1, Quiet: true, Handle: s.variants},
		{Method: "GET", Path: "/api/v1/variants/{name}", Shared: true, Cost: 1, Quiet: true, Handle: s.variant},
		{Method: "GET", Path: "/api/v1/gallery", Shared: true, Cost: 1, Quiet: true, Handle: s.gallery},
		{Method: "GET", Path: "/api/v1/rules/{name}", Shared: true, Cost: 1, Quiet: true, Handle: s.ruleData},
		{Method: "GET", Path: "/api/v1/rules/{name}/schema", Shared: true, Cost: 1, Quiet: true, Handle: s.ruleSchema},
		{Method: "GET", Path: "/api/v1/rulebook/{name}", Shared: true, Cost: 1, Quiet: true, Handle: s.rulebook},
		{Method: "POST", Path: "/api/v1/rulebook", Shared: true, Cost: 1, Quiet: true, Handle: s.definitionRulebook()},
		{Method: "POST", Path: "/api/v1/position", Shared: true, Cost: 2, Quiet: true, Handle: handle(s, (*api.Service).State)},
		{Method: "POST", Path: "/api/v1/line", Shared: true, Cost: 1, Quiet: true, Handle: s.line()},
		{Method: "POST", Path: "/api/v1/plan", Shared: true, Cost: 2, Quiet: true, Handle: s.plan()},
		{Method: "POST", Path: "/api/v1/explain", Shared: true, Cost: 1, Quiet: true, Handle: handle(s, (*api.Service).Explain)},
		{Method: "POST", Path: "/api/v1/board", Shared: true, Cost: 1, Quiet: true, Handle: handle(s, (*api.Service).Board)},
		{Method: "GET", Path: "/api/v1/tables", Shared: true, Cost: 1, Quiet: true, Handle: s.tableList},
		{Method: "POST", Path: "/api/v1/tables", Shared: true, Cost: 1, Quiet: true, Handle: s.tables},
		{Method: "POST", Path: "/api/v1/define", Shared: true, Cost: 4, Quiet: true, Handle: handle(s, (*api.Service).Define)},
		{Method: "GET", Path: "/api/v1/diagram.svg", Shared: true, Cost: 2, Quiet: true, Handle: s.diagram},
		{Method: "GET", Path: "/api/v1/diagram.png", Shared: true, Cost: 1, Quiet: true, Handle: s.diagram},
		{Method: "POST", Path: "/api/v1/diagram.svg", Shared: true, Cost: 2, Quiet: true, Handle: s.diagram},
		{Method: "POST", Path: "/api/v1/diagram.png", Shared: true, Cost: 1, Quiet: true, Handle: s.diagram},
		{Method: "GET", Path: "/docs/sheets/{file}", Shared: true, Cost: 1, Quiet: true, Handle: s.sheet},
		{Method: "POST", Path: "/api/v1/analyse", Own: true, Cost: 20, Handle: s.analyse},
		{Method: "GET", Path: "/api/v1/analyses", Cost: 2, Quiet: true, Handle: s.analysts},
		{Method: "POST", Path: "/api/v1/analyses", Own: true, Cost: 20, Handle: s.queued(s.requestAnalysis)},
		{Method: "GET", Path: "/api/v1/analyses/{id}", Cost: 2, Quiet: true, Handle: s.queued(s.readAnalysis)},
		{Method: "DELETE", Path: "/api/v1/analyses/{id}", Own: true, Cost: 5, Quiet: true, Handle: s.queued(s.withdrawAnalysis)},
		{Method: "GET", Path: "/api/v1/openapi.json", Shared: true, Cost: 1, Quiet: true, Handle: s.openAPI},
	}
	if s.studies != nil {
		routes = append(routes,
			&request.Route{Method: "POST", Path: "/api/v1/studies", Own: true, Cost: 10, Body: s.requests.Limits.Study, Handle: s.createStudy},
			&request.Route{Method: "GET", Path: "/api/v1/studies/{id}", Shared: true, Cost: 1, Quiet: true, Handle: s.readStudy},
			&request.Route{Method: "PUT", Path: "/api/v1/studies/{id}", Own: true, Cost: 5, Body: s.requests.Limits.Study, Quiet: true, Handle: s.changeStudy},
			&request.Route{Method: "DELETE", Path: "/api/v1/studies/{id}", Own: true, Cost: 5, Handle: s.deleteStudy},
		)
	}
	if s.push != nil {
		routes = append(routes,
			&request.Route{Method: "GET", Path: "/api/v1/push", Cost: 1, Quiet: true, Handle: s.pushKey},
			&request.Route{Method: "POST", Path: "/api/v1/push", Own: true, Cost: 10, Quiet: true, Handle: s.subscribe},
			&request.Route{Method: "DELETE", Path: "/api/v1/push", Own: true, Cost: 5, Quiet: true, Handle: s.unsubscribe},
		)
	}
	return routes
}

// document is the OpenAPI description of the API.
//
//go:embed openapi.json
var document []byte

// openAPI sends the OpenAPI description.
func (s *API) openAPI(w http.ResponseWriter, r *http.Request) error {
	s.requests.WriteStatic(w, r, "application/json", request.ETag(document), document)
	return nil
}
