package clock

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
)

// Parse parses a time control. It consists of the time, optionally followed by + and the increment or
// by d and the delay, both in seconds. The number of moves per time control and a slash may precede the
// time. unit is the unit of a plain number: time.Second, as in PGN and engine matches, or time.Minute,
// as people write it. The time may also have its own unit (90s, 5m, 1h, or 3d for days per move), or
// consist of minutes and seconds, such as 1:30.
//
//	5+0.05   40/60   1:30+1   5m+3   300d5   3d
//
// Empty text, "none" and "-" mean no clock. Times are rounded to milliseconds. Errors are of type
// *message.Error.
func Parse(text string, unit time.Duration) (Control, error) {
	rest := strings.ToLower(strings.TrimSpace(text))
	if rest == "" || rest == "none" || rest == "-" {
		return Control{}, nil
	}
	c, ok := parse(rest, unit)
	switch {
	case ok:
		return c, nil
	case unit == time.Minute:
		return Control{}, message.NewError("control.text.minutes", "{text, quote} is not a time control; give minutes and increment in seconds, such as 5+3, or none", message.Args{"text": notation.Clip(text)})
	}
	return Control{}, message.NewError("control.text.seconds", "{text, quote} is not a time control; use a form such as 5+0.05 (seconds and increment) or 40/60 (moves and seconds)", message.Args{"text": notation.Clip(text)})
}

func parse(rest string, unit time.Duration) (c Control, ok bool) {
	if moves, after, cut := strings.Cut(rest, "/"); cut {
		n, err := strconv.Atoi(moves)
		if err != nil || n < 1 || n > maxMoves {
			return Control{}, false
		}
		c.Moves, rest = n, after
	}
	if days, cut := strings.CutSuffix(rest, "d"); cut {
		n, err := strconv.Atoi(days)
		return Control{Days: n}, err == nil && n > 0 && n <= maxDays && c.Moves == 0
	}
	bonus := &c.Increment
	base, more, cut := strings.Cut(rest, "+")
	if !cut {
		base, more, cut = strings.Cut(rest, "d")
		bonus = &c.Delay
	}
	if c.Initial, ok = parseTime(base, unit); !ok || c.Initial == 0 {
		return Control{}, false
	}
	if cut {
		if *bonus, ok = parseTime(more, time.Second); !ok {
			return Control{}, false
		}
	}
	// PGN expresses days per move as a time control of one move.
	if c.Moves == 1 && c.Initial%day == 0 && c.Increment == 0 && c.Delay == 0 && c.Initial/day <= maxDays {
		return Control{Days: int(c.Initial / day)}, true
	}
	return c, c.Initial <= maxInitial && *bonus <= maxInitial
}

var units = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour}

// parseTime parses a number, with or without a unit, or minutes and seconds separated by a colon. It returns
// milliseconds and accepts at most maxDays.
func parseTime(text string, unit time.Duration) (ms int64, ok bool) {
	if minutes, seconds, cut := strings.Cut(text, ":"); cut {
		m, ok := parseNumber(minutes, time.Minute)
		s, fine := parseNumber(seconds, time.Second)
		return m + s, ok && fine && m+s <= maxDays*day
	}
	if n := len(text); n > 0 && units[text[n-1]] > 0 {
		text, unit = text[:n-1], units[text[n-1]]
	}
	return parseNumber(text, unit)
}

