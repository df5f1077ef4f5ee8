package server

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// workQueue lets a few pieces of heavy work be done at a time: pictures, long
// lines, rulebooks. A large one takes much time and memory: so one of those is
// done at a time, and small ones do not wait behind it.
type workQueue struct {
	slots, most int
	large       float64 // units

	mu           sync.Mutex
	running      int
	runningLarge int
	waiting      []*workTurn // the next first
}

// workTurn is a piece of work that waits.
type workTurn struct {
	at     time.Time // the earlier, the sooner its turn
	large  bool
	called chan bool // true to begin, false if there is no room to wait
}

// yield is how long each unit lets others that come later go first: about ten
// times as long as it takes to do. So small work goes before large, and large
// work waits for a bounded time.
const yield = 2500 * time.Microsecond

// lightWork is what need not wait: it is done sooner than its turn is found.
const lightWork = 5

func newWorkQueue(l Limits) *workQueue {
	slots := l.Works
	if slots <= 0 {
		slots = runtime.GOMAXPROCS(0)
	}
	return &workQueue{slots: slots, most: l.WorksWaiting, large: float64(l.LargeWork)}
}

// enter waits until work of so many units may begin, and returns what to call
// when it is done. Where too many wait, the largest is sent away.
func (q *workQueue) enter(ctx context.Context, units float64) (leave func(), err error) {
	if units < lightWork {
		return func() {}, nil
	}
	turn := &workTurn{at: time.Now().Add(time.Duration(units * float64(yield))), large: units >= q.large, called: make(chan bool, 1)}
	q.mu.Lock()
	at, _ := slices.BinarySearchFunc(q.waiting, turn, func(a, b *workTurn) int { return a.at.Compare(b.at) })
	q.waiting = slices.Insert(q.waiting, at, turn)
	q.call()
	if n := len(q.waiting); n > q.most {
		q.waiting[n-1].called <- false
		q.waiting = q.waiting[:n-1]
	}
	q.mu.Unlock()
	select {
	case begun := <-turn.called:
		if !begun {
			return nil, busy(time.Second, errWork)
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
		if <-turn.called { // at the same moment
			q.leave(turn)
		}
	}
	return nil, ctx.Err()
}

func (q *workQueue) leave(turn *workTurn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	if turn.large {
		q.runningLarge--
	}
	q.call()
}

// call lets those begin who may; the caller holds the lock.
func (q *workQueue) call() {
	for i := 0; i < len(q.waiting) && q.running < q.slots; {
		turn := q.waiting[i]
		if turn.large && q.runningLarge > 0 {
			i++
			continue
		}
		q.waiting = slices.Delete(q.waiting, i, i+1)
		q.running++
		if turn.large {
			q.runningLarge++
		}
		turn.called <- true
	}
}
