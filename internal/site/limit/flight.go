package limit

import (
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Errors returned by [Limiter.Hold].
var (
	// ErrUnread means that the address itself, or its IPv6 network, has too many bytes in flight.
	ErrUnread = errors.New("limit: the address has too many bytes in flight")
	// ErrMemory means that all addresses together have too many bytes in flight, and that no address has more
	// than this one would have.
	ErrMemory = errors.New("limit: all addresses together have too many bytes in flight")
)

// The fraction 1/reserved of Limits.AllInFlight is available only to addresses with at most smallHolder bytes
// in flight.
const (
	smallHolder = 64 << 10
	reserved    = 4
)

// slowReader is how long a client may take to read a response while an address with the same number of bytes
// in flight needs the memory.
const slowReader = time.Second

// hold is memory that is in use until a client has read a response or sent a complete request.
type hold struct {
	of    []*quota // the address, and its network if any
	size  int64
	began time.Time
	drop  func()
}

// Hold counts n bytes in flight for an address until release is called. It fails with ErrUnread or ErrMemory.
// If the memory for all addresses is used up, the address with the most bytes loses its oldest hold. Hold
// then calls that hold's drop function on a new goroutine. The function must close the connection. However
// large n is, ErrUnread is never returned while neither the address nor its network has bytes in flight.
func (v *Limiter) Hold(a netip.Addr, n int64, drop func()) (release func(), err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := time.Now()
	h := &hold{of: []*quota{v.quotaOf(a, now)}, size: n, began: now, drop: drop}
	if wide := v.networkOf(a, now); wide != nil {
		h.of = append(h.of, wide)
	}
	for i, one := range h.of {
		most := v.limits.InFlight
		if i > 0 {
			most *= int64(v.limits.Networks)
		}
		if one.inFlight > 0 && one.inFlight+n > most {
			v.refused[unreadLimit]++
			return nil, ErrUnread
		}
	}
	after := h.of[0].inFlight + n
	room := v.limits.AllInFlight
	if after > smallHolder {
		room -= room / reserved
	}
	for v.inFlight > 0 && v.inFlight+n > room {
		if !v.dropOldest(after, now) {
			v.refused[memoryLimit]++
			return nil, ErrMemory
		}
	}
	v.inFlight += n
	for _, one := range h.of {
		one.inFlight += n
	}
	h.of[0].holds = append(h.of[0].holds, h)
	v.holders[h.of[0]] = struct{}{}
	return sync.OnceFunc(func() {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.release(h)
	}), nil
}

// dropOldest drops the oldest hold of the address with the most bytes and reports whether there was one. The
// address must have more than the given number of bytes, or exactly that number and a slow reader. The caller
// holds the lock.
func (v *Limiter) dropOldest(than int64, now time.Time) bool {
	var largest *quota
	for one := range v.holders {
		began := one.holds[0].began
		switch {
		case one.inFlight < than || one.inFlight == than && now.Sub(began) < slowReader:
		case largest == nil || one.inFlight > largest.inFlight,
			one.inFlight == largest.inFlight && began.Before(largest.holds[0].began):
			largest = one
		}
	}
	if largest == nil {
		return false
	}
	oldest := largest.holds[0]
	v.release(oldest)
	v.dropped++
	go oldest.drop()
	return true
}

// release frees the bytes of a hold. Further calls have no effect. The caller holds the lock.
func (v *Limiter) release(h *hold) {
	one := h.of[0]
	at := slices.Index(one.holds, h)
	if at < 0 {
		return // already released
	}
	one.holds = slices.Delete(one.holds, at, at+1)
	if len(one.holds) == 0 {
		delete(v.holders, one)
	}
	v.inFlight -= h.size
	for _, one := range h.of {
		one.inFlight -= h.size
	}
}
