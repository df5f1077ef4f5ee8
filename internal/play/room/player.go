package room

import (
	"context"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/book"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/rules"
)

// ComputerPlayer is a computer opponent. It is asked one thing at a time.
type ComputerPlayer interface {
	// Plays reports whether it can play a rule set at all.
	Plays(r rules.Rules) bool
	// Choose returns the move it plays at a level within limits. A context that
	// ends cuts it short; what it then returns is not played.
	Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error)
	// Judge scores a position for the side to move, in centipawns.
	Judge(ctx context.Context, line *rules.Line, l engine.Limits) (int, error)
}

// enginePlayer plays with the engine. An engine has one level, so it keeps
// those it used last.
type enginePlayer struct{ engines []levelled }

type levelled struct {
	name   string
	level  int
	engine *engine.Engine
}

// The engines' tables are small because there may be many.
const (
	mostEngines = 8
	engineHash  = 4 // megabytes
)

// NewEnginePlayer returns a ComputerPlayer that plays with the engine and its
// book.
func NewEnginePlayer() ComputerPlayer { return &enginePlayer{} }

// Plays reports whether the engine can play a rule set at all.
func (t *enginePlayer) Plays(r rules.Rules) bool {
	_, err := eval.New(r, "")
	return err == nil
}

// Choose returns the engine's move.
func (t *enginePlayer) Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error) {
	e, err := t.at(line.Rules(), level)
	if err != nil {
		return board.NoMove, err
	}
	found, err := e.Choose(ctx, line, l, nil)
	return found.Best, err
}

// Judge scores a position by a short search at full strength.
func (t *enginePlayer) Judge(ctx context.Context, line *rules.Line, l engine.Limits) (int, error) {
	e, err := t.at(line.Rules(), engine.MaxLevel)
	if err != nil {
		return 0, err
	}
	score, found := 0, false
	for info, err := range e.Analyse(ctx, line, l) {
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

// at returns the engine for a rule set and a level, made when first asked for.
func (t *enginePlayer) at(r rules.Rules, level int) (*engine.Engine, error) {
	name := r.Info().Name
	i := slices.IndexFunc(t.engines, func(l levelled) bool { return l.name == name && l.level == level })
	if i < 0 {
		known, err := book.For(r)
		if err != nil {
			return nil, err
		}
		made, err := engine.New(r, engine.Options{HashMB: engineHash, Level: level, Book: known})
		if err != nil {
			return nil, err
		}
		if len(t.engines) == mostEngines {
			t.engines = t.engines[1:]
		}
		t.engines = append(t.engines, levelled{name, level, made})
		return made, nil
	}
	used := t.engines[i]
	t.engines = append(slices.Delete(t.engines, i, i+1), used)
	return used.engine, nil
}
