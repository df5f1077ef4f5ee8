package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
)

// ParseControl reads a time control in seconds: 5+0.05 is five seconds and a
// twentieth more with each move, 40/60 a minute for every forty moves. The
// protocols know neither days for a move nor a delay.
func ParseControl(text string) (clock.Control, error) {
	c, err := clock.Parse(text, time.Second)
	switch {
	case err != nil:
		return c, because(err, "match.other", locale.Args{"why": locale.Of(err)})
	case c.None() || c.Days > 0 || c.Delay > 0:
		return c, refuse("match.control", locale.Args{"text": clip(text)})
	}
	return c, nil
}

// Limit says how much a player may think. Several limits hold together; with
// none but Nodes or Depth a player has all the time it needs.
type Limit struct {
	Control  clock.Control // a clock, if it is one
	MoveTime time.Duration // for each move
	Nodes    uint64
	Depth    int
}

// None reports whether nothing is limited.
func (l Limit) None() bool { return l == Limit{} }

// String names the limits.
func (l Limit) String() string {
	var parts []string
	if !l.Control.None() {
		parts = append(parts, "tc="+l.Control.String())
	}
	if l.MoveTime > 0 {
		parts = append(parts, "movetime="+clock.FormatDuration(l.MoveTime))
	}
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes=%d", l.Nodes))
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth=%d", l.Depth))
	}
	return strings.Join(parts, ",")
}

// set changes one limit, named as in String, and reports whether there is one
// of that name.
func (l *Limit) set(key, value string) (known bool, err error) {
	ok := true
	switch key {
	case "tc":
		l.Control, err = ParseControl(value)
		return true, err
	case "movetime":
		if l.MoveTime, err = clock.ParseDuration(value); err != nil {
			return true, because(err, "match.movetime", locale.Args{"why": locale.Of(err)})
		}
		ok = l.MoveTime > 0
	case "nodes":
		l.Nodes, err = strconv.ParseUint(value, 10, 64)
		ok = err == nil && l.Nodes > 0
	case "depth":
		l.Depth, err = strconv.Atoi(value)
		ok = err == nil && l.Depth > 0 && l.Depth <= 1000
	default:
		return false, nil
	}
	if !ok {
		return true, refuse("match.above-zero", locale.Args{"name": key, "text": clip(value)})
	}
	return true, nil
}

// sideClock is the clock of one side. Sides may have limits of their own, so
// each has a clock to itself, on which both press and only its own time counts.
type sideClock struct {
	limit Limit
	side  board.Colour
	clock *clock.Clock
}

// newSideClock returns the clock of a side in a game in which one moves first.
func newSideClock(l Limit, side, first board.Colour) *sideClock {
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
