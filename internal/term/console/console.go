// Package console implements play line by line, for scripts, pipes and screen readers. It reads lines
// (console.go) that contain a move or a command (commands.go). classic.go contains commands known from other
// chess consoles, ponder.go contains commands that use the engine, and help.go prints help and explains
// moves.
package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

type console struct {
	*session.Session
	ctx    context.Context
	in     *bufio.Reader
	out    io.Writer
	glyphs *canvas.Glyphs
	prompt bool
	left   bool  // whether the user has quit
	failed error // error from the protocol that the console switched to
}

// print prints a message from the catalogue.
func (c *console) print(code message.Code, args message.Args) { c.say("%s", c.Text(code, args)) }

func (c *console) say(format string, args ...any) {
	fmt.Fprintf(c.out, format+"\n", args...)
}

// flush flushes the output before the next line of input.
func (c *console) flush() error {
	if f, ok := c.out.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

// reply has the engine move or answer offers until no engine task is pending.
func (c *console) reply() error {
	for {
		e, ok := c.Job()
		if !ok {
			return nil
		}
		if err := c.flush(); err != nil {
			return err
		}
		answer, err := e.Engine.Answer(c.ctx, e.Task, e.Line, e.Limits)
		if c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if err != nil {
			c.print("command.play.engine.failed", message.Args{"why": c.Explain(err)})
			return c.Seat([2]bool{true, true})
		}
		events, err := c.FinishJob(e.Task, answer)
		switch {
		case errors.Is(err, session.ErrFlag):
			c.say("%s.", c.StatusText())
		case err != nil: // cannot happen: the engine plays legal moves
			return locale.WrapError(err, "command.play.engine.bad-move", message.Args{"why": message.Of(err)})
		default:
			c.report(events)
		}
	}
}

// report prints events: moves with their effects, the end of the game, available draw claims,
// and answers to draw offers.
func (c *console) report(events []game.Event) {
	moves, n := c.Moves(), 0
	for _, e := range events {
		if e.Type == game.Moved {
			n++
		}
	}
	for _, m := range moves[len(moves)-n:] {
		c.say("%s %s  %s", m.NumberText(), m.SAN, m.Sentence)
	}
	switch {
	case session.DrawDeclined(events):
		c.print("command.play.draw-declined", nil)
	case c.Game.Over():
		c.say("%s.", c.StatusText())
	case n > 0 && len(c.Game.Claim()) > 0:
		c.say("%s.", session.Capitalise(c.Format(c.Game.ClaimMessage())))
	}
}

// maxLine is the maximum length of an input line in bytes.
const maxLine = 4096

// Console plays a game line by line. It reads moves and commands until the input ends or the user quits, and
// describes each move in a sentence. If prompt is true, it prints a prompt before each line.
func Console(ctx context.Context, in io.Reader, out io.Writer, o session.Options, prompt bool) error {
	s, err := session.New(o)
	if err != nil {
		return err
	}
	c := &console{
		Session: s, ctx: ctx, in: bufio.NewReaderSize(in, maxLine), out: out,
		glyphs: canvas.GlyphsFor(o.ASCII), prompt: prompt,
	}
	return c.run()
}

func (c *console) run() error {
	c.print("command.play.welcome", message.Args{"rules": c.Title(c.Rules()), "seats": c.Seats()})
	if c.Notice != "" {
		c.say("%s.", c.Notice)
	}
	if c.Game.Ply() > 0 || c.Game.Over() {
		c.say("%s.", c.StatusText())
	}
	for !c.left {
		if err := c.reply(); err != nil {
			return err
		}
		if c.prompt {
			fmt.Fprintf(c.out, "%s> ", c.Game.Turn())
		}
		if err := c.flush(); err != nil {
			return err
		}
		line, err := c.readLine()
		switch {
		case err == io.EOF:
			if c.prompt {
				c.say("")
			}
			return c.flush()
		case err != nil:
			return locale.WrapError(err, "command.play.cannot-read-input", message.Args{"why": message.Of(err)})
		case c.ctx.Err() != nil:
			return c.ctx.Err()
		}
		c.handle(line)
	}
	if c.failed != nil {
		return c.failed
	}
	return c.flush()
}

// readLine reads a line and returns it without its line break. It truncates a line that is too long.
func (c *console) readLine() (string, error) {
	text, err := c.in.ReadSlice('\n')
	line := string(text)
	for err == bufio.ErrBufferFull {
		_, err = c.in.ReadSlice('\n')
	}
	if err == io.EOF && line != "" {
		err = nil // the last line need not end in a line break
	}
	return strings.TrimRight(line, "\r\n"), err
}

// handle executes a line: a command or a move.
func (c *console) handle(line string) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		return
	case len(line) >= maxLine:
		c.print("command.play.line-too-long", nil)
		return
	}
	known, ok := find(words[0])
	if !ok {
		if use := instead(words[0]); !use.IsZero() {
			c.print("command.play.not-here", message.Args{"name": strings.ToLower(words[0]), "use": use})
			return
		}
		c.move(strings.TrimSpace(line))
		return
	}
	name := strings.ToLower(words[0])
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), words[0]))
	switch {
	case rest != "" && known.args == "":
		c.print("command.play.no-argument", message.Args{"name": name, "rest": session.Clip(rest)})
	case rest == "" && known.args != "" && !strings.HasPrefix(known.args, "["):
		c.print("command.play.missing-argument", message.Args{"name": name, "args": known.args})
	default:
		c.printError(known.do(c, rest))
	}
}

