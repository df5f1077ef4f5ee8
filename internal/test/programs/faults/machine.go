//go:build linux

package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// maxStolen limits the share of CPU time that other machines take while a fault is measured. maxLate
// limits how late a timer may fire because other programs use the processors. If either is exceeded,
// the measured stall does not describe the servers.
const (
	maxStolen = 0.15
	maxLate   = 250 * time.Millisecond
)

// lateness measures how late a timer fires.
type lateness struct{ most atomic.Int64 }

func (l *lateness) watch(ctx context.Context) {
	const every = 10 * time.Millisecond
	for last := time.Now(); pause(ctx, every); last = time.Now() {
		if late := int64(time.Since(last) - every); late > l.most.Load() {
			l.most.Store(late)
		}
	}
}

// take returns the maximum lateness of the timer since the last call.
func (l *lateness) take() time.Duration { return time.Duration(l.most.Swap(0)) }

// ticks holds the CPU time that programs requested from all processors, and the part of it
// given to other machines ("steal" in proc(5)).
type ticks struct{ wanted, stolen float64 }

// ticksNow returns the current ticks, or zero values if they are unavailable.
func ticksNow() (t ticks) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return ticks{}
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for i, word := range strings.Fields(line) {
		n, err := strconv.ParseFloat(word, 64)
		switch {
		case err != nil || i == 4 || i == 5 || i > 8: // name, idle, I/O wait, guests (already counted)
		case i == 8:
			t.stolen = n
			t.wanted += n
		default:
			t.wanted += n
		}
	}
	return t
}

// stolenSince returns the share of the requested CPU time that other machines have taken since an
// earlier reading.
func stolenSince(before ticks) float64 {
	now := ticksNow()
	if now.wanted <= before.wanted {
		return 0
	}
	return (now.stolen - before.stolen) / (now.wanted - before.wanted)
}
