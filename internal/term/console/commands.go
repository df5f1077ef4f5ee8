package console

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// init fills in the commands, since help lists them.
func init() {
	commands = []command{
		{"d board display bd", "", locale.New("command.console.d", nil), (*console).drawBoard},
		{"show", "[WHAT]", locale.New("command.console.show", nil), (*console).show},
		{"moves", "[SQUARE]", locale.New("command.console.moves", nil), (*console).legal},
		{"list history game", "", locale.New("command.console.list", nil), (*console).list},
		{"fen position", "[POSITION]", locale.New("command.console.fen", nil), (*console).fen},
		{"epd", "[POSITION]", locale.New("command.console.epd", nil), (*console).epd},
		{"pgn", "", locale.New("command.console.pgn", nil), (*console).printPGN},
		{"why", "MOVE|PIN", locale.New("command.console.why", nil), (*console).why},
		{"quadrants", "[PIN]", locale.New("command.console.quadrants", nil), (*console).quadrants},
		{"new", "[POSITION]", locale.New("command.console.new", nil), (*console).newGame},
		{"setboard", "POSITION", locale.New("command.console.setboard", nil), (*console).setBoard},
		{"variant", "[NAME]", locale.New("command.console.variant", nil), (*console).variant},
		{"usermove", "MOVE", locale.New("command.console.usermove", nil), (*console).userMove},
		{"undo u", "", locale.New("command.console.undo", nil), (*console).undo},
		{"remove", "", locale.New("command.console.remove", nil), (*console).remove},
		{"back", "[N]", locale.New("command.console.back", nil), (*console).back},
		{"redo", "", locale.New("command.console.redo", nil), (*console).redo},
		{"forward", "[N]", locale.New("command.console.forward", nil), (*console).forward},
		{"claim", "", locale.New("command.console.claim", nil), (*console).claim},
		{"draw", "", locale.New("command.console.draw", nil), (*console).draw},
		{"resign", "", locale.New("command.console.resign", nil), (*console).resign},
		{"clock time", "", locale.New("command.console.clock", nil), (*console).clock},
		{"on go", "", locale.New("command.console.on", nil), (*console).on},
		{"off force manual", "", locale.New("command.console.off", nil), (*console).off},
		{"side", "white|black|both", locale.New("command.console.side", nil), (*console).side},
		{"switch playother", "", locale.New("command.console.switch", nil), (*console).swap},
		{"level", "[N]", locale.New("command.console.level", nil), (*console).strength},
		{"sd depth", "[N]", locale.New("command.console.sd", nil), (*console).depth},
		{"st", "[SECONDS]", locale.New("command.console.st", nil), (*console).seconds},
		{"book bk", "[on|off]", locale.New("command.console.book", nil), (*console).showBook},
		{"post", "", locale.New("command.console.post", nil), (*console).post},
		{"nopost", "", locale.New("command.console.nopost", nil), (*console).noPost},
		{"hint", "", locale.New("command.console.hint", nil), (*console).hint},
		{"eval score", "", locale.New("command.console.eval", nil), (*console).eval},
		{"plan", "STEPS", locale.New("command.console.plan", nil), (*console).plan},
		{"analyse analyze", "[SECONDS]", locale.New("command.console.analyse", nil), (*console).analyse},
		{"perft", "N", locale.New("command.console.perft", nil), (*console).perft},
		{"divide", "N", locale.New("command.console.divide", nil), (*console).divide},
		{"bench", "[DEPTH]", locale.New("command.console.bench", nil), (*console).bench},
		{"save", "FILE", locale.New("command.console.save", nil), (*console).saveAs},
		{"load", "FILE [N]", locale.New("command.console.load", nil), (*console).load},
		{"xboard", "", locale.New("command.console.xboard", nil), speak("xboard")},
		{"uci", "", locale.New("command.console.uci", nil), speak("uci")},
		{"help ?", "[COMMAND]", locale.New("command.console.help", nil), (*console).help},
		{"bye quit exit q", "", locale.New("command.console.bye", nil), (*console).bye},
	}
}

func (c *console) drawBoard(string) error {
	p := c.Game.Position()
	info := c.Rules().Info()
	fmt.Fprint(c.out, grid.DrawText(c.Rules(), &p, grid.New(info, 8), c.glyphs, c.Format))
	c.say("%s.", c.Standing())
	return nil
}

