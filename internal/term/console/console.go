package console

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
)

// console is the line console.
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
			c.tell(events)
		}
	}
}

// tell says what has happened: what moves did, whether one ended the game or
// allows a claim, and what came of an offer.
func (c *console) tell(events []game.Event) {
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
