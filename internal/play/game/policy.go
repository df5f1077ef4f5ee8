package game

import (
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
)

// The computer accepts a draw only late in the game, and only if its position is not clearly better.
const (
	drawFromPly = 60 // before this ply the computer declines immediately
	drawScore   = 25 // highest score at which the computer accepts, in centipawns
)

// TakesDraw reports whether the computer accepts a draw that is offered after a
// number of half-moves, given its score in centipawns.
func TakesDraw(ply, score int) bool { return ply >= drawFromPly && score <= drawScore }

// Limits on the computer's searches. They keep waiting times short even at full strength.
const (
	moveTime   = 1500 * time.Millisecond // without a clock or with days per move
	maxTime    = 10 * time.Second        // with a clock
	judgeNodes = 30_000                  // search limit for judging a draw offer
	hintTime   = 1200 * time.Millisecond
)

// Task is a decision that the computer has to make: which move to play, or how to answer a draw offer.
type Task struct {
	Judge          bool // whether to answer a draw offer instead of choosing a move
	Side           Side // the computer's side
	Level          int
	Ply, Takebacks int
	Key            string
	Turn           Side
}

// Task returns the computer's current task, or false if there is none. Equal values denote the same task.
func (g *Game) Task() (Task, bool) {
	if g.Over() || g.Waiting() {
		return Task{}, false
	}
	turn := SideOf(g.Turn())
	t := Task{Side: turn, Turn: turn, Ply: g.Ply(), Takebacks: g.takebacks, Key: g.Key()}
	if asked := g.offers.Draw.Other(); g.offers.Draw != Nobody && g.computer(asked.Colour()) > 0 {
		t.Judge, t.Side = true, asked
	}
	t.Level = g.computer(t.Side.Colour())
	return t, t.Level > 0
}

// Limits returns the search limits for a task at a given time.
func (g *Game) Limits(t Task, now int64) engine.Limits {
	if t.Judge {
		return engine.Limits{Nodes: judgeNodes, MoveTime: moveTime}
	}
	c := g.start.Control
	if c == nil || c.Days > 0 {
		return engine.Limits{MoveTime: moveTime}
	}
	return engine.Limits{MoveTime: maxTime, Clock: g.SearchClock(t.Side, now)}
}

// SearchClock returns the clock of a side for an engine, or nil in a game without clocks.
func (g *Game) SearchClock(side Side, now int64) *search.Clock {
	if g.start.Control == nil {
		return nil
	}
	return &search.Clock{
		Left:      g.clock.Left(side.Colour(), time.UnixMilli(max(now, g.updated))),
		Increment: g.clock.Bonus(),
		MovesToGo: g.clock.MovesToGo(side.Colour()),
	}
}

// HintLimits returns the search limits for a hint.
func HintLimits() engine.Limits { return engine.Limits{MoveTime: hintTime} }

// Play returns the command that plays the computer's move.
func (t Task) Play(move string) Command {
	return Move{Ply: t.Ply, Takebacks: t.Takebacks, Key: t.Key, Move: move}
}

// Command returns the command that carries out the computer's decision: it plays the move, or answers the
// draw offer according to the score.
func (t Task) Command(move string, score int) Command {
	if t.Judge {
		return t.Answer(score)
	}
	return t.Play(move)
}

// Answer returns the command that answers the draw offer, given the score of the
// position for the side to move in centipawns.
func (t Task) Answer(score int) Command {
	if t.Turn != t.Side {
		score = -score
	}
	do := Decline
	if score <= drawScore {
		do = Accept
	}
	return Draw{Ply: t.Ply, Takebacks: t.Takebacks, Do: do}
}