// printError prints an error unless it is nil. If the time has run out, it prints the result.
func (c *console) printError(err error) {
	switch {
	case errors.Is(err, session.ErrFlag):
		c.say("%s.", c.StatusText())
	case err != nil:
		c.say("%s.", session.Capitalise(c.Explain(err)))
	}
}

// move plays a typed move and prints it, or prints why it is illegal.
func (c *console) move(text string) {
	events, err := c.Play(text)
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
		c.report(events)
	case errors.As(err, &illegal):
		c.print("command.play.move.illegal", message.Args{"move": session.Clip(text), "why": c.Explain(illegal)})
	case errors.As(err, &syntax):
		c.print("command.play.unknown-input", message.Args{"text": session.Clip(text), "why": session.OneLine(c.Format(syntax.Message))})
	default:
		c.printError(err)
	}
}

// command is a console command. The catalogue explains it under its first name.
type command struct {
	names string // separated by spaces
	args  string // arguments in the help; optional ones are in brackets
	do    func(c *console, args string) error
}

// name returns the command's first name.
func (k command) name() string {
	name, _, _ := strings.Cut(k.names, " ")
	return name
}

// help returns the command's line in the list of commands.
func (k command) help() message.Message {
	return locale.New(message.Code("command.console."+k.name()), nil)
}

// more returns the additional text in the help for this command, and whether there is one.
func (k command) more() (message.Message, bool) {
	code := message.Code("command.console.more." + k.name())
	_, ok := locale.English().Placeholders(code)
	return locale.New(code, nil), ok
}

// commands lists all commands. init sets it, because the help command refers to it.
var commands []command

// isName reports whether a word is in names, which are separated by spaces.
func isName(names, word string) bool {
	return slices.ContainsFunc(strings.Fields(names), func(name string) bool { return strings.EqualFold(name, word) })
}

func find(word string) (command, bool) {
	i := slices.IndexFunc(commands, func(k command) bool { return isName(k.names, word) })
	if i < 0 {
		return command{}, false
	}
	return commands[i], true
}

// elsewhere lists commands of other chess consoles that do not exist here, with replacements.
var elsewhere = []struct {
	names string
	use   message.Message
}{
	{"edit setup", locale.New("command.instead.setup", nil)},
	{"white black", locale.New("command.instead.side", nil)},
	{"computer name rating ics opponent accepted rejected protover ping otim option", locale.New("command.instead.xboard", nil)},
	{"isready ucinewgame setoption stop ponderhit", locale.New("command.instead.uci", nil)},
	{"easy hard ponder", locale.New("command.instead.ponder", nil)},
	{"random", locale.New("command.instead.random", nil)},
	{"hash memory cores threads mt smp egtpath", locale.New("command.instead.hash", nil)},
	{"annotate", locale.New("command.instead.annotate", nil)},
	{"test solve suite", locale.New("command.instead.solve", nil)},
	{"match tournament", locale.New("command.instead.match", nil)},
	{"graphic flip coords colour color ansi", locale.New("command.instead.graphic", nil)},
	{"pause resume", locale.New("command.instead.pause", nil)},
	{"log verbose debug echo alarm", locale.New("command.instead.log", nil)},
	{"version", locale.New("command.instead.version", nil)},
	{"rules", locale.New("command.instead.rules", nil)},
}

// instead returns the replacement for a command of another console, or the zero message if
// there is none.
func instead(word string) message.Message {
	for _, e := range elsewhere {
		if isName(e.names, word) {
			return e.use
		}
	}
	return message.Message{}
}
