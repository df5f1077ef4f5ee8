// Package console plays line by line, for scripts, pipes and screen readers. A
// line (console.go) is a move or a command (commands.go); classic.go has the
// commands of other consoles, ponder.go those that ask the engine, and help.go
// those that ask about the position and the explanation of all.
package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
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
	left   bool  // the person has taken leave
	failed error // why a protocol ended that was spoken last
}

func (c *console) say(format string, args ...any) {
	fmt.Fprintf(c.out, format+"\n", args...)
}

// flush brings out what was written, so that a person or a program at the
// other end sees it before the next line is read.
func (c *console) flush() error {
	if f, ok := c.out.(interface{ Flush() error }); ok {
		return f.Flush()
	}
	return nil
}

// reply lets the engine do what it has to: move, or answer an offer.
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
			c.say("%s", c.Text("command.play.the-engine-gives-up-its", message.Args{"error": c.Explain(err)}))
			return c.Seat([2]bool{true, true})
		}
		events, err := c.Settle(e.Task, answer)
		switch {
		case errors.Is(err, session.ErrFlag):
			c.say("%s.", c.Standing())
		case err != nil: // the engine plays legal moves only
			return locale.WrapError(err, "command.play.the-engine-s-move-cannot", message.Args{"why": message.Of(err)})
		default:
			c.report(events)
		}
	}
}

// report says what has happened: what moves did, whether one ended the game or
// allows a claim, and what came of an offer.
func (c *console) report(events []game.Event) {
	moves, n := c.Moves(), 0
	for _, e := range events {
		if e.Type == game.Moved {
			n++
		}
	}
	for _, m := range moves[len(moves)-n:] {
		c.say("%s %s  %s", m.Number, m.San, m.Sentence)
	}
	switch {
	case session.Declines(events):
		c.say("%s", c.Text("command.play.the-engine-declines-the-draw", nil))
	case c.Game.Over():
		c.say("%s.", c.Standing())
	case n > 0 && len(c.Game.Claim()) > 0:
		c.say("%s.", session.Sentence(c.Format(c.Game.ClaimMessage())))
	}
}

// mostLine is how long a line of input may be.
const mostLine = 4096

// Console plays line by line: it reads moves and commands until the input ends
// or the person takes leave, and says in a sentence what each move does. With
// prompt it asks for each line, as a person at a keyboard expects.
func Console(ctx context.Context, in io.Reader, out io.Writer, o session.Options, prompt bool) error {
	s, err := session.New(o)
	if err != nil {
		return err
	}
	c := &console{
		Session: s, ctx: ctx, in: bufio.NewReaderSize(in, mostLine), out: out,
		glyphs: canvas.GlyphsFor(o.ASCII), prompt: prompt,
	}
	return c.run()
}

func (c *console) run() error {
	c.say("%s", c.Text("command.play.type-help-for-the-commands", message.Args{"rules": c.Title(c.Rules()), "seats": c.Seats()}))
	if c.Notice != "" {
		c.say("%s.", c.Notice)
	}
	if c.Game.Ply() > 0 || c.Game.Over() {
		c.say("%s.", c.Standing())
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
			return locale.WrapError(err, "command.play.cannot-read-the-input", message.Args{"why": message.Of(err)})
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

// readLine reads a line without its end. A line that is too long is read to
// its end and comes back cut.
func (c *console) readLine() (string, error) {
	text, err := c.in.ReadSlice('\n')
	line := string(text)
	for err == bufio.ErrBufferFull {
		_, err = c.in.ReadSlice('\n')
	}
	if err == io.EOF && line != "" {
		err = nil // the last line has no end
	}
	return strings.TrimRight(line, "\r\n"), err
}

// handle does what a line asks for: a command or a move.
func (c *console) handle(line string) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		return
	case len(line) >= mostLine:
		c.say("%s", c.Text("command.play.this-line-is-too-long", nil))
		return
	}
	known, ok := find(words[0])
	if !ok {
		if use := instead(words[0]); !use.IsZero() {
			c.say("%s", c.Text("command.play.there-is-no-here", message.Args{"tolower": strings.ToLower(words[0]), "use": use}))
			return
		}
		c.move(strings.TrimSpace(line))
		return
	}
	name := strings.ToLower(words[0])
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), words[0]))
	switch {
	case rest != "" && known.args == "":
		c.say("%s", c.Text("command.play.stands-alone-makes-no-sense", message.Args{"name": name, "rest": session.Clip(session.Tidy(rest))}))
	case rest == "" && known.args != "" && !strings.HasPrefix(known.args, "["):
		c.say("%s", c.Text("command.play.wants-more", message.Args{"name": name, "args": known.args}))
	default:
		c.refuse(known.do(c, rest))
	}
}

// refuse says why something cannot be, if it cannot.
func (c *console) refuse(err error) {
	switch {
	case errors.Is(err, session.ErrFlag):
		c.say("%s.", c.Standing())
	case err != nil:
		c.say("%s.", session.Sentence(c.Explain(err)))
	}
}

// move plays what was typed.
func (c *console) move(text string) {
	events, err := c.Play(text)
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
		c.report(events)
	case errors.As(err, &illegal):
		c.say("%s", c.Text("command.play.cannot-be-played-2", message.Args{"text": session.Clip(session.Tidy(text)), "error": c.Explain(illegal)}))
	case errors.As(err, &syntax):
		c.say("%s", c.Text("command.play.is-neither-a-command-nor", message.Args{"text": session.Clip(session.Tidy(text)), "string": session.Tidy(c.Format(syntax.Message))}))
	default:
		c.refuse(err)
	}
}
