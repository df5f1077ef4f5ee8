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

func init() {
	commands = []command{
		{"d board display bd", "", (*console).drawBoard},
		{"show", "[WHAT]", (*console).show},
		{"moves", "[SQUARE]", (*console).legal},
		{"list history game", "", (*console).list},
		{"fen position", "[POSITION]", (*console).fen},
		{"epd", "[POSITION]", (*console).epd},
		{"pgn", "", (*console).printPGN},
		{"why", "MOVE|PIN", (*console).why},
		{"quadrants", "[PIN]", (*console).quadrants},
		{"new", "[POSITION]", (*console).newGame},
		{"setboard", "POSITION", (*console).setBoard},
		{"variant", "[NAME]", (*console).variant},
		{"usermove", "MOVE", (*console).userMove},
		{"undo u", "", (*console).undo},
		{"remove", "", (*console).remove},
		{"back", "[N]", (*console).back},
		{"redo", "", (*console).redo},
		{"forward", "[N]", (*console).forward},
		{"claim", "", (*console).claim},
		{"draw", "", (*console).draw},
		{"resign", "", (*console).resign},
		{"clock time", "", (*console).clock},
		{"on go", "", (*console).on},
		{"off force manual", "", (*console).off},
		{"side", "white|black|both", (*console).side},
		{"switch playother", "", (*console).swap},
		{"level", "[N]", (*console).strength},
		{"sd depth", "[N]", (*console).depth},
		{"st", "[SECONDS]", (*console).seconds},
		{"book bk", "[on|off]", (*console).showBook},
		{"post", "", (*console).post},
		{"nopost", "", (*console).noPost},
		{"hint", "", (*console).hint},
		{"eval score", "", (*console).eval},
		{"plan", "STEPS", (*console).plan},
		{"analyse analyze", "[SECONDS]", (*console).analyse},
		{"perft", "N", (*console).perft},
		{"divide", "N", (*console).divide},
		{"bench", "[DEPTH]", (*console).bench},
		{"save", "FILE", (*console).saveAs},
		{"load", "FILE [N]", (*console).load},
		{"xboard", "", speak("xboard")},
		{"uci", "", speak("uci")},
		{"help ?", "[COMMAND]", (*console).help},
		{"bye quit exit q", "", (*console).bye},
	}
}

func (c *console) drawBoard(string) error {
	p := c.Game.Position()
	info := c.Rules().Info()
	fmt.Fprint(c.out, grid.DrawText(c.Rules(), &p, grid.New(info, 8), c.glyphs, c.Format))
	c.say("%s.", c.StatusText())
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
	return locale.NewError("command.play.cannot-show", message.Args{"what": session.Clip(what)})
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
	switch {
	case len(list) == 0 && where == "":
		c.print("command.play.no-legal-moves", nil)
		return nil
	case len(list) == 0:
		c.print("command.play.no-legal-moves.from", message.Args{"square": message.Square(where)})
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
		c.print("command.play.legal-moves", message.Args{"count": len(list)})
		return nil
	}
	c.print("command.play.legal-moves.from", message.Args{"count": len(list), "square": message.Square(where)})
	return nil
}

func (c *console) newGame(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	if err := c.Restart(c.StartPosition()); err != nil {
		return err
	}
	c.print("command.play.new-game", message.Args{"seats": c.Seats(), "standing": c.StatusText()})
	return nil
}

func (c *console) undo(string) error {
	told, err := c.TakeBack()
	if err != nil {
		return err
	}
	c.say("%s. %s.", told, c.StatusText())
	return nil
}

func (c *console) redo(string) error { return c.done(c.Do(game.Redo{})) }

func (c *console) on(string) error {
	var people [2]bool
	people[c.Game.Turn().Other()] = true
	if err := c.Seat(people); err != nil {
		return err
	}
	c.print("command.play.engine.on", message.Args{"side": c.Game.Turn(), "level": c.Level})
	return nil
}

func (c *console) off(string) error {
	if err := c.Seat([2]bool{true, true}); err != nil {
		return err
	}
	c.print("command.play.engine.off", nil)
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
	c.say("%s.", session.Capitalise(c.Seats()))
	return nil
}

// ParseSide parses the sides played by people: white, black or both.
func ParseSide(word string) (people [2]bool, err error) {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "white", "w":
		return [2]bool{true, false}, nil
	case "black", "b":
		return [2]bool{false, true}, nil
	case "both":
		return [2]bool{true, true}, nil
	}
	return people, locale.NewError("command.play.bad-side", message.Args{"word": session.Clip(word)})
}

