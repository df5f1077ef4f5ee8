package main

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long work may take before a bar shows how far it is.
const patience = time.Second

// progress is a bar on standard error. It shows itself only to a person, and
// only when the work is long.
type progress struct {
	con   *console
	label string
	bytes bool // what is counted are bytes

	mu          sync.Mutex // guards the rest: the timer runs on its own
	timer       *time.Timer
	bar         *progressbar.ProgressBar // nil until it is shown
	done, total int64                    // total is -1 while unknown
}

// progress returns a bar that will show itself in time. It must be cleared.
func (c *console) progress(label string, bytes bool) *progress {
	p := &progress{con: c, label: label, bytes: bytes, total: -1}
	if c.interactive() {
		p.timer = time.AfterFunc(patience, p.show)
	}
	return p
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil { // cleared at this very moment
		return
	}
	p.bar = progressbar.NewOptions64(p.total,
		progressbar.OptionSetWriter(p.con.errs),
		progressbar.OptionSetDescription(p.label),
		progressbar.OptionShowBytes(p.bytes),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetRenderBlankState(true),
	)
	p.draw()
}

// draw moves the bar. One that cannot be drawn is no reason to stop working.
func (p *progress) draw() {
	if p.bar == nil {
		return
	}
	if p.total > 0 && p.bar.GetMax64() != p.total {
		p.bar.ChangeMax64(p.total)
	}
	_ = p.bar.Set64(p.done)
}

// at tells how far the work is; total is -1 if it is not known.
func (p *progress) at(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
	p.draw()
}

// name changes what the bar says it measures.
func (p *progress) name(label string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.label = label; p.bar != nil {
		p.bar.Describe(label)
	}
}

// makeRoom hides the bar for a line of output; it comes back below it.
func (p *progress) makeRoom() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// clear removes the bar for good.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	if p.bar != nil {
		_ = p.bar.Finish()
		p.bar = nil
	}
}
