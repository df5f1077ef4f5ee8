package cli

import (
	"os"
	"strconv"
	"strings"
)

// Upper bounds of flags.
const (
	MaxThreads = 1024
	MaxHashMB  = 1 << 16
)

// FreeMemory returns how many megabytes are free, or MaxHashMB if that cannot be
// known. A larger table would end the program without a message.
func FreeMemory() int {
	if mb, ok := memory("MemAvailable:"); ok {
		return mb
	}
	return MaxHashMB
}

// LargestHash returns the size in megabytes of the largest table that fits into this
// machine with room to spare.
func LargestHash() int {
	if mb, ok := memory("MemTotal:"); ok {
		return max(64, min(mb*3/4, MaxHashMB))
	}
	return 4096
}

// memory returns a number of /proc/meminfo in megabytes.
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
