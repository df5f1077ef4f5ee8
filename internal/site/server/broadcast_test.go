package server

import (
	"bytes"
	"testing"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// TestBroadcast sees that a move is encoded once for all who are told it, and
// that no other is mistaken for it.
func TestBroadcast(t *testing.T) {
	b := newBroadcasts()
	left := int64(1000)
	one := wire.MoveMessage{Type: "move", Game: "a", Ply: 1, Move: wire.PlayedMove{Move: "e2e4", Clock: &left}, Clocks: &wire.Clocks{White: 5}}
	first, again := b.encode(one), b.encode(one)
	if &first[0] != &again[0] {
		t.Error("the same move was encoded twice")
	}
	others := []wire.MoveMessage{one, one, one, one, one}
	others[0].Ply = 2
	others[1].Move.Move = "d2d4"
	others[2].Clocks = &wire.Clocks{White: 4}
	others[3].Claim = []string{"threefold"}
	others[4].Game = "b"
	for _, m := range append(others, one) {
		if got := b.encode(m); !bytes.Equal(got, wire.Encode(m)) {
			t.Errorf("%+v is told as %s", m, got)
		}
	}
}
