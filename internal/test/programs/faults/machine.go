//go:build linux

package main

import (
	"os"
	"strconv"
	"strings"
)

// disturbed is the share of CPU time that other machines may take during a measurement. Above
// it, the stall says nothing about the program.
const disturbed = 0.15

// ticks is the requested CPU time of all processors, and the part of it given to other machines
// ("steal" in proc(5)).
type ticks struct{ wanted, stolen float64 }

// ticksNow reads the current ticks, or zero if they are unavailable.
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

// stolenSince returns the share of the requested CPU time that other machines took.
func stolenSince(before ticks) float64 {
	now := ticksNow()
	if now.wanted <= before.wanted {
		return 0
	}
	return (now.stolen - before.stolen) / (now.wanted - before.wanted)
}
