package clock

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// DurationError is a text that is no length of time.
type DurationError struct {
	Text string // what was given, shortened
}

// Error says what is wanted.
func (e *DurationError) Error() string {
	return fmt.Sprintf("%q is not a valid time: give seconds as in 2.5, or units as in 500ms, 5s, 1m30s", e.Text)
}

// ParseDuration reads a length of time as flags of commands give it: a number
// of seconds such as 2.5, or numbers with units such as 500ms, 5s and 1m30s.
// It is not negative and is rounded to microseconds. An error is a
// *DurationError.
func ParseDuration(text string) (time.Duration, error) {
	word := strings.ToLower(strings.TrimSpace(text))
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		if math.IsNaN(n) || n > math.MaxInt64/float64(time.Second) {
			return 0, &DurationError{clip(text)}
		}
		word = strconv.FormatFloat(n, 'f', -1, 64) + "s"
	}
	d, err := time.ParseDuration(word)
	if err != nil || d < 0 {
		return 0, &DurationError{clip(text)}
	}
	return d.Round(time.Microsecond), nil
}

// FormatDuration writes a length of time as ParseDuration reads it: a number of
// seconds.
func FormatDuration(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
