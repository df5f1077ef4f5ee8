package hub

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/schedule"
)

// storeClock synchronises a timeline with the store's clock.
type storeClock struct {
	source schedule.Clock // nil if the store has no clock
	read   time.Time      // time of the last reading
}

// begin sets the timeline from the store's clock and corrects it with two further readings.
func (c *storeClock) begin(ctx context.Context, t *schedule.Timeline) error {
	for range 3 {
		if err := t.Follow(ctx, c.source, true); err != nil {
			return err
		}
	}
	c.read = time.Now()
	return nil
}

// follow reads the store's clock when the next reading is due. If that fails, the timeline continues with the
// monotonic clock.
func (c *storeClock) follow(t *schedule.Timeline) {
	if c.source == nil || time.Since(c.read) < clockEvery {
		return
	}
	c.read = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), clockTimeout)
	defer cancel()
	_ = t.Follow(ctx, c.source, false) // if the store does not respond, the pulse reports it
}

// probe checks whether the store can commit. Concurrent callers share one attempt.
type probe struct {
	mu    sync.Mutex
	under chan struct{} // closed when the current attempt ends; nil if there is none
	ended time.Time     // when the last attempt ended
	err   error         // result of the last attempt
}

// check returns the result of a recent attempt, or else makes a new one and returns its result. If the
// caller's context is cancelled, check returns but the attempt continues.
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

// run makes an attempt, and calls changed if readiness has changed.
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

// Interval at which the store's clock is read, and the timeout of a reading. A slow reading is too
// inaccurate to use.
const (
	clockEvery   = 5 * time.Second
	clockTimeout = time.Second
)

// readyEvery limits how often readiness is probed. In between, callers get the last result. A proxy that
// checks every 0.3 s (deploy/haproxy-cluster.cfg) thus gets a new result each time.
const readyEvery = 250 * time.Millisecond

// errSilent is returned for a commit that does not finish in time.
var errSilent = errors.New("hub: the store does not respond")
