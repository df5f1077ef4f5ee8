package clock

import (
	"time"

	"github.com/tainchess/tain/board"
)

// Times are what the two sides have left, by their colours.
type Times [2]time.Duration

// Clock is the time of both sides in one game. A turn begins when the other
// side presses; until [Clock.Start] is called the first one has not begun, and
// the clock stands.
//
// A press while the clock stands costs nothing and earns nothing. So it is with
// the free moves of the control, and after [Clock.Stop].
type Clock struct {
	control Control
	turn    board.Colour
	left    Times   // when the clock was last started or stopped
	began   Times   // at the beginning of the turn
	before  []Times // at the beginning of each earlier turn
	since   time.Time
	runs    bool // the turn's time counts
}

// New returns the clock of a game in which a side moves first. It stands.
func New(c Control, first board.Colour) *Clock {
	full := Times{c.full(), c.full()}
	return &Clock{control: c, turn: first, left: full, began: full}
}

// Control returns what the clock runs by.
func (c *Clock) Control() Control { return c.control }

// Turn returns the side whose turn it is.
func (c *Clock) Turn() board.Colour { return c.turn }

// Presses returns how many turns have ended.
func (c *Clock) Presses() int { return len(c.before) }

// Start lets the clock run from a moment on, unless the turn is free. What has
// passed since it was started before is forgotten; after Stop it goes on with
// what is left.
func (c *Clock) Start(at time.Time) {
	c.since = at
	c.runs = !c.control.None() && len(c.before) >= c.control.Free
}

// Running reports whether the time of the side to move counts.
func (c *Clock) Running() bool { return c.runs }

// Press ends the turn at a moment and begins the other side's. A side that has
// no time left has none afterwards but what a move earns.
func (c *Clock) Press(at time.Time) {
	next := c.left
	if c.runs {
		next[c.turn] = c.earn(c.Left(c.turn, at))
	}
	c.begin(next, at)
}

// PressWith ends the turn at a moment and leaves the side a time, as a record
// of the game tells it.
func (c *Clock) PressWith(left time.Duration, at time.Time) {
	next := c.left
	next[c.turn] = left
	c.begin(next, at)
}

func (c *Clock) begin(next Times, at time.Time) {
	c.before = append(c.before, c.began)
	c.left, c.began, c.turn = next, next, c.turn.Other()
	c.Start(at)
}

// earn adds what a move of the side to move earns.
func (c *Clock) earn(left time.Duration) time.Duration {
	switch n := c.control.Moves; {
	case c.control.Days > 0:
		return c.control.full()
	case n > 0 && c.made(c.turn)%n == n-1:
		left += c.control.full()
	}
	return left + millis(c.control.Increment)
}

// made returns how many turns of a side have ended. Sides take turns.
func (c *Clock) made(side board.Colour) int {
	n := len(c.before)
	if side == c.turn {
		return n / 2
	}
	return (n + 1) / 2
}

// MovesToGo returns for how many moves the time of a side is meant, 0 for all.
func (c *Clock) MovesToGo(side board.Colour) int {
	if n := c.control.Moves; n > 0 {
		return n - c.made(side)%n
	}
	return 0
}

// Left returns what a side has left at a moment, nothing if its time is up.
func (c *Clock) Left(side board.Colour, at time.Time) time.Duration {
	left := c.left[side]
	if side == c.turn && c.runs {
		left -= max(0, at.Sub(c.since)-millis(c.control.Delay))
	}
	return max(0, left)
}

// Reading is what a clock shows. The time left is what it says, less what has
// passed since At: that lies ahead while a delay is not used up.
type Reading struct {
	Left    Times
	Running bool // for Turn
	Turn    board.Colour
	At      time.Time
}

// Read returns what the clock shows at a moment.
func (c *Clock) Read(at time.Time) Reading {
	r := Reading{
		Left:    Times{c.Left(board.White, at), c.Left(board.Black, at)},
		Running: c.runs, Turn: c.turn, At: at,
	}
	if counts := c.since.Add(millis(c.control.Delay)); c.runs && counts.After(at) {
		r.At = counts
	}
	return r
}

// FlagAt returns when the flag of the side to move falls, false while the
// clock stands.
func (c *Clock) FlagAt() (time.Time, bool) {
	return c.since.Add(millis(c.control.Delay) + c.left[c.turn]), c.runs
}

// Flagged reports whether the time of the side to move is up at a moment.
func (c *Clock) Flagged(at time.Time) bool {
	flag, runs := c.FlagAt()
	return runs && !at.Before(flag)
}

// Stop lets the clock stand from a moment on. The time of the turn so far is
// spent.
func (c *Clock) Stop(at time.Time) {
	c.left[c.turn] = c.Left(c.turn, at)
	c.runs = false
}

// Set gives both sides a time, as at the beginning of the turn.
func (c *Clock) Set(left Times) { c.left, c.began = left, left }

// Back returns to the turn after so many presses and begins it anew at a
// moment: both sides have what they had then.
func (c *Clock) Back(presses int, at time.Time) {
	n := len(c.before)
	if presses < 0 || presses > n {
		return
	}
	if (n-presses)%2 != 0 {
		c.turn = c.turn.Other()
	}
	if presses < n {
		c.began, c.before = c.before[presses], c.before[:presses]
	}
	c.left = c.began
	c.Start(at)
}

// Forgive does not count so much of the turn's time, which may also lie ahead.
func (c *Clock) Forgive(d time.Duration) { c.since = c.since.Add(d) }

// Since returns when the turn began, or from when on its time counts.
func (c *Clock) Since() time.Time { return c.since }

// Halt lets the clock stand without counting the turn so far. It is for a turn
// whose flag has fallen and that is played after all.
func (c *Clock) Halt() { c.runs = false }

// Bonus returns what a move is sure to earn: its increment, and the delay that
// is not counted.
func (c *Clock) Bonus() time.Duration { return millis(c.control.Increment + c.control.Delay) }
