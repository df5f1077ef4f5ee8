package search

import "time"

// budget is how long a search may take. The soft limit ends it between depths,
// the hard one in the middle of a depth; zero means without end.
type budget struct{ soft, hard time.Duration }

// moveOverhead is the least that is kept back for the way of the move to the
// other side.
const moveOverhead = 15 * time.Millisecond

// maxOverhead bounds what is kept back beyond that: one long sleep of the
// machine is no reason to play the rest of a game in haste.
const maxOverhead = 100 * time.Millisecond

// newBudget shares the time out. Overhead is what was measured: on a busy
// machine a search that is told to stop may be late by more than moveOverhead.
func newBudget(l Limits, overhead time.Duration) budget {
	var exact time.Duration
	if l.MoveTime > 0 {
		exact = max(l.MoveTime-moveOverhead/3, l.MoveTime/2, 1) // 0 would be without end
	}
	c := l.Clock
	if c == nil {
		return budget{hard: exact}
	}
	left := max(c.Left-max(moveOverhead, c.Overhead)-overhead, c.Left/10, time.Millisecond)
	if c.Overhead > moveOverhead { // each move to come loses it as well
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
	b := budget{
		soft: min(share/100*85, left/2),
		hard: min(share*4, left*6/10),
	}
	if exact > 0 {
		b.hard = min(b.hard, exact)
	}
	return b
}

// measureOverhead remembers how late the search ended, and forgets bit by bit how late
// others did.
func (s *Searcher) measureOverhead() {
	late := time.Duration(0)
	if d := s.deadline.Load(); d > 0 && s.limits.Clock != nil {
		late = time.Since(s.started) - time.Duration(d)
	}
	s.overhead = min(max(late, s.overhead*15/16), maxOverhead)
}

// watch stops the search when its time is spent. Workers look at the clock too
// now and then: where they keep all cores busy, a timer comes late.
func (s *Searcher) watch(quit <-chan struct{}) {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	pondering := s.limits.Ponder // nil once the clock counts
	for {
		select {
		case <-quit:
			return
		case <-pondering:
			pondering = nil
			s.startClock()
			s.ponder.Store(false)
			if s.pastSoftLimit(1) {
				s.stop.Store(true) // the depth in hand was begun on time that cost nothing
			}
		case <-tick.C:
			s.checkClock()
		}
	}
}

// startClock lets the time count from now on.
func (s *Searcher) startClock() {
	if s.budget.hard > 0 {
		s.deadline.Store(int64(time.Since(s.started) + s.budget.hard))
	}
}

// checkClock stops the search if its time is spent.
func (s *Searcher) checkClock() {
	if d := s.deadline.Load(); d > 0 && time.Since(s.started) >= time.Duration(d) {
		s.stop.Store(true)
	}
}

// pastSoftLimit reports whether another depth is not worth beginning. Scale
// stretches the time while the best move is in doubt.
func (s *Searcher) pastSoftLimit(scale float64) bool {
	soft := s.budget.soft
	return soft > 0 && !s.ponder.Load() && time.Since(s.started) >= time.Duration(float64(soft)*scale)
}
