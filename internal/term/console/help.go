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

// groups are the headings under which help lists the commands, by their first
// names.
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

// more explains a command beyond its line in the list.
var more = map[string]message.Message{
	"show":     locale.New("command.console.more.show", nil),
	"fen":      locale.New("command.console.more.fen", nil),
	"epd":      locale.New("command.console.more.epd", nil),
	"new":      locale.New("command.console.more.new", nil),
	"variant":  locale.New("command.console.more.variant", nil),
	"undo":     locale.New("command.console.more.undo", nil),
	"remove":   locale.New("command.console.more.remove", nil),
	"back":     locale.New("command.console.more.back", nil),
	"forward":  locale.New("command.console.more.forward", nil),
	"draw":     locale.New("command.console.more.draw", nil),
	"clock":    locale.New("command.console.more.clock", nil),
	"on":       locale.New("command.console.more.on", nil),
	"off":      locale.New("command.console.more.off", nil),
	"switch":   locale.New("command.console.more.switch", nil),
	"level":    locale.New("command.console.more.level", nil),
	"sd":       locale.New("command.console.more.sd", nil),
	"st":       locale.New("command.console.more.st", nil),
	"book":     locale.New("command.console.more.book", nil),
	"post":     locale.New("command.console.more.post", nil),
	"eval":     locale.New("command.console.more.eval", nil),
	"analyse":  locale.New("command.console.more.analyse", nil),
	"perft":    locale.New("command.console.more.perft", nil),
	"bench":    locale.New("command.console.more.bench", nil),
	"save":     locale.New("command.console.more.save", nil),
	"xboard":   locale.New("command.console.more.xboard", nil),
	"uci":      locale.New("command.console.more.uci", nil),
	"usermove": locale.New("command.console.more.usermove", nil),
}

// help lists the commands, or explains one.
func (c *console) help(word string) error {
	if word != "" {
		return c.explain(word)
	}
	c.say("%s", c.Text("command.play.type-a-move-in-any", message.Args{"example": c.example()}))
	for _, g := range groups {
		c.say("%s", c.Format(g.title))
		for _, name := range strings.Fields(g.names) {
			if known, ok := find(name); ok {
				names := strings.ReplaceAll(known.names, " ", ", ")
				c.say("  %-30s %s", strings.TrimSpace(names+" "+known.args), c.Format(known.help))
			}
		}
	}
	c.say("%s", c.Text("command.play.a-word-of-another-console", nil))
	return nil
}

// explain tells of one command what there is to know.
func (c *console) explain(word string) error {
	known, ok := find(word)
	if use := instead(word); !ok && !use.IsZero() {
		c.say("%s", c.Text("command.play.there-is-no-here", message.Args{"tolower": strings.ToLower(word), "use": use}))
		return nil
	}
	if !ok {
		return locale.NewError("command.play.there-is-no-command-help", message.Args{"word": session.Clip(session.Tidy(word))})
	}
	names := strings.Fields(known.names)
	c.say("%s: %s.", strings.TrimSpace(names[0]+" "+known.args), c.Format(known.help))
	if text := more[names[0]]; !text.IsZero() {
		c.say("%s", c.Format(text))
	}
	if len(names) > 1 {
		c.say("%s", c.Text("command.play.also", message.Args{"join": strings.Join(names[1:], ", ")}))
	}
	return nil
}

// example names a legal move in both notations.
func (c *console) example() string {
	p := c.Game.Position()
	list := rules.LegalMoves(c.Rules(), &p)
	if len(list) == 0 {
		return ""
	}
	guide := c.Rules().Guide()
	return c.Text("command.play.such-as-or", message.Args{"formatuci": guide.FormatUCI(&p, list[0]), "formatsan": guide.FormatSAN(&p, list[0])})
}

// errNoBoards is said where somebody asks for boards that move.
var errNoBoards = locale.NewError("command.play.no-boards-move-in-this", nil)

// why tells what a move would do or why it cannot be played. The name of a pin
// with a board on it asks that of all its moves.
func (c *console) why(text string) error {
	p := c.Game.Position()
	if judge, ok := c.Rules().(rules.MovingBoards); ok && c.whyBoard(judge, &p, text) {
		return nil
	}
	played, err := rules.Play(c.Rules(), &p, c.Typed(text))
	var illegal *rules.IllegalMove
	var syntax *notation.SyntaxError
	switch {
	case err == nil:
		c.say("%s", c.Text("command.play.can-be-played", message.Args{"text": session.Clip(session.Tidy(text)), "tell": describe.Sentence(c.Rules(), &p, played.Move)}))
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
func (c *console) whyBoard(r rules.MovingBoards, p *board.Position, pin string) bool {
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
