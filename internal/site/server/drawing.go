package server

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// drawingQueue lets a few pictures be drawn at a time. A large one takes much
// time and memory: so one of those is drawn at a time, and small ones do not
// wait behind it.
type drawingQueue struct {
	slots, most, large int

	mu           sync.Mutex
	running      int
	runningLarge int
	waiting      []*drawingTurn // the next first
}

// drawingTurn is a picture that waits.
type drawingTurn struct {
	at     time.Time // the earlier, the sooner its turn
	large  bool
	called chan bool // true to draw, false if there is no room to wait
}

// yield is how long each pixel lets others that come later go first: about ten
// times as long as it takes to draw. So small pictures go before large ones,
// and a large one waits for a bounded time.
const yield = time.Microsecond

func newDrawingQueue(l Limits) *drawingQueue {
	slots := l.Pictures
	if slots <= 0 {
		slots = runtime.GOMAXPROCS(0)
	}
	return &drawingQueue{slots: slots, most: l.PicturesWaiting, large: l.LargePicture}
}

// enter waits until a picture of so many pixels may be drawn, and returns what
// to call when it is. Where too many wait, the largest is sent away.
func (q *drawingQueue) enter(ctx context.Context, pixels int) (leave func(), err error) {
	turn := &drawingTurn{at: time.Now().Add(time.Duration(pixels) * yield), large: pixels >= q.large, called: make(chan bool, 1)}
	q.mu.Lock()
	at, _ := slices.BinarySearchFunc(q.waiting, turn, func(a, b *drawingTurn) int { return a.at.Compare(b.at) })
	q.waiting = slices.Insert(q.waiting, at, turn)
	q.call()
	if n := len(q.waiting); n > q.most {
		q.waiting[n-1].called <- false
		q.waiting = q.waiting[:n-1]
	}
	q.mu.Unlock()
	select {
	case drawn := <-turn.called:
		if !drawn {
			return nil, busy(time.Second, errPictures)
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

func (q *drawingQueue) leave(turn *drawingTurn) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.running--
	if turn.large {
		q.runningLarge--
	}
	q.call()
}

// call lets those draw who may; the caller holds the lock.
func (q *drawingQueue) call() {
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
