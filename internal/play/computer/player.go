// Package computer implements the computer opponent. A [Player] chooses moves, a [Question] is sent to
// workers in other processes, and a [Pool] is the queue in which many games wait for a few players.
package computer

import (
	"context"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/eval"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

// Player is a computer opponent. It is not safe for concurrent use.
type Player interface {
	// Plays reports whether the player supports a rule set.
	Plays(r rules.Rules) bool
	// Choose returns a move at a level within limits. If the context is cancelled, it returns the best move
	// found so far, or an error if there is none.
	Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error)
	// Judge scores a position for the side to move, in centipawns.
	Judge(ctx context.Context, line *rules.Line, l engine.Limits) (int, error)
}

// enginePlayer plays with the engine. An engine has a fixed level, so the player caches the most recently
// used engines.
type enginePlayer struct{ engines engine.Pool }

// Hash tables are small because there may be many engines.
const (
	maxEngines = 8
	engineHash = 4 // megabytes
)

// NewEnginePlayer returns a Player that uses the engine with its built-in opening book and endgame tables.
func NewEnginePlayer() Player { return NewEnginePlayerWith(nil) }

// NewEnginePlayerWith is like NewEnginePlayer, but with the given endgame tables.
func NewEnginePlayerWith(tables func(rules.Rules) search.Tables) Player {
	return &enginePlayer{engine.Pool{Options: engine.Options{HashMB: engineHash, Tables: tables}, Size: maxEngines, Books: engine.OwnBook}}
}

// Plays reports whether the engine can evaluate a rule set.
func (t *enginePlayer) Plays(r rules.Rules) bool {
	_, err := eval.New(r, "")
	return err == nil
}

// Choose returns the engine's move.
func (t *enginePlayer) Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error) {
	e, err := t.engines.Engine(ctx, engine.Recipe{Rules: line.Rules(), Level: level, Book: true})
	if err != nil {
		return board.NoMove, err
	}
	found, err := e.Choose(ctx, line, l, nil)
	return found.Best, err
}

// Judge scores a position by a search at full strength.
func (t *enginePlayer) Judge(ctx context.Context, line *rules.Line, l engine.Limits) (int, error) {
	e, err := t.engines.Engine(ctx, engine.Recipe{Rules: line.Rules(), Book: true})
	if err != nil {
		return 0, err
	}
	score, found := 0, false
	for info, err := range e.Analyse(ctx, line, l) {
		if err != nil && found {
			break // the search was interrupted, so the last result counts
		}
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
