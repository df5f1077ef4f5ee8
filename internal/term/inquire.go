package term

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// errNoBoards is said where somebody asks for boards that move.
var errNoBoards = refuse("command.play.no-boards-move-in-this", nil)

// why tells what a move would do or why it cannot be played. The name of a pin
// with a board on it asks that of all its moves.
func (c *console) why(text string) error {
	p := c.game.Position()
	if judge, ok := c.rules().(rules.BoardJudge); ok && c.whyBoard(judge, &p, text) {
		return nil
	}
	played, err := rules.Play(c.rules(), &p, text)
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
		c.say("%s", said("command.play.can-be-played", message.Args{"text": clip(tidy(text)), "tell": rules.Tell(c.rules(), &p, played.Move)}))
	case errors.As(err, &illegal):
		c.say("%s", said("command.play.cannot-be-played-2", message.Args{"text": clip(tidy(text)), "error": tidy(illegal.Error())}))
	case errors.As(err, &syntax):
		return refuse("command.play.is-no-move", message.Args{"text": clip(tidy(text)), "string": tidy(syntax.Message.String())})
	default:
		return err
	}
	return nil
}

// whyBoard tells where the board on a pin may go and why not elsewhere. It
// reports whether the text names such a pin.
func (c *console) whyBoard(r rules.BoardJudge, p *board.Position, pin string) bool {
	var open, far, reasons []string
	goals := r.BoardGoals(p, pin)
	if len(goals) == 0 {
		return false
	}
	pin = strings.ToUpper(pin)
	if why := wholeReason(goals); why != "" {
		c.say("%s.", sentence(why))
		return true
	}
	for _, g := range goals {
		switch {
		case g.Why == nil && g.Mount == pin:
			open = append(open, "turn where it stands")
		case g.Why == nil:
			open = append(open, "go to "+g.Mount)
		case !g.Neighbour:
			far = append(far, g.Mount)
		case g.Mount == pin:
			reasons = append(reasons, "It cannot turn where it stands: "+g.Why.Error())
		default:
			reasons = append(reasons, "Not to "+g.Mount+": "+g.Why.Error())
		}
	}
	if len(open) > 0 {
		c.say("%s", said("command.play.the-board-on-may", message.Args{"pin": pin, "join": join(open, "or")}))
	} else {
		c.say("%s", said("command.play.the-board-on-cannot-move", message.Args{"pin": pin}))
	}
	for _, why := range reasons {
		c.say("%s.", tidy(why))
	}
	c.say("%s", said("command.play.are-no-neighbours-of", message.Args{"join": join(far, "and"), "pin": pin}))
	return true
}

// wholeReason returns the reason why a board cannot move at all, "" if it can
// or if the pins have reasons of their own.
func wholeReason(goals []rules.BoardGoal) (why string) {
	for _, g := range goals {
		switch {
		case !g.Neighbour:
		case g.Why == nil || why != "" && g.Why.Error() != why:
			return ""
		default:
			why = g.Why.Error()
		}
	}
	return tidy(why)
}

// join lists words for people.
func join(words []string, last string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " " + last + " " + words[n-1]
	}
	return strings.Join(words, "")
}

// quadrants lists the quadrants of the boards that move, with what stands
// there; of one board, if its pin is named.
func (c *console) quadrants(pin string) error {
	r, ok := c.rules().(rules.MovingBoards)
	if !ok {
		return errNoBoards
	}
	p := c.game.Position()
	squares := squaresOf(r, &p)
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
				word += " " + c.glyphs.piece(pc)
			}
			words = append(words, word)
		}
		turned := ""
		if b.Turned {
			turned = ", turned half round"
		}
		c.say("%s, %s's%s: %s.", b.Mount, rules.SideName(b.Owner), turned, strings.Join(words, ", "))
	}
	if !found {
		return refuse("command.play.no-board-stands-on-type", message.Args{"pin": clip(tidy(pin))})
	}
	return nil
}
