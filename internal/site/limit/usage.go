package limit

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
	reportEvery        = 250 * time.Millisecond
	socketsEvery       = time.Second
	reportTopic        = "limits"
	maxReported        = 2000 // in one message
	minReportedSockets = 4    // so many sockets are worth telling
	reportFraction     = 200  // this part of a bucket is
)

// usageReport is what a node tells. Needs is the least version that understands it.
type usageReport struct {
	Needs     int                      `json:"v"`
	Node      string                   `json:"node"`
	Addresses map[netip.Addr][]float64 `json:"addresses,omitempty"` // by the order of quota.buckets
	People    map[game.Hash][]float64  `json:"people,omitempty"`    // by the order of person.buckets
	Sockets   *openSockets             `json:"holds,omitempty"`
}

// buckets are those that nodes share, in an order that stays; new ones come last.
func (one *quota) buckets() []*bucket {
	return []*bucket{&one.work, &one.strangers, &one.games, &one.definitions, &one.studies, &one.subscriptions, &one.sessions}
}

// buckets are those that nodes share.
func (one *person) buckets() []*bucket { return []*bucket{&one.work, &one.games} }

// unreported returns what was taken from buckets since the last time, nil if it is not
// worth telling.
func unreported(all []*bucket) (list []float64) {
	worth := false
	for _, b := range all {
		worth = worth || b.spent >= max(1, b.size/reportFraction)
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

// applySpent takes what was taken at another node.
func applySpent(all []*bucket, spent []float64, now time.Time) {
	for i, b := range all {
		if i < len(spent) && spent[i] > 0 {
			b.fill(now)
			b.left = max(b.left-spent[i], -b.size) // nobody is kept out for long by what others tell
		}
	}
}

// report returns what is to be told other nodes, false if nothing is.
func (v *Limiter) report(node string, all bool) (n usageReport, any bool) {
	n = usageReport{Needs: 1, Node: node, Addresses: map[netip.Addr][]float64{}, People: map[game.Hash][]float64{}}
	v.mu.Lock()
	defer v.mu.Unlock()
	if all {
		n.Sockets = &openSockets{Addresses: map[netip.Addr]int{}, People: map[game.Hash]int{}}
	}
	for a, one := range v.addresses {
		if len(n.Addresses) < maxReported { // what does not fit is told the next time
			if spent := unreported(one.buckets()); spent != nil {
				n.Addresses[a] = spent
			}
		}
		if all && one.sockets >= minReportedSockets && len(n.Sockets.Addresses) < maxReported {
			n.Sockets.Addresses[a] = one.sockets
		}
	}
	for who, one := range v.people {
		if len(n.People) < maxReported {
			if spent := unreported(one.buckets()); spent != nil {
				n.People[who] = spent
			}
		}
		if all && one.sockets >= minReportedSockets && len(n.Sockets.People) < maxReported {
			n.Sockets.People[who] = one.sockets
		}
	}
	return n, len(n.Addresses)+len(n.People) > 0 || all
}

// apply takes in what another node tells.
func (v *Limiter) apply(n *usageReport) {
	now := time.Now()
	v.mu.Lock()
	defer v.mu.Unlock()
	for a, spent := range n.Addresses {
		if a.IsValid() {
			applySpent(v.quotaOf(a, now).buckets(), spent, now)
			if wide := v.networkOf(a, now); wide != nil {
				applySpent(wide.buckets(), spent, now)
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
			applySpent(one.buckets(), spent, now)
		}
	}
	if n.Sockets != nil {
		v.remote[n.Node] = remoteSockets{*n.Sockets, now}
	}
	maps.DeleteFunc(v.remote, func(_ string, h remoteSockets) bool { return now.Sub(h.at) > reportTTL })
}

// setSurcharge makes everything cost so many times as much.
func (v *Limiter) setSurcharge(times float64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.surcharge = max(1, times)
}
