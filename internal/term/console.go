package term

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
)

// console is the line console.
type console struct {
	*session
	ctx    context.Context
	in     *bufio.Reader
	out    io.Writer
	glyphs *glyphs
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
		e, ok := c.job()
		if !ok {
			return nil
		}
		if err := c.flush(); err != nil {
			return err
		}
		answer, err := e.engine.answer(c.ctx, e.task, e.line, e.limits)
		if c.ctx.Err() != nil {
			return c.ctx.Err()
		}
		if err != nil {
			c.say("%s", said("command.play.the-engine-gives-up-its", locale.Args{"error": tidy(err.Error())}))
			return c.seat([2]bool{true, true})
		}
		events, err := c.settle(e.task, answer)
		switch {
		case errors.Is(err, errFlag):
			c.say("%s.", c.standing())
		case err != nil: // the engine plays legal moves only
			return because(err, "command.play.the-engine-s-move-cannot", locale.Args{"why": locale.Of(err)})
		default:
			c.tell(events)
		}
	}
}

// tell says what has happened: what moves did, whether one ended the game or
// allows a claim, and what came of an offer.
func (c *console) tell(events []game.Event) {
	moves, n := c.moves(), 0
	for _, e := range events {
		if e.Type == game.Moved {
			n++
		}
	}
	for _, m := range moves[len(moves)-n:] {
		c.say("%s %s  %s", m.number, m.san, m.sentence)
	}
	switch {
	case declines(events):
		c.say("%s", said("command.play.the-engine-declines-the-draw", nil))
	case c.game.Over():
		c.say("%s.", c.standing())
	case n > 0 && len(c.game.Claim()) > 0:
		c.say("%s.", sentence(c.game.ClaimMessage().String()))
	}
}
