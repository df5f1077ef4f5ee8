package game

import (
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
)

// What the computer does beside moving, wherever it plays. It grants every
// takeback and every rematch, and takes a draw only late and when it does not
// stand better.
const (
	drawFromPly = 60 // before that it declines at once
	drawScore   = 25 // the most centipawns it may be ahead
)

// TakesDraw reports whether the computer takes a draw that is offered after so
// many half-moves, by its score in centipawns.
func TakesDraw(ply, score int) bool { return ply >= drawFromPly && score <= drawScore }

// How long the computer thinks. Even the strongest answers while a person still
// looks.
const (
	moveTime   = 1500 * time.Millisecond // without a clock
	maxTime    = 10 * time.Second        // with one
	judgeNodes = 30_000                  // about an offer
	hintTime   = 1200 * time.Millisecond
)

// Task is something the computer is to think about: a move, or an offer of a
// draw.
type Task struct {
	Judge          bool // the offer of a draw, rather than a move
	Side           Side // the computer's
	Level          int
	Ply, Takebacks int
	Key            string
	Turn           Side
}

// Task returns what the computer is to think about, false if there is nothing.
// It is the same one for as long as it stands.
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

// Limits returns how long the computer may think about a task at a moment.
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

// SearchClock tells an engine what time a side has at a moment, nil in a game
// without a clock.
func (g *Game) SearchClock(side Side, now int64) *search.Clock {
	if g.start.Control == nil {
		return nil
	}
	return &search.Clock{
		Left:      g.clock.Left(side.Colour(), moment(max(now, g.updated))),
		Increment: g.clock.Bonus(),
		MovesToGo: g.clock.MovesToGo(side.Colour()),
	}
}

// HintLimits returns how long a hint may take.
func HintLimits() engine.Limits { return engine.Limits{MoveTime: hintTime} }

// Play returns the command that plays a move the computer has found.
func (t Task) Play(move string) Command {
	return Move{Ply: t.Ply, Takebacks: t.Takebacks, Key: t.Key, Move: move}
}

// Answer returns the command that answers the offer of a draw, by the score of
// the position for the side to move in centipawns.
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
