//go:build unix

package render_test

import (
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/test/pace"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/render/paint"
)

// TestDrawingCost compares the CPU time for drawing with the time for a given number of steps of a simple
// random generator, so that the limit does not depend on the machine.
func TestDrawingCost(t *testing.T) {
	s := threeBoards(t)
	for _, c := range []struct {
		what string
		most int // maximum time, in generator steps
		draw func(d *paint.Drawing) error
	}{
		{"SVG", 2_000_000, func(d *paint.Drawing) error { _, err := d.SVG(1200); return err }},
		{"PNG", 100_000_000, func(d *paint.Drawing) error { return d.PNG(io.Discard, 1200) }},
	} {
		best, most := time.Hour, time.Duration(0)
		for try := 0; try < 40 && best > most; try++ {
			if took := pace.Steps(c.most); try == 0 || took < most {
				most = took
			}
			began := processorTime(t)
			d, err := render.Draw(s)
			if err == nil {
				err = c.draw(d)
			}
			if err != nil {
				t.Fatalf("drawing: %v", err)
			}
			best = min(best, processorTime(t)-began)
		}
		if best > most {
			t.Errorf("%s of three boards took %v, but %d steps took only %v", c.what, best, c.most, most)
		}
		t.Logf("%s of three boards took %v; %d steps took %v", c.what, best, c.most, most)
	}
}

// processorTime returns the CPU time of this process.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatalf("syscall.Getrusage: %v", err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
