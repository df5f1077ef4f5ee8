package server

import (
	"hash/maphash"
	"slices"
	"sync/atomic"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// broadcasts keeps the JSON of the last moves, since everybody who watches a
// game is sent the same one at the same time. Two games that share a place
// cost work, not truth.
type broadcasts struct {
	seed maphash.Seed
	last [512]atomic.Pointer[broadcast]
}

// broadcast is a move that was told, and its JSON.
type broadcast struct {
	move wire.MoveMessage
	text []byte
}

func newBroadcasts() *broadcasts { return &broadcasts{seed: maphash.MakeSeed()} }

// encode returns the JSON of a message, which must not be changed.
func (b *broadcasts) encode(m wire.ServerMessage) []byte {
	move, ok := m.(wire.MoveMessage)
	if !ok {
		return wire.Encode(m)
	}
	place := &b.last[maphash.String(b.seed, move.Game)%uint64(len(b.last))]
	if kept := place.Load(); kept != nil && same(&kept.move, &move) {
		return kept.text
	}
	text := wire.Encode(move)
	place.Store(&broadcast{move, text})
	return text
}

// same reports whether two messages are copies of one: they share whatever
// they point to.
func same(a, b *wire.MoveMessage) bool {
	return a.Game == b.Game && a.Ply == b.Ply && a.Move == b.Move && a.Position == b.Position &&
		a.Clocks == b.Clocks && slices.Equal(a.Claim, b.Claim)
}
