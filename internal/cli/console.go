// Package cli is what the commands of the program share: the console with its
// output as text or JSON (console.go), output files that are written whole or not
// at all (output.go), input files and positions (input.go), rule sets by name or
// definition file (definitions.go) with the files next to a definition
// (companions.go), progress bars, paging, and the values of flags.
package cli

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

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
)

// Interrupted is the exit status after Ctrl-C, as shells count it.
const Interrupted = 130

// Console connects a command to its user: results go to Out, which is flushed at
// the end; errors go to Errs as one sentence.
type Console struct {
	Context context.Context
	Rules   *registry.Registry // the known rule sets
	Builtin *registry.Registry // those that come with the program
	In      io.Reader
	Out     *bufio.Writer
	Sink    io.Writer // where Out leads
	Errs    io.Writer
	JSON    bool   // write JSON
	Cores   string // how many cores the help names
	// Language is the language of rulebooks, results and reasons.
	Language *locale.Catalogue
	// Letters is the tag of the language whose piece letters moves are shown and
	// typed with; "" is English.
	Letters string
}

// New returns a console for a program with some rule sets.
func New(ctx context.Context, builtin *registry.Registry, in io.Reader, out, errs io.Writer) *Console {
	return &Console{
		Context: ctx, Rules: builtin, Builtin: builtin, In: in, Out: bufio.NewWriter(out), Sink: out, Errs: errs,
		Cores: strconv.Itoa(runtime.GOMAXPROCS(0)), Language: locale.English(),
	}
}

// Interactive reports whether standard error is a terminal.
func (c *Console) Interactive() bool {
	f, ok := c.Errs.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Note prints a remark that is not an error.
func (c *Console) Note(text string) {
	fmt.Fprintln(c.Errs, "tain:", Printable(fmt.Sprintf("note: %v", text)))
}

// Text formats a message in the language of the console.
func (c *Console) Text(m message.Message) string { return c.Language.Text(m) }

// SAN writes a move in SAN with the piece letters of the console.
func (c *Console) SAN(san string) string { return locale.SAN(c.Letters, san) }

// Document writes one JSON document.
func (c *Console) Document(v any) error {
	enc := json.NewEncoder(c.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// Result prints the result of a command: a document as JSON, else a text.
func (c *Console) Result(doc any, format string, args ...any) error {
	if c.JSON {
		return c.Document(doc)
	}
	_, err := fmt.Fprintf(c.Out, format, args...)
	return err
}

// List writes a JSON object that begins with a list, an item at a time, so
// that the list may be longer than the memory.
type List struct {
	con  *Console
	name string
	n    int
}

// List begins a JSON list of a name.
func (c *Console) List(name string) *List { return &List{con: c, name: name} }

// Add writes an item.
func (l *List) Add(item any) error {
	text, err := OneLine(item)
	if err != nil {
		return err
	}
	before := ",\n  "
	if l.n == 0 {
		before = "{\"" + l.name + "\": [\n  "
	}
	l.n++
	_, err = l.con.Out.WriteString(before + string(text))
	return err
}

// End closes the list and adds the fields of a struct after it.
func (l *List) End(rest any) error {
	text, err := OneLine(rest)
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
	_, err = l.con.Out.WriteString(before + string(text[1:]) + "\n")
	return err
}

// Line writes a value as JSON on a line of its own, at once.
func (c *Console) Line(v any) error {
	text, err := OneLine(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s\n", text)
	return c.Out.Flush()
}

// OneLine writes a value as JSON without line breaks.
func OneLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// Reported is an error that is already in the output, in a JSON document or in
// lines of its own. Only its sentence is still printed.
type Reported struct{ Err error }

// Error returns the sentence.
func (t Reported) Error() string { return t.Err.Error() }

// Unwrap returns the error.
func (t Reported) Unwrap() error { return t.Err }

// ErrFound ends a command whose output has all it found, without another message.
var ErrFound = errors.New("found differences")

// Fail ends the program: it flushes the output, prints the error, if any, and
// returns the exit status.
func (c *Console) Fail(err error) int {
	var already Reported
	if err != nil && c.JSON && !errors.Is(err, ErrFound) && !errors.As(err, &already) {
		if bad := c.Document(map[string]Problem{"error": c.NewProblem(err)}); bad != nil {
			err = bad
		}
	}
	if bad := c.Out.Flush(); bad != nil {
		err = fmt.Errorf("cannot write the output: %w", bad)
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrFound):
		return 1
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(c.Errs, "tain:", interruption(err))
		return Interrupted
	}
	fmt.Fprintln(c.Errs, "tain:", Printable(c.Language.Explain(err)))
	return 1
}

// Halted is the message of an interrupted command that has more to say than that.
type Halted struct{ Err error }

// Error returns the message.
func (h Halted) Error() string { return h.Err.Error() }

// Unwrap returns context.Canceled.
func (Halted) Unwrap() error { return context.Canceled }

// interruption says that a command was interrupted.
func interruption(err error) string {
	var more Halted
	if errors.As(err, &more) {
		return more.Error()
	}
	return "interrupted"
}

// MoveError returns an error with the number and the text of the move it is about.
func MoveError(number int, text string, err error) error {
	return locale.WrapError(err, "request.move", message.Args{"number": number, "text": Clip(text), "why": message.Of(err)})
}

// Problem is an error as JSON.
type Problem struct {
	Message string     `json:"message"`
	Code    rules.Code `json:"code,omitempty"` // why a move is illegal
	// Said is what the sentence about an illegal move or of a text that cannot
	// be read is made of.
	Said            wire.Message `json:"said,omitzero"`
	Faults          wire.Faults  `json:"faults,omitempty"` // of a position
	*notation.Place              // of a text: line, column and offset
}

// NewProblem returns an error as JSON, in the language of the console.
func (c *Console) NewProblem(err error) Problem {
	p := Problem{Message: Printable(c.Language.Explain(err))}
	if errors.Is(err, context.Canceled) {
		p.Message = interruption(err)
	}
	var (
		illegal *rules.IllegalMove
		faults  rules.Faults
	)
	switch {
	case errors.As(err, &illegal):
		p.Code, p.Said.Message = illegal.Code, illegal.Explain()
	case errors.As(err, &faults):
		p.Faults = wire.NewFaults(c.Language, faults)
	}
	if at, ok := pgn.PlaceOf(err); ok {
		p.Place = &at
	}
	return p
}

// Printable makes one line of a message, whatever the input it quotes: no
// control characters, no broken UTF-8, and an end.
func Printable(text string) string {
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

// Plural writes a count of things: 1 game, 2 games.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// JoinList joins words with commas, and the last two with "and" or "or".
func JoinList(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// Len returns how many items have been written.
func (l *List) Len() int { return l.n }

// Terminal returns the terminal that a stream is, nil if it is none.
func Terminal(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}
