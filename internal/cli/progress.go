package cli

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/tainchess/tain/internal/lab/learning"
)

// patience is how long work may take before a bar shows how far it is.
const patience = time.Second

// Progress is a bar on standard error. It shows itself only to a person, and
// only when the work is long.
type Progress struct {
	con   *Console
	label string
	bytes bool // what is counted are bytes

	mu          sync.Mutex // guards the rest: the timer runs on its own
	timer       *time.Timer
	bar         *progressbar.ProgressBar // nil until it is shown
	done, total int64                    // total is -1 while unknown
}

// Progress returns a bar that will show itself in time. It must be cleared.
func (c *Console) Progress(label string, bytes bool) *Progress {
	p := &Progress{con: c, label: label, bytes: bytes, total: -1}
	if c.Interactive() {
		p.timer = time.AfterFunc(patience, p.show)
	}
	return p
}

func (p *Progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer == nil { // cleared at this very moment
		return
	}
	p.bar = progressbar.NewOptions64(p.total,
		progressbar.OptionSetWriter(p.con.Errs),
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
func (p *Progress) draw() {
	if p.bar == nil {
		return
	}
	if p.total > 0 && p.bar.GetMax64() != p.total {
		p.bar.ChangeMax64(p.total)
	}
	_ = p.bar.Set64(p.done)
}

// Set reports how far the work is; total is -1 if it is not known.
func (p *Progress) Set(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
	p.draw()
}

// Rename changes the label of the bar.
func (p *Progress) Rename(label string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.label = label; p.bar != nil {
		p.bar.Describe(label)
	}
}

// Hide hides the bar for a line of output; it comes back below it.
func (p *Progress) Hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// Clear removes the bar for good.
func (p *Progress) Clear() {
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

// Stages shows a bar for each part of a run.
type Stages struct {
	con  *Console
	part string
	bar  *Progress
}

// NewStages returns a bar for each part of a run.
func NewStages(c *Console) *Stages { return &Stages{con: c} }

// Set reports how far a part is.
func (s *Stages) Set(part string, done, total int) {
	if part != s.part {
		s.Clear()
		s.part, s.bar = part, s.con.Progress(part, false)
	}
	s.bar.Set(int64(done), int64(total))
}

// Clear removes the bar.
func (s *Stages) Clear() {
	if s.bar != nil {
		s.bar.Clear()
		s.bar, s.part = nil, ""
	}
}

// LearningHost lets package learning read, write and show progress through a
// console.
type LearningHost struct{ *Console }

// Open opens an input file.
func (h LearningHost) Open(name string) (learning.Input, error) {
	in, err := h.Console.Open(name)
	if err != nil {
		return nil, err
	}
	return in, nil
}

// Write writes a file whole or not at all.
func (h LearningHost) Write(name, text string) error {
	out, err := h.Console.Create(name)
	if err != nil {
		return err
	}
	defer out.Discard()
	return out.CommitText(text)
}

// Writable returns why a file cannot be written.
func (h LearningHost) Writable(name string) error {
	_, err := h.Console.Create(name)
	return err
}

// Appendable returns why games cannot be appended to a file.
func (h LearningHost) Appendable(name string) error { return CheckAppendable(name) }

// Progress shows a bar.
func (h LearningHost) Progress(label string, bytes bool) learning.Bar {
	return h.Console.Progress(label, bytes)
}
