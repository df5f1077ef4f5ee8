package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// patience is how long work may take before a bar shows how far it is.
const patience = time.Second

// progress is a bar on standard error. It shows itself only to a person, and
// only when the work is long.
type progress struct {
	con   *console
	bar   *progressbar.ProgressBar
	label string
	bytes bool
	since time.Time
	quiet bool
}

func (c *console) progress(label string, bytes bool) *progress {
	return &progress{con: c, label: label, bytes: bytes, since: time.Now(), quiet: !c.interactive()}
}

// at moves the bar; total may be -1 for unknown.
func (p *progress) at(done, total int64) {
	if p.quiet || p.bar == nil && time.Since(p.since) < patience {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(p.con.errs),
			progressbar.OptionSetDescription(p.label),
			progressbar.OptionShowBytes(p.bytes),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true),
		)
	}
	_ = p.bar.Set64(done) // a bar that cannot be drawn is no reason to stop
}

// clear removes the bar, so that other lines can be written.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
