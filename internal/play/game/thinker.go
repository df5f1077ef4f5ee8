package game

import (
	"context"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// Thinker is a computer opponent. It is asked one thing at a time.
type Thinker interface {
	// Plays reports whether it can play a rule set at all.
	Plays(r rules.Rules) bool
	// Choose returns the move it plays at a level, by its clock if it has one.
	// A context that ends cuts it short; what it then returns is not played.
	Choose(ctx context.Context, line *rules.Line, level int, clock *search.Clock) (board.Move, error)
	// Judge scores a position for the side to move, in centipawns.
	Judge(ctx context.Context, line *rules.Line) (int, error)
}

// engineThinker plays with the engine. An engine has one level, so it keeps
// those it used last.
type engineThinker struct{ engines engine.Pool }

// The engines' limits. Their tables are small because there may be many, and
// even the strongest answers while a person still looks.
const (
	mostEngines = 8
	engineHash  = 4 // megabytes
	fullTime    = 1500 * time.Millisecond
	mostTime    = 10 * time.Second
	judgeNodes  = 30_000
)

// NewEngineThinker returns a Thinker that plays with the engine and its book.
func NewEngineThinker() Thinker {
	return &engineThinker{engine.Pool{Options: engine.Options{HashMB: engineHash}, Size: mostEngines, Books: engine.OwnBook}}
}

// Plays reports whether the engine can play a rule set at all.
func (t *engineThinker) Plays(r rules.Rules) bool {
	_, err := eval.New(r, "")
	return err == nil
}

// Choose returns the engine's move.
func (t *engineThinker) Choose(ctx context.Context, line *rules.Line, level int, clock *search.Clock) (board.Move, error) {
	e, err := t.engines.Engine(ctx, engine.Recipe{Rules: line.Rules(), Level: level, Book: true})
	if err != nil {
		return board.NoMove, err
	}
	l := search.Limits{MoveTime: fullTime}
	if clock != nil {
		l = search.Limits{MoveTime: mostTime, Clock: clock}
	}
	found, err := e.Choose(ctx, line, l, nil)
	return found.Best, err
}

// Judge scores a position by a short search at full strength.
func (t *engineThinker) Judge(ctx context.Context, line *rules.Line) (int, error) {
	e, err := t.engines.Engine(ctx, engine.Recipe{Rules: line.Rules(), Book: true})
	if err != nil {
		return 0, err
	}
	score, found := 0, false
	for info, err := range e.Analyse(ctx, line, search.Limits{Nodes: judgeNodes, MoveTime: fullTime}) {
		if err != nil {
			return 0, err
		}
		score, found = info.Score, true
	}
	if !found {
		return 0, engine.ErrOver
	}
	return score, nil
}
