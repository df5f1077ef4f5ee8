package room

import (
	"context"
	"sync"
	"time"
)

// timeline is the time of a hub, in milliseconds. It begins with the wall clock
// and then follows the monotonic one, so that nobody's flag falls because the
// wall clock was set. Where hubs share a store with a clock, that is the wall
// clock: see [timeline.follow].
type timeline struct {
	wall func() time.Time

	mu    sync.Mutex
	began time.Time // a reading of the monotonic clock
	first int64     // the time then
	last  int64     // the latest time that was read
	ahead int64     // how far the store's clock is ahead, as far as that is known
	rules bool      // the store's clock is the wall clock
}

func newTimeline(wall func() time.Time) *timeline {
	return &timeline{wall: wall, began: time.Now(), first: wall().UnixMilli()}
}

// now returns the time. It never runs backwards.
func (t *timeline) now() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.read()
}

// read returns the time. The caller holds the lock.
func (t *timeline) read() int64 {
	t.last = max(t.last, t.first+time.Since(t.began).Milliseconds())
	return t.last
}

// behind returns how far the wall clock has gone ahead: it was set, or the
// machine slept. Below zero it was set back.
func (t *timeline) behind() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rules {
		return t.ahead
	}
	return t.wall().UnixMilli() - t.read()
}

// follow reads the store's clock, which counts instead of the machine's from then
// on. What a reading says is known only as well as it was quick: it is of some
// moment between asking and the answer. Where it is off by more, the time is
// put right: forward at once, or it stands until the clock has come up to it. What
// is off by wallJump or more is left to whoever asks how far [timeline.behind]
// it is; begin takes it as it is.
func (t *timeline) follow(ctx context.Context, clock Clocked, begin bool) error {
	asked := time.Now()
	at, err := clock.Time(ctx)
	if err != nil {
		return err
	}
	half := time.Since(asked) / 2
	t.mu.Lock()
	defer t.mu.Unlock()
	reading := t.first + asked.Add(half).Sub(t.began).Milliseconds()
	off, doubt := at-reading, half.Milliseconds()+1
	first := !t.rules
	t.rules = true
	switch {
	case begin && first:
		t.first += off // nobody has read the time yet
		t.last, t.ahead = 0, 0
	case off > doubt:
		off -= doubt
	case off < -doubt:
		off += doubt
	default:
		off = 0
	}
	if begin && first {
		return nil
	}
	if t.ahead = off; max(off, -off) < wallJump.Milliseconds() {
		t.first += off
		t.ahead = 0
	}
	return nil
}

// wallJump is by how much the wall clock must be off to count as set.
const wallJump = 2 * time.Second

// forward moves the time on to a later one.
func (t *timeline) forward(to int64) {
	ahead := to - t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.first += max(0, ahead)
	t.ahead = min(0, t.ahead)
}
