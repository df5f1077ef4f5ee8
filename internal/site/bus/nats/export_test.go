package nats

// Interested reports whether the embedded server knows that somebody, at any node,
// subscribes to a game.
func (b *Bus) Interested(id string, least int) bool {
	return b.own.server.GlobalAccount().Interest(games+id) >= least
}

// Peers returns how many other nodes the embedded server is connected to.
func (b *Bus) Peers() int { return b.own.server.NumRemotes() }

// Encode and Decode are how messages go from node to node.
var (
	Encode = encode
	Decode = decode
)
