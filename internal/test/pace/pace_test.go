package pace_test

import (
	"testing"
	"time"

	"github.com/tainchess/tain/internal/test/pace"
)

// TestSteps checks that the steps are not optimised away.
func TestSteps(t *testing.T) {
	few, many := time.Hour, time.Hour
	for range 10 {
		few, many = min(few, pace.Steps(10_000)), min(many, pace.Steps(1_000_000))
	}
	if many < 10*few {
		t.Errorf("10,000 steps take %v and a million steps take %v", few, many)
	}
}
