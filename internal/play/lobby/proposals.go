package lobby

import (
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
)

// Proposals are games that are proposed between this node and others. The zero
// value has none.
type Proposals struct {
	mu   sync.Mutex
	all  map[string]*Proposal // by the game
	then map[string]time.Time // when a seeker of another node last refused
}

// Proposal is a game that is about to begin between two nodes.
type Proposal struct {
	Mine  *Seeker
	Node  string // the other
	Want  string // whom mine is to play, where it was proposed here
	Began time.Time
	timer *time.Timer
}

// Refused reports whether a seeker elsewhere has just refused.
func (a *Proposals) Refused(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Since(a.then[id]) < cluster.DigestEvery
}

// Add notes a proposal; late is called if nothing takes it out in time.
func (a *Proposals) Add(id string, p *Proposal, wait time.Duration, late func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all, a.then = map[string]*Proposal{}, map[string]time.Time{}
	}
	a.all[id] = p
	p.timer = time.AfterFunc(wait, func() {
		if a.Take(id) != nil {
			late()
		}
	})
}

// Take takes a proposal out; nil if it is there no more.
func (a *Proposals) Take(id string) *Proposal {
	a.mu.Lock()
	defer a.mu.Unlock()
	p := a.all[id]
	if p != nil {
		p.timer.Stop()
		delete(a.all, id)
	}
	return p
}

// Refuse notes that a seeker of another node has just refused.
func (a *Proposals) Refuse(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.then) > cluster.MaxNotes {
		clear(a.then)
	}
	if id != "" {
		a.then[id] = time.Now()
	}
}
