package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
)

// span is the value of every flag that is a length of time which may be long:
// days as in 7d, weeks as in 2w, or whatever a duration is.
type span time.Duration

const (
	day         = 24 * time.Hour
	longestSpan = 100 * 365 * day
)

// UnmarshalText reads it.
func (s *span) UnmarshalText(text []byte) error {
	for suffix, unit := range map[string]time.Duration{"d": day, "w": 7 * day} {
		number, ok := strings.CutSuffix(string(text), suffix)
		if n, err := strconv.ParseUint(number, 10, 32); ok && err == nil && time.Duration(n) <= longestSpan/unit {
			*s = span(time.Duration(n) * unit)
			return nil
		}
	}
	read, err := clock.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%w; write days as 7d, weeks as 2w", err)
	}
	*s = span(read)
	return nil
}

// String writes it with units.
func (s span) String() string {
	if d := time.Duration(s); d >= day && d%day == 0 {
		return strconv.FormatInt(int64(d/day), 10) + "d"
	}
	return time.Duration(s).String()
}

// within returns what is wrong with a time that is not from least to most.
func (s span) within(flag string, least, most time.Duration) error {
	if t := time.Duration(s); t < least || t > most {
		return fmt.Errorf("%v is %v; it must be from %v to %v", flag, s, span(least), span(most))
	}
	return nil
}

func (s span) milliseconds() int64 { return time.Duration(s).Milliseconds() }
