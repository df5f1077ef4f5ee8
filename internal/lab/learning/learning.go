// Package learning makes the evaluations of a rule set: it writes self-play games
// ([Selfplay]), tunes weights ([Tuning]) and trains nets ([Training]) on them, and
// runs both in rounds, each with a match between the candidate and the current
// evaluation ([Loop]).
package learning

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Host is what the work needs of the program around it.
type Host interface {
	// Open opens an input file.
	Open(name string) (Input, error)
	// Write writes a file whole or not at all.
	Write(name, text string) error
	// Writable returns why a file cannot be written.
	Writable(name string) error
	// Appendable returns why games cannot be appended to a file.
	Appendable(name string) error
	// Progress shows a bar, which counts bytes or steps.
	Progress(label string, bytes bool) Bar
}

// Input is an open file.
type Input interface {
	io.Reader
	Close()
	// Progress returns the bytes read and the size, -1 if it is unknown.
	Progress() (done, size int64)
}

// Bar shows how far some work is.
type Bar interface {
	Set(done, total int64)
	Clear()
}

// failed returns the error of an operation on a file, with the reason alone: the
// file that was tried may not be the one that was named.
func failed(verb, name string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot %s %s: %w", verb, name, err)
}

// clip shortens a text for a message.
func clip(text string) string {
	if len(text) > 40 {
		return text[:40] + "..."
	}
	return text
}
