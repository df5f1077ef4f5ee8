//go:build faults

package app

import (
	"os"
	"strings"
	"time"
)

// With the build tag faults, used only by internal/test/programs/faults, the wall clock
// is off by the duration in the file that FAULTS_CLOCK names, such as 40s or -1m. It is
// correct if the file does not exist.
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
