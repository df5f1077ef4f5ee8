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
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// init fills in the commands, since help lists them.
func init() {
	commands = []command{
		{"d board display bd", "", "draw the board", (*console).drawBoard},
		{"show", "[WHAT]", "show the board, or: moves, game, eval, fen, epd, clock, book, level", (*console).show},
		{"moves", "[SQUARE]", "list the legal moves, or those of one piece", (*console).legal},
		{"list history game", "", "list the moves played", (*console).list},
		{"fen position", "[POSITION]", "print the position as text, or begin from one", (*console).fen},
		{"epd", "[POSITION]", "the same without the clocks", (*console).epd},
		{"pgn", "", "print the game", (*console).printPGN},
		{"why", "MOVE|PIN", "tell why a move can be played or not, or where a board may go", (*console).why},
		{"quadrants", "[PIN]", "list the quadrants of the boards that move", (*console).quadrants},
		{"new", "[POSITION]", "begin a new game, perhaps from a position", (*console).newGame},
		{"setboard", "POSITION", "begin from a position", (*console).setBoard},
		{"variant", "[NAME]", "tell the rule set, or begin a game of another", (*console).variant},
		{"usermove", "MOVE", "play a move", (*console).userMove},
		{"undo u", "", "take back a move, and the engine's answer to it", (*console).undo},
		{"remove", "", "take back a move of each side", (*console).remove},
		{"back", "[N]", "take back N half-moves", (*console).back},
		{"redo", "", "play again what was taken back", (*console).redo},
		{"forward", "[N]", "play again N half-moves", (*console).forward},
		{"claim", "", "claim a draw", (*console).claim},
		{"draw", "", "claim a draw, or offer one", (*console).draw},
		{"resign", "", "give up the game", (*console).resign},
		{"clock time", "", "show the time left", (*console).clock},
		{"on go", "", "let the engine play for the side to move", (*console).on},
		{"off force manual", "", "let people play both sides", (*console).off},
		{"side", "white|black|both", "choose the side you play", (*console).side},
		{"switch playother", "", "change sides with the engine", (*console).swap},
		{"level", "[N]", "set how well the engine plays, from 1 to 20; with three numbers the clock", (*console).strength},
		{"sd depth", "[N]", "let the engine look N half-moves deep, 0 for no limit", (*console).depth},
		{"st", "[SECONDS]", "let the engine think so long about a move, 0 for no limit", (*console).seconds},
		{"book bk", "[on|off]", "show what the opening book knows, or let the engine use it or not", (*console).showBook},
		{"post", "", "let the engine tell what it thinks", (*console).post},
		{"nopost", "", "let it think in silence", (*console).noPost},
		{"hint", "", "ask for a good move", (*console).hint},
		{"eval score", "", "score the position as it stands", (*console).eval},
		{"plan", "STEPS", "try steps of one side joined by ;, the other standing still", (*console).plan},
		{"analyse analyze", "[SECONDS]", "look for the best line, deeper and deeper", (*console).analyse},
		{"perft", "N", "count the lines of N half-moves", (*console).perft},
		{"divide", "N", "the same below each move", (*console).divide},
		{"bench", "[DEPTH]", "search fixed positions and count the nodes", (*console).bench},
		{"save", "FILE", "write the game to a file, to go on with it another time", (*console).saveAs},
		{"load", "FILE [N]", "read a game, the Nth of the file, and go on with it", (*console).load},
		{"xboard", "", "speak the XBoard protocol from here on", speak("xboard")},
		{"uci", "", "speak the UCI protocol from here on", speak("uci")},
		{"help ?", "[COMMAND]", "list the commands, or explain one", (*console).help},
		{"bye quit exit q", "", "leave", (*console).bye},
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
	return fmt.Errorf("%q is nothing to show; there are board, moves, game, eval, fen, epd, clock, book and level", clip(tidy(what)))
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
		list, where = rules.LegalMovesFrom(r, &p, s), " from "+r.Guide().SquareName(&p, s)
	}
	if len(list) == 0 {
		c.say("There is no legal move%s.", where)
		return nil
	}
	var words []string
	for _, m := range list {
		words = append(words, strings.ReplaceAll(r.Guide().FormatSAN(&p, m), " ", "\u00a0"))
	}
	for _, line := range wrap(strings.Join(words, " "), 76) {
		c.say("%s", strings.ReplaceAll(line, "\u00a0", " "))
	}
	count := fmt.Sprintf("%d legal moves", len(list))
	if len(list) == 1 {
		count = "1 legal move"
	}
	c.say("%s%s.", count, where)
	return nil
}