func (c *console) show(what string) error {
	switch strings.ToLower(what) {
	case "", "board":
		return c.drawBoard("")
	case "moves":
		return c.legal("")
	case "game", "list", "history":
		return c.list("")
	case "eval", "score":
		return c.eval("")
	case "fen", "position":
		return c.fen("")
	case "epd":
		return c.epd("")
	case "clock", "time":
		return c.clock("")
	case "book":
		return c.showBook("")
	case "level":
		return c.strength("")
	}
	return locale.NewError("command.play.is-nothing-to-show-there", message.Args{"what": session.Clip(session.Tidy(what))})
}

func (c *console) legal(square string) error {
	p := c.Game.Position()
	r := c.Rules()
	list := rules.LegalMoves(r, &p)
	where := ""
	if square != "" {
		s, err := r.Guide().ParseSquare(&p, square)
		if err != nil {
			return err
		}
		list, where = rules.LegalMovesFrom(r, &p, s), r.Guide().SquareName(&p, s)
	}
	if len(list) == 0 {
		if where == "" {
			c.say("%s", c.Text("command.play.there-is-no-legal-move", nil))
			return nil
		}
		c.say("%s", c.Text("command.play.there-is-no-legal-move.from", message.Args{"square": message.Square(where)}))
		return nil
	}
	var words []string
	for _, m := range list {
		words = append(words, strings.ReplaceAll(c.SAN(r.Guide().FormatSAN(&p, m)), " ", "\u00a0"))
	}
	for _, line := range canvas.Wrap(strings.Join(words, " "), 76) {
		c.say("%s", strings.ReplaceAll(line, "\u00a0", " "))
	}
	if where == "" {
		c.say("%s", c.Text("command.play.legal-moves", message.Args{"count": len(list)}))
		return nil
	}
	c.say("%s", c.Text("command.play.legal-moves.from", message.Args{"count": len(list), "square": message.Square(where)}))
	return nil
}

func (c *console) newGame(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	if err := c.Restart(c.Fresh()); err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.a-new-game", message.Args{"seats": c.Seats(), "standing": c.Standing()}))
	return nil
}

func (c *console) undo(string) error {
	told, err := c.TakeBack()
	if err != nil {
		return err
	}
	c.say("%s. %s.", told, c.Standing())
	return nil
}

func (c *console) redo(string) error { return c.done(c.Do(game.Redo{})) }

func (c *console) on(string) error {
	var people [2]bool
	people[c.Game.Turn().Other()] = true
	if err := c.Seat(people); err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.the-engine-plays-at-level", message.Args{"side": c.Game.Turn(), "level": c.Level}))
	return nil
}

func (c *console) off(string) error {
	if err := c.Seat([2]bool{true, true}); err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.people-play-both-sides", nil))
	return nil
}

func (c *console) side(word string) error {
	people, err := ParseSide(word)
	if err != nil {
		return err
	}
	if err := c.Seat(people); err != nil {
		return err
	}
	c.say("%s.", session.Sentence(c.Seats()))
	return nil
}

// ParseSide reads which sides people play: white, black or both.
func ParseSide(word string) (people [2]bool, err error) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "white", "w":
		return [2]bool{true, false}, nil
	case "black", "b":
		return [2]bool{false, true}, nil
	case "both":
		return [2]bool{true, true}, nil
	}
	return people, locale.NewError("command.play.is-no-side-choose-white", message.Args{"word": session.Clip(session.Tidy(word))})
}

func (c *console) strength(word string) error {
	if word == "" {
		c.say("%s", c.Text("command.play.the-engine-plays-at-level-2", message.Args{"level": c.Level}))
		return nil
	}
	if len(strings.Fields(word)) > 1 {
		return c.setClock(word)
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return locale.NewError("command.play.is-no-level-levels-go", message.Args{"word": session.Clip(session.Tidy(word))})
	}
	if err := c.SetLevel(n); err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.the-engine-plays-at-level-3", message.Args{"value": n}))
	return nil
}

func (c *console) depth(word string) error {
	depth := c.Engine.Depth
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > 100 {
			return locale.NewError("command.play.is-no-depth-give-a", message.Args{"word": session.Clip(session.Tidy(word))})
		}
		depth = n
		c.Engine = c.Engine.Within(depth, c.Engine.MoveTime)
	}
	switch depth {
	case 0:
		c.say("%s", c.Text("command.play.the-engine-s-depth-has", nil))
	default:
		c.say("%s", c.Text("command.play.the-engine-looks-half-moves", message.Args{"depth": depth}))
	}
	return nil
}

