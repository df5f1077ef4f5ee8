package search

import (
	"sync/atomic"
	"time"
)

// moveOverhead is the minimum time reserved for sending the move, unless the clock has hardly more left.
const moveOverhead = 15 * time.Millisecond

// maxOverhead limits the measured overhead, so that one long stall of the machine does not make the engine
// rush the rest of the game.
const maxOverhead = 100 * time.Millisecond

// budget is the time that a search may take. The search checks the soft limit
// between iterations and the hard limit during them. Zero means no limit.
type budget struct{ soft, hard time.Duration }

// newBudget allocates time to a search. Overhead is the measured overhead: on a busy machine, searches may
// stop later than moveOverhead allows for.
func newBudget(l Limits, overhead time.Duration) budget {
	var exact time.Duration
	if l.MoveTime > 0 {
		exact = max(l.MoveTime-moveOverhead/3, l.MoveTime/2, 1) // 0 would mean no limit
	}
	c := l.Clock
	if c == nil {
		return budget{hard: exact}
	}
	left := max(c.Left-max(moveOverhead, c.Overhead)-overhead, c.Left/10, time.Millisecond)
	if c.Overhead > moveOverhead { // the overhead recurs on later moves
		moves := time.Duration(min(max(c.MovesToGo, 1), 32))
		if c.MovesToGo == 0 {
			moves = 8
		}
		left = max(left-(moves-1)*max(c.Overhead-c.Increment, 0), left/4)
	}
	moves := time.Duration(32)
	if c.MovesToGo > 0 {
		moves = time.Duration(min(c.MovesToGo+1, 32))
	}
	share := left/moves + c.Increment*3/4
	b := budget{soft: min(share/100*85, left/2), hard: min(share*4, left*6/10)}
	if exact > 0 {
		b.hard = min(b.hard, exact)
	}
	return b
}

// timer determines when a search stops. All workers share it.
type timer struct {
	stop     atomic.Bool
	ponder   atomic.Bool // whether the search is pondering, so that the clock has not started
	started  time.Time
	limits   Limits
	budget   budget
	deadline atomic.Int64  // hard limit in nanoseconds since started; 0 means none
	overhead time.Duration // how late recent searches ended
}

// start resets the timer for a new search.
func (t *timer) start(l Limits) {
	t.started = time.Now()
	if l.Clock != nil && !l.Clock.Read.IsZero() {
		now := *l.Clock
		now.Left -= t.started.Sub(now.Read)
		l.Clock = &now
	}
	t.limits, t.budget = l, newBudget(l, t.overhead)
	t.ponder.Store(l.Ponder != nil)
	t.deadline.Store(0)
	if l.Ponder == nil {
		t.startClock()
	}
}

// measureOverhead updates the overhead with the delay at the end of this search. Earlier delays decay.
func (t *timer) measureOverhead() {
	late := time.Duration(0)
	if d := t.deadline.Load(); d > 0 && t.limits.Clock != nil {
		late = time.Since(t.started) - time.Duration(d)
	}
	t.overhead = min(max(late, t.overhead*15/16), maxOverhead)
}

// watch stops the search at its deadline. It also starts the clock on a ponder hit. Workers check the clock
// as well, because the ticker is late when all cores are busy.
func (t *timer) watch(quit <-chan struct{}) {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	pondering := t.limits.Ponder // nil once the clock has started
	for {
		select {
		case <-quit:
			return
		case <-pondering:
			pondering = nil
			t.startClock()
			t.ponder.Store(false)
			if t.pastSoftLimit(1) {
				t.stop.Store(true) // do not spend our own time on an iteration started while pondering
			}
		case <-tick.C:
			t.checkClock()
		}
	}
}

// startClock sets the deadline, if there is a hard limit.
func (t *timer) startClock() {
	if t.budget.hard > 0 {
		t.deadline.Store(int64(time.Since(t.started) + t.budget.hard))
	}
}

// checkClock stops the search if the deadline has passed.
func (t *timer) checkClock() {
	if d := t.deadline.Load(); d > 0 && time.Since(t.started) >= time.Duration(d) {
		t.stop.Store(true)
	}
}

// pastSoftLimit reports whether it is too late to start another iteration. Scale multiplies the limit; it is
// larger while the best move keeps changing.
func (t *timer) pastSoftLimit(scale float64) bool {
	soft := t.budget.soft
	return soft > 0 && !t.ponder.Load() && time.Since(t.started) >= time.Duration(float64(soft)*scale)
}
