package room

import (
	"sync"
	"time"
)

// timeline is the time of a hub, in milliseconds. It begins with the wall clock
// and then follows the monotonic one, so that nobody's flag falls because the
// wall clock was set.
type timeline struct {
	wall func() time.Time

	mu    sync.Mutex
	began time.Time // a reading of the monotonic clock
	first int64     // the time then
}

func newTimeline(wall func() time.Time) *timeline {
	return &timeline{wall: wall, began: time.Now(), first: wall().UnixMilli()}
}

// now returns the time. It never runs backwards.
func (t *timeline) now() int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.first + time.Since(t.began).Milliseconds()
}

// behind returns how far the wall clock has gone ahead: it was set, or the
// machine slept. Below zero it was set back.
func (t *timeline) behind() int64 { return t.wall().UnixMilli() - t.now() }

// forward moves the time on to a later one.
func (t *timeline) forward(to int64) {
	ahead := to - t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.first += max(0, ahead)
}
