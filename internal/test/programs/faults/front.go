//go:build linux

package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// Health checks of the proxy in front: the interval, the timeout, and the numbers of failures and successes in
// a row after which a server counts as down or up. They correspond to HAProxy's "inter 300ms fall 2 rise 2,
// timeout check 600ms, on-marked-down shutdown-sessions" in deploy/haproxy-cluster.cfg.
const (
	checkEvery = 300 * time.Millisecond
	checkFor   = 600 * time.Millisecond
	checkFalls = 2
	checkRises = 2
)

// front is the proxy in front of the servers.
type front struct {
	*link
	backs []*back
	stop  context.CancelFunc

	mu   sync.Mutex
	next int
}

// back is a server behind the proxy.
type back struct {
	link  *link // link to the server
	up    bool
	turn  int // number of checks in a row that contradict up
	conns map[net.Conn]bool
}

func newFront(to []*link) (*front, error) {
	f := &front{}
	for _, k := range to {
		f.backs = append(f.backs, &back{link: k, conns: map[net.Conn]bool{}})
	}
	var err error
	if f.link, err = newLink(f.pick); err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	f.stop = stop
	for _, b := range f.backs {
		go f.watch(ctx, b)
	}
	return f, nil
}

// pick connects to the next server that is up, or to any server if none is up, as in
// deploy/haproxy-cluster.cfg.
func (f *front) pick() (net.Conn, error) {
	for i := range 2 * len(f.backs) {
		f.mu.Lock()
		f.next++
		b := f.backs[f.next%len(f.backs)]
		fine := b.up || i >= len(f.backs)
		f.mu.Unlock()
		if !fine {
			continue
		}
		c, err := net.DialTimeout("tcp", b.link.addr(), time.Second)
		if err != nil {
			continue
		}
		f.mu.Lock()
		b.conns[c] = true
		f.mu.Unlock()
		return &leaving{Conn: c, left: func() {
			f.mu.Lock()
			defer f.mu.Unlock()
			delete(b.conns, c)
		}}, nil
	}
	return nil, errors.New("no server can be reached")
}

// leaving is a connection that reports when it is closed.
type leaving struct {
	net.Conn
	left func()
}

func (l *leaving) Close() error {
	l.left()
	return l.Conn.Close()
}

// watch checks regularly whether a server is ready. When the server stops being ready, watch closes its
// connections so that clients reconnect to another server, unless no other server is up.
func (f *front) watch(ctx context.Context, b *back) {
	ask := &http.Client{Timeout: checkFor, Transport: &http.Transport{DisableKeepAlives: true}}
	for tick := time.NewTicker(checkEvery); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
		answer, err := ask.Get("http://" + b.link.addr() + "/readyz")
		fine := err == nil && answer.StatusCode == http.StatusOK
		if err == nil {
			answer.Body.Close()
		}
		f.mu.Lock()
		b.note(fine)
		if !b.up && f.upBesides(b) {
			for c := range b.conns {
				abort(c)
			}
			clear(b.conns)
		}
		f.mu.Unlock()
	}
}

// note records the result of a health check.
func (b *back) note(fine bool) {
	if fine == b.up {
		b.turn = 0
		return
	}
	most := checkFalls
	if fine {
		most = checkRises
	}
	if b.turn++; b.turn >= most {
		b.up, b.turn = fine, 0
	}
}

func (f *front) upBesides(not *back) bool {
	for _, b := range f.backs {
		if b != not && b.up {
			return true
		}
	}
	return false
}

// ups returns the number of servers that are up.
func (f *front) ups() (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, b := range f.backs {
		if b.up {
			n++
		}
	}
	return n
}

func (f *front) close() {
	f.stop()
	f.link.close()
}
