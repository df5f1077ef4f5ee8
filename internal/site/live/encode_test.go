package live

import (
	"bytes"
	"testing"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/variant"
)

// shuffled returns an unfinished game of plies half-moves in which knights move back and forth.
func shuffled(t *testing.T, id string, plies int) *game.Game {
	t.Helper()
	find := variant.Builtin().Find
	r, _ := find("chess")
	start := game.Start{
		ID: id, Variant: "chess", Position: r.Info().Start, Control: &clock.Control{Initial: 60_000}, Local: true,
		White: game.Seat{Person: true}, Black: game.Seat{Person: true},
	}
	g, _, err := game.Begin(find, start, 1000)
	if err != nil {
		t.Fatalf("game.Begin: %v", err)
	}
	play(t, g, plies)
	return g
}

func play(t *testing.T, g *game.Game, plies int) {
	t.Helper()
	cycle := []string{"g1f3", "g8f6", "f3g1", "f6g8"}
	for n := g.Ply(); n < plies; n++ {
		if err := g.Apply(game.Event{Type: game.Moved, At: 1000, Move: cycle[n%4]}); err != nil {
			t.Fatalf("Apply: %v", err)
		}
	}
}

// TestBroadcast checks that a move is encoded once for all watchers, and that another move is not encoded as
// the same one.
func TestBroadcast(t *testing.T) {
	b := newEncoder(locale.English())
	g := shuffled(t, "a", 1)
	one := room.MoveUpdate{Step: g.LastStep(1000)}
	first, again := b.encode(one), b.encode(one)
	if &first[0] != &again[0] {
		t.Error("the same move was encoded twice")
	}
	play(t, g, 2)
	for _, u := range []room.Update{
		room.MoveUpdate{Step: g.LastStep(1000)}, room.MoveUpdate{Step: g.LastStep(2000)}, room.MoveUpdate{Step: shuffled(t, "b", 1).LastStep(1000)}, one,
	} {
		if got, want := b.encode(u), wire.Encode(b.view.Update(u)); !bytes.Equal(got, want) {
			t.Errorf("encoded %s as %s", want, got)
		}
	}
}

// TestLongGamesShareTheirMoves checks that the moves of a long game are encoded once
// for all watchers, that later moves are appended, and that the JSON is the same as
// without the cache.
func TestLongGamesShareTheirMoves(t *testing.T) {
	const most = 1200
	b := newEncoder(locale.English())
	g := shuffled(t, "a", most-1)
	at := func(from int) room.GameUpdate {
		return room.GameUpdate{Game: &room.Snapshot{Snapshot: g.Snapshot(game.Black, 1000), From: from, Spectators: from}}
	}
	check := func(u room.GameUpdate) {
		t.Helper()
		if got := b.encode(u); !bytes.Equal(got, wire.Encode(b.view.Update(u))) {
			t.Errorf("%d moves from %d encoded as %.200s", len(u.Game.Moves), u.Game.From, got)
		}
	}
	before := at(0)
	check(before)
	play(t, g, most)
	other := at(0)
	for _, u := range []room.GameUpdate{other, at(1100), before, other} {
		check(u)
	}
	first, again := b.encodeMoves(other.Game), b.encodeMoves(at(0).Game)
	if &first[0] != &again[0] {
		t.Error("the same moves were encoded twice")
	}
	// Apart from the copy, the cost per socket does not depend on the number of moves.
	short := room.GameUpdate{Game: &room.Snapshot{Snapshot: shuffled(t, "b", longGame).Snapshot(game.Black, 1000)}}
	b.encode(short)
	little := testing.AllocsPerRun(20, func() { b.encode(short) })
	much := testing.AllocsPerRun(20, func() { b.encode(other) })
	if much > little+5 {
		t.Errorf("%v allocations for %d moves, %v for %d", much, most, little, longGame)
	}
}
