package lobby

import (
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
)

// Proposals are the pending proposals between this node and others. The zero value is
// empty.
type Proposals struct {
	mu   sync.Mutex
	all  map[string]*Proposal // by game
	then map[string]time.Time // when a seeker at another node last refused
}

// Proposal is a game that two nodes are about to create.
type Proposal struct {
	Mine  *Seeker
	Node  string // the other node
	Want  string // the opponent's seek, if proposed here
	Began time.Time
	timer *time.Timer
}

// Refused reports whether a seeker at another node has just refused.
func (a *Proposals) Refused(id string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return time.Since(a.then[id]) < cluster.DigestEvery
}

// Add adds a proposal; late is called if nobody takes it in time.
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

// Take removes and returns a proposal, nil if it is not pending.
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

// Refuse records that a seeker at another node has refused.
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
