package clock

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/message"
)

// TextError is a text that is no time control.
type TextError struct {
	Text  string        // what was given, shortened
	Unit  time.Duration // of a number without one: time.Second or time.Minute
	Level bool          // it should have been one of XBoard's level command
}

// Explain says what is wanted.
func (e *TextError) Explain() message.Message {
	switch {
	case e.Level:
		return message.New("control.text.level", "level takes a number of moves, minutes such as 5 or 0:30, and the increment in seconds", nil)
	case e.Unit == time.Minute:
		return message.New("control.text.minutes", "{text, quote} is not a time control; give minutes and increment in seconds, such as 5+3, or none", message.Args{"text": e.Text})
	}
	return message.New("control.text.seconds", "{text, quote} is not a time control; use a form such as 5+0.05 (seconds and increment) or 40/60 (moves and seconds)", message.Args{"text": e.Text})
}

// Error says it in a sentence.
func (e *TextError) Error() string { return e.Explain().String() }

// Parse reads a time control: the time, perhaps + and the seconds added after
// each move or d and those of a delay, and perhaps before it all the moves it
// is for and a slash. The time is a number of units, which is time.Second as in
// PGN and matches or time.Minute as people say it; or it carries its unit (90s,
// 5m, 1h, 3d for days a move), or is minutes and seconds as in 1:30.
//
//	5+0.05   40/60   1:30+1   5m+3   300d5   3d
//
// Nothing, "none" and "-" are no clock. A time is rounded to milliseconds. An
// error is a *TextError.
func Parse(text string, unit time.Duration) (Control, error) {
	rest := strings.ToLower(strings.TrimSpace(text))
	if rest == "" || rest == "none" || rest == "-" {
		return Control{}, nil
	}
	c, ok := parse(rest, unit)
	if !ok {
		return Control{}, &TextError{Text: clip(text), Unit: unit}
	}
	return c, nil
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
	// PGN writes days for each move as sessions of one move.
	if c.Moves == 1 && c.Initial%day == 0 && c.Increment == 0 && c.Delay == 0 && c.Initial/day <= maxDays {
		return Control{Days: int(c.Initial / day)}, true
	}
	return c, c.Initial <= maxInitial && *bonus <= maxInitial
}

var units = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour}

// parseTime reads a number of units, of the unit it carries, or minutes and
// seconds with a colon between, as milliseconds up to a month.
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
	for _, c := range text { // no exponents, signs or names of numbers that are none
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

// ParseLevel reads what XBoard's level command gives: moves of a session, 0 for
// the whole game, the time in minutes or minutes and seconds, and the seconds
// added after each move.
func ParseLevel(text string) (Control, error) {
	bad := &TextError{Text: clip(text), Unit: time.Minute, Level: true}
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

// String writes the control as Parse reads it with seconds, which is also how
// PGN's TimeControl tag has it. PGN knows no delay; it is written as an
// increment would be, behind a d.
func (c Control) String() string {
	if c.Days > 0 {
		return "1/" + seconds(int64(c.Days)*day)
	}
	return c.format(seconds(c.Initial))
}

// Minutes writes the control as Parse reads it with minutes.
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

// Level writes the control as XBoard's level command has it. That knows whole
// seconds only, so the time is rounded up: none at all would be no clock.
func (c Control) Level() string {
	s := (c.Initial + 999) / 1000
	return fmt.Sprintf("%d %d:%02d %s", c.Moves, s/60, s%60, seconds(c.Increment))
}

// seconds writes milliseconds as seconds, with a fraction only if there is one.
func seconds(ms int64) string {
	return strconv.FormatFloat(float64(ms)/1000, 'f', -1, 64)
}

// Text writes a time left as a clock shows it, with tenths when little is left.
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

// HMS writes a time left as comments in PGN have it: 0:04:58.
func HMS(left time.Duration) string {
	left = max(0, left)
	return fmt.Sprintf("%d:%02d:%02d", left/time.Hour, left/time.Minute%60, left/time.Second%60)
}

// ParseHMS reads what HMS writes, also with a fraction of a second, and reports
// whether it is a time.
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

// clip shortens a text for a message.
func clip(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "..."
	}
	return text
}
