package room

import (
	"sync"
	"time"
)

// across is the proposals under way.
type across struct {
	mu   sync.Mutex
	all  map[string]*proposal // by the game
	then map[string]time.Time // when a seeker of another node last refused
}

// proposal is a game that is about to begin between two nodes.
type proposal struct {
	mine  *Seeker
	node  string // the other
	want  string // whom mine is to play, where it was proposed here
	began time.Time
	timer *time.Timer
}

// refused reports whether a seeker elsewhere has just refused.
func (a *across) refused(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Since(a.then[id]) < digestTime
}

// add notes a proposal; late is called if nothing takes it out in time.
func (a *across) add(id string, p *proposal, wait time.Duration, late func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all, a.then = map[string]*proposal{}, map[string]time.Time{}
	}
	a.all[id] = p
	p.timer = time.AfterFunc(wait, func() {
		if a.take(id) != nil {
			late()
		}
	})
}

// take takes a proposal out; nil if it is there no more.
func (a *across) take(id string) *proposal {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.all[id]
	if p != nil {
		p.timer.Stop()
		delete(a.all, id)
	}
	return p
}

// refuse notes that a seeker of another node has just refused.
func (a *across) refuse(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.then) > mostNoted {
		clear(a.then)
	}
	if id != "" {
		a.then[id] = time.Now()
	}
}
