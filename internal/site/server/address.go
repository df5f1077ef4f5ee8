package server

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// address tells who asks, as limits count: an IPv4 address, or the network of
// an IPv6 address, since one client has a whole /64 prefix of those.
func address(r *http.Request, trustProxy bool) netip.Addr {
	if trustProxy {
		// The last entry is the one the nearest proxy wrote; those before it
		// are whatever the asker sent.
		all := r.Header.Values("X-Forwarded-For")
		if len(all) > 0 {
			hops := strings.Split(all[len(all)-1], ",")
			if a, err := netip.ParseAddr(strings.TrimSpace(hops[len(hops)-1])); err == nil {
				return prefix64(a)
			}
		}
	}
	return remote(r.RemoteAddr)
}

// remote reads the address of a connection.
func remote(hostPort string) netip.Addr {
	a, err := netip.ParseAddrPort(hostPort)
	if err != nil {
		return netip.Addr{} // a connection without addresses, as tests have
	}
	return prefix64(a.Addr())
}

// prefix64 returns an IPv6 address as its /64 prefix.
func prefix64(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if network, err := a.Prefix(64); err == nil {
			return network.Addr()
		}
	}
	return a
}

// addressLimiter is the limits per address: it remembers what each address has asked for lately.
type addressLimiter struct {
	limits Limits

	mu  sync.Mutex
	all map[netip.Addr]*allowance
}

// allowance is what one address does.
type allowance struct {
	work        *rate.Limiter
	definitions *rate.Limiter
	connections int
	sockets     int
}

func newAddressLimiter(l Limits) *addressLimiter {
	return &addressLimiter{limits: l, all: map[netip.Addr]*allowance{}}
}

// of returns the record of an address; the caller holds the lock.
func (v *addressLimiter) of(a netip.Addr) *allowance {
	one := v.all[a]
	if one == nil {
		one = &allowance{
			work:        rate.NewLimiter(v.limits.Rate, v.limits.Burst),
			definitions: rate.NewLimiter(rate.Every(v.limits.DefinitionEvery), v.limits.Definitions),
		}
		v.all[a] = one
	}
	return one
}

// ask takes the cost of a request from an address, or tells how long it must
// wait.
func (v *addressLimiter) ask(a netip.Addr, cost int) (wait time.Duration, ok bool) {
	v.mu.Lock()
	work := v.of(a).work
	v.mu.Unlock()
	return take(work, cost)
}

// define takes one of the definitions that an address may bring along, or tells
// how long it must wait. Calling back gives it back, if nothing was kept.
func (v *addressLimiter) define(a netip.Addr) (back func(), wait time.Duration, ok bool) {
	v.mu.Lock()
	definitions := v.of(a).definitions
	v.mu.Unlock()
	now := time.Now()
	one := definitions.ReserveN(now, 1)
	if wait = one.DelayFrom(now); wait > 0 {
		one.CancelAt(now)
		return nil, wait, false
	}
	return func() { one.CancelAt(now) }, 0, true
}

func take(from *rate.Limiter, cost int) (wait time.Duration, ok bool) {
	now := time.Now()
	if from.AllowN(now, cost) {
		return 0, true
	}
	missing := float64(cost) - from.TokensAt(now)
	return time.Duration(missing / float64(from.Limit()) * float64(time.Second)), false
}

// open counts a socket or a connection of an address, unless it has too many.
// What it returns counts it back.
func (v *addressLimiter) open(a netip.Addr, count func(*allowance) *int, most int) (closed func(), ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	held := count(v.of(a))
	if *held >= most {
		return nil, false
	}
	*held++
	return sync.OnceFunc(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		*held--
	}), true
}

func connections(v *allowance) *int { return &v.connections }
func sockets(v *allowance) *int     { return &v.sockets }

// forget drops the addresses that hold nothing and have long been quiet.
func (v *addressLimiter) forget() {
	v.mu.Lock()
	defer v.mu.Unlock()
	for a, one := range v.all {
		if one.connections == 0 && one.sockets == 0 && one.work.Tokens() >= float64(v.limits.Burst) && one.definitions.Tokens() >= float64(v.limits.Definitions) {
			delete(v.all, a)
		}
	}
}

// connectionLimiter is a listener that lets each address hold only so many connections,
// so that one that opens them and says nothing does not use them all up.
type connectionLimiter struct {
	net.Listener
	limiter *addressLimiter
}

// Accept waits for the next connection that may stay.
func (d connectionLimiter) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		closed, ok := d.limiter.open(remote(c.RemoteAddr().String()), connections, d.limiter.limits.Connections)
		if !ok {
			c.Close() // there is nobody to tell
			continue
		}
		return &counted{c, closed}, nil
	}
}

// counted is a connection that is counted back when it is closed.
type counted struct {
	net.Conn
	closed func()
}

// Close closes the connection.
func (c *counted) Close() error {
	c.closed()
	return c.Conn.Close()
}
