package xboard

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
)

// clock knows how long the engine may think.
type clock struct {
	moves int // in a session; 0 if the time is for the whole game
	base  time.Duration
	bonus time.Duration // for each move
	exact time.Duration // for each move and nothing else; 0 if the session counts
	depth int           // 0 for any

	left, theirs time.Duration
}

func newClock() clock {
	c := clock{moves: 40, base: 5 * time.Minute}
	c.left, c.theirs = c.base, c.base
	return c
}

// reset puts the clocks to the start of a game and forgets the limit of depth.
func (c *clock) reset() {
	c.depth = 0
	c.left, c.theirs = c.base, c.base
}

// set carries out a command about time and reports whether it was one. What is
// wrong leaves the clock as it was.
func (c *clock) set(word, rest string) (known bool, err error) {
	switch word {
	case "level":
		return true, c.setLevel(strings.Fields(rest))
	case "st":
		t, err := minutes(rest, time.Second)
		if err != nil || t <= 0 {
			return true, fmt.Errorf("st wants seconds for a move")
		}
		c.exact = max(t, time.Millisecond)
	case "sd":
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 {
			return true, fmt.Errorf("sd wants a depth from 1")
		}
		c.depth = n
	case "time":
		return true, centiseconds(&c.left, rest)
	case "otim":
		return true, centiseconds(&c.theirs, rest)
	default:
		return false, nil
	}
	return true, nil
}

// setLevel reads "MOVES BASE INCREMENT": the base in minutes or minutes and
// seconds, the increment in seconds.
func (c *clock) setLevel(words []string) error {
	wrong := fmt.Errorf("level wants moves, minutes as in 5 or 0:30, and seconds added a move")
	if len(words) != 3 {
		return wrong
	}
	moves, err1 := strconv.Atoi(words[0])
	base, err2 := minutes(words[1], time.Minute)
	bonus, err3 := minutes(words[2], time.Second)
	if err1 != nil || err2 != nil || err3 != nil || moves < 0 {
		return wrong
	}
	c.moves, c.base, c.bonus, c.exact = moves, base, bonus, 0
	c.left, c.theirs = base, base
	return nil
}

// minutes reads a number of units, which may have a fraction, or minutes and
// seconds with a colon between.
func minutes(text string, unit time.Duration) (time.Duration, error) {
	before, seconds, colon := strings.Cut(text, ":")
	if !colon {
		return duration(before, unit)
	}
	m, err := duration(before, time.Minute)
	if err != nil {
		return 0, err
	}
	s, err := duration(seconds, time.Second)
	return m + s, err
}

func duration(text string, unit time.Duration) (time.Duration, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || x < 0 || x*unit.Hours() > 10_000 {
		return 0, fmt.Errorf("%q is no time", text)
	}
	return time.Duration(x * float64(unit)), nil
}

func centiseconds(to *time.Duration, text string) error {
	n, err := strconv.ParseInt(text, 10, 40)
	if err != nil {
		return fmt.Errorf("it wants hundredths of a second")
	}
	*to = time.Duration(n) * 10 * time.Millisecond
	return nil
}

// slack is kept back from a fixed time, for the way of the move to the board.
const slack = 30 * time.Millisecond

// limits are those of the engine's next move, of which it has made so many.
func (c *clock) limits(made int) engine.Limits {
	l := engine.Limits{Depth: c.depth}
	if c.exact > 0 {
		l.MoveTime = max(c.exact-slack, c.exact*8/10)
		return l
	}
	l.Clock = &search.Clock{Left: c.left, Increment: c.bonus}
	if c.moves > 0 {
		l.Clock.MovesToGo = c.moves - made%c.moves
	}
	return l
}

// spend counts a move of the engine, for programs that do not tell the time.
func (c *clock) spend(t time.Duration, made int) {
	c.left += c.bonus - t
	if c.moves > 0 && made%c.moves == 0 {
		c.left += c.base
	}
}
