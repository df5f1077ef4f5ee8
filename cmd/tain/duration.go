package main

import (
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
)

// duration is the value of every flag that is a length of time: seconds as in
// 2.5, or units as in 500ms and 1m30s.
type duration time.Duration

// UnmarshalText reads it.
func (d *duration) UnmarshalText(text []byte) error {
	read, err := clock.ParseDuration(string(text))
	*d = duration(read)
	return err
}

// String writes it with units.
func (d duration) String() string { return time.Duration(d).String() }

// within returns what is wrong with a time that is not from least to most.
func (d duration) within(flag string, least, most time.Duration) error {
	if t := time.Duration(d); t < least || t > most {
		return fmt.Errorf("%v is %v; it must be from %d to %d", flag, t, least, most)
	}
	return nil
}

// The bounds of times that have no narrower ones.
const (
	leastTime = time.Millisecond
	mostTime  = 24 * time.Hour
)
