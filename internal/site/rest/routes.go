package rest

import "github.com/tainchess/tain/internal/site/request"

// Routes lists the routes of the API about positions, analyses and studies.
func (s *API) Routes() []*request.Route {
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
		{Method: "GET", Path: "/api/v1/tables", Shared: true, Cost: 1, Quiet: true, Handle: s.tableList},
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
		{Method: "POST", Path: "/api/v1/studies", Own: true, Cost: 10, Body: s.requests.Limits.Study, Handle: s.createStudy},
		{Method: "GET", Path: "/api/v1/studies/{id}", Shared: true, Cost: 1, Quiet: true, Handle: s.readStudy},
		{Method: "PUT", Path: "/api/v1/studies/{id}", Own: true, Cost: 5, Body: s.requests.Limits.Study, Quiet: true, Handle: s.changeStudy},
		{Method: "DELETE", Path: "/api/v1/studies/{id}", Own: true, Cost: 5, Handle: s.deleteStudy},
		{Method: "GET", Path: "/api/v1/push", Cost: 1, Quiet: true, Handle: s.pushKey},
		{Method: "POST", Path: "/api/v1/push", Own: true, Cost: 10, Quiet: true, Handle: s.subscribe},
		{Method: "DELETE", Path: "/api/v1/push", Own: true, Cost: 5, Quiet: true, Handle: s.unsubscribe},
		{Method: "GET", Path: "/api/v1/openapi.json", Shared: true, Cost: 1, Quiet: true, Handle: s.openAPI},
	}
}
