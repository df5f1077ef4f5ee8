package limit

import (
	"time"

	"golang.org/x/time/rate"
)

// bucket is an allowance that fills at a steady rate up to its size. What is
// taken may be more than there is: then there is a debt, and nothing more is
// given until it is paid. So what is known only afterwards can be charged too.
type bucket struct {
	rate rate.Limit
	size float64
	left float64
	at   time.Time // when left was true
	// spent is what was taken since other nodes were last told.
	spent float64
	over  bool // somebody was refused, and it has not been half full since
}

func newBucket(fill rate.Limit, size int, now time.Time) bucket {
	return bucket{rate: fill, size: float64(size), left: float64(size), at: now}
}

// fill adds what has come since.
func (b *bucket) fill(now time.Time) {
	if passed := now.Sub(b.at).Seconds(); passed > 0 {
		b.left = min(b.size, b.left+passed*float64(b.rate))
		b.at = now
	}
	if b.left >= b.size/2 {
		b.over = false
	}
}

// has reports whether so much may be taken. What is more than the bucket ever
// holds may be taken from a full one.
func (b *bucket) has(cost float64) bool { return b.left >= min(cost, b.size) }

// maxWait is the most that anybody is told to wait.
const maxWait = time.Hour

// wait tells how long it is until so much may be taken.
func (b *bucket) wait(cost float64) time.Duration {
	seconds := (min(cost, b.size) - b.left) / float64(b.rate)
	if seconds >= maxWait.Seconds() {
		return maxWait
	}
	return time.Duration(max(0, seconds) * float64(time.Second))
}

// full reports whether nobody has asked for anything for a while.
func (b *bucket) full() bool { return b.left >= b.size }

// takeAll takes the cost from all buckets or from none. If it takes none, it
// tells how long to wait, and whether this is the first refusal for a while.
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
