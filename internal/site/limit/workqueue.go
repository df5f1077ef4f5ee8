package limit

import (
	"context"
	"errors"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
)

// WorkQueue runs a few heavy jobs at a time: pictures, long lines, rulebooks. Large jobs take a lot of time
// and memory, so only one of them runs at a time, and the other slots are left to small jobs. An address with
// many jobs delays mainly its own jobs.
type WorkQueue struct {
	slots, maxWaiting int
	large             float64 // units

	mu           sync.Mutex
	running      []*job
	runningLarge int
	waiting      []*job // in order
	dropped      int64
}

// job is heavy work that is waiting or running.
type job struct {
	by    netip.Addr // account of the address
	units float64
	at    time.Time // jobs run in this order
	large bool
	start chan bool // receives true to begin, false if the job is dropped
}

// yield is how far each unit of a job moves it back in the queue. Units of unfinished jobs from the same
// address count too, unless those jobs are larger. It is about ten times as long as a unit takes. Small jobs
// therefore run before large ones, a single job runs before the many jobs of another address, and every wait
// is bounded.
const yield = 2500 * time.Microsecond

// ErrWorkFull is returned for a job that was dropped because the queue is full.
var ErrWorkFull = errors.New("limit: the work queue is full")

// lightWork is the number of units below which work does not queue, because queueing would take longer.
const lightWork = 5

// WorkSlots returns the maximum number of heavy jobs that run at a time.
func (l *Limits) WorkSlots() int {
	if l.Works > 0 {
		return l.Works
	}
	return max(1, runtime.NumCPU()/2)
}

// Light reports whether work is so small that it does not wait for a slot.
func Light(units float64) bool { return units < lightWork }

// NewWorkQueue returns a queue with the limits in l.
func NewWorkQueue(l Limits) *WorkQueue {
	return &WorkQueue{slots: l.WorkSlots(), maxWaiting: l.WorksWaiting, large: float64(l.LargeWork)}
}

// Enter waits until a job from an address may run. The caller must call leave when the job is done. If the
// queue is full, Enter drops the last job, usually a large one or one from an address with many jobs. It
// returns ErrWorkFull to the caller of a dropped job.
func (q *WorkQueue) Enter(ctx context.Context, by netip.Addr, units float64) (leave func(), err error) {
	if Light(units) {
		return func() {}, nil
	}
	j := &job{by: fair.Account(by), units: units, large: units >= q.large, start: make(chan bool, 1)}
	q.mu.Lock()
	j.at = time.Now().Add(time.Duration((units + q.owed(j)) * float64(yield)))
	at, _ := slices.BinarySearchFunc(q.waiting, j, func(a, b *job) int { return a.at.Compare(b.at) })
	q.waiting = slices.Insert(q.waiting, at, j)
	q.startNext()
	if n := len(q.waiting); n > q.maxWaiting {
		last := q.waiting[n-1]
		q.waiting = q.waiting[:n-1]
		q.dropped++
		last.start <- false
	}
	q.mu.Unlock()
	select {
	case begun := <-j.start:
		if !begun {
			return nil, ErrWorkFull
		}
		return func() { q.leave(j) }, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	if at := slices.Index(q.waiting, j); at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
		q.mu.Unlock()
	} else {
		q.mu.Unlock()
		if <-j.start { // the job started before it could be removed
			q.leave(j)
		}
	}
	return nil, ctx.Err()
}

func (q *WorkQueue) leave(j *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running = slices.DeleteFunc(q.running, func(other *job) bool { return other == j })
	if j.large {
		q.runningLarge--
	}
	q.startNext()
}

// Len returns the number of running and waiting jobs.
func (q *WorkQueue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.running) + len(q.waiting)
}

// State returns how many jobs are waiting, how many may wait, and how many have been dropped.
func (q *WorkQueue) State() State {
	q.mu.Lock()
	defer q.mu.Unlock()
	return State{Limit: "work", Used: float64(len(q.waiting)), Bound: float64(q.maxWaiting), Refused: q.dropped}
}

// owed returns the units of unfinished jobs from the same address, except jobs that are larger, for which a
// small job need not wait. The caller holds the lock.
func (q *WorkQueue) owed(by *job) (units float64) {
	for _, jobs := range [][]*job{q.running, q.waiting} {
		for _, j := range jobs {
			if j.by == by.by && j.units <= by.units {
				units += j.units
			}
		}
	}
	return units
}

// startNext starts the jobs that may run. The caller holds the lock.
func (q *WorkQueue) startNext() {
	for i := 0; i < len(q.waiting) && len(q.running) < q.slots; {
		j := q.waiting[i]
		if j.large && q.runningLarge > 0 {
			i++
			continue
		}
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.running = append(q.running, j)
		if j.large {
			q.runningLarge++
		}
		j.start <- true
	}
}
