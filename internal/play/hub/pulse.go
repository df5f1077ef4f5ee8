package hub

import (
	"context"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/schedule"
)

// Intervals at which a hub records in the store that it is alive. After a crash the time since the last
// record counts as an outage, so a refund can be too long by up to the interval.
const (
	pulseEvery = 5 * time.Second // interval while games are in use
	pulseQuiet = time.Minute     // interval while no games are in use
)

// awake records in the store that the hub has started, and loads the past outages. If the wall clock was set
// back in the meantime, time continues from the last pulse.
func (h *Hub) awake(ctx context.Context) error {
	rt := &h.runtime
	pulse, outages, err := rt.Store.Wake(ctx, rt.Time.Now())
	if err != nil {
		return err
	}
	rt.Outages.Store(&outages)
	rt.Time.Forward(pulse)
	return nil
}

// beat regularly records that the hub is alive and checks for changes of the wall clock, until the hub
// is closed. awake reports whether the hub's start has been recorded.
func (h *Hub) beat(awake bool) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last, back := time.Now(), false
	repeat(&h.lifetime, tick.C, func() {
		h.clock.follow(h.runtime.Time)
		behind := h.runtime.Time.Behind()
		if behind >= schedule.WallJump.Milliseconds() {
			h.skipAhead(behind)
		}
		if !back && -behind >= schedule.WallJump.Milliseconds() {
			back = true
			h.o.Log.Warn("hub: the wall clock was set back; game clocks are not affected, and the hub ignores the change until it restarts", "milliseconds", -behind)
		}
		every := pulseQuiet
		if s := h.Stats(); s.Live > 0 || s.Timers > 0 {
			every = pulseEvery
		}
		if time.Since(last) >= every {
			awake = h.pulse(awake) == nil
			last = time.Now()
		}
	})
}

// pulse records that the hub is alive. If the previous attempt failed, no moves could be saved, so the time
// since then also counts as an outage.
func (h *Hub) pulse(awake bool) (err error) {
	if awake {
		err = h.runtime.Store.Pulse(context.Background(), h.runtime.Time.Now())
	} else {
		err = h.awake(context.Background())
	}
	if err != nil {
		h.o.Log.Error("hub: cannot save", "error", err)
	}
	return err
}

// skipAhead moves the hub's time forward to the wall clock, which was set forward or ran on while the machine
// was suspended. The skipped time is recorded as an outage, so game clocks do not count it.
func (h *Hub) skipAhead(ahead int64) {
	rt := &h.runtime
	from := rt.Time.Now()
	err := rt.Store.Pulse(context.Background(), from)
	if err == nil {
		var outages []game.Outage
		if _, outages, err = rt.Store.Wake(context.Background(), from+ahead); err == nil {
			rt.Outages.Store(&outages) // store the outages before anybody reads the new time
			rt.Time.Forward(from + ahead)
			rt.Alarms.Poke()
			h.o.Log.Warn("hub: the wall clock jumped ahead (it was set, or the machine slept); game clocks were stopped meanwhile", "milliseconds", ahead)
			return
		}
	}
	h.o.Log.Error("hub: the wall clock jumped ahead, but the outage could not be recorded", "milliseconds", ahead, "error", err)
}

// exclusive is implemented by stores that can detect other hubs. A hub that does not receive the other
// hubs' messages must not run, because its watchers would miss moves.
type exclusive interface{ Exclusive() error }

// Ready returns an error unless the store can commit. It makes a test commit. Calls within a short time share
// one result.
func (h *Hub) Ready(ctx context.Context) error {
	if err := h.enter(); err != nil {
		return err
	}
	defer h.leave()
	return h.probe.check(ctx, func() error {
		if c, ok := h.runtime.Store.(exclusive); ok && !h.runtime.Nodes.On() {
			if err := c.Exclusive(); err != nil {
				return err
			}
		}
		return h.runtime.Store.Pulse(context.Background(), h.runtime.Time.Now())
	}, func(err error) {
		h.o.Log.Warn("hub: readiness changed", "ready", err == nil, "error", err)
	})
}

// Now returns the hub's time in milliseconds, which game clocks use.
func (h *Hub) Now() int64 { return h.runtime.Time.Now() }
