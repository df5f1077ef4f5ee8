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
	tick := time.NewTicker(min(sweepEvery, s.limits.Quiet, s.limits.Patience, s.limits.Beat))
	defer tick.Stop()
	forgotten := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			s.sockets.each(func(k live) { k.inspect() })
			if now.Sub(forgotten) > forgetEvery {
				forgotten = now
				s.limiter.EvictIdle()
				s.book.Summarise(now)
			}
		}
	}
}

// measureEvery is how often the way to a player by the clock is measured.
const measureEvery = 15 * time.Second

// inspect closes a socket that is stuck and pings one that has been quiet, or
// whose player is given back what the way takes.
func (k *socket) inspect() {
	l := k.server.limits
	now := elapsed()
	since := func(then int64) time.Duration { return time.Duration(now - then) }
	if began := k.writing.Load(); began != 0 && since(began) > l.Patience {
		go k.close("stuck", websocket.StatusPolicyViolation, "too slow to read; connect again")
		k.writing.Store(now)
		return
	}
	last, quiet := k.pinged.Load(), since(k.heard.Load())
	measure := k.watcher.Timed() && (last == 0 || since(last) > measureEvery)
	if (measure || quiet > l.Quiet || quiet > l.Beat && k.watcher.Player()) && k.pinging.CompareAndSwap(false, true) {
		go k.ping()
	}
	// A ping must have gone out: where the server itself was busy, nobody is gone.
	unanswered := k.pinging.Load() && since(last) > l.Away-l.Beat-sweepEvery
	if away := quiet > l.Away && unanswered && k.watcher.Player(); k.away.CompareAndSwap(!away, away) {
		go k.watcher.SetAway(away) // which may have to wait for the game
	}
}

// ping asks whether the page is still there, and learns how long the way takes. A
// socket that did not answer stays marked as being pinged, so that the next
// sweep leaves it alone while it ends.
func (k *socket) ping() {
	ctx, cancel := context.WithTimeout(context.Background(), k.server.limits.Patience)
	defer cancel()
	began := elapsed()
	k.pinged.Store(began)
	k.frames.ExpectPong()
	if k.conn.Ping(ctx) != nil {
		if ctx.Err() != nil { // otherwise it was closed for another reason
			k.server.metrics.closed.WithLabelValues("silent").Inc()
		}
		k.cut()
		return
	}
	k.watcher.SetLag(k.trips.add(time.Duration(elapsed() - began)))
	k.heard.Store(elapsed())
	k.pinging.Store(false)
	if k.away.CompareAndSwap(true, false) {
		k.watcher.SetAway(false)
	}
}
