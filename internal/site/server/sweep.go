package server

import (
	"context"
	"time"

	"github.com/coder/websocket"
)

// The sweep looks after all sockets with one timer: it pings those that have
// been quiet and closes those that are stuck. It also forgets addresses.
const (
	sweepEvery  = time.Second
	forgetEvery = time.Minute
)

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
			s.sockets.each(func(k live) { k.inspect(now) })
			if now.Sub(forgotten) > forgetEvery {
				forgotten = now
				s.limiter.forget()
				s.book.sumUp(now)
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