func parseNumber(text string, unit time.Duration) (ms int64, ok bool) {
	for _, c := range text { // excludes exponents, signs, Inf and NaN
		if (c < '0' || c > '9') && c != '.' {
			return 0, false
		}
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	n = math.Round(n * float64(unit/time.Millisecond))
	return int64(min(n, 1e15)), n <= float64(maxDays*day)
}

// ParseLevel parses the arguments of XBoard's level command: the moves per time control (0 for the whole
// game), the time in minutes or minutes and seconds, and the increment in seconds.
func ParseLevel(text string) (Control, error) {
	bad := message.NewError("control.text.level", "level takes a number of moves, minutes such as 5 or 0:30, and the increment in seconds", nil)
	words := strings.Fields(text)
	if len(words) != 3 {
		return Control{}, bad
	}
	moves, err := strconv.Atoi(words[0])
	initial, ok := parseTime(words[1], time.Minute)
	increment, fine := parseTime(words[2], time.Second)
	if err != nil || !ok || !fine || moves < 0 {
		return Control{}, bad
	}
	return Control{Moves: moves, Initial: initial, Increment: increment}, nil
}

// String formats the control for Parse with unit time.Second, which is also the format of PGN's TimeControl
// tag. PGN has no delay, so it is written like an increment, with d instead of +.
func (c Control) String() string {
	if c.Days > 0 {
		return "1/" + seconds(int64(c.Days)*day)
	}
	return c.format(seconds(c.Initial))
}

// Minutes formats the control for Parse with unit time.Minute.
func (c Control) Minutes() string {
	if c.Days > 0 {
		return strconv.Itoa(c.Days) + "d"
	}
	return c.format(strconv.FormatFloat(float64(c.Initial)/float64(time.Minute/time.Millisecond), 'f', -1, 64))
}

func (c Control) format(initial string) string {
	if c.None() {
		return "-"
	}
	text := initial
	if c.Moves > 0 {
		text = strconv.Itoa(c.Moves) + "/" + text
	}
	switch {
	case c.Increment > 0:
		text += "+" + seconds(c.Increment)
	case c.Delay > 0:
		text += "d" + seconds(c.Delay)
	}
	return text
}

// Level formats the control for XBoard's level command. The command takes the time in whole seconds, so the
// time is rounded up; rounding down could yield 0, which means no clock.
func (c Control) Level() string {
	s := (c.Initial + 999) / 1000
	return fmt.Sprintf("%d %d:%02d %s", c.Moves, s/60, s%60, seconds(c.Increment))
}

// seconds formats milliseconds as seconds, with a fraction only if needed.
func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64)
}

// Text formats a remaining time as a clock displays it, with tenths of a second below 20 seconds.
func Text(left time.Duration) string {
	left = max(0, left)
	switch {
	case left >= time.Hour:
		return HMS(left)
	case left < 20*time.Second:
		return fmt.Sprintf("%d:%02d.%d", left/time.Minute, left/time.Second%60, left/(100*time.Millisecond)%10)
	}
	return fmt.Sprintf("%d:%02d", left/time.Minute, left/time.Second%60)
}

// HMS formats a remaining time as in PGN comments: 0:04:58.
func HMS(left time.Duration) string {
	left = max(0, left)
	return fmt.Sprintf("%d:%02d:%02d", left/time.Hour, left/time.Minute%60, left/time.Second%60)
}

// ParseHMS parses the output of HMS, optionally with a fraction of a second, and
// reports whether it is valid.
func ParseHMS(text string) (time.Duration, bool) {
	parts := strings.Split(strings.TrimSpace(text), ":")
	if len(parts) != 3 {
		return 0, false
	}
	var sum int64
	for i, unit := range []time.Duration{time.Hour, time.Minute, time.Second} {
		ms, ok := parseNumber(parts[i], unit)
		if !ok {
			return 0, false
		}
		sum += ms
	}
	return millis(sum), true
}

// DurationError reports a string that is not a duration.
type DurationError struct {
	Text string // the input, truncated
}

func (e *DurationError) Error() string {
	return fmt.Sprintf("%q is not a valid time: give seconds as in 2.5, or units as in 500ms, 5s, 1m30s", e.Text)
}

// ParseDuration parses a duration from a command-line flag: a number of seconds such as 2.5, or numbers
// with units such as 500ms, 5s and 1m30s. The duration must not be negative. It is rounded to
// microseconds. Errors are of type *DurationError.
func ParseDuration(text string) (time.Duration, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		if math.IsNaN(n) || n > math.MaxInt64/float64(time.Second) {
			return 0, &DurationError{notation.Clip(text)}
		}
		word = strconv.FormatFloat(n, 'f', -1, 64) + "s"
	}
	d, err := time.ParseDuration(word)
	if err != nil || d < 0 {
		return 0, &DurationError{notation.Clip(text)}
	}
	return d.Round(time.Microsecond), nil
}

// FormatDuration formats a duration as a number of seconds, for ParseDuration.
func FormatDuration(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
