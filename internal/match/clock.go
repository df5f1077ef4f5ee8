package match

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
)

// Control is a time control: so much time for so many moves, or for the whole
// game, and more with every move.
type Control struct {
	Moves           int // 0 for the whole game
	Base, Increment time.Duration
}

// ParseControl reads a time control in seconds: 5+0.05 is five seconds and a
// twentieth more with each move, 40/60 a minute for every forty moves. The
// time may be written 1:30 for ninety seconds.
func ParseControl(text string) (c Control, err error) {
	bad := fmt.Errorf("match: the time control %q is none such as 5+0.05 (seconds, and more with each move) or 40/60 (moves and seconds)", clip(text))
	rest := strings.TrimSpace(text)
	if moves, after, ok := strings.Cut(rest, "/"); ok {
		if c.Moves, err = strconv.Atoi(moves); err != nil || c.Moves < 1 || c.Moves > 1000 {
			return Control{}, bad
		}
		rest = after
	}
	base, increment, more := strings.Cut(rest, "+")
	if minutes, seconds, ok := strings.Cut(base, ":"); ok {
		n, err := strconv.Atoi(minutes)
		if err != nil || n < 0 || n > 24*60 {
			return Control{}, bad
		}
		c.Base, base = time.Duration(n)*time.Minute, seconds
	}
	seconds, ok := parseSeconds(base)
	c.Base += seconds
	if more && ok {
		c.Increment, ok = parseSeconds(increment)
	}
	if !ok || c.Base <= 0 {
		return Control{}, bad
	}
	return c, nil
}

// parseSeconds reads seconds from 0 to a day.
func parseSeconds(text string) (time.Duration, bool) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(n) || n < 0 || n > 24*60*60 {
		return 0, false
	}
	return time.Duration(n * float64(time.Second)).Round(time.Microsecond), true
}

// String writes the control as ParseControl reads it.
func (c Control) String() string {
	text := seconds(c.Base)
	if c.Moves > 0 {
		text = strconv.Itoa(c.Moves) + "/" + text
	}
	if c.Increment > 0 {
		text += "+" + seconds(c.Increment)
	}
	return text
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// Limit says how much a player may think. Several limits hold together; with
// none but Nodes or Depth a player has all the time it needs.
type Limit struct {
	Control  Control       // a clock, if Base is not 0
	MoveTime time.Duration // for each move
	Nodes    uint64
	Depth    int
}

// None reports whether nothing is limited.
func (l Limit) None() bool { return l == Limit{} }

// String names the limits.
func (l Limit) String() string {
	var parts []string
	if l.Control.Base > 0 {
		parts = append(parts, "tc="+l.Control.String())
	}
	if l.MoveTime > 0 {
		parts = append(parts, "movetime="+seconds(l.MoveTime))
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
			return true, fmt.Errorf("match: movetime=%w", err)
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
		return true, fmt.Errorf("match: %s=%s is not a number above 0", key, clip(value))
	}
	return true, nil
}

// playerClock is one player's time in one game, kept by the arbiter.
type playerClock struct {
	limit Limit
	left  time.Duration
	moves int // made so far
}

func newClock(l Limit) *playerClock { return &playerClock{limit: l, left: l.Control.Base} }

// movesToGo returns how many moves the time left is for, 0 for all.
func (c *playerClock) movesToGo() int {
	if n := c.limit.Control.Moves; n > 0 {
		return n - c.moves%n
	}
	return 0
}

// allowance is how long the next move may take; false if nothing bounds it.
func (c *playerClock) allowance() (time.Duration, bool) {
	running, fixed := c.limit.Control.Base > 0, c.limit.MoveTime > 0
	switch {
	case running && fixed:
		return min(c.left, c.limit.MoveTime), true
	case running:
		return c.left, true
	}
	return c.limit.MoveTime, fixed
}

// punch takes the time of a move off the clock and adds what a move gains. A
// move that was late within the margin leaves nothing, not less.
func (c *playerClock) punch(took time.Duration) {
	c.moves++
	control := c.limit.Control
	if control.Base == 0 {
		return
	}
	c.left = max(0, c.left-took) + control.Increment
	if control.Moves > 0 && c.moves%control.Moves == 0 {
		c.left += control.Base
	}
}
