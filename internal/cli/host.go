package cli

import (
	"github.com/tainchess/tain/internal/lab/learning"
)

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
