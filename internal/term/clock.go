package term

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
)

// Control is how much time the players have: at the start, and more after each
// move.
type Control struct{ Base, Increment time.Duration }

// ParseControl reads a time control: minutes, then perhaps + and seconds, such
// as 5+3 or 0.5+1. For "none" and an empty text it returns nil.
func ParseControl(text string) (*Control, error) {
	const most = 24 * time.Hour
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "none") {
		return nil, nil
	}
	base, increment, both := strings.Cut(text, "+")
	if !both {
		increment = "0"
	}
	minutes, err := strconv.ParseFloat(base, 64)
	seconds, bad := strconv.ParseFloat(increment, 64)
	if err != nil || bad != nil || !(minutes > 0) || !(seconds >= 0) || minutes > most.Minutes() || seconds > most.Seconds() {
		return nil, fmt.Errorf("%q is no time control; give minutes and the seconds added after each move, such as 5+3, or none", clip(text))
	}
	c := Control{
		Base:      time.Duration(math.Round(minutes * float64(time.Minute))),
		Increment: time.Duration(math.Round(seconds * float64(time.Second))),
	}
	if c.Base < time.Second {
		return nil, fmt.Errorf("%q leaves less than a second for the game", clip(text))
	}
	return &c, nil
}

// String writes the control as ParseControl reads it.
func (c Control) String() string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	return number(c.Base.Minutes()) + "+" + number(c.Increment.Seconds())
}

// tag writes the control as PGN's TimeControl tag does.
func (c Control) tag() string {
	number := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	return number(c.Base) + "+" + number(c.Increment)
}

// clock is the time left to both players. It stands until the first move has
// been played, and it goes back with moves that are taken back.
type clock struct {
	control Control
	left    [2]time.Duration   // at the beginning of the turn
	before  [][2]time.Duration // at the beginning of each earlier turn, a lost one included
	since   time.Time          // when the turn began; zero while the clock stands
}

func newClock(c Control) *clock {
	return &clock{control: c, left: [2]time.Duration{c.Base, c.Base}}
}

// remaining returns the time left to a side while side to is to move.
func (c *clock) remaining(side, to board.Colour, now time.Time) time.Duration {
	left := c.left[side&1]
	if side == to && !c.since.IsZero() {
		left -= now.Sub(c.since)
	}
	return max(0, left)
}

// press ends the turn of a side and begins the other's.
func (c *clock) press(side board.Colour, now time.Time) {
	c.before = append(c.before, c.left)
	if !c.since.IsZero() {
		c.left[side&1] = c.remaining(side, side, now) + c.control.Increment
	}
	c.since = now
}

// back returns to the beginning of the turn before. The clock then runs anew.
func (c *clock) back(now time.Time) {
	n := len(c.before)
	if n == 0 {
		return
	}
	c.left, c.before = c.before[n-1], c.before[:n-1]
	c.since = now
	if n == 1 {
		c.since = time.Time{}
	}
}

// rewind gives both sides their full time again, in all turns, and lets the
// clock stand until the next move.
func (c *clock) rewind() {
	full := newClock(c.control)
	c.left, c.since = full.left, time.Time{}
	for i := range c.before {
		c.before[i] = full.left
	}
}

// fall stops the clock of a side that has used up its time.
func (c *clock) fall(to board.Colour, now time.Time) {
	c.before = append(c.before, c.left)
	c.halt(to, now)
}

// rise returns to the beginning of the turn in which the flag fell. The clock
// then stands until the next move: it might else fall again before anybody can
// do anything about it.
func (c *clock) rise(now time.Time) {
	c.back(now)
	c.since = time.Time{}
}

// halt stops the clock where it is.
func (c *clock) halt(to board.Colour, now time.Time) {
	c.left[to&1] = c.remaining(to, to, now)
	c.since = time.Time{}
}

// forSearch tells the engine how much time the side to move has.
func (c *clock) forSearch(to board.Colour, now time.Time) *search.Clock {
	return &search.Clock{Left: c.remaining(to, to, now), Increment: c.control.Increment}
}

// clockText writes a time as a clock shows it, with tenths when little is left.
func clockText(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d/time.Minute%60, d/time.Second%60)
	case d < 20*time.Second:
		return fmt.Sprintf("%d:%02d.%d", d/time.Minute, d/time.Second%60, d/(100*time.Millisecond)%10)
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d/time.Second%60)
}
