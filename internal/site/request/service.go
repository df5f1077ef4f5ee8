// Package request provides the functions that all HTTP handlers of the server share: it identifies the
// client, charges for work, reads requests and sends responses.
//
// A request gets an ID (request.go) and an account that it pays from (account.go). Its session comes from a
// cookie or a bearer token (identity.go), its language from the query, a cookie or the browser (language.go).
// A handler reads JSON with [Service.ReadJSON], runs heavy work with [Service.Work] and responds with
// [Service.WriteJSON] or [Service.Write]. Responses are compressed (encoding.go), counted until the client
// has read them, and cut off if the client reads too slowly (flight.go). An error returned by a handler is
// sent as {"error": ...} with the status of its code (errors.go, failure.go).
//
// A [Route] ties a handler to its path, price and origin rules. The packages with handlers list their routes;
// package server combines them.
package request

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/site/limit"
	"github.com/tainchess/tain/message"
)

// Options configures a [Service]. All fields except Proxies, HSTS and Accounts are required.
type Options struct {
	Limits limit.Limits
	Log    *slog.Logger
	// Proxies are trusted to report the client's address and scheme.
	Proxies limit.Proxies
	// HSTS is the max-age of the Strict-Transport-Security header; 0 omits the header.
	HSTS time.Duration
	// Metrics is the registry for the service's counters.
	Metrics prometheus.Registerer
	// Accounts finds the accounts of signed-in browsers and of tokens; nil means that there are no accounts.
	Accounts Accounts
	// Closing is cancelled when the server begins to close.
	Closing context.Context
}

// Service reads requests, charges for them and responds to them. All handlers of a server share it. It is
// safe for concurrent use.
type Service struct {
	Options
	Limiter *limit.Limiter

	work     *limit.WorkQueue
	refusals chan struct{} // semaphore for delayed refusals
	metrics  metrics

	refusedMu sync.Mutex
	refused   map[message.Code]int64 // by message
}

// New returns a service with a new limiter.
func New(o Options) *Service {
	s := &Service{
		Options: o, work: limit.NewWorkQueue(o.Limits), refusals: make(chan struct{}, o.Limits.RefusalsWaiting), metrics: newMetrics(o.Metrics),
		refused: map[message.Code]int64{},
	}
	s.Limiter = limit.NewLimiter(o.Limits, func(who fair.Party) {
		s.metrics.floods.Inc()
		s.Log.Warn("request: an address exceeded its limits", "address", who.Address.String())
	})
	return s
}

// metrics counts refusals, floods and slow readers.
type metrics struct {
	refused *prometheus.CounterVec // by code
	floods  prometheus.Counter
	slow    prometheus.Counter
}

func newMetrics(to prometheus.Registerer) metrics {
	count := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
	}
	refused := prometheus.CounterOpts{Name: "tain_refusals_total", Help: "Requests and messages refused, by code."}
	m := metrics{
		refused: prometheus.NewCounterVec(refused, []string{"code"}),
		floods:  count("tain_floods_total", "Times that an address or a person started to exceed a limit."),
		slow:    count("tain_readers_dropped_total", "Connections closed because the client read a response too slowly."),
	}
	to.MustRegister(m.refused, m.floods, m.slow)
	return m
}

// State returns the state of the limits that all handlers share.
func (s *Service) State() []limit.State {
	waiting := limit.State{Limit: "refusals", Used: float64(len(s.refusals)), Bound: float64(cap(s.refusals))}
	return append(s.Limiter.State(), s.work.State(), waiting)
}

// Working returns the number of heavy jobs that are running or waiting.
func (s *Service) Working() int { return s.work.Len() }

// RefusalsWaiting returns the number of delayed refusals.
func (s *Service) RefusalsWaiting() int { return len(s.refusals) }

// Route is a path of the server with its handler.
type Route struct {
	Method, Path string
	// Shared routes may be called by pages from any origin. Own routes may be called only by this server's
	// pages and by clients that are not pages.
	Shared, Own bool
	// Cost is the minimum price of a request, in units. 0 means limit.MinPrice, because no request is free.
	Cost float64
	// Body is the maximum size of the body in bytes, if larger than the default limit.
	Body int64
	// Scope is what the token of an account needs. Without a scope, tokens are ignored.
	Scope people.Scope
	// Requests to quiet routes are logged at the debug level unless they fail.
	Quiet  bool
	Handle Handler
}

// Handler responds to a request, or returns an error to be sent.
type Handler func(w http.ResponseWriter, r *http.Request) error

// Authorize checks that the token of a request, if it has one, permits the route. It returns the request to handle.
func (rt *Route) Authorize(r *http.Request) (*http.Request, error) { return authorize(r, rt.Scope) }

// Price returns the price that a request pays in advance.
func (rt *Route) Price() float64 { return max(rt.Cost, limit.MinPrice) }

// Name returns the method and the path.
func (rt *Route) Name() string { return rt.Method + " " + rt.Path }

// MatchPath reports whether a path matches the pattern of a route.
func MatchPath(pattern, path string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return false
	}
	for i := range want {
		if variable := strings.HasPrefix(want[i], "{") && have[i] != ""; want[i] != have[i] && !variable {
			return false
		}
	}
	return true
}
