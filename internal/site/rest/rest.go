// Package rest serves the HTTP API that is not about games in play: rule sets
// and positions (positions.go), diagrams (diagram.go), printed rules
// (sheets.go), searches (analyse.go), whole games analysed by workers
// (analyses.go), studies (studies.go) and push subscriptions (push.go).
//
// A handler reads its request, pays for the work, waits for its turn if the work
// is heavy, asks package api or a store, and writes the answer. What takes work
// and is the same for everybody is cached (cache.go).
package rest

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/site/api"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/request"
	"github.com/tainchess/tain/internal/site/shelf"
)

// Options are the parts that an [API] is made of.
type Options struct {
	Requests *request.Service
	Service  *api.Service
	Tables   api.Tables    // endgame tables for searches
	Shelf    *shelf.Shelf  // nil if no studies are kept
	Push     *push.Service // nil without web push
	Analyst  Analyst       // nil without workers
	Metrics  prometheus.Registerer
}

// API answers about positions, analyses, studies and push subscriptions. It is
// safe for concurrent use.
type API struct {
	requests *request.Service
	service  *api.Service
	engines  *api.Engines
	turns    *limit.Turns // of searches
	shelf    *shelf.Shelf
	push     *push.Service
	analyst  Analyst
	cache    *lruCache
	sheets   sheetCache
	metrics  metrics
}

// New returns an API.
func New(o Options) *API {
	limits := o.Requests.Limits
	return &API{
		requests: o.Requests, service: o.Service, engines: newEngines(o.Service, limits, o.Tables), turns: limit.NewTurns(limits),
		shelf: o.Shelf, push: o.Push, analyst: o.Analyst, cache: newCache(pictureCacheSize), metrics: newMetrics(o.Metrics),
	}
}
