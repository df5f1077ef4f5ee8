package nats

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
