//go:build linux

package process

import (
	"testing"
	"time"
)

// TestStandstill checks that pauses of any processor are subtracted, and that overlapping
// pauses count once.
func TestStandstill(t *testing.T) {
	const ms = int64(time.Millisecond)
	wake := func(times ...int64) *page {
		p := &page{}
		p.last.Store(times[0] * ms)
		for _, at := range times[1:] {
			p.awake(at * ms)
		}
		return p
	}
	s := &Standstill{pages: []*page{
		wake(0, 3, 6, 26, 29, 60, 63, 66, 70, 75, 80), // paused from 6 to 26 and from 29 to 60
		wake(0, 4, 8, 12, 40, 45, 50, 55, 60, 65, 70), // paused from 12 to 40, and since 70
	}}
	for _, c := range []struct{ from, to, want int64 }{
		{0, 5, 0}, {0, 26, 20}, {10, 11, 1}, {6, 70, 54}, {62, 72, 0}, {62, 80, 10}, {20, 50, 30},
	} {
		if got := s.Within(c.from*ms, c.to*ms); got != time.Duration(c.want)*time.Millisecond {
			t.Errorf("Within(%d, %d) = %v, want %d ms", c.from, c.to, got, c.want)
		}
	}
	if got := (*Standstill)(nil).Took(time.Unix(0, 0), time.Unix(1, 0)); got != time.Second {
		t.Errorf("Took without watchers = %v, want 1s", got)
	}
	long := &page{}
	for i := range int64(2 * maxGaps) {
		long.awake((i + 1) * 10 * ms)
	}
	if got := (&Standstill{pages: []*page{long}}).Within(0, 1<<62); got < maxGaps*10*time.Millisecond {
		t.Errorf("Within with many gaps = %v, want a longer time", got)
	}
}
