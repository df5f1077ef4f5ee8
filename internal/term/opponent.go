package term

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// settings are how the engine plays.
type settings struct {
	level    int
	depth    int
	moveTime time.Duration
	seed     uint64
	book     *book.Book // for its own rule set in place of the usual one; may be nil
	noBook   bool
}

// opponent is the engine at a level. Its settings do not change: another level
// is another opponent. It may be asked from any goroutine.
type opponent struct {
	rules rules.Rules
	settings
	missing error // why there is no engine, nil if there is

	player  *engine.Pool // plays at the level
	adviser *engine.Pool // gives hints at full strength and has no part in the game
}

// Limits of thinking where nobody has set any.
const (
	fullTime    = 2 * time.Second // for a move at full strength without a clock
	longest     = 8 * time.Second // for a move of a weaker level
	hintNodes   = 120_000
	hintTime    = 3 * time.Second
	seededNodes = 300_000 // where the same game is to come again
)

func newOpponent(r rules.Rules, s settings) *opponent {
	o := &opponent{rules: r, adviser: &engine.Pool{}}
	_, o.missing = eval.New(r, "")
	return o.with(s)
}

// with returns the opponent with other settings.
func (o *opponent) with(s settings) *opponent {
	n := *o
	n.settings = s
	n.player = &engine.Pool{Books: func(r rules.Rules) engine.Book {
		if s.book != nil && s.book.Rules() == r {
			return s.book
		}
		return engine.OwnBook(r)
	}}
	return &n
}

// absent says why there is no engine, nil if there is one.
func (o *opponent) absent() error {
	if o.missing == nil {
		return nil
	}
	return fmt.Errorf("the engine cannot play: %w", o.missing)
}

// name is what the opponent is called in records.
func (o *opponent) name() string { return fmt.Sprintf("Tain, level %d", o.level) }

// choose returns the move the engine plays.
func (o *opponent) choose(ctx context.Context, line *rules.Line, clock *search.Clock) (board.Move, error) {
	if err := o.absent(); err != nil {
		return board.NoMove, err
	}
	player, err := o.player.Engine(ctx, engine.Recipe{Rules: o.rules, Level: o.level, Seed: o.seed, Book: !o.noBook})
	if err != nil {
		return board.NoMove, err
	}
	res, err := player.Choose(ctx, line, o.limits(clock), nil)
	if ctx.Err() != nil {
		return board.NoMove, ctx.Err()
	}
	return res.Best, err
}

// limits are what bounds the thinking about a move: what was asked for, else
// the clock, else what is bearable.
func (o *opponent) limits(clock *search.Clock) (l search.Limits) {
	l.Depth, l.MoveTime, l.Clock = o.depth, o.moveTime, clock
	if l.MoveTime > 0 || l.Clock != nil {
		return l
	}
	switch full := o.level == engine.MaxLevel; {
	case o.seed != 0 && full && o.depth == 0:
		l.Nodes = seededNodes
	case o.seed != 0:
	case full && o.depth == 0:
		l.MoveTime = fullTime
	default:
		l.MoveTime = longest
	}
	return l
}

// advice is a good move and what comes of it.
type advice struct {
	move  board.Move
	score string // for the side to move, or that there is none
}

// advise looks for the best move at full strength.
func (o *opponent) advise(ctx context.Context, line *rules.Line) (advice, error) {
	if err := o.absent(); err != nil {
		return advice{}, err
	}
	e, err := o.adviser.Engine(ctx, engine.Recipe{Rules: o.rules})
	if err != nil {
		return advice{}, err
	}
	l := search.Limits{Depth: o.depth, MoveTime: o.moveTime}
	if l.Depth == 0 && l.MoveTime == 0 {
		l.Nodes = hintNodes
		if o.seed == 0 {
			l.MoveTime = hintTime
		}
	}
	res, err := e.Search(ctx, line, l, nil)
	switch {
	case ctx.Err() != nil:
		return advice{}, ctx.Err()
	case err != nil:
		return advice{}, err
	}
	a := advice{move: res.Best, score: "found without looking ahead"}
	if len(res.Lines) > 0 {
		a.score = scoreText(res.Lines[0].Score)
	}
	return a, nil
}

// scoreText writes a score in pawns, or the distance to mate.
func scoreText(score int) string {
	switch n, mate := search.MateIn(score); {
	case mate && n > 0:
		return fmt.Sprintf("mate in %d", n)
	case mate:
		return fmt.Sprintf("mated in %d", -n)
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}
