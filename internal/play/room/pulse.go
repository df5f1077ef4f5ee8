package room

import (
	"context"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// How often a hub notes in the store that it is alive. After it was killed, what
// has passed since counts as an outage: players are given back that much too
// much at most.
const (
	pulseEvery = 5 * time.Second // while games are in use
	pulseQuiet = time.Minute     // while none is
)

// awake notes in the store that the hub has begun, and learns when none was
// alive. If the wall clock was set back meanwhile, time goes on from where it
// was.
func (h *Hub) awake(ctx context.Context) error {
	c := &h.core
	pulse, outages, err := c.store.Wake(ctx, c.time.now())
	if err != nil {
		return err
	}
	c.outages.Store(&outages)
	c.time.forward(pulse)
	return nil
}

// beat notes that the hub is alive, and looks at the wall clock, until the hub
// is closed.
func (h *Hub) beat(awake bool) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last, back := time.Now(), false
	for {
		select {
		case <-h.stop:
			return
		case <-tick.C:
		}
		if h.enter() != nil {
			return
		}
		last, back, awake = h.look(last, back, awake)
		h.leave()
	}
}

// look notes that the hub is alive if it is time to, and whether the wall clock
// was set.
func (h *Hub) look(last time.Time, back, awake bool) (time.Time, bool, bool) {
	h.askTime()
	behind := h.core.time.behind()
	if behind >= wallJump.Milliseconds() {
		h.skip(behind)
	}
	if !back && -behind >= wallJump.Milliseconds() {
		back = true
		h.core.o.Log.Warn("room: the wall clock was set back; clocks go on as they were, and so does the time of moves until the next start", "milliseconds", -behind)
	}
	every := pulseQuiet
	if s := h.Stats(); s.Live > 0 || s.Timers > 0 {
		every = pulseEvery
	}
	if time.Since(last) < every {
		return last, back, awake
	}
	awake = h.pulse(awake) == nil
	return time.Now(), back, awake
}

// How often the store's clock is read, and how long that may take: a slow answer
// says little.
const (
	timeEvery = 5 * time.Second
	timeFor   = time.Second
)

// askTime reads the store's clock now and then, if it has one. Where that fails
// the time goes on by the monotonic clock.
func (h *Hub) askTime() {
	clock, ok := h.core.store.(Clocked)
	if !ok || time.Since(h.timed) < timeEvery {
		return
	}
	h.timed = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), timeFor)
	defer cancel()
	_ = h.core.time.follow(ctx, clock, false) // what cannot be read at all the pulse tells
}

// beginTime takes the time from the store's clock, if it has one: the quickest of
// a few readings counts, which the later ones put right.
func (h *Hub) beginTime(ctx context.Context) error {
	clock, ok := h.core.store.(Clocked)
	if !ok {
		return nil
	}
	for range 3 {
		if err := h.core.time.follow(ctx, clock, true); err != nil {
			return err
		}
	}
	if off := h.core.time.now() - h.core.o.Wall().UnixMilli(); max(off, -off) >= wallJump.Milliseconds() {
		h.core.o.Log.Warn("room: the clock of this machine differs from that of the database, which counts; set it right", "milliseconds", off)
	}
	h.timed = time.Now()
	return nil
}

// pulse notes that the hub is alive. Where that failed before, nothing could be
// saved, and nobody could move: that was an outage too.
func (h *Hub) pulse(awake bool) (err error) {
	if awake {
		err = h.core.store.Pulse(context.Background(), h.core.time.now())
	} else {
		err = h.awake(context.Background())
	}
	if err != nil {
		h.core.o.Log.Error("room: nothing can be saved", "error", err)
	}
	return err
}

// skip moves the time on to the wall clock, which is ahead: it was set, or the
// machine slept. The clocks of games stood meanwhile.
func (h *Hub) skip(ahead int64) {
	c := &h.core
	from := c.time.now()
	err := c.store.Pulse(context.Background(), from)
	if err == nil {
		var outages []game.Outage
		if _, outages, err = c.store.Wake(context.Background(), from+ahead); err == nil {
			c.outages.Store(&outages) // before anybody reads the new time
			c.time.forward(from + ahead)
			c.alarms.poke()
			c.o.Log.Warn("room: the wall clock is ahead; it was set, or the machine slept; clocks stood meanwhile", "milliseconds", ahead)
			return
		}
	}
	c.o.Log.Error("room: the wall clock is ahead, but that cannot be saved", "milliseconds", ahead, "error", err)
}

// crowded is a store that knows whether others use it too. A hub that cannot hear
// them must not be among them: its watchers would be told of no move of theirs.
type crowded interface{ Crowded() error }

// Ready reports why nothing can be saved, nil if it can: it has the store commit
// something. However many ask, it does so once a second at most.
func (h *Hub) Ready(ctx context.Context) error {
	if err := h.enter(); err != nil {
		return err
	}
	defer h.leave()
	return h.probe.ask(ctx, func() error {
		if c, ok := h.core.store.(crowded); ok && !h.core.nodes.on() {
			if err := c.Crowded(); err != nil {
				return err
			}
		}
		return h.core.store.Pulse(context.Background(), h.core.time.now())
	}, func(err error) {
		h.core.o.Log.Warn("room: readiness has changed", "ready", err == nil, "error", err)
	})
}

// Now returns the hub's time in milliseconds, by which clocks are read.
func (h *Hub) Now() int64 { return h.core.time.now() }
