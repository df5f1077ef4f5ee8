package limit

import (
	"net/netip"
	"runtime"
	"time"
)

// Many addresses that each stay within their quota can take all processors together. So
// addresses that send more than a few people do share a part of the processors: what they
// send is read at the pace at which their share pays for it. Others do not wait.
const (
	// An address is busy while it spends more than one part in busyRate of its units
	// per second, after one part in busyBurst of its burst.
	busyRate, busyBurst = 4, 30
	// paceRate is how many units per second and processor all busy addresses share, an
	// eighth of what it can do, and minPace the least share of one.
	paceRate = 500
	minPace  = 10
	// readPace is the units that a read takes of the pace besides its price. Reads of
	// one address then follow each other.
	readPace = 0.25
	// maxPause is how long one read may wait, and maxSocketPause that of a socket,
	// whose player would soon count as gone.
	maxPause       = 5 * time.Second
	maxSocketPause = 2 * time.Second
	// busyTTL is how long an address counts as busy after it last was.
	busyTTL = time.Second
)

// paced is the pace of the busy addresses. Each quota has the time of its next read.
type paced struct {
	busy    map[*quota]time.Time // when each was last busy
	counted time.Time
}

// pause returns how long an address must wait before what it has sent is read.
func (v *Limiter) pause(a netip.Addr, now time.Time) time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	one := v.quotaOf(a, now)
	wait := min(maxPause, max(0, one.next.Sub(now)))
	v.slow(one, readPace, now)
	return wait
}

// slow moves the next read of an address by the time in which its share pays for some
// units, if the address is busy. The caller holds the lock.
func (v *Limiter) slow(one *quota, units float64, now time.Time) {
	one.calm.fill(now)
	one.calm.left = max(0, one.calm.left-units)
	if one.calm.left > 0 {
		return
	}
	p := &v.paced
	p.busy[one] = now
	if now.Sub(p.counted) > busyTTL/4 {
		p.counted = now
		for other, at := range p.busy {
			if now.Sub(at) > busyTTL {
				delete(p.busy, other)
			}
		}
	}
	share := max(minPace, paceRate*float64(runtime.NumCPU())/float64(len(p.busy)))
	if one.next.Before(now) {
		one.next = now
	}
	// A debt beyond the longest pause would only outlast the flood.
	one.next = one.next.Add(time.Duration(units / share * float64(time.Second)))
	if latest := now.Add(2 * maxPause); one.next.After(latest) {
		one.next = latest
	}
}
