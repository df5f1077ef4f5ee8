package server

// Routes lists what a server answers, each as a method and a path, but for the
// files of the client.
func Routes() []string {
	var names []string
	for _, rt := range new(Server).routes() {
		names = append(names, rt.name())
	}
	return names
}

// Units returns how many units of work a server was paid for.
func Units(s *Server) float64 {
	families, err := s.metrics.registry.Gather()
	if err != nil {
		return 0
	}
	sum := 0.0
	for _, f := range families {
		if f.GetName() == "tain_units_total" {
			for _, m := range f.GetMetric() {
				sum += m.GetCounter().GetValue()
			}
		}
	}
	return sum
}

// InFlight returns how many bytes a server holds for those who read.
func InFlight(s *Server) int64 {
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	return s.limiter.inFlight
}

// Drawing returns how many pictures are being drawn or wait to be.
func Drawing(s *Server) int {
	s.drawing.mu.Lock()
	defer s.drawing.mu.Unlock()
	return s.drawing.running + len(s.drawing.waiting)
}
