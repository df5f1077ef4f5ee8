// Package cli contains code shared by the commands of the program. A command parses its flags
// (flags.go), finds its rule set by name or definition file (definitions.go, companions.go),
// opens input files and positions (input.go) and shows progress (progress.go). It prints its
// result as text or JSON on a [Console] (console.go, pager.go), or writes it to a file
// atomically (output.go).
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
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/term"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/ini"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant/definition"
)

// Interrupted is the exit status after Ctrl-C: 128 plus SIGINT.
const Interrupted = 130

// Console connects a command to its user. Results go to Out, which is flushed at the end.
// Errors go to Errs, each as one sentence.
type Console struct {
	Context context.Context
	Rules   *registry.Registry // all known rule sets
	Builtin *registry.Registry // built-in rule sets
	In      io.Reader
	Out     *bufio.Writer
	Sink    io.Writer // underlying writer of Out
	Errs    io.Writer
	JSON    bool   // whether to write JSON
	Cores   string // number of cores to show in the help
	// Language is the language of rulebooks, results and reasons.
	Language *locale.Catalogue
	// Letters is the language tag for piece letters in moves; empty for English.
	Letters string
}

// New returns a console for a program with the given built-in rule sets.
func New(ctx context.Context, builtin *registry.Registry, in io.Reader, out, errs io.Writer) *Console {
	return &Console{
		Context: ctx, Rules: builtin, Builtin: builtin, In: in, Out: bufio.NewWriter(out), Sink: out, Errs: errs,
		Cores: strconv.Itoa(runtime.GOMAXPROCS(0)), Language: locale.English(),
	}
}

// Interactive reports whether standard error is a terminal.
func (c *Console) Interactive() bool { return Terminal(c.Errs) != nil }

// Note prints a note to standard error.
func (c *Console) Note(text string) {
	fmt.Fprintln(c.Errs, "tain: note:", Printable(text))
}

// Text formats a message in the console's language.
func (c *Console) Text(m message.Message) string { return c.Language.Text(m) }

// SAN converts a move in SAN to the console's piece letters.
func (c *Console) SAN(san string) string { return locale.SAN(c.Letters, san) }

// EnglishMove converts a typed move to English piece letters.
func (c *Console) EnglishMove(r rules.Rules, p *board.Position, text string) string {
	return locale.EnglishSAN(c.Letters, text, func(text string) bool {
		_, err := rules.Play(r, p, text)
		return err == nil
	})
}

// Document writes one JSON document, whose type must have a [Format].
func (c *Console) Document(v any) error {
	text, err := encode(v)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err = c.Out.Write(b.Bytes())
	return err
}

// Result prints the result of a command: doc with --json, otherwise the formatted text.
func (c *Console) Result(doc any, format string, args ...any) error {
	if c.JSON {
		return c.Document(doc)
	}
	_, err := fmt.Fprintf(c.Out, format, args...)
	return err
}

// List writes a JSON document whose first field is a list. It writes each item immediately, so that the
// list need not fit into memory.
type List struct {
	con    *Console
	format *Format
	n      int
}

// NewList starts a document of type T, whose first field is the list.
func NewList[T any](c *Console) *List { return &List{con: c, format: formats[reflect.TypeFor[T]()]} }

// Len returns the number of items written.
func (l *List) Len() int { return l.n }

// head returns the text before the first item.
func (l *List) head() string {
	name, _, _ := strings.Cut(l.format.Type.Field(0).Tag.Get("json"), ",")
	return fmt.Sprintf("{%q: %q, %q: [", "$schema", l.format.ID(), name)
}

// Add writes an item.
func (l *List) Add(item any) error {
	text, err := oneLine(item)
	if err != nil {
		return err
	}
	before := ",\n  "
	if l.n == 0 {
		before = l.head() + "\n  "
	}
	l.n++
	_, err = l.con.Out.WriteString(before + string(text))
	return err
}

// End closes the list and appends the fields of rest, a struct.
func (l *List) End(rest any) error {
	text, err := oneLine(rest)
	if err != nil {
		return err
	}
	before := "\n]"
	if l.n == 0 {
		before = l.head() + "]"
	}
	if string(text) != "{}" {
		before += ", "
	}
	_, err = l.con.Out.WriteString(before + string(text[1:]) + "\n")
	return err
}

// Line writes a document, whose type must have a [Format], as one line of JSON and flushes it.
func (c *Console) Line(v any) error {
	text, err := encode(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Out, "%s\n", text)
	return c.Out.Flush()
}

// Reported wraps an error that the JSON output already contains. Fail prints only its message, not
// another JSON document.
type Reported struct{ Err error }

// Error returns the message of the wrapped error.
func (t Reported) Error() string { return t.Err.Error() }

// Unwrap returns the wrapped error.
func (t Reported) Unwrap() error { return t.Err }

// ErrFound ends a command with exit status 1 and no message, because the command has already
// printed the problems that it found.
var ErrFound = errors.New("found differences")

