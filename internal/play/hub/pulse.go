package hub

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/schedule"
)

// How often a hub records in the store that it is alive. After a crash, the time
// since then counts as an outage, so players are refunded at most that much too much.
const (
	pulseEvery = 5 * time.Second // while games are in use
	pulseQuiet = time.Minute     // while none are
)

// awake records in the store that the hub has started, and loads the outages so far.
// If the wall clock was set back meanwhile, time continues from the last pulse.
func (h *Hub) awake(ctx context.Context) error {
	c := &h.core
	pulse, outages, err := c.Store.Wake(ctx, c.Time.Now())
	if err != nil {
		return err
	}
	c.Outages.Store(&outages)
	c.Time.Forward(pulse)
	return nil
}

// beat records that the hub is alive, and watches the wall clock, until the hub is
// closed. Awake is whether the hub could record its start.
func (h *Hub) beat(awake bool) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last, back := time.Now(), false
	repeat(&h.lifetime, tick.C, func() {
		h.clock.follow(h.core.Time)
		behind := h.core.Time.Behind()
		if behind >= schedule.WallJump.Milliseconds() {
			h.skipAhead(behind)
		}
		if !back && -behind >= schedule.WallJump.Milliseconds() {
			back = true
			h.o.Log.Warn("hub: the wall clock was set back; game clocks are not affected, and times continue as before until the next start", "milliseconds", -behind)
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

// How often the store's clock is read, and how long that may take: a slow answer is
// too inaccurate to use.
const (
	clockEvery   = 5 * time.Second
	clockTimeout = time.Second
)

// pulse records that the hub is alive. If the previous attempt failed, nothing could
// be saved and nobody could move: that counts as an outage too.
func (h *Hub) pulse(awake bool) (err error) {
	if awake {
		err = h.core.Store.Pulse(context.Background(), h.core.Time.Now())
	} else {
		err = h.awake(context.Background())
	}
	if err != nil {
		h.o.Log.Error("hub: cannot save", "error", err)
	}
	return err
}

// skipAhead moves the time forward to the wall clock, which was set or ran on while
// the machine slept. Game clocks did not run meanwhile.
func (h *Hub) skipAhead(ahead int64) {
	c := &h.core
	from := c.Time.Now()
	err := c.Store.Pulse(context.Background(), from)
	if err == nil {
		var outages []game.Outage
		if _, outages, err = c.Store.Wake(context.Background(), from+ahead); err == nil {
			c.Outages.Store(&outages) // before anybody reads the new time
			c.Time.Forward(from + ahead)
			c.Alarms.Poke()
			h.o.Log.Warn("hub: the wall clock jumped ahead (it was set, or the machine slept); game clocks were stopped meanwhile", "milliseconds", ahead)
			return
		}
	}
	h.o.Log.Error("hub: the wall clock jumped ahead, but that cannot be saved", "milliseconds", ahead, "error", err)
}

// exclusive is a store that knows whether other hubs use it. A hub that does not
// receive their messages must not run, because its watchers would miss their moves.
type exclusive interface{ Exclusive() error }

// Ready has the store commit something, and returns an error if it cannot. The result
// is shared by all callers for a second.
func (h *Hub) Ready(ctx context.Context) error {
	if err := h.enter(); err != nil {
		return err
	}
	defer h.leave()
	return h.probe.check(ctx, func() error {
		if c, ok := h.core.Store.(exclusive); ok && !h.core.Nodes.On() {
			if err := c.Exclusive(); err != nil {
				return err
			}
		}
		return h.core.Store.Pulse(context.Background(), h.core.Time.Now())
	}, func(err error) {
		h.o.Log.Warn("hub: readiness changed", "ready", err == nil, "error", err)
	})
}

// Now returns the hub's time in milliseconds, by which clocks run.
func (h *Hub) Now() int64 { return h.core.Time.Now() }

// readyEvery limits how often readiness is probed. In between, callers get the last
// result.
const readyEvery = time.Second

// errSilent reports a commit that does not finish.
var errSilent = errors.New("hub: the store does not respond")

// storeClock synchronises a timeline with the store's clock.
type storeClock struct {
	source schedule.Clock // nil if the store has no clock
	read   time.Time      // when it was last read
}

// begin sets the timeline from the store's clock, from the quickest of a few
// readings.
func (c *storeClock) begin(ctx context.Context, t *schedule.Timeline) error {
	for range 3 {
		if err := t.Follow(ctx, c.source, true); err != nil {
			return err
		}
	}
	c.read = time.Now()
	return nil
}

// follow reads the store's clock again when it is due. If that fails, the timeline
// continues by the monotonic clock.
func (c *storeClock) follow(t *schedule.Timeline) {
	if c.source == nil || time.Since(c.read) < clockEvery {
		return
	}
	c.read = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), clockTimeout)
	defer cancel()
	_ = t.Follow(ctx, c.source, false) // the pulse reports a store that does not answer
}

// probe checks whether the store can commit, once for all callers.
type probe struct {
	mu    sync.Mutex
	under chan struct{} // closed when the running attempt ends; nil if none is running
	ended time.Time     // when the last attempt ended
	err   error         // its result
}

// check returns the result of a recent attempt, or of a new one. The caller waits no
// longer than its context; the attempt continues.
func (p *probe) check(ctx context.Context, try func() error, changed func(error)) error {
	p.mu.Lock()
	if p.under == nil && (p.ended.IsZero() || time.Since(p.ended) >= readyEvery) {
		p.under = make(chan struct{})
		go p.run(try, changed)
	}
	under, err := p.under, p.err
	p.mu.Unlock()
	if under == nil {
		return err
	}
	select {
	case <-under:
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.err
	case <-ctx.Done():
		return errSilent
	}
}

// run makes an attempt, and reports a changed result.
func (p *probe) run(try func() error, changed func(error)) {
	err := try()
	p.mu.Lock()
	defer p.mu.Unlock()
	if (err == nil) != (p.err == nil) {
		changed(err)
	}
	p.err, p.ended = err, time.Now()
	close(p.under)
	p.under = nil
}
