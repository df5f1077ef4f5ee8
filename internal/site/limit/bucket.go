package limit

import (
	"time"

	"golang.org/x/time/rate"
)

// bucket is a token bucket that may go into debt, so that it can be charged for costs that are known only
// afterwards. It grants nothing until the debt is repaid.
type bucket struct {
	rate rate.Limit
	size float64
	left float64
	at   time.Time // time of the last update of left
	// spent is the number of tokens taken since the last report to the other nodes.
	spent float64
	over  bool // whether a client was refused and the bucket has not been half full since
}

// newBucket returns a full bucket.
func newBucket(fill rate.Limit, size int, now time.Time) bucket {
	return bucket{rate: fill, size: float64(size), left: float64(size), at: now}
}

// fill adds the tokens accrued since the last call.
func (b *bucket) fill(now time.Time) {
	if passed := now.Sub(b.at).Seconds(); passed > 0 {
		b.left = min(b.size, b.left+passed*float64(b.rate))
		b.at = now
	}
	if b.left >= b.size/2 {
		b.over = false
	}
}

// has reports whether cost can be taken. A cost larger than the bucket can be taken when the bucket is full.
func (b *bucket) has(cost float64) bool { return b.left >= min(cost, b.size) }

// maxWait is the longest wait reported to clients.
const maxWait = time.Hour

// wait returns the time until cost can be taken.
func (b *bucket) wait(cost float64) time.Duration {
	seconds := (min(cost, b.size) - b.left) / float64(b.rate)
	if seconds >= maxWait.Seconds() {
		return maxWait
	}
	return time.Duration(max(0, seconds) * float64(time.Second))
}

// full reports whether the bucket has all its tokens.
func (b *bucket) full() bool { return b.left >= b.size }

// takeAll takes cost from all buckets or from none. If it takes nothing, it returns how long to wait and
// whether this is the first refusal since a bucket was last half full.
func takeAll(now time.Time, cost float64, from ...*bucket) (wait time.Duration, first, ok bool) {
	ok = true
	for _, b := range from {
		b.fill(now)
		if !b.has(cost) {
			wait = max(wait, b.wait(cost))
			first = first || !b.over
			b.over, ok = true, false
		}
	}
	if ok {
		for _, b := range from {
			b.left -= cost
			b.spent += cost
		}
	}
	return wait, first, ok
}
