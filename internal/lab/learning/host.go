package learning

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tainchess/tain/engine/learn"
	"github.com/tainchess/tain/engine/train"
	"github.com/tainchess/tain/rules"
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

// Records reads files of a rule set's games and tells how many there were.
func Records(h Host, r rules.Rules, files []string, each func(record *learn.Record, number int) error) (games int, err error) {
	for _, name := range files {
		in, err := h.Open(name)
		if err != nil {
			return games, err
		}
		bar := h.Progress(fmt.Sprintf("reading %v", filepath.Base(name)), true)
		err = learn.Records(in, r, func(record learn.Record) error {
			games++
			bar.Set(in.Progress())
			return each(&record, games-1)
		})
		in.Close()
		bar.Clear()
		if err != nil {
			return games, noGames(name, err)
		}
	}
	return games, nil
}

// noGames says why no games could be read from a file: what lies beside them may have
// been named in their place.
func noGames(name string, err error) error {
	head := make([]byte, len(train.Magic))
	if file, opened := os.Open(name); opened == nil {
		n, _ := io.ReadFull(file, head) // where there is less, it is something else
		head = head[:n]
		file.Close()
	}
	switch {
	case bytes.HasPrefix(head, []byte("TAIN NET ")):
		return fmt.Errorf("%v is a net, not a game file; to start training from a net use tain train --from", name)
	case string(head) == train.Magic:
		return fmt.Errorf("%v has samples, not games; only tain train reads samples", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// BaseNames are files' names without their folders, as a heading tells them.
func BaseNames(files []string) string {
	var names []string
	for _, name := range files {
		names = append(names, filepath.Base(name))
	}
	return strings.Join(names, " ")
}
