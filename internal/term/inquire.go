package term

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
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
	played, err := rules.Play(c.rules(), &p, c.typed(text))
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
		c.say("%s", said("command.play.can-be-played", locale.Args{"text": clip(tidy(text)), "tell": rules.Tell(c.rules(), &p, played.Move)}))
	case errors.As(err, &illegal):
		c.say("%s", said("command.play.cannot-be-played-2", locale.Args{"text": clip(tidy(text)), "error": tidy(illegal.Error())}))
	case errors.As(err, &syntax):
		return refuse("command.play.is-no-move", locale.Args{"text": clip(tidy(text)), "string": tidy(syntax.Message.String())})
	default:
		return err
	}
	return nil
}

// whyBoard tells where the board on a pin may go and why not elsewhere. It
// reports whether the text names such a pin.
func (c *console) whyBoard(r rules.BoardJudge, p *board.Position, pin string) bool {
	var open, far locale.List
	var reasons []string
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
			open = append(open, locale.New("command.play.board-turn", nil))
		case g.Why == nil:
			open = append(open, locale.New("command.play.board-go", locale.Args{"pin": g.Mount}))
		case !g.Neighbour:
			far = append(far, g.Mount)
		case g.Mount == pin:
			reasons = append(reasons, said("command.play.board-no-turn", locale.Args{"why": g.Why.Error()}))
		default:
			reasons = append(reasons, said("command.play.board-not-to", locale.Args{"pin": g.Mount, "why": g.Why.Error()}))
		}
	}
	if len(open) > 0 {
		c.say("%s", said("command.play.board-may", locale.Args{"pin": pin, "goals": open}))
	} else {
		c.say("%s", said("command.play.the-board-on-cannot-move", locale.Args{"pin": pin}))
	}
	for _, why := range reasons {
		c.say("%s", tidy(why))
	}
	c.say("%s", said("command.play.board-far", locale.Args{"pins": far, "pin": pin}))
	return true
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
		c.say("%s", said("command.play.board-quadrants", locale.Args{"pin": b.Mount, "side": b.Owner, "turned": b.Turned, "quadrants": strings.Join(words, ", ")}))
	}
	if !found {
		return refuse("command.play.no-board-stands-on-type", locale.Args{"pin": clip(tidy(pin))})
	}
	return nil
}
