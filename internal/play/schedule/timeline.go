// Package schedule implements a hub's time: a [Timeline] that never goes backwards, and [Alarms] for the
// deadlines of games.
package schedule

import (
	"context"
	"sync"
	"time"
)

// Timeline is a hub's time, in milliseconds. It starts from the wall clock and then follows the monotonic
// clock, so that no flag falls because the wall clock was set. If hubs share a store that has a clock, that
// clock replaces the wall clock; see [Timeline.Follow].
type Timeline struct {
	wall func() time.Time

	mu    sync.Mutex
	began time.Time // reading of the monotonic clock
	first int64     // timeline's time when began was read
	last  int64     // latest time returned
	ahead int64     // how far the store's clock is ahead
	rules bool      // whether the store's clock replaces the wall clock
}

// NewTimeline returns a timeline that starts from a wall clock.
func NewTimeline(wall func() time.Time) *Timeline {
	return &Timeline{wall: wall, began: time.Now(), first: wall().UnixMilli()}
}

// Now returns the time. It never goes backwards.
func (t *Timeline) Now() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.read()
}

// read returns the time. The caller holds the lock.
func (t *Timeline) read() int64 {
	t.last = max(t.last, t.first+time.Since(t.began).Milliseconds())
	return t.last
}

// Behind returns how many milliseconds the wall clock, or the store's clock if it replaces the wall
// clock, is ahead of the timeline because it was set or the machine was suspended. It is negative if
// the clock was set back.
func (t *Timeline) Behind() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rules {
		return t.ahead
	}
	return t.wall().UnixMilli() - t.read()
}

// Follow reads the store's clock, which replaces the machine's clock from then on. A reading is taken
// between the request and the response, so its accuracy depends on the response time. Differences
// beyond that accuracy are corrected: forwards immediately, and backwards by stopping the timeline
// until the clock has caught up. A difference of WallJump or more is only recorded for
// [Timeline.Behind], except that the first reading with begin sets the time.
func (t *Timeline) Follow(ctx context.Context, clock Clock, begin bool) error {
	sent := time.Now()
	at, err := clock.Time(ctx)
	if err != nil {
		return err
	}
	half := time.Since(sent) / 2
	t.mu.Lock()
	defer t.mu.Unlock()
	reading := t.first + sent.Add(half).Sub(t.began).Milliseconds()
	off, doubt := at-reading, half.Milliseconds()+1
	if first := !t.rules; first && begin {
		t.rules = true
		t.first += off // may go backwards, because nobody has read the time yet
		t.last, t.ahead = 0, 0
		return nil
	}
	t.rules = true
	switch {
	case off > doubt:
		off -= doubt
	case off < -doubt:
		off += doubt
	default:
		off = 0
	}
	if t.ahead = off; max(off, -off) < WallJump.Milliseconds() {
		t.first += off
		t.ahead = 0
	}
	return nil
}

// WallJump is the minimum difference at which the wall clock counts as having been set.
const WallJump = 2 * time.Second

// Forward moves the time forward to the given value. It ignores earlier values.
func (t *Timeline) Forward(to int64) {
	ahead := to - t.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.first += max(0, ahead)
	t.ahead = min(0, t.ahead)
}

// Clock is a clock that several hubs share, such as a database's.
type Clock interface {
	// Time returns the time in milliseconds.
	Time(ctx context.Context) (int64, error)
}
