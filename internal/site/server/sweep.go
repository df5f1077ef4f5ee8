package server

import (
	"context"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// The sweep looks after all sockets with one timer: it pings those that have
// been quiet and closes those that are stuck. It also forgets addresses.
const (
	sweepEvery  = time.Second
	forgetEvery = time.Minute
)

// socketSet is the sockets that are open.
type socketSet struct {
	mu  sync.Mutex
	all map[*socket]struct{}
	out sync.WaitGroup // until all have left
}

func (s *socketSet) add(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[k] = struct{}{}
	s.out.Add(1)
}

func (s *socketSet) remove(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, k)
	s.out.Done()
}

// each does something with every socket, without holding them up.
func (s *socketSet) each(do func(*socket)) {
	s.mu.Lock()
	list := make([]*socket, 0, len(s.all))
	for k := range s.all {
		list = append(list, k)
	}
	s.mu.Unlock()
	for _, k := range list {
		do(k)
	}
}

// sweep works until the context ends.
func (s *Server) sweep(ctx context.Context) {
	tick := time.NewTicker(min(sweepEvery, s.limits.Quiet, s.limits.Patience))
	defer tick.Stop()
	forgotten := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.sockets.each(func(k *socket) { k.inspect(now) })
			if now.Sub(forgotten) > forgetEvery {
				forgotten = now
				s.limiter.forget()
			}
		}
	}
}

// inspect closes a socket that is stuck and pings one that has been quiet.
func (k *socket) inspect(now time.Time) {
	l := k.server.limits
	since := func(nanoseconds int64) time.Duration { return now.Sub(time.Unix(0, nanoseconds)) }
	if began := k.writing.Load(); began != 0 && since(began) > l.Patience {
		go k.close("stuck", websocket.StatusPolicyViolation, "too slow to read; connect again")
		k.writing.Store(now.UnixNano())
		return
	}
	if since(k.heard.Load()) > l.Quiet && k.pinging.CompareAndSwap(false, true) {
		go k.ping()
	}
}

// ping asks whether the page is still there. A socket that did not answer stays
// marked as being pinged, so that the next sweep leaves it alone while it ends.
func (k *socket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), k.server.limits.Patience)
	defer cancel()
	if k.conn.Ping(ctx) != nil {
		if ctx.Err() != nil { // otherwise it was closed for another reason
			k.server.metrics.closed.WithLabelValues("silent").Inc()
		}
		k.cut()
		return
	}
	k.heard.Store(time.Now().UnixNano())
	k.pinging.Store(false)
}
