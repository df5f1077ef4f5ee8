package limit

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// TestRefusals checks that a refused connection is closed after a while, at once if too many wait, and when
// the listener is closed.
func TestRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		// refuse adds a connection. The channel receives the time from began until the connection is closed.
		refuse := func(r *refusals) <-chan time.Duration {
			ours, theirs := net.Pipe()
			closed := make(chan time.Duration, 1)
			go func() {
				_, _ = io.Copy(io.Discard, theirs)
				closed <- time.Since(began)
			}()
			r.add(ours)
			return closed
		}
		r := newRefusals()
		first := refuse(r)
		time.Sleep(time.Second)
		second := refuse(r)
		if at := <-first; at != refusalHold {
			t.Errorf("the first connection was closed after %v, want %v", at, refusalHold)
		}
		if at := <-second; at != refusalHold+time.Second {
			t.Errorf("the second connection was closed after %v, want %v", at, refusalHold+time.Second)
		}

		began = time.Now()
		first = refuse(r)
		synctest.Wait() // run holds the first connection
		waiting := make([]<-chan time.Duration, cap(r.waiting))
		for i := range waiting {
			waiting[i] = refuse(r)
		}
		if at := <-refuse(r); at != 0 {
			t.Errorf("a connection too many was closed after %v, want at once", at)
		}
		time.Sleep(time.Second)
		r.stop()
		for _, closed := range append(waiting, first) {
			if at := <-closed; at != time.Second {
				t.Fatalf("a waiting connection was closed after %v, want with the listener after %v", at, time.Second)
			}
		}
	})
}

// TestMaxWaiting checks that refused connections leave half of the file descriptors to others.
func TestMaxWaiting(t *testing.T) {
	for descriptors, want := range map[uint64]int{0: maxRefused, 1024: 512, 20_000: 10_000, 65_536: 16_384, 1 << 40: maxRefused} {
		if n := maxWaiting(descriptors); n != want {
			t.Errorf("with %d descriptors, %d refused connections may wait, want %d", descriptors, n, want)
		}
	}
}
