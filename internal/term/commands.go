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
	"github.com/tainchess/tain/rules"
)

// command is something the console can be told to do.
type command struct {
	names string // the first is the proper one
	args  string // in brackets if they may be left out
	help  string
	do    func(c *console, args string) error
}

// commands are filled in by init, since help lists them.
var commands []command

func init() {
	commands = []command{
		{"d board show", "", "show the board", (*console).show},
		{"moves", "[SQUARE]", "list the legal moves, or those of one piece", (*console).moves},
		{"new", "[POSITION]", "begin a new game, perhaps from a position", (*console).fresh},
		{"undo u", "", "take back a move, and the engine's answer to it", (*console).undo},
		{"redo", "", "play again what was taken back", (*console).redo},
		{"on go", "", "let the engine play for the side to move", (*console).on},
		{"off force", "", "let people play both sides", (*console).off},
		{"side", "white|black|both", "choose the side you play", (*console).side},
		{"level", "[N]", "set how well the engine plays, from 1 to 20", (*console).level},
		{"sd", "[N]", "let the engine look N half moves deep, 0 for no limit", (*console).depth},
		{"st", "[SECONDS]", "let the engine think so long about a move, 0 for no limit", (*console).seconds},
		{"hint", "", "ask for a good move", (*console).hint},
		{"eval", "", "score the position as it stands", (*console).eval},
		{"fen position", "", "print the position as text", (*console).fen},
		{"clock time", "", "show the time left", (*console).clock},
		{"claim draw", "", "claim a draw", (*console).claim},
		{"resign", "", "give up the game", (*console).resign},
		{"pgn", "", "print the game", (*console).pgn},
		{"save", "FILE", "write the game to a file", (*console).save},
		{"load", "FILE [N]", "read a game, the Nth of the file, and go on with it", (*console).load},
		{"help ?", "", "list the commands", (*console).help},
		{"bye quit exit q", "", "leave", (*console).bye},
	}
}

func (c *console) show(string) error {
	p := c.game.position()
	info := c.rules().Info()
	fmt.Fprint(c.out, drawPlain(c.rules(), &p, newPlan(info, 8), c.glyphs))
	c.say("%s.", c.game.sentenceOf())
	return nil
}

