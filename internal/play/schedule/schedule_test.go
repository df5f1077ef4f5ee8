package schedule

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

// TestAlarms checks that alarms ring in order of time, that a changed alarm rings only at its new time,
// and that a cancelled one never rings.
func TestAlarms(t *testing.T) {
	var now atomic.Int64
	rung := make(chan string, 4)
	a := NewAlarms(now.Load, func(id string) { rung <- id })
	a.slots = make(chan struct{}, 1) // one at a time, to make the order visible
	a.Set("second", 20)
	a.Set("first", 10)
	a.Set("moved", 5)
	a.Set("moved", 30)
	a.Set("cancelled", 15)
	a.Set("cancelled", 0)
	if n := a.Len(); n != 3 {
		t.Fatalf("got %d alarms, want 3", n)
	}
	go a.Run()
	defer a.Close()
	for _, step := range []struct {
		at   int64
		want string
	}{{10, "first"}, {20, "second"}, {30, "moved"}} {
		now.Store(step.at)
		a.Poke()
		if got := <-rung; got != step.want {
			t.Errorf("at %d: %q rang, want %q", step.at, got, step.want)
		}
	}
	if n := a.Len(); n != 0 {
		t.Errorf("%d alarms are left, want none", n)
	}
}

// TestTimeline checks that time does not go backwards with the wall clock, and that the difference is
// reported.
func TestTimeline(t *testing.T) {
	wall := time.Now()
	line := NewTimeline(func() time.Time { return wall })
	first := line.Now()
	wall = wall.Add(-time.Hour)
	if got := line.Now(); got < first {
		t.Errorf("after the wall clock was set back, the time went from %d to %d", first, got)
	}
	if got := line.Behind(); got > -time.Hour.Milliseconds() {
		t.Errorf("after the wall clock was set back an hour, Behind returned %d ms", got)
	}
	line.Forward(first + 60_000)
	if got := line.Now(); got < first+60_000 {
		t.Errorf("after moving forward to %d, the time is %d", first+60_000, got)
	}
}

type fixedClock int64

func (c fixedClock) Time(context.Context) (int64, error) { return int64(c), nil }

// TestFollow checks that the timeline starts from the store's clock, regardless of the machine's clock.
func TestFollow(t *testing.T) {
	line := NewTimeline(time.Now)
	const stored = 1_000_000
	if err := line.Follow(t.Context(), fixedClock(stored), true); err != nil {
		t.Fatalf("Follow: %v", err)
	}
	if got := line.Now(); got < stored || got >= time.Now().UnixMilli() {
		t.Errorf("the time is %d, want it to continue from the store's %d", got, stored)
	}
}