func (c *console) strength(word string) error {
	if word == "" {
		c.print("command.play.engine.level", message.Args{"level": c.Level})
		return nil
	}
	if len(strings.Fields(word)) > 1 {
		return c.setClock(word)
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return locale.NewError("command.play.bad-level", message.Args{"word": session.Clip(word)})
	}
	if err := c.SetLevel(n); err != nil {
		return err
	}
	c.print("command.play.engine.level", message.Args{"level": n})
	return nil
}

func (c *console) depth(word string) error {
	depth := c.Engine.Depth
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > 100 {
			return locale.NewError("command.play.bad-depth", message.Args{"word": session.Clip(word)})
		}
		depth = n
		c.Engine = c.Engine.WithLimits(depth, c.Engine.MoveTime)
	}
	if depth == 0 {
		c.print("command.play.engine.no-depth", nil)
	} else {
		c.print("command.play.engine.depth", message.Args{"depth": depth})
	}
	return nil
}

func (c *console) seconds(word string) error {
	moveTime := c.Engine.MoveTime
	if word != "" {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(n) || n < 0 || n > 3600 {
			return locale.NewError("command.play.bad-time", message.Args{"word": session.Clip(word)})
		}
		if moveTime = 0; n > 0 { // 0 means no limit, so round very short times up
			moveTime = max(time.Millisecond, time.Duration(n*float64(time.Second)))
		}
		c.Engine = c.Engine.WithLimits(c.Engine.Depth, moveTime)
	}
	if moveTime == 0 {
		c.print("command.play.engine.no-time", nil)
	} else {
		c.print("command.play.engine.time", message.Args{"time": moveTime})
	}
	return nil
}

func (c *console) hint(string) error {
	if c.Game.Over() {
		return errors.New(c.OverText())
	}
	a, err := c.Engine.Advise(c.ctx, c.Game.CopyLine())
	if err != nil {
		return err
	}
	p := c.Game.Position()
	told := c.Describe(&p, a.Move)
	c.print("command.play.hint", message.Args{"san": c.SAN(told.SAN), "text": c.Format(told.Message), "score": c.ScoreText(a.Score)})
	return nil
}

// plan tries a plan and prints its steps, without changing the game.
func (c *console) plan(text string) error {
	p, err := c.TryPlan(text)
	if err != nil {
		return err
	}
	c.print("command.play.plan.start", message.Args{"heading": p.Heading()})
	for i, told := range p.Moves {
		c.say("%d. %s  %s", i+1, c.SAN(told.SAN), c.Format(told.Message))
	}
	if len(p.Steps) > 0 {
		end := p.At(len(p.Steps))
		fmt.Fprint(c.out, grid.DrawText(c.Rules(), &end, grid.New(c.Rules().Info(), 8), c.glyphs, c.Format))
	}
	if p.Failed != nil {
		return p.Failed
	}
	c.print("command.play.plan.legal", nil)
	return nil
}

func (c *console) eval(string) error {
	e, err := eval.New(c.Rules(), "")
	if err != nil {
		return c.Engine.Err()
	}
	p := c.Game.Position()
	score := e.Evaluate(&p)
	if p.Side == board.Black {
		score = -score
	}
	c.print("command.play.evaluation", message.Args{"score": fmt.Sprintf("%+.2f", float64(score)/100)})
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
	text, err := c.PGN()
	if err == nil {
		_, err = c.out.Write(text)
	}
	return err
}

func (c *console) saveAs(name string) error {
	if err := c.Save(name); err != nil {
		return err
	}
	c.print("command.play.saved", message.Args{"name": session.OneLine(name)})
	return nil
}

func (c *console) load(args string) error {
	name, number := session.FileAndNumber(args)
	g, err := session.LoadGame(name, number, c.Options.Find)
	if err != nil {
		return err
	}
	if err := c.Resume(g, c.People(), session.Overrides{}); err != nil {
		return err
	}
	c.print("command.play.loaded", message.Args{"name": session.OneLine(name), "rules": c.Title(c.Rules()), "seats": c.Seats(), "ply": c.Game.Ply(), "standing": c.StatusText()})
	if c.Notice != "" {
		c.say("%s.", c.Notice)
	}
	return nil
}

func (c *console) bye(string) error {
	c.left = true
	return nil
}
