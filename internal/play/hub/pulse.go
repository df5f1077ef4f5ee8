package hub

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/schedule"
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
	pulse, outages, err := c.Store.Wake(ctx, c.Time.Now())
	if err != nil {
		return err
	}
	c.Outages.Store(&outages)
	c.Time.Forward(pulse)
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
	h.clock.follow(h.core.Time)
	behind := h.core.Time.Behind()
	if behind >= schedule.WallJump.Milliseconds() {
		h.skip(behind)
	}
	if !back && -behind >= schedule.WallJump.Milliseconds() {
		back = true
		h.o.Log.Warn("hub: the wall clock was set back; clocks go on as they were, and so does the time of moves until the next start", "milliseconds", -behind)
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
// is too inaccurate to use.
const (
	clockEvery   = 5 * time.Second
	clockTimeout = time.Second
)

// storeClock keeps a timeline in step with the clock of the store.
type storeClock struct {
	source schedule.Clock // nil if the store has no clock
	read   time.Time      // when it was last read
}

// begin sets the timeline from the store's clock: the quickest of a few readings
// counts.
func (c *storeClock) begin(ctx context.Context, t *schedule.Timeline) error {
	for range 3 {
		if err := t.Follow(ctx, c.source, true); err != nil {
			return err
		}
	}
	c.read = time.Now()
	return nil
}

// follow reads the store's clock again if it is time to. If that fails the timeline
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

// pulse notes that the hub is alive. Where that failed before, nothing could be
// saved, and nobody could move: that was an outage too.
func (h *Hub) pulse(awake bool) (err error) {
	if awake {
		err = h.core.Store.Pulse(context.Background(), h.core.Time.Now())
	} else {
		err = h.awake(context.Background())
	}
	if err != nil {
		h.o.Log.Error("hub: nothing can be saved", "error", err)
	}
	return err
}

// skip moves the time on to the wall clock, which is ahead: it was set, or the
// machine slept. The clocks of games stood meanwhile.
func (h *Hub) skip(ahead int64) {
	c := &h.core
	from := c.Time.Now()
	err := c.Store.Pulse(context.Background(), from)
	if err == nil {
		var outages []game.Outage
		if _, outages, err = c.Store.Wake(context.Background(), from+ahead); err == nil {
			c.Outages.Store(&outages) // before anybody reads the new time
			c.Time.Forward(from + ahead)
			c.Alarms.Poke()
			h.o.Log.Warn("hub: the wall clock is ahead; it was set, or the machine slept; clocks stood meanwhile", "milliseconds", ahead)
			return
		}
	}
	h.o.Log.Error("hub: the wall clock is ahead, but that cannot be saved", "milliseconds", ahead, "error", err)
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
		if c, ok := h.core.Store.(crowded); ok && !h.core.Nodes.On() {
			if err := c.Crowded(); err != nil {
				return err
			}
		}
		return h.core.Store.Pulse(context.Background(), h.core.Time.Now())
	}, func(err error) {
		h.o.Log.Warn("hub: readiness has changed", "ready", err == nil, "error", err)
	})
}

// Now returns the hub's time in milliseconds, by which clocks are read.
func (h *Hub) Now() int64 { return h.core.Time.Now() }

// readyEvery is how often something is committed for those who ask whether it
// can be. In between they are told what was found last.
const readyEvery = time.Second

// errSilent is said of a commit that does not come to an end.
var errSilent = errors.New("the disk does not answer")

// probe finds out whether something can be committed, once for all who ask.
type probe struct {
	mu    sync.Mutex
	under chan struct{} // closed when the try under way has ended; nil if none is
	ended time.Time     // when the last one ended
	err   error         // what came of it
}

// ask returns what came of a try that is not old, or of a new one. Who asks waits
// no longer than the context lasts; the try goes on.
func (p *probe) ask(ctx context.Context, try func() error, changed func(error)) error {
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

// run tries, and tells where the answer is another than before.
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
