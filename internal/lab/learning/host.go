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

// Host provides files and progress bars to the learning tasks.
type Host interface {
	// Open opens an input file.
	Open(name string) (Input, error)
	// Write writes a file atomically.
	Write(name, text string) error
	// Writable returns an error if a file cannot be written.
	Writable(name string) error
	// Appendable returns an error if a file cannot be appended to.
	Appendable(name string) error
	// Progress shows a progress bar, which counts bytes if bytes is set, or else steps.
	Progress(label string, bytes bool) Bar
}

// Input is an open file.
type Input interface {
	io.Reader
	Close()
	// Progress returns the number of bytes read and the file size, or -1 for the size if it is unknown.
	Progress() (done, size int64)
}

// Bar is a progress bar.
type Bar interface {
	Set(done, total int64)
	Clear()
}

// failed returns an error for a file operation. It drops the path in err, which may be that of a temporary
// file.
func failed(verb, name string, err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("cannot %s %s: %w", verb, name, err)
}

// Records reads record files and calls each for every record, with its number, counted across all files. It
// returns the number of games.
func Records(h Host, r rules.Rules, files []string,
	each func(record *learn.Record, number int) error) (games int, err error) {
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

// noGames returns the error for a file that does not contain records. It recognises nets and samples files.
func noGames(name string, err error) error {
	head := make([]byte, len(train.Magic))
	if file, opened := os.Open(name); opened == nil {
		n, _ := io.ReadFull(file, head) // ignore the error: a shorter file has another type
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

// BaseNames joins file names without their folders.
func BaseNames(files []string) string {
	var names []string
	for _, name := range files {
		names = append(names, filepath.Base(name))
	}
	return strings.Join(names, " ")
}
