//go:build faults

package app

import (
	"os"
	"strings"
	"time"
)

// With the build tag faults, used only by internal/test/programs/faults, the wall clock is offset by the
// duration in the file named by FAULTS_CLOCK, such as 40s or -1m. If the file does not exist, the clock is
// correct.
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
