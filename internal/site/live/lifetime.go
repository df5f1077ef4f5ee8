package live

import (
	"context"
	"time"
)

// Len returns the number of connected clients.
func (s *Service) Len() int { return s.clients.len() }

// HandOver moves all clients to other nodes, spread over a period so that those nodes are not flooded. It
// rejects new clients from then on.
func (s *Service) HandOver(over time.Duration) {
	s.handingOver.Store(true)
	all := s.clients.list()
	began := time.Now()
	for i, k := range all {
		time.Sleep(time.Until(began.Add(over * time.Duration(i) / time.Duration(len(all)))))
		go k.handOver()
	}
	// Wait until the last messages have been handled and their replies sent.
	for wait := time.Now().Add(2 * drainTime); len(all) > 0 && time.Now().Before(wait) && s.clients.len() > 0; {
		time.Sleep(drainTime / 100)
	}
}

// Wait waits until all clients have left, and disconnects them when the context is cancelled.
func (s *Service) Wait(ctx context.Context) {
	left := make(chan struct{})
	go func() {
		s.clients.wait.Wait()
		close(left)
	}()
	select {
	case <-left:
	case <-ctx.Done():
		s.clients.each(func(k client) { k.end() })
	}
}

// Connections lists the clients that are connected to a game.
func (s *Service) Connections() []Connection {
	list := []Connection{}
	s.clients.each(func(k client) {
		if c := k.describe(); c.Game != "" {
			list = append(list, c)
		}
	})
	return list
}

// Cut disconnects the clients that match, and returns their number.
func (s *Service) Cut(match func(Connection) bool) (n int) {
	s.clients.each(func(k client) {
		if match(k.describe()) {
			s.metrics.closed.WithLabelValues("operator").Inc()
			k.end()
			n++
		}
	})
	return n
}

// Sweep pings quiet clients, and closes stuck ones and those whose token has expired, until the context is cancelled. All
// clients share one timer.
func (s *Service) Sweep(ctx context.Context) {
	tick := time.NewTicker(min(sweepEvery, s.requests.Limits.Quiet, s.requests.Limits.Patience, s.requests.Limits.Beat))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.clients.each(func(k client) {
				if c := k.describe(); c.Expires != 0 && c.Expires <= now.UnixMilli() {
					k.end()
					return
				}
				k.inspect()
			})
		}
	}
}
