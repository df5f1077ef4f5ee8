package term

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// settings are how the engine plays beside its level.
type settings struct {
	depth    int
	moveTime time.Duration
	seed     uint64
	book     *book.Book // for its own rule set in place of the usual one; may be nil
	noBook   bool
	report   func(search.Report) // is told what the engine thinks; may be nil
}

// opponent is the engine. Its settings do not change: with others it is another
// opponent. It may be asked from any goroutine.
type opponent struct {
	rules rules.Rules
	settings
	missing error // why there is no engine, nil if there is
	engines *engine.Pool
}

// How far the engine thinks where a person has set something of their own.
const (
	depthTime = 8 * time.Second // at most, to a depth
	// mostThinking bounds what is asked for by depth alone: nobody waits for
	// depth 100.
	mostThinking = time.Minute
	hintNodes    = 120_000 // for a hint where the same is to come again
	seededNodes  = 300_000 // for a move at full strength, likewise
)

// newOpponent returns an opponent with two engines: one plays at a level, the
// other judges at full strength.
func newOpponent(r rules.Rules, s settings) *opponent {
	o := &opponent{rules: r, settings: s}
	o.engines = &engine.Pool{Size: 2, Books: func(r rules.Rules) engine.Book {
		if s.book != nil && s.book.Rules() == r {
			return s.book
		}
		return engine.OwnBook(r)
	}}
	_, o.missing = eval.New(r, "")
	return o
}

// within returns the opponent with other bounds to its thinking.
func (o *opponent) within(depth int, moveTime time.Duration) *opponent {
	n := *o
	n.depth, n.moveTime = depth, moveTime
	return &n
}

// telling returns the opponent telling what it thinks.
func (o *opponent) telling(report func(search.Report)) *opponent {
	n := *o
	n.report = report
	return &n
}

// withBook returns the opponent with its openings, or without.
func (o *opponent) withBook(yes bool) *opponent {
	n := *o
	n.noBook = !yes
	return &n
}

// absent says why there is no engine, nil if there is one.
func (o *opponent) absent() error {
	if o.missing == nil {
		return nil
	}
	return because(o.missing, "command.play.the-engine-cannot-play", locale.Args{"missing": locale.Of(o.missing)})
}

// answer does what the engine has to do in a game, within limits: it plays a
// move, or answers the offer of a draw.
func (o *opponent) answer(ctx context.Context, t game.Task, line *rules.Line, l engine.Limits) (game.Command, error) {
	if t.Judge {
		res, err := o.search(ctx, line, l)
		if err != nil {
			return nil, err
		}
		if len(res.Lines) == 0 {
			return t.Answer(0), nil
		}
		return t.Answer(res.Lines[0].Score), nil
	}
	if err := o.absent(); err != nil {
		return nil, err
	}
	player, err := o.engines.Engine(ctx, engine.Recipe{Rules: o.rules, Level: t.Level, Seed: o.seed, Book: !o.noBook})
	if err != nil {
		return nil, err
	}
	res, err := player.Choose(ctx, line, o.limits(l, t.Level == engine.MaxLevel), o.report)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	p := line.Position()
	return t.Play(o.rules.Guide().FormatUCI(&p, res.Best)), nil
}

// limits bounds the thinking about a move: by what the person has set, else as
// everywhere. What is to come again must not look at the time.
func (o *opponent) limits(l engine.Limits, full bool) engine.Limits {
	l.Depth = o.depth
	switch {
	case o.moveTime > 0:
		l.MoveTime = o.moveTime
	case l.Clock != nil:
	case o.seed != 0:
		l.MoveTime = 0
		if full && o.depth == 0 {
			l.Nodes = seededNodes
		}
	case o.depth > 0:
		l.MoveTime = depthTime
	}
	return l
}

// search looks at a position at full strength.
func (o *opponent) search(ctx context.Context, line *rules.Line, l engine.Limits) (*search.Result, error) {
	if err := o.absent(); err != nil {
		return nil, err
	}
	e, err := o.engines.Engine(ctx, engine.Recipe{Rules: o.rules})
	if err != nil {
		return nil, err
	}
	if o.seed != 0 && l.Nodes > 0 {
		l.MoveTime = 0
	}
	res, err := e.Search(ctx, line, l, o.report)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	}
	return &res, nil
}

// advice is a good move and what comes of it.
type advice struct {
	move  board.Move
	score string // for the side to move, or that there is none
}

// advise looks for the best move at full strength.
func (o *opponent) advise(ctx context.Context, line *rules.Line) (advice, error) {
	l := game.HintLimits()
	switch {
	case o.depth > 0 || o.moveTime > 0:
		l = engine.Limits{Depth: o.depth, MoveTime: cmp.Or(o.moveTime, mostThinking)}
	case o.seed != 0:
		l = engine.Limits{Nodes: hintNodes}
	}
	res, err := o.search(ctx, line, l)
	if err != nil {
		return advice{}, err
	}
	return adviceOf(res), nil
}

// adviceOf is the move of a search and its score, which there is none of if the
// time was too short for a single depth.
func adviceOf(res *search.Result) advice {
	a := advice{move: res.Best, score: said("command.play.unsearched", nil)}
	if len(res.Lines) > 0 {
		a.score = scoreText(res.Lines[0].Score)
	}
	return a
}

// scoreText writes a score in pawns, or the distance to mate.
func scoreText(score int) string {
	switch n, mate := search.MateIn(score); {
	case mate && n > 0:
		return said("command.play.mate-in", locale.Args{"value": n})
	case mate:
		return said("command.play.mated-in", locale.Args{"value": -n})
	}
	return fmt.Sprintf("%+.2f", float64(score)/100)
}
