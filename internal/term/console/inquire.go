package console

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// errNoBoards is said where somebody asks for boards that move.
var errNoBoards = locale.NewError("command.play.no-boards-move-in-this", nil)

// why tells what a move would do or why it cannot be played. The name of a pin
// with a board on it asks that of all its moves.
func (c *console) why(text string) error {
	p := c.Game.Position()
	if judge, ok := c.Rules().(rules.BoardJudge); ok && c.whyBoard(judge, &p, text) {
		return nil
	}
	played, err := rules.Play(c.Rules(), &p, c.Typed(text))
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
		c.say("%s", c.Text("command.play.can-be-played", message.Args{"text": session.Clip(session.Tidy(text)), "tell": rules.TellMessage(c.Rules(), &p, played.Move)}))
	case errors.As(err, &illegal):
		c.say("%s", c.Text("command.play.cannot-be-played-2", message.Args{"text": session.Clip(session.Tidy(text)), "error": c.Explain(illegal)}))
	case errors.As(err, &syntax):
		return locale.NewError("command.play.is-no-move", message.Args{"text": session.Clip(session.Tidy(text)), "string": session.Tidy(c.Format(syntax.Message))})
	default:
		return err
	}
	return nil
}

// whyBoard tells where the board on a pin may go and why not elsewhere. It
// reports whether the text names such a pin.
func (c *console) whyBoard(r rules.BoardJudge, p *board.Position, pin string) bool {
	var open, far message.List
	var reasons []string
	goals := r.BoardGoals(p, pin)
	if len(goals) == 0 {
		return false
	}
	pin = strings.ToUpper(pin)
	if why := c.WholeReason(goals); why != "" {
		c.say("%s.", session.Sentence(why))
		return true
	}
	for _, g := range goals {
		switch {
		case g.Why == nil && g.Mount == pin:
			open = append(open, locale.New("command.play.board-turn", nil))
		case g.Why == nil:
			open = append(open, locale.New("command.play.board-go", message.Args{"pin": g.Mount}))
		case !g.Neighbour:
			far = append(far, g.Mount)
		case g.Mount == pin:
			reasons = append(reasons, c.Text("command.play.board-no-turn", message.Args{"why": message.Of(g.Why)}))
		default:
			reasons = append(reasons, c.Text("command.play.board-not-to", message.Args{"pin": g.Mount, "why": message.Of(g.Why)}))
		}
	}
	if len(open) > 0 {
		c.say("%s", c.Text("command.play.board-may", message.Args{"pin": pin, "goals": open}))
	} else {
		c.say("%s", c.Text("command.play.the-board-on-cannot-move", message.Args{"pin": pin}))
	}
	for _, why := range reasons {
		c.say("%s", session.Tidy(why))
	}
	c.say("%s", c.Text("command.play.board-far", message.Args{"pins": far, "pin": pin}))
	return true
}

// quadrants lists the quadrants of the boards that move, with what stands
// there; of one board, if its pin is named.
func (c *console) quadrants(pin string) error {
	r, ok := c.Rules().(rules.MovingBoards)
	if !ok {
		return errNoBoards
	}
	p := c.Game.Position()
	squares := grid.SquaresOf(r, &p)
	found := false
	for _, b := range r.Boards(&p) {
		if pin != "" && !strings.EqualFold(pin, b.Mount) {
			continue
		}
		found = true
		var words []string
		for i, name := range b.Quadrants {
			word := fmt.Sprintf("q%d %s", i+1, name)
			if pc := p.Piece(squares[name]); pc != board.NoPiece {
				word += " " + c.glyphs.Piece(pc)
			}
			words = append(words, word)
		}
		c.say("%s", c.Text("command.play.board-quadrants", message.Args{"pin": b.Mount, "side": b.Owner, "turned": b.Turned, "quadrants": strings.Join(words, ", ")}))
	}
	if !found {
		return locale.NewError("command.play.no-board-stands-on-type", message.Args{"pin": session.Clip(session.Tidy(pin))})
	}
	return nil
}
