package cli

import (
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/tainchess/tain/internal/lab/learning"
)

// patience is the delay before a progress bar appears.
const patience = time.Second

// Progress is a progress bar on standard error. It appears only on a terminal, and only if
// the work takes longer than patience.
type Progress struct {
	con   *Console
	label string
	bytes bool // whether the counts are bytes

	mu          sync.Mutex // guards the fields below; the timer runs concurrently
	timer       *time.Timer
	bar         *progressbar.ProgressBar // nil until the bar appears
	done, total int64                    // total is -1 if unknown
}

// Progress returns a progress bar. The caller must clear it.
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
	if p.timer == nil { // cleared in the meantime
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

// draw updates the bar. It ignores errors, because the work can continue without a bar.
func (p *Progress) draw() {
	if p.bar == nil {
		return
	}
	if p.total > 0 && p.bar.GetMax64() != p.total {
		p.bar.ChangeMax64(p.total)
	}
	_ = p.bar.Set64(p.done)
}

// Set sets the progress; total is -1 if unknown.
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

// Hide hides the bar for a line of output; the next update draws it again.
func (p *Progress) Hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// Clear removes the bar.
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

// Stages shows a separate progress bar for each part of a command.
type Stages struct {
	con  *Console
	part string
	bar  *Progress
}

// NewStages returns stages for a console.
func NewStages(c *Console) *Stages { return &Stages{con: c} }

// Set sets the progress of a part. A new part gets a new bar.
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

// LearningHost implements the host interface of package learning for a console.
type LearningHost struct{ *Console }

// Open opens an input file.
func (h LearningHost) Open(name string) (learning.Input, error) {
	in, err := h.Console.Open(name)
	if err != nil {
		return nil, err
	}
	return in, nil
}

// Write writes a file atomically.
func (h LearningHost) Write(name, text string) error {
	out, err := h.Console.Create(name)
	if err != nil {
		return err
	}
	defer out.Discard()
	return out.CommitText(text)
}

// Writable returns an error if a file cannot be written.
func (h LearningHost) Writable(name string) error {
	_, err := h.Console.Create(name)
	return err
}

// Appendable returns an error if games cannot be appended to a file.
func (h LearningHost) Appendable(name string) error { return CheckAppendable(name) }

// Progress returns a progress bar.
func (h LearningHost) Progress(label string, bytes bool) learning.Bar {
	return h.Console.Progress(label, bytes)
}
