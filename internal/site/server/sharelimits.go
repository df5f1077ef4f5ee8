package server

import (
	"encoding/json"
	"time"
)

// shareLimits tells other nodes what is taken here, and takes what is taken there,
// until stop is closed.
func (s *Server) shareLimits(stop <-chan struct{}) {
	bus := s.hub.Messenger()
	if bus == nil {
		return
	}
	node := s.hub.Node()
	defer bus.Listen(quotaTopic, func(text []byte) {
		var n quotaNote
		if json.Unmarshal(text, &n) == nil && n.Needs == 1 && n.Node != node && n.Node != "" {
			s.limiter.hear(&n)
		}
	})()
	tick := time.NewTicker(quotaEvery)
	defer tick.Stop()
	var told time.Time
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		now, most := s.hub.Nodes()
		s.limiter.setShare(float64(most) / float64(now))
		all := time.Since(told) >= holdsEvery
		if n, any := s.limiter.tell(node, all); any {
			if text, err := json.Marshal(n); err == nil {
				bus.Send(quotaTopic, text)
			}
		}
		if all {
			told = time.Now()
		}
	}
}
