package server

import (
	"context"

	"github.com/tainchess/tain/internal/people"
)

// Routes lists the server's routes, except static files, each as method and path.
func Routes(s *Server) []string {
	var names []string
	for _, rt := range s.routes() {
		names = append(names, rt.Name())
	}
	return names
}

// Scopes returns the scopes that the tokens of accounts need, by route. Routes without a scope are omitted.
func Scopes(s *Server) map[string]people.Scope {
	all := map[string]people.Scope{}
	for _, rt := range s.routes() {
		if rt.Scope != "" {
			all[rt.Name()] = rt.Scope
		}
	}
	return all
}

// Sweep pings and closes sockets until the context is cancelled, as Serve does.
func (s *Server) Sweep(ctx context.Context) { s.live.Sweep(ctx) }

// Sockets returns the number of open sockets and streams.
func Sockets(s *Server) int {
	return s.live.Len()
}

// Units returns the units of work paid for so far.
func Units(s *Server) float64 { return sum(s, "tain_units_total") }

// sum returns the sum of a counter over its labels.
func sum(s *Server, name string) (all float64) {
	families, err := s.metrics.registry.Gather()
	if err != nil {
		return -1
	}
	for _, f := range families {
		if f.GetName() == name {
			for _, m := range f.GetMetric() {
				all += m.GetCounter().GetValue()
			}
		}
	}
	return all
}

// InFlight returns the number of bytes held for unread responses.
func InFlight(s *Server) int64 {
	return int64(s.requests.State()[0].Used)
}

// Working returns the number of running and waiting heavy jobs.
func Working(s *Server) int {
	return s.requests.Working()
}

// Floods returns the number of floods so far.
func Floods(s *Server) float64 { return sum(s, "tain_floods_total") }

// RefusalsWaiting returns the number of delayed refusals.
func RefusalsWaiting(s *Server) int { return s.requests.RefusalsWaiting() }
