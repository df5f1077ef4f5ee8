// Package lines reads and writes the lines of text protocols.
package lines

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
)

// MaxLine is the maximum length of a line in bytes. The longest useful lines
// contain thousands of moves.
const MaxLine = 1 << 20

// ErrTooLong means that a line exceeded MaxLine bytes and was skipped.
var ErrTooLong = fmt.Errorf("the line has more than %d bytes", MaxLine)

// Line is a line of input, or an error.
type Line struct {
	Text string
	Err  error // ErrTooLong, after which more lines follow, or a read error
}

// Lines sends the lines of a stream, without surrounding white space, and closes the channel at the end of
// the stream. It reads up to two lines ahead. Once quit is closed, it sends at most one more line.
func Lines(in io.Reader, quit <-chan struct{}) <-chan Line {
	lines := make(chan Line, 1)
	go func() {
		defer close(lines)
		r := bufio.NewReader(in)
		for {
			text, err := readLine(r)
			l := Line{Text: strings.TrimSpace(text)}
			if err != nil && err != io.EOF {
				l = Line{Err: err}
			}
			if err != io.EOF || l.Text != "" {
				select {
				case lines <- l:
				case <-quit:
					return
				}
			}
			if err != nil && !errors.Is(err, ErrTooLong) {
				return
			}
		}
	}()
	return lines
}

// readLine reads a line including its line break. It discards an overlong line and returns ErrTooLong.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if long = long || len(line)+len(part) > MaxLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && err == nil:
			return "", ErrTooLong
		case long:
			return "", err
		}
		return string(line), err
	}
}

// Writer writes whole lines. It is safe for concurrent use. At the first error, it calls fail. After that, it
// drops all lines.
type Writer struct {
	mu   sync.Mutex
	out  io.Writer
	err  error
	fail func()
}

// NewWriter returns a Writer. Fail may be nil.
func NewWriter(out io.Writer, fail func()) *Writer { return &Writer{out: out, fail: fail} }

// Linef writes a line. It replaces line breaks and control characters with spaces.
func (w *Writer) Linef(format string, a ...any) { w.send(oneLine(fmt.Sprintf(format, a...)) + "\n") }

// Block writes several lines without other output between them.
func (w *Writer) Block(text string) {
	if text != "" {
		w.send(strings.TrimRight(text, "\n") + "\n")
	}
}

func (w *Writer) send(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return
	}
	if _, w.err = io.WriteString(w.out, text); w.err != nil && w.fail != nil {
		w.fail()
	}
}

// Err returns the first error, or nil.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
