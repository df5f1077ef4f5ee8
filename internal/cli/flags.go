package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/notation"
)

// Duration is the value of a duration flag: seconds such as 2.5, or with units such as
// 500ms and 1m30s.
type Duration time.Duration

// UnmarshalText parses a duration.
func (d *Duration) UnmarshalText(text []byte) error {
	read, err := clock.ParseDuration(string(text))
	*d = Duration(read)
	return err
}

// String formats the duration with units.
func (d Duration) String() string { return time.Duration(d).String() }

// Within returns an error unless the duration is between least and most.
func (d Duration) Within(flag string, least, most time.Duration) error {
	if t := time.Duration(d); t < least || t > most {
		return fmt.Errorf("%v is %v; it must be from %v to %v", flag, t, least, most)
	}
	return nil
}

// Default bounds of durations.
const (
	MinTime = time.Millisecond
	MaxTime = 24 * time.Hour
)

// Span is the value of a flag for long durations: days such as 7d, weeks such as 2w, or
// a [Duration].
type Span time.Duration

const day = 24 * time.Hour

// MaxSpan is the default upper bound of spans.
const MaxSpan = 100 * 365 * day

// UnmarshalText parses a span.
func (s *Span) UnmarshalText(text []byte) error {
	for suffix, unit := range map[string]time.Duration{"d": day, "w": 7 * day} {
		number, ok := strings.CutSuffix(string(text), suffix)
		if n, err := strconv.ParseUint(number, 10, 32); ok && err == nil && time.Duration(n) <= MaxSpan/unit {
			*s = Span(time.Duration(n) * unit)
			return nil
		}
	}
	read, err := clock.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%w; write days as 7d, weeks as 2w", err)
	}
	*s = Span(read)
	return nil
}

// String formats the span in days if it is a whole number of days, or else with units.
func (s Span) String() string {
	if d := time.Duration(s); d >= day && d%day == 0 {
		return strconv.FormatInt(int64(d/day), 10) + "d"
	}
	return time.Duration(s).String()
}

// Within returns an error unless the span is between least and most.
func (s Span) Within(flag string, least, most time.Duration) error {
	if t := time.Duration(s); t < least || t > most {
		return fmt.Errorf("%v is %v; it must be from %v to %v", flag, s, Span(least), Span(most))
	}
	return nil
}

// Milliseconds returns the span in milliseconds.
func (s Span) Milliseconds() int64 { return time.Duration(s).Milliseconds() }

// number is the type of a numeric flag.
type number interface{ int | uint64 | float64 }

// Within returns an error unless the value of a flag is between least and most. If least is negative,
// because a negative value selects the default, the error states 0 as the minimum.
func Within[N number](flag string, n, least, most N) error {
	if n >= least && n <= most {
		return nil
	}
	return fmt.Errorf("%s is %v; it must be from %v to %v", flag, n, max(0, least), most)
}

// AtLeast returns an error if the value of a flag is below least.
func AtLeast[N number](flag string, n, least N) error {
	if n >= least {
		return nil
	}
	return fmt.Errorf("%s is %v; it must be at least %v", flag, n, least)
}

// ParseNumbers parses the comma-separated integers of a flag, or "off", which sets all of them to 0.
func ParseNumbers(flag, text string, to ...*int) error {
	if strings.EqualFold(text, "off") {
		for _, n := range to {
			*n = 0
		}
		return nil
	}
	fields := strings.Split(text, ",")
	if len(fields) != len(to) {
		return fmt.Errorf("%v is %q; it takes %d numbers separated by commas, or off", flag, notation.Clip(text), len(to))
	}
	for i, f := range fields {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil || n < 0 || n > 100000 {
			return fmt.Errorf("%v is %q; %q is not a whole number from 0 to 100000", flag, notation.Clip(text), notation.Clip(f))
		}
		*to[i] = n
	}
	return nil
}

// Upper bounds of common flags.
const (
	MaxThreads = 1024
	MaxHashMB  = 1 << 16
)

// FreeMemory returns the available memory in megabytes, or MaxHashMB if it is unknown. A program that
// uses more might be killed by the system.
func FreeMemory() int {
	if mb, ok := memory("MemAvailable:"); ok {
		return mb
	}
	return MaxHashMB
}

// LargestHash returns the size in megabytes of the largest hash table that leaves this machine
// some spare memory.
func LargestHash() int {
	if mb, ok := memory("MemTotal:"); ok {
		return max(64, min(mb*3/4, MaxHashMB))
	}
	return 4096
}

// memory returns a field of /proc/meminfo in megabytes.
func memory(name string) (mb int, ok bool) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == name {
			kb, err := strconv.Atoi(f[1])
			return kb >> 10, err == nil
		}
	}
	return 0, false
}
