package limit

import (
	"encoding/json"
	"time"
)

// bus carries what nodes report to each other. It may lose messages.
type bus interface {
	Send(topic string, text []byte)
	Listen(topic string, deliver func(text []byte)) (cancel func())
}

// cluster knows the nodes that share the limits.
type cluster interface {
	// Node returns the name of this node.
	Node() string
	// Nodes returns how many nodes there are now, and the most there were of late.
	Nodes() (now, most int)
}

// Share reports what is taken here to the other nodes, and takes what they
// report, until stop is closed.
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
	var told time.Time
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
		}
		now, most := nodes.Nodes()
		v.setSurcharge(float64(most) / float64(now))
		all := time.Since(told) >= socketsEvery
		if n, any := v.report(node, all); any {
			if text, err := json.Marshal(n); err == nil {
				b.Send(reportTopic, text)
			}
		}
		if all {
			told = time.Now()
		}
	}
}