func (c *console) moves(square string) error {
	p := c.game.position()
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

func (c *console) fresh(position string) error {
	start := c.session.fresh()
	if position != "" {
		if position == "start" {
			position = c.rules().Info().Start
		}
		var err error
		if start, err = c.rules().Guide().ParsePosition(position, rules.ParseOptions{}); err != nil {
			return err
		}
	}
	c.restart(start)
	c.say("A new game: %s. %s.", c.seats(), c.game.sentenceOf())
	return nil
}

func (c *console) undo(string) error {
	told := c.takeBack()
	if told == "" {
		return errors.New("there is no move to take back")
	}
	c.say("%s. %s.", told, c.game.sentenceOf())
	return nil
}

func (c *console) redo(string) error {
	for {
		told, err := c.game.redo(c.now())
		if err != nil {
			return err
		}
		c.tell(told)
		if c.people[c.game.toMove()] || len(c.game.undone) == 0 {
			return nil
		}
	}
}

func (c *console) on(string) error {
	var people [2]bool
	people[c.game.toMove().Other()] = true
	if err := c.seat(people); err != nil {
		return err
	}
	c.say("The engine plays %s at level %d.", rules.SideName(c.game.toMove()), c.engine.level)
	return nil
}

func (c *console) off(string) error {
	c.people = [2]bool{true, true}
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

func (c *console) level(word string) error {
	if word == "" {
		c.say("The engine plays at level %d.", c.engine.level)
		return nil
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
	how := c.engine.settings
	if word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 || n > 100 {
			return fmt.Errorf("%q is no depth; give a number from 1 to 100, or 0 for no limit", clip(tidy(word)))
		}
		how.depth = n
		c.engine = c.engine.with(how)
	}
	if how.depth == 0 {
		c.say("The engine's depth has no limit.")
	} else {
		c.say("The engine looks %d half moves deep.", how.depth)
	}
	return nil
}

func (c *console) seconds(word string) error {
	how := c.engine.settings
	if word != "" {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(n) || n < 0 || n > 3600 {
			return fmt.Errorf("%q is no time; give seconds, at most 3600, or 0 for no limit", clip(tidy(word)))
		}
		if how.moveTime = 0; n > 0 { // a time too short to count is not none
			how.moveTime = max(time.Millisecond, time.Duration(n*float64(time.Second)))
		}
		c.engine = c.engine.with(how)
	}
	if how.moveTime == 0 {
		c.say("The engine's time for a move has no limit of its own.")
	} else {
		c.say("The engine thinks %v about a move.", how.moveTime)
	}
	return nil
}

func (c *console) hint(string) error {
	if o := c.game.outcome(); o.Over() {
		return fmt.Errorf("the game is over: %s", o.Sentence())
	}
	a, err := c.engine.advise(c.ctx, c.game.copyLine())
	if err != nil {
		return err
	}
	p := c.game.position()
	told := describe(c.rules(), &p, a.move)
	c.say("Hint: %s (%s), %s.", told.san, told.sentence, a.score)
	return nil
}

func (c *console) eval(string) error {
	e, err := eval.New(c.rules(), "")
	if err != nil {
		return c.engine.absent()
	}
	p := c.game.position()
	score := e.Evaluate(&p)
	if p.Side == board.Black {
		score = -score
	}
	c.say("Evaluation: %+.2f for White, without looking ahead.", float64(score)/100)
	return nil
}

func (c *console) fen(string) error {
	p := c.game.position()
	c.say("%s", c.rules().Guide().FormatPosition(&p))
	return nil
}

func (c *console) clock(string) error {
	if c.game.clock == nil {
		c.say("The game has no clock.")
		return nil
	}
	now, to := c.now(), c.game.toMove()
	c.say("White %s, Black %s.", clockText(c.game.clock.remaining(board.White, to, now)), clockText(c.game.clock.remaining(board.Black, to, now)))
	return nil
}

func (c *console) claim(string) error {
	if err := c.game.claim(c.now()); err != nil {
		return err
	}
	c.say("%s.", sentence(c.game.outcome().Sentence()))
	return nil
}

func (c *console) resign(string) error {
	if err := c.game.resign(c.game.toMove(), c.now()); err != nil {
		return err
	}
	c.say("%s.", sentence(c.game.outcome().Sentence()))
	return nil
}

func (c *console) pgn(string) error {
	text, err := c.game.pgn(c.players(), c.now())
	if err == nil {
		_, err = c.out.Write(text)
	}
	return err
}

func (c *console) save(name string) error {
	if err := c.game.save(name, c.players(), c.now()); err != nil {
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
	if err := c.adopt(g); err != nil {
		return err
	}
	c.say("Loaded %s: %s, %d half moves. %s.", tidy(name), c.rules().Info().Title, c.game.line.Ply(), c.game.sentenceOf())
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

func (c *console) help(string) error {
	c.say("Type a move in any notation%s, or a command:", c.example())
	for _, known := range commands {
		name, _, _ := strings.Cut(known.names, " ")
		c.say("  %-22s %s", strings.TrimSpace(name+" "+known.args), known.help)
	}
	return nil
}

// example names a legal move in both notations.
func (c *console) example() string {
	p := c.game.position()
	list := rules.LegalMoves(c.rules(), &p)
	if len(list) == 0 {
		return ""
	}
	guide := c.rules().Guide()
	return fmt.Sprintf(", such as %s or %s", guide.FormatUCI(&p, list[0]), guide.FormatSAN(&p, list[0]))
}

func (c *console) bye(string) error {
	c.left = true
	return nil
}
