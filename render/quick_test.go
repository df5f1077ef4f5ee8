//go:build unix

package render_test

import (
	"io"
	"syscall"
	"testing"
	"time"

	"github.com/tainchess/tain/render"
)

// TestDrawingIsQuick holds the bounds on time. What counts is the time the
// processors spent on it, in the best of several tries: a busy machine says
// nothing about the program.
func TestDrawingIsQuick(t *testing.T) {
	s := threeBoards(t)
	for _, c := range []struct {
		what string
		most time.Duration
		draw func(d *render.Drawing) error
	}{
		{"SVG", 2 * time.Millisecond, func(d *render.Drawing) error { _, err := d.SVG(1200); return err }},
		{"PNG", 150 * time.Millisecond, func(d *render.Drawing) error { return d.PNG(io.Discard, 1200) }},
	} {
		best := time.Hour
		for try := 0; try < 40 && best > c.most; try++ {
			began := processorTime(t)
			d, err := render.Draw(s)
			if err == nil {
				err = c.draw(d)
			}
			if err != nil {
				t.Fatal(err)
			}
			best = min(best, processorTime(t)-began)
		}
		if best > c.most {
			t.Errorf("%s of three boards took %v, want at most %v", c.what, best, c.most)
		}
	}
}

// processorTime is what this process has used so far.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
