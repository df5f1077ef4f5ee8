package server

import (
	"bytes"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/protocol/wire"
)

// TestBroadcast sees that a move is encoded once for all who are told it, and
// that no other is mistaken for it.
func TestBroadcast(t *testing.T) {
	b := newBroadcasts(locale.English())
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

// TestLongGamesShareTheirMoves sees that the moves of a long game are encoded
// once for all who are sent the game, and that what is sent is what it would
// have been.
func TestLongGamesShareTheirMoves(t *testing.T) {
	moves := make([]wire.PlayedMove, 1200)
	for i := range moves {
		moves[i] = wire.PlayedMove{Move: "e2e4", SAN: "e4", Text: `a "text" with "moves":[] in it`, At: int64(i)}
	}
	b := newBroadcasts(locale.English())
	one := wire.GameMessage{Type: "game", Game: wire.Snapshot{ID: "a", Variant: `"moves":[]`, Moves: moves, Ply: len(moves)}}
	other := one
	other.Game.Seat, other.Game.Spectators = wire.Black, 7
	part := one
	part.Game.Since(1100)
	for _, m := range []wire.GameMessage{one, other, part, one} {
		if got := b.encode(m); !bytes.Equal(got, wire.Encode(m)) {
			t.Errorf("it is told as %.200s", got)
		}
	}
	b.encode(one)
	first, again := b.encodeMoves("a", moves), b.encodeMoves("a", other.Game.Moves)
	if &first[0] != &again[0] {
		t.Error("the same moves were encoded twice")
	}
	// What each socket costs beyond the copy does not grow with the moves.
	short := wire.GameMessage{Type: "game", Game: wire.Snapshot{ID: "b", Moves: moves[:longGame], Ply: longGame}}
	b.encode(short)
	little := testing.AllocsPerRun(20, func() { b.encode(short) })
	much := testing.AllocsPerRun(20, func() { b.encode(other) })
	if much > little+5 {
		t.Errorf("%v allocations for 1,200 moves, %v for %d", much, little, longGame)
	}
}
