//go:build linux

package main

import (
	"os"
	"strconv"
	"strings"
)

// disturbed is which share of the processors other machines may take while a fault
// is measured: above it, how soon play goes on tells nothing of the program.
const disturbed = 0.15

// ticks is time of all processors, and what of it was given to other machines
// while something here wanted to run ("steal" in proc(5)).
type ticks struct{ wanted, stolen float64 }

// ticksNow reads them; where they cannot be read nothing is stolen.
func ticksNow() (t ticks) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return ticks{}
	}
	line, _, _ := strings.Cut(string(text), "\n")
	for i, word := range strings.Fields(line) {
		n, err := strconv.ParseFloat(word, 64)
		switch {
		case err != nil || i == 4 || i == 5 || i > 8: // its name, idle, waiting for a disk, guests (counted before)
		case i == 8:
			t.stolen = n
			t.wanted += n
		default:
			t.wanted += n
		}
	}
	return t
}

// stolenSince is the share of the time that something here wanted to run and another
// machine ran in its place.
func stolenSince(before ticks) float64 {
	now := ticksNow()
	if now.wanted <= before.wanted {
		return 0
	}
	return (now.stolen - before.stolen) / (now.wanted - before.wanted)
}