func (c *console) newGame(position string) error {
	if position != "" {
		return c.setBoard(position)
	}
	if err := c.restart(c.fresh()); err != nil {
		return err
	}
	c.say("A new game: %s. %s.", c.seats(), c.standing())
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
	c.say("The engine plays %s at level %d.", rules.SideName(c.game.Turn()), c.level)
	return nil
}

func (c *console) off(string) error {
	if err := c.seat([2]bool{true, true}); err != nil {
		return err
	}
	c.say("People play both sides.")
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
	return people, fmt.Errorf("%q is no side; choose white, black or both", clip(tidy(word)))
}

func (c *console) strength(word string) error {
	if word == "" {
		c.say("The engine plays at level %d.", c.level)
		return nil
	}
	if len(strings.Fields(word)) > 1 {
		return c.setClock(word)
	}
	n, err := strconv.Atoi(word)
	if err != nil {
		return fmt.Errorf("%q is no level; levels go from 1 to 20", clip(tidy(word)))
	}
	if err := c.setLevel(n); err != nil {
		return err
	}
	c.say("The engine plays at level %d.", n)
	return nil
}

func (c *console) depth(word string) error {
	depth := c.engine.depth
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > 100 {
			return fmt.Errorf("%q is no depth; give a number from 1 to 100, or 0 for no limit", clip(tidy(word)))
		}
		depth = n
		c.engine = c.engine.within(depth, c.engine.moveTime)
	}
	switch depth {
	case 0:
		c.say("The engine's depth has no limit.")
	case 1:
		c.say("The engine looks 1 half-move deep.")
	default:
		c.say("The engine looks %d half-moves deep.", depth)
	}
	return nil
}

func (c *console) seconds(word string) error {
	moveTime := c.engine.moveTime
	if word != "" {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(n) || n < 0 || n > 3600 {
			return fmt.Errorf("%q is no time; give seconds, at most 3600, or 0 for no limit", clip(tidy(word)))
		}
		if moveTime = 0; n > 0 { // a time too short to count is not none
			moveTime = max(time.Millisecond, time.Duration(n*float64(time.Second)))
		}
		c.engine = c.engine.within(c.engine.depth, moveTime)
	}
	if moveTime == 0 {
		c.say("The engine's time for a move has no limit of its own.")
	} else {
		c.say("The engine thinks %v about a move.", moveTime)
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
	c.say("Hint: %s (%s), %s.", told.SAN, told.Text, a.score)
	return nil
}

// plan tells what comes of a plan. The game stays as it is.
func (c *console) plan(text string) error {
	p, err := c.tryPlan(text)
	if err != nil {
		return err
	}
	c.say("%s. The game is not changed.", p.heading())
	for i, told := range p.told {
		c.say("%d. %s  %s", i+1, told.SAN, told.Text)
	}
	if len(p.steps) > 0 {
		end := p.at(len(p.steps))
		fmt.Fprint(c.out, drawPlain(c.rules(), &end, newPlan(c.rules().Info(), 8), c.glyphs))
	}
	if p.failed != nil {
		return p.failed
	}
	c.say("The plan can be played.")
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
	c.say("Evaluation: %+.2f for White, without looking ahead.", float64(score)/100)
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
	c.say("Saved in %s.", tidy(name))
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
	c.say("Loaded %s: %s, %s, %d half-moves. %s.", tidy(name), c.rules().Info().Title, c.seats(), c.game.Ply(), c.standing())
	if c.notice != "" {
		c.say("%s.", c.notice)
	}
	return nil
}

// fileAndNumber splits the name of a file from the number of a game in it.
func fileAndNumber(args string) (name string, number int) {
	if i := strings.LastIndexByte(args, ' '); i > 0 {
		if n, err := strconv.Atoi(args[i+1:]); err == nil && n > 0 {
			return strings.TrimSpace(args[:i]), n
		}
	}
	return args, 1
}

func (c *console) bye(string) error {
	c.left = true
	return nil
}
