// Package lines is what the text protocols share: lines that come in, whatever
// they hold, and lines that go out, whoever writes them.
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

// MaxLine is the most bytes a line may have. The longest that make sense hold
// a game of thousands of moves.
const MaxLine = 1 << 20

// ErrTooLong is a line of more than MaxLine bytes; it is skipped.
var ErrTooLong = fmt.Errorf("the line has more than %d bytes", MaxLine)

// Line is a line that came in, or why none did.
type Line struct {
	Text string
	Err  error // ErrTooLong, after which lines go on, or why the stream broke
}

// Lines sends the lines of a stream until it ends, without line breaks or
// spaces around them, and then closes the channel. It reads ahead by one line.
// Once quit is closed nothing more is sent.
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

// readLine reads up to a line break. Of a line that is too long it keeps
// nothing.
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

// Writer writes whole lines for several goroutines. The first error ends the
// conversation: fail is called once and what follows is dropped.
type Writer struct {
	mu   sync.Mutex
	out  io.Writer
	err  error
	fail func()
}

// NewWriter returns a Writer. Fail may be nil.
func NewWriter(out io.Writer, fail func()) *Writer { return &Writer{out: out, fail: fail} }

// Linef writes a line. What would break it, in whatever was quoted, becomes a
// space.
func (w *Writer) Linef(format string, a ...any) { w.send(oneLine(fmt.Sprintf(format, a...)) + "\n") }

// Block writes lines that belong together, without others between them.
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

// Err returns why nothing more can be written, nil if nothing is wrong.
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

// Clip shortens what came in for a message about it.
func Clip(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}
