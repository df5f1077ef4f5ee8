package limit

import (
	"context"
	"errors"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"
)

// WorkQueue lets a few pieces of heavy work be done at a time: pictures, long
// lines, rulebooks. A large one takes much time and memory: so one of those is
// done at a time, and small ones do not wait behind it. An address that asks for
// much waits behind its own.
type WorkQueue struct {
	slots, most int
	large       float64 // units

	mu           sync.Mutex
	running      []*job
	runningLarge int
	waiting      []*job // the next first
}

// job is a piece of work that waits.
type job struct {
	by    netip.Addr
	units float64
	at    time.Time // the earlier, the sooner its turn
	large bool
	start chan bool // true to begin, false if there is no room to wait
}

// yield is how long each unit lets others that come later go first, those of the
// same address in smaller pieces counted in: about ten times as long as it takes
// to do. So small work goes before large, one piece before the many of another
// address, and all wait for a bounded time.
const yield = 2500 * time.Microsecond

// ErrWorkFull is returned for work that was sent away because too much waits.
var ErrWorkFull = errors.New("limit: the work queue is full")

// lightWork is what need not wait: it is done sooner than its turn is found.
const lightWork = 5

func NewWorkQueue(l Limits) *WorkQueue {
	slots := l.Works
	if slots <= 0 {
		slots = runtime.GOMAXPROCS(0)
	}
	return &WorkQueue{slots: slots, most: l.WorksWaiting, large: float64(l.LargeWork)}
}

// Enter waits until work of so many units for an address may begin, and returns
// what to call when it is done. Where too many wait, the last is sent away: the
// largest, or one of an address that has many.
func (q *WorkQueue) Enter(ctx context.Context, by netip.Addr, units float64) (leave func(), err error) {
	if units < lightWork {
		return func() {}, nil
	}
	turn := &job{by: by, units: units, large: units >= q.large, start: make(chan bool, 1)}
	q.mu.Lock()
	turn.at = time.Now().Add(time.Duration((units + q.owed(turn)) * float64(yield)))
	at, _ := slices.BinarySearchFunc(q.waiting, turn, func(a, b *job) int { return a.at.Compare(b.at) })
	q.waiting = slices.Insert(q.waiting, at, turn)
	q.startNext()
	if n := len(q.waiting); n > q.most {
		last := q.waiting[n-1]
		q.waiting = q.waiting[:n-1]
		last.start <- false
	}
	q.mu.Unlock()
	select {
	case begun := <-turn.start:
		if !begun {
			return nil, ErrWorkFull
		}
		return func() { q.leave(turn) }, nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	if at := slices.Index(q.waiting, turn); at >= 0 {
		q.waiting = slices.Delete(q.waiting, at, at+1)
		q.mu.Unlock()
	} else {
		q.mu.Unlock()
		if <-turn.start { // at the same moment
			q.leave(turn)
		}
	}
	return nil, ctx.Err()
}

func (q *WorkQueue) leave(turn *job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running = slices.DeleteFunc(q.running, func(other *job) bool { return other == turn })
	if turn.large {
		q.runningLarge--
	}
	q.startNext()
}

// Len returns how many pieces of work are done or wait.
func (q *WorkQueue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.running) + len(q.waiting)
}

// owed returns the units of an address's work that is not done yet, but for what
// is larger: that a small piece need not wait for. The caller holds the lock.
func (q *WorkQueue) owed(by *job) (units float64) {
	for _, turns := range [][]*job{q.running, q.waiting} {
		for _, turn := range turns {
			if turn.by == by.by && turn.units <= by.units {
				units += turn.units
			}
		}
	}
	return units
}

// startNext lets those begin who may; the caller holds the lock.
func (q *WorkQueue) startNext() {
	for i := 0; i < len(q.waiting) && len(q.running) < q.slots; {
		turn := q.waiting[i]
		if turn.large && q.runningLarge > 0 {
			i++
			continue
		}
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.running = append(q.running, turn)
		if turn.large {
			q.runningLarge++
		}
		turn.start <- true
	}
}
