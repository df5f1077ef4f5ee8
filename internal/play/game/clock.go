package game

import (
	"time"

	"github.com/tainchess/tain/board"
)

const day = 24 * int64(time.Hour/time.Millisecond)

// The limits of a time control.
const (
	minInitial = int64(time.Second / time.Millisecond)
	maxInitial = day
	maxBonus   = int64(time.Hour / time.Millisecond)
	maxDays    = 30
)

// check refuses a control that cannot be played by.
func (c *Control) check() error {
	switch {
	case c == nil:
	case c.Days != 0 && (c.Initial != 0 || c.Increment != 0 || c.Delay != 0):
		return refuse(CodeInvalid, "a time control has days for each move or time for the game, not both")
	case c.Days < 0 || c.Days > maxDays:
		return refuse(CodeInvalid, "a move may have from 1 to %d days, not %d", maxDays, c.Days)
	case c.Days != 0:
	case c.Initial < minInitial || c.Initial > maxInitial:
		return refuse(CodeInvalid, "the initial time must be from one second to a day, in milliseconds, not %d", c.Initial)
	case c.Increment < 0 || c.Increment > maxBonus || c.Delay < 0 || c.Delay > maxBonus:
		return refuse(CodeInvalid, "increment and delay must be from 0 to an hour, in milliseconds")
	case c.Increment != 0 && c.Delay != 0:
		return refuse(CodeInvalid, "a time control has an increment or a delay, not both")
	}
	return nil
}

// times are what the sides have left at the start of a turn.
type times [2]int64

// begin returns the times of a new game.
func (c *Control) begin() times {
	if c == nil {
		return times{}
	}
	if c.Days > 0 {
		return times{int64(c.Days) * day, int64(c.Days) * day}
	}
	return times{c.Initial, c.Initial}
}

// spend returns what a side has left after thinking for a while: less than
// nothing if its flag has fallen.
func (c *Control) spend(left, thought int64) int64 { return left - max(0, thought-c.Delay) }

// after returns the times after a side has thought for a while and moved. Free
// moves cost nothing and earn nothing.
func (c *Control) after(t times, side board.Colour, thought int64, free bool) times {
	switch {
	case c == nil || free:
	case c.Days > 0:
		t[side] = int64(c.Days) * day
	default:
		t[side] = c.spend(t[side], thought) + c.Increment
	}
	return t
}

// freePlies is how many moves come before the clock runs: each side's first.
const freePlies = 2

// runs reports whether the clock of the side to move is running.
func (g *Game) runs() bool {
	return g.start.Control != nil && g.result == nil && !g.waiting() && g.Ply() >= freePlies
}

// flagAt returns when the flag of the side to move falls, if its clock runs.
func (g *Game) flagAt() int64 {
	return g.since + g.start.Control.Delay + g.left()[g.turn()]
}

// left returns the times at the start of the turn.
func (g *Game) left() times { return g.times[len(g.times)-1] }

// clocks returns the clocks at a moment. At lies ahead of it while a delay is
// not used up: the time left is always what is written, less what has passed
// since At.
func (g *Game) clocks(now int64) *Clocks {
	if g.start.Control == nil {
		return nil
	}
	left := g.left()
	c := &Clocks{At: now}
	switch {
	case g.result != nil:
		c.At = g.ended
		if g.frozen {
			left[g.turn()] = max(0, g.start.Control.spend(left[g.turn()], g.ended-g.since))
		}
	case g.runs():
		left[g.turn()] = max(0, g.start.Control.spend(left[g.turn()], now-g.since))
		c.At = max(now, g.since+g.start.Control.Delay)
		c.Running = SideOf(g.turn())
	}
	c.White, c.Black = left[board.White], left[board.Black]
	return c
}

// How long a game stands that nobody goes on with, see the package comment.
const (
	lapseOpen   = day
	lapseFriend = 14 * day
	lapseClock  = day
	lapseDays   = 14 * day
	lapseIdle   = 60 * day
)

// Deadline returns when time alone changes the game, 0 for never.
func (g *Game) Deadline() int64 {
	switch c := g.start.Control; {
	case g.result != nil:
		return 0
	case g.waiting() && g.start.Open:
		return g.created + lapseOpen
	case g.waiting():
		return g.created + lapseFriend
	case c == nil:
		return g.updated + lapseIdle
	case g.runs():
		return g.flagAt()
	case c.Days > 0:
		return g.updated + lapseDays
	}
	return g.updated + lapseClock
}

// due returns the events that have come about by time alone.
func (g *Game) due(now int64) []Event {
	switch deadline := g.Deadline(); {
	case deadline == 0 || now < deadline:
		return nil
	case g.runs():
		return []Event{{Type: Flagged, At: now, Side: SideOf(g.turn())}}
	}
	return []Event{{Type: Aborted, At: now}}
}