func (c *console) seconds(word string) error {
	moveTime := c.Engine.MoveTime
	if word != "" {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(n) || n < 0 || n > 3600 {
			return locale.NewError("command.play.is-no-time-give-seconds", message.Args{"word": session.Clip(session.Tidy(word))})
		}
		if moveTime = 0; n > 0 { // a time too short to count is not none
			moveTime = max(time.Millisecond, time.Duration(n*float64(time.Second)))
		}
		c.Engine = c.Engine.Within(c.Engine.Depth, moveTime)
	}
	if moveTime == 0 {
		c.say("%s", c.Text("command.play.the-engine-s-time-for", nil))
	} else {
		c.say("%s", c.Text("command.play.the-engine-thinks-about-a", message.Args{"movetime": moveTime}))
	}
	return nil
}

func (c *console) hint(string) error {
	if c.Game.Over() {
		return errors.New(c.Over())
	}
	a, err := c.Engine.Advise(c.ctx, c.Game.CopyLine())
	if err != nil {
		return err
	}
	p := c.Game.Position()
	told := c.Describe(&p, a.Move)
	c.say("%s", c.Text("command.play.hint", message.Args{"san": c.SAN(told.SAN), "text": c.Format(told.Message), "score": c.ScoreText(a.Score)}))
	return nil
}

// plan tells what comes of a plan. The game stays as it is.
func (c *console) plan(text string) error {
	p, err := c.TryPlan(text)
	if err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.the-game-is-not-changed", message.Args{"heading": p.Heading()}))
	for i, told := range p.Told {
		c.say("%d. %s  %s", i+1, c.SAN(told.SAN), c.Format(told.Message))
	}
	if len(p.Steps) > 0 {
		end := p.At(len(p.Steps))
		fmt.Fprint(c.out, grid.DrawText(c.Rules(), &end, grid.New(c.Rules().Info(), 8), c.glyphs, c.Format))
	}
	if p.Failed != nil {
		return p.Failed
	}
	c.say("%s", c.Text("command.play.the-plan-can-be-played", nil))
	return nil
}

func (c *console) eval(string) error {
	e, err := eval.New(c.Rules(), "")
	if err != nil {
		return c.Engine.Absent()
	}
	p := c.Game.Position()
	score := e.Evaluate(&p)
	if p.Side == board.Black {
		score = -score
	}
	c.say("%s", c.Text("command.play.evaluation-for-white-without-looking", message.Args{"float": fmt.Sprintf("%+.2f", float64(score)/100)}))
	return nil
}

func (c *console) claim(string) error { return c.done(c.ClaimDraw()) }

func (c *console) draw(string) error {
	if len(c.Game.Claim()) > 0 {
		return c.done(c.ClaimDraw())
	}
	return c.done(c.OfferDraw())
}

func (c *console) resign(string) error { return c.done(c.Do(game.Resign{})) }

func (c *console) printPGN(string) error {
	text, err := c.Pgn()
	if err == nil {
		_, err = c.out.Write(text)
	}
	return err
}

func (c *console) saveAs(name string) error {
	if err := c.Save(name); err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.saved-in", message.Args{"name": session.Tidy(name)}))
	return nil
}

func (c *console) load(args string) error {
	name, number := session.FileAndNumber(args)
	g, err := session.LoadGame(name, number, c.Options.Find)
	if err != nil {
		return err
	}
	if err := c.Adopt(g, c.People(), session.Asked{}); err != nil {
		return err
	}
	c.say("%s", c.Text("command.play.loaded-half-moves", message.Args{"name": session.Tidy(name), "rules": c.Title(c.Rules()), "seats": c.Seats(), "ply": c.Game.Ply(), "standing": c.Standing()}))
	if c.Notice != "" {
		c.say("%s.", c.Notice)
	}
	return nil
}

func (c *console) bye(string) error {
	c.left = true
	return nil
}

// command is something the console can be told to do.
type command struct {
	names string // the first is the proper one
	args  string // in brackets if they may be left out
	help  message.Message
	do    func(c *console, args string) error
}

// commands are filled in by commands.go.
var commands []command

func find(word string) (command, bool) {
	for _, known := range commands {
		for _, name := range strings.Fields(known.names) {
			if strings.EqualFold(name, word) {
				return known, true
			}
		}
	}
	return command{}, false
}

// elsewhere are commands of other consoles that have no meaning here, and what
// to use in their place.
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

// instead returns what to use in place of a command of another console, nothing
// if it is none.
func instead(word string) message.Message {
	for _, e := range elsewhere {
		for _, name := range strings.Fields(e.names) {
			if strings.EqualFold(name, word) {
				return e.use
			}
		}
	}
	return message.Message{}
}
