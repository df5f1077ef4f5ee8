package server

import (
	"maps"
	"net/netip"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// Nodes of a cluster share the limits of an address and a person: each tells the
// others now and then what was taken there, and they take it too. So somebody
// who asks all of them gets, but for what is under way, no more than from one.
// While some nodes cannot be heard, everything costs as many times more as there
// were nodes for one that is left: each grants its own share.

// How often nodes tell each other what was taken, how often what is held open, and
// how long that is believed.
const (
	quotaEvery   = 250 * time.Millisecond
	holdsEvery   = time.Second
	quotaTopic   = "limits"
	mostQuotas   = 2000 // in one message
	worthHolds   = 4    // so many sockets are worth telling
	worthTelling = 200  // this part of a bucket is
)

// quotaNote is what a node tells. Needs is the least version that understands it.
type quotaNote struct {
	Needs     int                      `json:"v"`
	Node      string                   `json:"node"`
	Addresses map[netip.Addr][]float64 `json:"addresses,omitempty"` // by the order of allowance.buckets
	People    map[game.Hash][]float64  `json:"people,omitempty"`    // by the order of person.buckets
	Holds     *holdsNote               `json:"holds,omitempty"`
}

// buckets are those that nodes share, in an order that stays; new ones come last.
func (one *allowance) buckets() []*bucket {
	return []*bucket{&one.work, &one.strangers, &one.games, &one.definitions, &one.studies, &one.subscriptions, &one.sessions}
}

// buckets are those that nodes share.
func (one *person) buckets() []*bucket { return []*bucket{&one.work, &one.games} }

// spentOf returns what was taken from buckets since the last time, nil if it is not
// worth telling.
func spentOf(all []*bucket) (list []float64) {
	worth := false
	for _, b := range all {
		worth = worth || b.spent >= max(1, b.size/worthTelling)
	}
	if !worth {
		return nil
	}
	for _, b := range all {
		list = append(list, b.spent)
		b.spent = 0
	}
	return list
}

// takeSpent takes what was taken at another node.
func takeSpent(all []*bucket, spent []float64, now time.Time) {
	for i, b := range all {
		if i < len(spent) && spent[i] > 0 {
			b.fill(now)
			b.left = max(b.left-spent[i], -b.size) // nobody is kept out for long by what others tell
		}
	}
}

// tell returns what is to be told other nodes, false if nothing is.
func (v *limiter) tell(node string, all bool) (n quotaNote, any bool) {
	n = quotaNote{Needs: 1, Node: node, Addresses: map[netip.Addr][]float64{}, People: map[game.Hash][]float64{}}
	v.mu.Lock()
	defer v.mu.Unlock()
	if all {
		n.Holds = &holdsNote{Addresses: map[netip.Addr]int{}, People: map[game.Hash]int{}}
	}
	for a, one := range v.all {
		if len(n.Addresses) < mostQuotas { // what does not fit is told the next time
			if spent := spentOf(one.buckets()); spent != nil {
				n.Addresses[a] = spent
			}
		}
		if all && one.sockets >= worthHolds && len(n.Holds.Addresses) < mostQuotas {
			n.Holds.Addresses[a] = one.sockets
		}
	}
	for who, one := range v.people {
		if len(n.People) < mostQuotas {
			if spent := spentOf(one.buckets()); spent != nil {
				n.People[who] = spent
			}
		}
		if all && one.sockets >= worthHolds && len(n.Holds.People) < mostQuotas {
			n.Holds.People[who] = one.sockets
		}
	}
	return n, len(n.Addresses)+len(n.People) > 0 || all
}

// hear takes in what another node tells.
func (v *limiter) hear(n *quotaNote) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	for a, spent := range n.Addresses {
		if a.IsValid() {
			takeSpent(v.of(a, now).buckets(), spent, now)
			if wide := v.networkOf(a, now); wide != nil {
				takeSpent(wide.buckets(), spent, now)
			}
		}
	}
	for who, spent := range n.People {
		one := v.people[who]
		if one == nil && who != (game.Hash{}) {
			one = v.newPerson(now)
			v.people[who] = one
		}
		if one != nil {
			takeSpent(one.buckets(), spent, now)
		}
	}
	if n.Holds != nil {
		v.elsewhere[n.Node] = holds{*n.Holds, now}
	}
	maps.DeleteFunc(v.elsewhere, func(_ string, h holds) bool { return now.Sub(h.at) > holdsFor })
}

// setShare makes everything cost so many times as much.
func (v *limiter) setShare(times float64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.share = max(1, times)
}
