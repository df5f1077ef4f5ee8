package session

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
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// Settings are how the engine plays beside its level.
type Settings struct {
	Depth    int
	MoveTime time.Duration
	Seed     uint64
	Book     *book.Book // for its own rule set in place of the usual one; may be nil
	NoBook   bool
	report   func(search.Report) // is told what the engine thinks; may be nil
}

// Opponent is the engine. Its settings do not change: with others it is another
// opponent. It may be asked from any goroutine.
type Opponent struct {
	rules rules.Rules
	Settings
	Missing error // why there is no engine, nil if there is
	engines *engine.Pool
}

// How far the engine thinks where a person has set something of their own.
const (
	DepthTime = 8 * time.Second // at most, to a depth
	// MostThinking bounds what is asked for by depth alone: nobody waits for
	// depth 100.
	MostThinking = time.Minute
	hintNodes    = 120_000 // for a hint where the same is to come again
	SeededNodes  = 300_000 // for a move at full strength, likewise
)

// NewOpponent returns an opponent with two engines: one plays at a level, the
// other judges at full strength.
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

// Within returns the opponent with other bounds to its thinking.
func (o *Opponent) Within(depth int, moveTime time.Duration) *Opponent {
	n := *o
	n.Depth, n.MoveTime = depth, moveTime
	return &n
}

// Telling returns the opponent telling what it thinks.
func (o *Opponent) Telling(report func(search.Report)) *Opponent {
	n := *o
	n.report = report
	return &n
}

// WithBook returns the opponent with its openings, or without.
func (o *Opponent) WithBook(yes bool) *Opponent {
	n := *o
	n.NoBook = !yes
	return &n
}

// Absent says why there is no engine, nil if there is one.
func (o *Opponent) Absent() error {
	if o.Missing == nil {
		return nil
	}
	return locale.WrapError(o.Missing, "command.play.the-engine-cannot-play", message.Args{"missing": message.Of(o.Missing)})
}

// Answer does what the engine has to do in a game, within limits: it plays a
// move, or answers the offer of a draw.
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
	if err := o.Absent(); err != nil {
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

// Limits bounds the thinking about a move: by what the person has set, else as
// everywhere. What is to come again must not look at the time.
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

// Search looks at a position at full strength.
func (o *Opponent) Search(ctx context.Context, line *rules.Line, l engine.Limits) (*search.Result, error) {
	if err := o.Absent(); err != nil {
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

// Advice is a good move and what comes of it.
type Advice struct {
	Move board.Move
	// Score is for the side to move; nil if the time was too short for a single
	// depth.
	Score *int
}

// Advise looks for the best move at full strength.
func (o *Opponent) Advise(ctx context.Context, line *rules.Line) (Advice, error) {
	l := game.HintLimits()
	switch {
	case o.Depth > 0 || o.MoveTime > 0:
		l = engine.Limits{Depth: o.Depth, MoveTime: cmp.Or(o.MoveTime, MostThinking)}
	case o.Seed != 0:
		l = engine.Limits{Nodes: hintNodes}
	}
	res, err := o.Search(ctx, line, l)
	if err != nil {
		return Advice{}, err
	}
	return AdviceOf(res), nil
}

// AdviceOf returns the move of a search and its score.
func AdviceOf(res *search.Result) Advice {
	a := Advice{Move: res.Best}
	if len(res.Lines) > 0 {
		a.Score = &res.Lines[0].Score
	}
	return a
}

// ScoreText writes a score in pawns, or the distance to mate, or that there is
// none.
func (s *Session) ScoreText(score *int) string {
	if score == nil {
		return s.Text("command.play.unsearched", nil)
	}
	switch n, mate := search.MateIn(*score); {
	case mate && n > 0:
		return s.Text("command.play.mate-in", message.Args{"value": n})
	case mate:
		return s.Text("command.play.mated-in", message.Args{"value": -n})
	}
	return fmt.Sprintf("%+.2f", float64(*score)/100)
}
