package limit

import (
	"net/netip"
	"runtime"
	"time"

	"golang.org/x/time/rate"

	"github.com/tainchess/tain/internal/play/fair"
)

// Many addresses that each stay within their quota could together use all processors. Therefore busy
// addresses share a fraction of the processors, and the server reads from each of them only as fast as its
// share allows. Other addresses do not wait.
const (
	// An address is busy while it spends more than 1/busyRate of its rate, after a burst of 1/busyBurst of its
	// burst. Each address owns 1/ownBurst of that burst. The remainder comes from a bucket that all addresses
	// share. The bucket holds the units that they may spend in commonBurst, so that many addresses cannot use
	// their bursts at the same time.
	busyRate, busyBurst, ownBurst = 4, 30, 4
	commonBurst                   = time.Second / 4
	// paceRate is the number of units per second and processor that all busy addresses share, an eighth of a
	// processor's capacity. minPace is the minimum for one address.
	paceRate = 500
	minPace  = 10
	// paceCredit is the period for which an address may save its share. An address that has spent less than
	// its share therefore does not wait at once when it becomes busy. New addresses have saved nothing.
	paceCredit = 2 * time.Second
	// readPace is the number of units that each read takes from the share, in addition to its price.
	readPace = 0.25
	// maxPause is the longest time that a read waits. On a socket it is maxSocketPause, because after a
	// longer pause the player would count as gone.
	maxPause       = 5 * time.Second
	maxSocketPause = 2 * time.Second
	// busyTTL is how long an address still counts as busy after its last busy read.
	busyTTL = time.Second
)

// paced tracks the busy addresses. Each quota holds the time of its next read, which is in the past while the
// address has saved a part of its share.
type paced struct {
	busy    map[*quota]time.Time // when each address was last busy
	counted time.Time
	common  bucket // units left for the bursts of all addresses
}

func newPaced(now time.Time) paced {
	all := rate.Limit(paceRate * runtime.NumCPU())
	return paced{busy: map[*quota]time.Time{}, common: newBucket(all, int(float64(all)*commonBurst.Seconds()), now)}
}

// paceOf returns the quota that holds the pace of an address. As in queues, the addresses of an IPv6 network
// share a few ([fair.Account]): otherwise each could spend its burst in turn. The caller holds the lock.
func (v *Limiter) paceOf(a netip.Addr, now time.Time) *quota { return v.quotaOf(fair.Account(a), now) }

// pause returns how long the server waits before it handles the bytes that it has read from an address, and
// counts the read towards the address's pace.
func (v *Limiter) pause(a netip.Addr, now time.Time) time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	one := v.paceOf(a, now)
	wait := min(maxPause, max(0, one.next.Sub(now)))
	v.slow(one, readPace, now)
	return wait
}

// Delay returns how long the server should put off the next work for an address, because the address is busy.
func (v *Limiter) Delay(a netip.Addr) time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := time.Now()
	return max(0, v.paceOf(a, now).next.Sub(now))
}

// slow postpones the next read from an address, if it is busy, by the time that its share takes to pay for
// the given units. The caller holds the lock.
func (v *Limiter) slow(one *quota, units float64, now time.Time) {
	// An address does not regain its burst while it waits. Otherwise it would exceed its share.
	if one.next.After(one.calm.at) {
		one.calm.at = one.next
	}
	one.calm.fill(now)
	one.calm.left = max(0, one.calm.left-units)
	if one.calm.left > one.calm.size*(1-1./ownBurst) {
		return
	}
	p := &v.paced
	p.common.fill(now)
	p.common.left = max(0, p.common.left-units)
	if one.calm.left > 0 && p.common.left > 0 {
		return
	}
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
	if earliest := now.Add(-paceCredit); one.next.Before(earliest) {
		one.next = earliest
	}
	// The delay is bounded, because otherwise it could outlast the flood by far.
	one.next = one.next.Add(time.Duration(units / share * float64(time.Second)))
	if latest := now.Add(2 * maxPause); one.next.After(latest) {
		one.next = latest
	}
}
