package nats

import (
	"github.com/nats-io/nats.go"

	"github.com/tainchess/tain/internal/play/cluster"
)

// Interested reports whether the embedded server sees at least the given number of subscriptions to a game,
// on all nodes together.
func (b *Bus) Interested(id string, least int) bool {
	return b.own.server.GlobalAccount().Interest(games+id) >= least
}

// Peers returns the number of other nodes connected to the embedded server.
func (b *Bus) Peers() int { return b.own.server.NumRemotes() }

// Encode and Decode convert messages between nodes.
var (
	Encode = encode
	Decode = decode
)

// NewStalled returns a bus on a connection that reads no incoming messages, with a queue for one of them.
func NewStalled(conn *nats.Conn) *Bus {
	return &Bus{local: cluster.NewLocalBus(), conn: conn, remotes: map[string]*remote{}, in: make(chan *nats.Msg, 1)}
}
