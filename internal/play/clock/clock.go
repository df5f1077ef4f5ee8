package clock

import (
	"time"

	"github.com/tainchess/tain/board"
)

// Times is the remaining time of both sides, indexed by colour.
type Times [2]time.Duration

// Clock is the chess clock of one game. A turn begins when the other side presses the clock. Until
// [Clock.Start] is called, the first turn has not begun and the clock is stopped.
//
// A press while the clock is stopped neither costs nor adds time. This applies during the control's
// free moves and after [Clock.Stop].
type Clock struct {
	control Control
	turn    board.Colour
	left    Times   // remaining time at the last press or stop
	began   Times   // remaining time at the beginning of the turn
	before  []Times // remaining time at the beginning of each earlier turn
	since   time.Time
	runs    bool // whether the current turn costs time
}

// New returns a stopped clock for a game in which the side given by first moves first.
func New(c Control, first board.Colour) *Clock {
	full := Times{c.full(), c.full()}
	return &Clock{control: c, turn: first, left: full, began: full}
}

// Control returns the time control.
func (c *Clock) Control() Control { return c.control }

// Turn returns the side whose turn it is.
func (c *Clock) Turn() board.Colour { return c.turn }

// Presses returns how many turns have ended.
func (c *Clock) Presses() int { return len(c.before) }

// Start starts the clock at a given time, unless the turn is free or there is no time control. Time since
// an earlier start is not counted; after Stop the clock resumes with the remaining time.
func (c *Clock) Start(at time.Time) {
	c.since = at
	c.runs = !c.control.None() && len(c.before) >= c.control.Free
}

// Running reports whether the clock of the side to move is running.
func (c *Clock) Running() bool { return c.runs }

// Press ends the turn at a given time and begins the other side's turn. A side that had already run out
// of time is left with only the time that the move adds.
func (c *Clock) Press(at time.Time) {
	next := c.left
	if c.runs {
		next[c.turn] = c.earn(c.Left(c.turn, at))
	}
	c.begin(next, at)
}

// PressWith ends the turn at a given time and sets the side's remaining time, as stated in a game record.
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

// earn returns how much time the side to move has after its move, given the time left before.
func (c *Clock) earn(left time.Duration) time.Duration {
	switch n := c.control.Moves; {
	case c.control.Days > 0:
		return c.control.full()
	case n > 0 && c.made(c.turn)%n == n-1:
		left += c.control.full()
	}
	return left + millis(c.control.Increment)
}

// made returns how many turns a side has completed. Sides alternate.
func (c *Clock) made(side board.Colour) int {
	n := len(c.before)
	if side == c.turn {
		return n / 2
	}
	return (n + 1) / 2
}

// MovesToGo returns the number of moves until a side's next time control, or 0 if there is none.
func (c *Clock) MovesToGo(side board.Colour) int {
	if n := c.control.Moves; n > 0 {
		return n - c.made(side)%n
	}
	return 0
}

// Left returns a side's remaining time at a given time, or 0 if it has run out.
func (c *Clock) Left(side board.Colour, at time.Time) time.Duration {
	left := c.left[side]
	if side == c.turn && c.runs {
		left -= max(0, at.Sub(c.since)-millis(c.control.Delay))
	}
	return max(0, left)
}

// Reading is the state of a clock at a given time. A running clock counts down from Left, beginning at At,
// which is in the future during a delay.
type Reading struct {
	Left    Times
	Running bool // whether the clock of Turn is running
	Turn    board.Colour
	At      time.Time
}

// Read returns the state of the clock at a given time.
func (c *Clock) Read(at time.Time) Reading {
	r := Reading{Left: Times{c.Left(board.White, at), c.Left(board.Black, at)}, Running: c.runs, Turn: c.turn, At: at}
	if counts := c.since.Add(millis(c.control.Delay)); c.runs && counts.After(at) {
		r.At = counts
	}
	return r
}

// FlagAt returns when the flag of the side to move falls. It returns false while the clock is stopped.
func (c *Clock) FlagAt() (time.Time, bool) {
	return c.since.Add(millis(c.control.Delay) + c.left[c.turn]), c.runs
}

// Stop stops the clock at a given time. The time used in the current turn is spent.
func (c *Clock) Stop(at time.Time) {
	c.left[c.turn] = c.Left(c.turn, at)
	c.runs = false
}

// Set sets the remaining time of both sides, both now and for a return to this turn with Back.
func (c *Clock) Set(left Times) { c.left, c.began = left, left }

// Back returns to the turn after the given number of presses and restarts it at a given time, with the times
// both sides had at the beginning of that turn.
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

// Forgive excludes d from the turn's time. d may exceed the time used so far.
func (c *Clock) Forgive(d time.Duration) { c.since = c.since.Add(d) }

// Since returns the time from which the turn is counted.
func (c *Clock) Since() time.Time { return c.since }

// Halt stops the clock without counting the turn so far. It is for a turn that continues although the
// flag has fallen.
func (c *Clock) Halt() { c.runs = false }

// Bonus returns the time per move that is added or not counted: the increment plus the delay.
func (c *Clock) Bonus() time.Duration { return millis(c.control.Increment + c.control.Delay) }
