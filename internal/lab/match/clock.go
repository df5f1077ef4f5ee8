package match

import (
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/lab/player"
	"github.com/tainchess/tain/internal/play/clock"
)

// sideClock is the clock of one side. Sides may have limits of their own, so
// each has a clock to itself, on which both press and only its own time counts.
type sideClock struct {
	limit player.Limit
	side  board.Colour
	clock *clock.Clock
}

// newSideClock returns the clock of a side in a game in which one moves first.
func newSideClock(l player.Limit, side, first board.Colour) *sideClock {
	return &sideClock{l, side, clock.New(l.Control, first)}
}

// left returns the time left at the beginning of the turn.
func (c *sideClock) left() time.Duration { return c.clock.Left(c.side, time.Time{}) }

// movesToGo returns how many moves the time left is for, 0 for all.
func (c *sideClock) movesToGo() int { return c.clock.MovesToGo(c.side) }

// allowance is how long the next move may take; false if nothing bounds it.
func (c *sideClock) allowance() (time.Duration, bool) {
	running, fixed := !c.limit.Control.None(), c.limit.MoveTime > 0
	switch {
	case running && fixed:
		return min(c.left(), c.limit.MoveTime), true
	case running:
		return c.left(), true
	}
	return c.limit.MoveTime, fixed
}

// press ends a turn of either side that took so long. Time between turns is
// nobody's. A move that was late within the margin leaves nothing, not less.
func (c *sideClock) press(took time.Duration) {
	var began time.Time
	c.clock.Start(began)
	c.clock.Press(began.Add(took))
}
