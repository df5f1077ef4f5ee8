package main

import (
	"github.com/tainchess/tain/internal/cli"
	"github.com/tainchess/tain/internal/lab/learning"
)

// learningHost lets package learning read, write and show progress through the
// console.
type learningHost struct{ c *console }

// Open opens an input file.
func (h learningHost) Open(name string) (learning.Input, error) {
	in, err := h.c.Open(name)
	if err != nil {
		return nil, err
	}
	return in, nil
}

// Write writes a file whole or not at all.
func (h learningHost) Write(name, text string) error {
	out, err := h.c.Create(name)
	if err != nil {
		return err
	}
	defer out.Discard()
	return out.CommitText(text)
}

// Writable returns why a file cannot be written.
func (h learningHost) Writable(name string) error {
	_, err := h.c.Create(name)
	return err
}

// Appendable returns why games cannot be appended to a file.
func (h learningHost) Appendable(name string) error { return cli.CheckAppendable(name) }

// Progress shows a bar.
func (h learningHost) Progress(label string, bytes bool) learning.Bar {
	return h.c.Progress(label, bytes)
}
