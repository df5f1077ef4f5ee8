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
	"github.com/tainchess/tain/rules/describe"
)

// groups lists the headings of the help. names contains the first names of the commands under each
// heading.
var groups = []struct {
	title message.Message
	names string
}{
	{locale.New("command.console.group.the-board", nil), "d show quadrants moves list fen epd pgn"},
	{locale.New("command.console.group.the-game", nil), "new setboard variant usermove undo remove back redo forward claim draw resign clock plan"},
	{locale.New("command.console.group.the-engine", nil), "on off side switch level sd st book post nopost"},
	{locale.New("command.console.group.asking", nil), "hint eval why analyse perft divide bench"},
	{locale.New("command.console.group.files-and-programs", nil), "save load xboard uci"},
	{locale.New("command.console.group.the-console", nil), "help bye"},
}

// help lists all commands or explains one.
func (c *console) help(word string) error {
	if word != "" {
		return c.explain(word)
	}
	c.print("command.play.help.intro", message.Args{"example": c.example()})
	for _, g := range groups {
		c.say("%s", c.Format(g.title))
		for _, name := range strings.Fields(g.names) {
			if known, ok := find(name); ok {
				names := strings.ReplaceAll(known.names, " ", ", ")
				c.say("  %-30s %s", strings.TrimSpace(names+" "+known.args), c.Format(known.help()))
			}
		}
	}
	c.print("command.play.help.other-consoles", nil)
	return nil
}

// explain prints help for one command.
func (c *console) explain(word string) error {
	known, ok := find(word)
	if use := instead(word); !ok && !use.IsZero() {
		c.print("command.play.not-here", message.Args{"name": strings.ToLower(word), "use": use})
		return nil
	}
	if !ok {
		return locale.NewError("command.play.help.unknown", message.Args{"word": session.Clip(word)})
	}
	c.say("%s: %s.", strings.TrimSpace(known.name()+" "+known.args), c.Format(known.help()))
	if text, ok := known.more(); ok {
		c.say("%s", c.Format(text))
	}
	if _, others, ok := strings.Cut(known.names, " "); ok {
		c.print("command.play.help.also", message.Args{"names": strings.ReplaceAll(others, " ", ", ")})
	}
	return nil
}

// example returns a legal move in UCI notation and in SAN for the help, or "" if there is none.
func (c *console) example() string {
	p := c.Game.Position()
	list := rules.LegalMoves(c.Rules(), &p)
	if len(list) == 0 {
		return ""
	}
	guide := c.Rules().Guide()
	return c.Text("command.play.help.example", message.Args{"uci": guide.FormatUCI(&p, list[0]), "san": c.SAN(guide.FormatSAN(&p, list[0]))})
}

// errNoBoards is returned by commands that need movable boards.
var errNoBoards = locale.NewError("command.play.boards.fixed", nil)

// why explains the effects of a move, or why the move is illegal. For a pin, it explains all moves of
// the board on that pin.
func (c *console) why(text string) error {
	p := c.Game.Position()
	if judge, ok := c.Rules().(rules.MovingBoards); ok && c.whyBoard(judge, &p, text) {
		return nil
	}
	played, err := rules.Play(c.Rules(), &p, c.EnglishMove(text))
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
		c.print("command.play.move.legal", message.Args{"text": session.Clip(text), "effect": describe.Sentence(c.Rules(), &p, played.Move)})
	case errors.As(err, &illegal):
		c.print("command.play.move.illegal", message.Args{"move": session.Clip(text), "why": c.Explain(illegal)})
	case errors.As(err, &syntax):
		return locale.NewError("command.play.move.unknown", message.Args{"text": session.Clip(text), "why": session.OneLine(c.Format(syntax.Message))})
	default:
		return err
	}
	return nil
}

// whyBoard explains where the board on a pin can move, and why it cannot move elsewhere. It
// reports whether there is a board on pin.
func (c *console) whyBoard(r rules.MovingBoards, p *board.Position, pin string) bool {
	var open, far message.List
	var reasons []string
	goals := r.BoardGoals(p, pin)
	if len(goals) == 0 {
		return false
	}
	pin = strings.ToUpper(pin)
	if why := c.WholeReason(goals); why != "" {
		c.say("%s.", session.Capitalise(why))
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
		c.print("command.play.board-may", message.Args{"pin": pin, "goals": open})
	} else {
		c.print("command.play.board-cannot-move", message.Args{"pin": pin})
	}
	for _, why := range reasons {
		c.say("%s", session.OneLine(why))
	}
	c.print("command.play.board-far", message.Args{"pins": far, "pin": pin})
	return true
}

// quadrants lists the quadrants, with their pieces, of all movable boards or of the board on a pin.
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
		c.print("command.play.board-quadrants", message.Args{"pin": b.Mount, "side": b.Owner, "turned": b.Turned, "quadrants": strings.Join(words, ", ")})
	}
	if !found {
		return locale.NewError("command.play.boards.none-on-pin", message.Args{"pin": session.Clip(pin)})
	}
	return nil
}
