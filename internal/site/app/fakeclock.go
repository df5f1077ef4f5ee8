//go:build faults

package app

import (
	"os"
	"strings"
	"time"
)

// A program built with the tag faults, which only internal/test/programs/faults does, has
// a wall clock that is wrong by what the file named in FAULTS_CLOCK says, such
// as 40s or -1m; right while there is no such file.
func init() {
	file := os.Getenv("FAULTS_CLOCK")
	wallClock = func() time.Time {
		text, err := os.ReadFile(file)
		by, wrong := time.ParseDuration(strings.TrimSpace(string(text)))
		if err != nil || wrong != nil {
			by = 0
		}
		return time.Now().Add(by)
	}
}
