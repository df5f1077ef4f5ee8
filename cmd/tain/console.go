package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/term"

	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// console is what a command speaks through. Results go to out, which is
// flushed at the end; what went wrong goes to errs as one sentence.
type console struct {
	ctx   context.Context
	rules *rules.Registry // the rule sets there are
	// builtin are those of them that come with the program.
	builtin *rules.Registry
	in      io.Reader
	out     *bufio.Writer
	sink    io.Writer // where out leads
	errs    io.Writer
	json    bool
	cores   string // how many the help says there are
}

func newConsole(ctx context.Context, in io.Reader, out, errs io.Writer) *console {
	known := variant.Builtin()
	return &console{ctx: ctx, rules: known, builtin: known, in: in, out: bufio.NewWriter(out), sink: out, errs: errs, cores: strconv.Itoa(runtime.GOMAXPROCS(0))}
}

// interactive reports whether a person watches standard error.
func (c *console) interactive() bool {
	f, ok := c.errs.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// note tells the reader something that is not an error.
func (c *console) note(text string) {
	fmt.Fprintln(c.errs, "tain:", printable(fmt.Sprintf("note: %v", text)))
}

// document writes one JSON document.
func (c *console) document(v any) error {
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// jsonList writes a JSON object that begins with a list, an item at a time, so
// that the list may be longer than the memory.
type jsonList struct {
	con  *console
	name string
	n    int
}

func (c *console) list(name string) *jsonList { return &jsonList{con: c, name: name} }

func (l *jsonList) add(item any) error {
	text, err := oneLine(item)
	if err != nil {
		return err
	}
	before := ",\n  "
	if l.n == 0 {
		before = "{\"" + l.name + "\": [\n  "
	}
	l.n++
	_, err = l.con.out.WriteString(before + string(text))
	return err
}

// end closes the list and adds the fields of a struct after it.
func (l *jsonList) end(rest any) error {
	text, err := oneLine(rest)
	if err != nil {
		return err
	}
	before := "\n]"
	if l.n == 0 {
		before = "{\"" + l.name + "\": []"
	}
	if string(text) != "{}" {
		before += ", "
	}
	_, err = l.con.out.WriteString(before + string(text[1:]) + "\n")
	return err
}

// oneLine writes a value as JSON without line breaks.
func oneLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// told is an error whose place in the output has been taken already: in a JSON
// document, or in lines of its own. Only the sentence is still to be said.
type told struct{ error }

func (t told) Unwrap() error { return t.error }

// errFound ends a command that has reported what it found and wants no
// further words.
var errFound = errors.New("found differences")

// fail ends the program: it flushes the output, says what went wrong if
// anything did, and returns the exit status.
func (c *console) fail(err error) int {
	var already told
	if err != nil && c.json && !errors.Is(err, errFound) && !errors.As(err, &already) {
		if bad := c.document(map[string]problem{"error": newProblem(err)}); bad != nil {
			err = bad
		}
	}
	if bad := c.out.Flush(); bad != nil {
		err = fmt.Errorf("cannot write the output: %w", bad)
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFound):
		return 1
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(c.errs, "tain:", interruption(err))
		return interrupted
	}
	fmt.Fprintln(c.errs, "tain:", printable(err.Error()))
	return 1
}

// halted is what a command says that was interrupted and has more to say than that.
type halted struct{ error }

// Unwrap tells that it was interrupted.
func (halted) Unwrap() error { return context.Canceled }

// interruption says that a command was interrupted.
func interruption(err error) string {
	var more halted
	if errors.As(err, &more) {
		return more.Error()
	}
	return "interrupted"
}

// problem is an error as JSON.
type problem struct {
	Message string     `json:"message"`
	Code    rules.Code `json:"code,omitempty"` // why a move is illegal
	// Said is what the sentence about an illegal move or of a text that cannot
	// be read is made of.
	Said            rules.Message `json:"said,omitzero"`
	Faults          rules.Faults  `json:"faults,omitempty"` // of a position
	*notation.Place               // of a text: line, column and offset
}

func newProblem(err error) problem {
	p := problem{Message: printable(err.Error())}
	if errors.Is(err, context.Canceled) {
		p.Message = interruption(err)
	}
	var (
		illegal *rules.IllegalMove
		faults  rules.Faults
	)
	switch {
	case errors.As(err, &illegal):
		p.Code, p.Said = illegal.Code, illegal.Said()
	case errors.As(err, &faults):
		p.Faults = faults
	}
	if at, ok := notation.PlaceOf(err); ok {
		p.Place = &at
	}
	return p
}

// printable makes one line of a message, whatever the input it quotes: no
// control characters, no broken UTF-8, and an end.
func printable(text string) string {
	const most = 2000
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		if b.Len() > most {
			b.WriteString("...")
			break
		}
		if !unicode.IsPrint(r) {
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}