// Fail ends a command: it flushes the output, prints the error, if any, and returns the
// exit status.
func (c *Console) Fail(err error) int {
	var already Reported
	if err != nil && c.JSON && !errors.Is(err, ErrFound) && !errors.As(err, &already) {
		if bad := c.Document(failure{c.NewProblem(err)}); bad != nil {
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
	c.PrintError(err)
	return 1
}

// PrintError prints an error. The faults in a definition or a variants file are printed one per line, each prefixed
// with its place in the file.
func (c *Console) PrintError(err error) {
	file, rest, _ := strings.Cut(err.Error(), ": ")
	var fields definition.Faults
	var keys ini.Faults
	switch {
	case errors.As(err, &fields) && rest == fields.Error():
		for _, f := range fields {
			place := file
			if f.Place.Line > 0 {
				place += fmt.Sprintf(":%d:%d", f.Place.Line, f.Place.Column)
			}
			f.Place = notation.Place{}
			fmt.Fprintln(c.Errs, Printable(place+": "+c.Language.Explain(f)))
		}
	case errors.As(err, &keys) && rest == keys.Error():
		for _, f := range keys {
			place := file
			if f.Line > 0 {
				place += fmt.Sprintf(":%d", f.Line)
			}
			f.Line = 0
			fmt.Fprintln(c.Errs, Printable(place+": "+f.Error()))
		}
	default:
		fmt.Fprintln(c.Errs, "tain:", Printable(c.explain(err)))
	}
}

// packagePrefix matches the package names with which errors begin. They help programmers, not people at a command
// line.
var packagePrefix = regexp.MustCompile(`(^|: )(?:accounts|admin|backup|book|certificate|clock|computer|convert|engine|eval|fairy|game|grid|hub|jobs|learn|limit|` +
	`load|locale|match|message|moderation|nats|nnue|notation|page|paint|people|perft|perftfile|pgn|player|postgres|profile|protocol|` +
	`push|puzzle|rating|render|room|selfplay|sheet|sqlite|stats|store|studies|study|tablebase|tain|term|trace|train|uci|wire|xboard): `)

// explain returns the message of an error without package names.
func (c *Console) explain(err error) string {
	text := c.Language.Explain(err)
	for {
		shorter := packagePrefix.ReplaceAllString(text, "$1")
		if shorter == text {
			return text
		}
		text = shorter
	}
}

// Halted is the error of an interrupted command. Its message replaces "interrupted".
type Halted struct{ Err error }

// Error returns the message.
func (h Halted) Error() string { return h.Err.Error() }

// Unwrap returns context.Canceled.
func (Halted) Unwrap() error { return context.Canceled }

// interruption returns the message for an interrupted command.
func interruption(err error) string {
	var more Halted
	if errors.As(err, &more) {
		return more.Error()
	}
	return "interrupted"
}

// MoveError adds the number and the text of a move to an error.
func MoveError(number int, text string, err error) error {
	return locale.WrapError(err, "request.move", message.Args{"number": number, "text": notation.Clip(text), "why": message.Of(err)})
}

// Problem is an error as JSON.
type Problem struct {
	Message string     `json:"message"`
	Code    rules.Code `json:"code,omitempty"` // code of an illegal move
	// Reason is the message for an illegal move, with its code and arguments.
	Reason          wire.Message      `json:"reason,omitzero"`
	Faults          wire.Faults       `json:"faults,omitempty"` // faults in a position
	Fields          []wire.FieldFault `json:"fields,omitempty"` // faults in a definition
	*notation.Place                   // place in the text: line, column and offset
}

// NewProblem describes an error in the console's language.
func (c *Console) NewProblem(err error) Problem {
	p := Problem{Message: Printable(c.explain(err))}
	if errors.Is(err, context.Canceled) {
		p.Message = interruption(err)
	}
	var (
		illegal *rules.IllegalMove
		faults  rules.Faults
		fields  definition.Faults
	)
	switch {
	case errors.As(err, &fields):
		p.Fields = wire.NewFieldFaults(c.Language, fields)
	case errors.As(err, &illegal):
		p.Code, p.Reason.Message = illegal.Code, illegal.Explain()
	case errors.As(err, &faults):
		p.Faults = wire.NewFaults(c.Language, faults)
	}
	if at, ok := pgn.PlaceOf(err); ok {
		p.Place = &at
	}
	return p
}

// Printable returns a message as one line of at most about 2,000 bytes, without control
// characters or invalid UTF-8.
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

// Plural formats a count: 1 game, 2 games.
func Plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// JoinList joins words with commas, except that last, a word such as "and", joins the final two.
func JoinList(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	n := len(words) - 1
	return strings.Join(words[:n], ", ") + " " + last + " " + words[n]
}

// Terminal returns the stream as a file if it is a terminal, and otherwise nil.
func Terminal(stream any) *os.File {
	if f, ok := stream.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return f
	}
	return nil
}

// TerminalSize returns the width and height of a terminal in columns and rows, or 80 and 24 if the size
// is unknown or implausibly small.
func TerminalSize(f *os.File) (width, height int) {
	if width, height, err := term.GetSize(int(f.Fd())); err == nil && width > 10 {
		return width, height
	}
	return 80, 24
}
