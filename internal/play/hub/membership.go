package hub

import "github.com/tainchess/tain/internal/play/cluster"

// membership is the place of a hub among the nodes of its cluster.
type membership struct {
	nodes     *cluster.Nodes
	listening []func()      // cancel what the hub listens to
	lost      chan struct{} // receives when nodes are gone that rooms still count
}

func newMembership(n *cluster.Nodes) *membership {
	return &membership{nodes: n, lost: make(chan struct{}, 1)}
}

func (m *membership) listen(topic string, deliver func(text []byte)) {
	m.listening = append(m.listening, m.nodes.Messenger().Listen(topic, deliver))
}

// noteLost has rooms forget nodes that are gone, without waiting for it: a room may
// be busy, and the caller delivers messages for all of them.
func (m *membership) noteLost() {
	select {
	case m.lost <- struct{}{}:
	default: // it is scheduled already
	}
}

// leave tells the other nodes that this one leaves.
func (m *membership) leave() {
	for _, cancel := range m.listening {
		cancel()
	}
	if m.nodes.On() {
		m.nodes.Beat(nil, true)
	}
}
