package room

import (
	"context"
	"errors"
	"sync"
	"time"
)

// readyEvery is how often something is committed for those who ask whether it
// can be. In between they are told what was found last.
const readyEvery = time.Second

// errSilent is said of a commit that does not come to an end.
var errSilent = errors.New("the disk does not answer")

// probe finds out whether something can be committed, once for all who ask.
type probe struct {
	mu    sync.Mutex
	under chan struct{} // closed when the try under way has ended; nil if none is
	asked time.Time     // when the last one ended
	err   error         // what came of it
}

// ask returns what came of a try that is not old, or of a new one. Who asks waits
// no longer than the context lasts; the try goes on.
func (p *probe) ask(ctx context.Context, try func() error, changed func(error)) error {
	p.mu.Lock()
	if p.under == nil && (p.asked.IsZero() || time.Since(p.asked) >= readyEvery) {
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
	p.err, p.asked = err, time.Now()
	close(p.under)
	p.under = nil
}
