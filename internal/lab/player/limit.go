package player

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
)

// ParseControl reads a time control in seconds: 5+0.05 is five seconds and a
// twentieth more with each move, 40/60 a minute for every forty moves. The
// protocols know neither days for a move nor a delay.
func ParseControl(text string) (clock.Control, error) {
	c, err := clock.Parse(text, time.Second)
	switch {
	case err != nil:
		return c, fmt.Errorf("player: %w", err)
	case c.None() || c.Days > 0 || c.Delay > 0:
		return c, fmt.Errorf("player: time control %q gives no clock, days or a delay, which engine protocols do not support; give seconds, for example 5+0.05", clip(text))
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
			return true, fmt.Errorf("player: movetime=%w", err)
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
		return true, fmt.Errorf("player: %v=%s must be a number above 0", key, clip(value))
	}
	return true, nil
}
