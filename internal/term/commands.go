package term

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
	p := c.game.Position()
	info := c.rules().Info()
	fmt.Fprint(c.out, drawPlain(c.rules(), &p, newPlan(info, 8), c.glyphs))
	c.say("%s.", c.standing())
	return nil
}

// show shows one thing of the game.
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
	return refuse("command.play.is-nothing-to-show-there", locale.Args{"what": clip(tidy(what))})
}

func (c *console) legal(square string) error {
	p := c.game.Position()
	r := c.rules()
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
			c.say("%s", said("command.play.there-is-no-legal-move", nil))
			return nil
		}
		c.say("%s", said("command.play.there-is-no-legal-move.from", locale.Args{"square": locale.Square(where)}))
		return nil
	}
	var words []string
	for _, m := range list {
		words = append(words, strings.ReplaceAll(locale.Shown(r.Guide().FormatSAN(&p, m)), " ", "\u00a0"))
	}
	for _, line := range wrap(strings.Join(words, " "), 76) {
		c.say("%s", strings.ReplaceAll(line, "\u00a0", " "))
	}
	if where == "" {
		c.say("%s", said("command.play.legal-moves", locale.Args{"count": len(list)}))
		return nil
	}
	c.say("%s", said("command.play.legal-moves.from", locale.Args{"count": len(list), "square": locale.Square(where)}))
	return nil
}

func (c *console) newGame(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	if err := c.restart(c.fresh()); err != nil {
		return err
	}
	c.say("%s", said("command.play.a-new-game", locale.Args{"seats": c.seats(), "standing": c.standing()}))
	return nil
}

func (c *console) undo(string) error {
	told, err := c.takeBack()
	if err != nil {
		return err
	}
	c.say("%s. %s.", told, c.standing())
	return nil
}

func (c *console) redo(string) error { return c.done(c.do(game.Redo{})) }

func (c *console) on(string) error {
	var people [2]bool
	people[c.game.Turn().Other()] = true
	if err := c.seat(people); err != nil {
		return err
	}
	c.say("%s", said("command.play.the-engine-plays-at-level", locale.Args{"side": c.game.Turn(), "level": c.level}))
	return nil
}

func (c *console) off(string) error {
	if err := c.seat([2]bool{true, true}); err != nil {
		return err
	}
	c.say("%s", said("command.play.people-play-both-sides", nil))
	return nil
}

func (c *console) side(word string) error {
	people, err := ParseSide(word)
	if err != nil {
		return err
	}
	if err := c.seat(people); err != nil {
		return err
	}
	c.say("%s.", sentence(c.seats()))
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
	return people, refuse("command.play.is-no-side-choose-white", locale.Args{"word": clip(tidy(word))})
}

func (c *console) strength(word string) error {
	if word == "" {
		c.say("%s", said("command.play.the-engine-plays-at-level-2", locale.Args{"level": c.level}))
		return nil
	}
	if len(strings.Fields(word)) > 1 {
		return c.setClock(word)
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return refuse("command.play.is-no-level-levels-go", locale.Args{"word": clip(tidy(word))})
	}
	if err := c.setLevel(n); err != nil {
		return err
	}
	c.say("%s", said("command.play.the-engine-plays-at-level-3", locale.Args{"value": n}))
	return nil
}

func (c *console) depth(word string) error {
	depth := c.engine.depth
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > 100 {
			return refuse("command.play.is-no-depth-give-a", locale.Args{"word": clip(tidy(word))})
		}
		depth = n
		c.engine = c.engine.within(depth, c.engine.moveTime)
	}
	switch depth {
	case 0:
		c.say("%s", said("command.play.the-engine-s-depth-has", nil))
	default:
		c.say("%s", said("command.play.the-engine-looks-half-moves", locale.Args{"depth": depth}))
	}
	return nil
}

func (c *console) seconds(word string) error {
	moveTime := c.engine.moveTime
	if word != "" {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(n) || n < 0 || n > 3600 {
			return refuse("command.play.is-no-time-give-seconds", locale.Args{"word": clip(tidy(word))})
		}
		if moveTime = 0; n > 0 { // a time too short to count is not none
			moveTime = max(time.Millisecond, time.Duration(n*float64(time.Second)))
		}
		c.engine = c.engine.within(c.engine.depth, moveTime)
	}
	if moveTime == 0 {
		c.say("%s", said("command.play.the-engine-s-time-for", nil))
	} else {
		c.say("%s", said("command.play.the-engine-thinks-about-a", locale.Args{"movetime": moveTime}))
	}
	return nil
}

func (c *console) hint(string) error {
	if c.game.Over() {
		return errors.New(c.over())
	}
	a, err := c.engine.advise(c.ctx, c.game.CopyLine())
	if err != nil {
		return err
	}
	p := c.game.Position()
	told := rules.Describe(c.rules(), &p, a.move)
	c.say("%s", said("command.play.hint", locale.Args{"san": locale.Shown(told.SAN), "text": told.Text, "score": a.score}))
	return nil
}

// plan tells what comes of a plan. The game stays as it is.
func (c *console) plan(text string) error {
	p, err := c.tryPlan(text)
	if err != nil {
		return err
	}
	c.say("%s", said("command.play.the-game-is-not-changed", locale.Args{"heading": p.heading()}))
	for i, told := range p.told {
		c.say("%d. %s  %s", i+1, locale.Shown(told.SAN), told.Text)
	}
	if len(p.steps) > 0 {
		end := p.at(len(p.steps))
		fmt.Fprint(c.out, drawPlain(c.rules(), &end, newPlan(c.rules().Info(), 8), c.glyphs))
	}
	if p.failed != nil {
		return p.failed
	}
	c.say("%s", said("command.play.the-plan-can-be-played", nil))
	return nil
}

func (c *console) eval(string) error {
	e, err := eval.New(c.rules(), "")
	if err != nil {
		return c.engine.absent()
	}
	p := c.game.Position()
	score := e.Evaluate(&p)
	if p.Side == board.Black {
		score = -score
	}
	c.say("%s", said("command.play.evaluation-for-white-without-looking", locale.Args{"float": fmt.Sprintf("%+.2f", float64(score)/100)}))
	return nil
}

func (c *console) claim(string) error { return c.done(c.claimDraw()) }

func (c *console) draw(string) error {
	if len(c.game.Claim()) > 0 {
		return c.done(c.claimDraw())
	}
	return c.done(c.offerDraw())
}

func (c *console) resign(string) error { return c.done(c.do(game.Resign{})) }

func (c *console) printPGN(string) error {
	text, err := c.pgn()
	if err == nil {
		_, err = c.out.Write(text)
	}
	return err
}

func (c *console) saveAs(name string) error {
	if err := c.save(name); err != nil {
		return err
	}
	c.say("%s", said("command.play.saved-in", locale.Args{"name": tidy(name)}))
	return nil
}

func (c *console) load(args string) error {
	name, number := fileAndNumber(args)
	g, err := loadGame(name, number, c.options.Find)
	if err != nil {
		return err
	}
	if err := c.adopt(g, c.people(), Asked{}); err != nil {
		return err
	}
	c.say("%s", said("command.play.loaded-half-moves", locale.Args{"name": tidy(name), "rules": title(c.rules()), "seats": c.seats(), "ply": c.game.Ply(), "standing": c.standing()}))
	if c.notice != "" {
		c.say("%s.", c.notice)
	}
	return nil
}

func (c *console) bye(string) error {
	c.left = true
	return nil
}
