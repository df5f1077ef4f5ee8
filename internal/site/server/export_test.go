package server

import "context"

// Routes lists what a server answers, each as a method and a path, but for the
// files of the client.
func Routes(s *Server) []string {
	var names []string
	for _, rt := range s.routes() {
		names = append(names, rt.Name())
	}
	return names
}

// Sweep looks after the sockets until the context ends, as Serve does.
func (s *Server) Sweep(ctx context.Context) { s.live.Sweep(ctx) }

// Sockets returns how many sockets and streams are open.
func Sockets(s *Server) int {
	return s.live.Len()
}

// Units returns how many units of work a server was paid for.
func Units(s *Server) float64 { return sum(s, "tain_units_total") }

// sum adds up a counter's figures.
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

// InFlight returns how many bytes a server holds for those who read.
func InFlight(s *Server) int64 {
	return s.requests.Limiter.InFlight()
}

// Working returns how much heavy work is being done or waits.
func Working(s *Server) int {
	return s.requests.Working()
}

// Floods returns how often somebody began to ask for too much.
func Floods(s *Server) float64 { return sum(s, "tain_floods_total") }

// RefusalsWaiting returns how many wait to be refused.
func RefusalsWaiting(s *Server) int { return s.requests.RefusalsWaiting() }
