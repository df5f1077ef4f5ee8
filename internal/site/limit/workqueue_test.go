package limit

import (
	"context"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestWorkIsShared has one address enqueue many jobs, and another address a larger job after them. It checks
// that the larger job waits for only a few of the others and is never dropped.
func TestWorkIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewWorkQueue(Limits{Works: 1, WorksWaiting: 10, LargeWork: 100})
		greedy, honest := netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("192.0.2.2")
		var mu sync.Mutex
		var done []netip.Addr
		sent := map[netip.Addr]int{}
		bring := func(by netip.Addr, units float64) {
			go func() {
				leave, err := q.Enter(context.Background(), by, units)
				if err != nil {
					mu.Lock()
					defer mu.Unlock()
					sent[by]++
					return
				}
				time.Sleep(time.Duration(units) * time.Millisecond / 4)
				mu.Lock()
				done = append(done, by)
				mu.Unlock()
				leave()
			}()
			synctest.Wait()
		}
		for range 30 {
			bring(greedy, 20)
		}
		bring(honest, 30)
		bring(greedy, 20)
		time.Sleep(time.Minute)
		synctest.Wait()
		at := 0
		for done[at] != honest {
			at++
		}
		if at > 2 {
			t.Errorf("the other address's job ran after %d jobs", at)
		}
		if sent[honest] > 0 || sent[greedy] != 21 {
			t.Errorf("Enter: %v", sent)
		}
		if len(q.running) != 0 || len(q.waiting) != 0 {
			t.Errorf("left in the queue: %+v", q)
		}
	})
}

// TestAbandonedWork checks that a job that leaves the queue no longer counts.
func TestAbandonedWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewWorkQueue(Limits{Works: 1, WorksWaiting: 10, LargeWork: 100})
		by := netip.MustParseAddr("192.0.2.1")
		leave, err := q.Enter(t.Context(), by, 10)
		if err != nil {
			t.Fatalf("Enter: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go cancel()
		if _, err := q.Enter(ctx, by, 1000); err == nil {
			t.Error("two large jobs run at the same time")
		}
		large := &job{by: by, units: 100}
		if owed := q.owed(large); owed != 10 {
			t.Errorf("owed %v units, want 10", owed)
		}
		if owed := q.owed(&job{by: by, units: 9}); owed != 0 {
			t.Errorf("small job waits for %v units of a larger job", owed)
		}
		leave()
		if owed := q.owed(large); owed != 0 {
			t.Errorf("owed %v units after all jobs are done", owed)
		}
	})
}
