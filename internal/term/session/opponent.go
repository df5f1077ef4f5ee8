package session

import (
	"cmp"
	"context"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// Settings are the engine settings apart from the level.
type Settings struct {
	Depth    int           // maximum depth in plies; 0 for no limit
	MoveTime time.Duration // maximum time per move; 0 for no limit
	Seed     uint64        // 0 for a random seed
	Book     *book.Book    // replaces the built-in book of the same rule set; may be nil
	NoBook   bool
	report   func(search.Report) // receives search reports; may be nil
}

// Opponent is the engine with fixed settings. It is safe for concurrent use.
type Opponent struct {
	rules rules.Rules
	Settings
	Missing error // reason why the engine cannot play the rule set, or nil
	engines *engine.Pool
}

// Limits that apply in addition to the user's limits.
const (
	DepthTime   = 8 * time.Second // for a move that only has a depth limit
	MaxThinking = time.Minute     // for hints, analysis and counts that only have a depth limit
	hintNodes   = 120_000         // for a repeatable hint
	SeededNodes = 300_000         // for a repeatable move at full strength
)

// NewOpponent returns an opponent with two engines. One engine plays at a level, and the other searches
// at full strength.
func NewOpponent(r rules.Rules, s Settings) *Opponent {
	o := &Opponent{rules: r, Settings: s}
	o.engines = &engine.Pool{Size: 2, Books: func(r rules.Rules) engine.Book {
		if s.Book != nil && s.Book.Rules() == r {
			return s.Book
		}
		return engine.OwnBook(r)
	}}
	_, o.Missing = eval.New(r, "")
	return o
}

// WithLimits returns a copy of the opponent with another depth and time per move.
func (o *Opponent) WithLimits(depth int, moveTime time.Duration) *Opponent {
	n := *o
	n.Depth, n.MoveTime = depth, moveTime
	return &n
}

// WithReport returns a copy of the opponent that passes search reports to a function.
func (o *Opponent) WithReport(report func(search.Report)) *Opponent {
	n := *o
	n.report = report
	return &n
}

// WithBook returns a copy of the opponent with its opening book on or off.
func (o *Opponent) WithBook(yes bool) *Opponent {
	n := *o
	n.NoBook = !yes
	return &n
}

// Err returns why the engine cannot play, or nil.
func (o *Opponent) Err() error {
	if o.Missing == nil {
		return nil
	}
	return locale.WrapError(o.Missing, "command.play.engine.missing", message.Args{"why": message.Of(o.Missing)})
}

// Answer performs an engine task within limits: it chooses a move or answers a draw offer.
func (o *Opponent) Answer(ctx context.Context, t game.Task, line *rules.Line, l engine.Limits) (game.Command, error) {
	if t.Judge {
		res, err := o.Search(ctx, line, l)
		if err != nil {
			return nil, err
		}
		if len(res.Lines) == 0 {
			return t.Answer(0), nil
		}
		return t.Answer(res.Lines[0].Score), nil
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	player, err := o.engines.Engine(ctx, engine.Recipe{Rules: o.rules, Level: t.Level, Seed: o.Seed, Book: !o.NoBook})
	if err != nil {
		return nil, err
	}
	res, err := player.Choose(ctx, line, o.Limits(l, t.Level == engine.MaxLevel), o.report)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	p := line.Position()
	return t.Play(o.rules.Guide().FormatUCI(&p, res.Best)), nil
}

// Limits applies the user's settings to the limits of a move. With a seed, but without a clock or a time per
// move, moves must be repeatable, so they do not depend on time. full reports whether the engine plays at full
// strength.
func (o *Opponent) Limits(l engine.Limits, full bool) engine.Limits {
	l.Depth = o.Depth
	switch {
	case o.MoveTime > 0:
		l.MoveTime = o.MoveTime
	case l.Clock != nil:
	case o.Seed != 0:
		l.MoveTime = 0
		if full && o.Depth == 0 {
			l.Nodes = SeededNodes
		}
	case o.Depth > 0:
		l.MoveTime = DepthTime
	}
	return l
}

// Search searches a position at full strength.
func (o *Opponent) Search(ctx context.Context, line *rules.Line, l engine.Limits) (*search.Result, error) {
	if err := o.Err(); err != nil {
		return nil, err
	}
	e, err := o.engines.Engine(ctx, engine.Recipe{Rules: o.rules})
	if err != nil {
		return nil, err
	}
	if o.Seed != 0 && l.Nodes > 0 {
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

// Advice is a suggested move.
type Advice struct {
	Move board.Move
	// Score is the score for the side to move. It is nil if the search did not complete depth 1.
	Score *int
}

// Advise returns the best move found by a search at full strength.
func (o *Opponent) Advise(ctx context.Context, line *rules.Line) (Advice, error) {
	l := game.HintLimits()
	switch {
	case o.Depth > 0 || o.MoveTime > 0:
		l = engine.Limits{Depth: o.Depth, MoveTime: cmp.Or(o.MoveTime, MaxThinking)}
	case o.Seed != 0:
		l = engine.Limits{Nodes: hintNodes}
	}
	res, err := o.Search(ctx, line, l)
	if err != nil {
		return Advice{}, err
	}
	return AdviceOf(res), nil
}

// AdviceOf returns the best move in a search result, with its score.
func AdviceOf(res *search.Result) Advice {
	a := Advice{Move: res.Best}
	if len(res.Lines) > 0 {
		a.Score = &res.Lines[0].Score
	}
	return a
}
