package limit

import (
	"encoding/json"
	"maps"
	"net/netip"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// The nodes of a cluster share the limits per address and person. Each node reports the units spent on it,
// and the others deduct them from their own buckets. A client that uses all nodes gets hardly more units than
// one that uses a single node. While some nodes are unreachable, prices, except those of connections and
// their bytes, rise by the ratio of the previous to the current number of nodes, so that each node grants
// only its share.

// Intervals and limits of the reports about spent units and open sockets.
const (
	reportEvery        = 250 * time.Millisecond
	socketsEvery       = time.Second
	reportTopic        = "limits"
	maxReported        = 2000 // maximum number of addresses, and of people, in one message
	minReportedSockets = 4
	reportFraction     = 200 // less than 1/200 of a bucket is not worth a report
)

// usageReport is the usage on a node since its last report. Needs is the lowest protocol version that can
// read it.
type usageReport struct {
	Needs     int                      `json:"v"`
	Node      string                   `json:"node"`
	Addresses map[netip.Addr][]float64 `json:"addresses,omitempty"` // in the order of quota.buckets
	People    map[game.Hash][]float64  `json:"people,omitempty"`    // in the order of person.buckets
	Sockets   *openSockets             `json:"holds,omitempty"`
}

// unreported returns and resets the units spent since the last report, or nil if there are too few to report.
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

// applySpent deducts units that were spent on another node.
func applySpent(all []*bucket, spent []float64, now time.Time) {
	for i, b := range all {
		if i < len(spent) && spent[i] > 0 {
			b.fill(now)
			b.left = max(b.left-spent[i], -b.size) // bounded, so that other nodes cannot lock a client out for long
		}
	}
}

// report returns the next report to the other nodes, and whether it is worth sending. If sockets is true, the
// report includes the open sockets.
func (v *Limiter) report(node string, sockets bool) (n usageReport, any bool) {
	n = usageReport{Needs: 1, Node: node, Addresses: map[netip.Addr][]float64{}, People: map[game.Hash][]float64{}}
	v.mu.Lock()
	defer v.mu.Unlock()
	if sockets {
		n.Sockets = &openSockets{Addresses: map[netip.Addr]int{}, People: map[game.Hash]int{}}
	}
	for a, one := range v.addresses {
		addUsage(n.Addresses, a, one.buckets())
		if sockets {
			addSockets(n.Sockets.Addresses, a, one.sockets)
		}
	}
	for who, one := range v.people {
		addUsage(n.People, who, one.buckets())
		if sockets {
			addSockets(n.Sockets.People, who, one.sockets)
		}
	}
	return n, len(n.Addresses)+len(n.People) > 0 || sockets
}

// addUsage adds unreported usage to a report, up to the report's limit.
func addUsage[K comparable](to map[K][]float64, key K, all []*bucket) {
	if len(to) >= maxReported {
		return
	}
	if spent := unreported(all); spent != nil {
		to[key] = spent
	}
}

// addSockets adds the number of open sockets to a report if it reaches minReportedSockets and the report has
// room.
func addSockets[K comparable](to map[K]int, key K, open int) {
	if open >= minReportedSockets && len(to) < maxReported {
		to[key] = open
	}
}

// apply deducts the units in a report from another node, and records its open sockets.
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

// setSurcharge sets the factor applied to prices, which is at least 1.
func (v *Limiter) setSurcharge(times float64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.surcharge = max(1, times)
}

// bus carries messages between nodes. Delivery is not guaranteed.
type bus interface {
	Send(topic string, text []byte)
	Listen(topic string, deliver func(text []byte)) (cancel func())
}

// cluster lists the nodes that share the limits.
type cluster interface {
	// Node returns the name of this node.
	Node() string
	// Nodes returns the current number of nodes and the recent maximum.
	Nodes() (now, most int)
}

// Share exchanges reports with the other nodes until stop is closed.
func (v *Limiter) Share(b bus, nodes cluster, stop <-chan struct{}) {
	node := nodes.Node()
	defer b.Listen(reportTopic, func(text []byte) {
		var n usageReport
		if json.Unmarshal(text, &n) == nil && n.Needs == 1 && n.Node != node && n.Node != "" {
			v.apply(&n)
		}
	})()
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	var reported time.Time
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		now, most := nodes.Nodes()
		v.setSurcharge(float64(most) / float64(now))
		sockets := time.Since(reported) >= socketsEvery
		if n, any := v.report(node, sockets); any {
			if text, err := json.Marshal(n); err == nil {
				b.Send(reportTopic, text)
			}
		}
		if sockets {
			reported = time.Now()
		}
	}
}
