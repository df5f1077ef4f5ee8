package hub_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
)

// TestHandoverRefund checks that a player is refunded, within limits, the time it takes to move from one node
// to another.
func TestHandoverRefund(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, store := nodes(t, 2, 0, hub.Options{})
		id := hubs[0].pair(&clock.Control{Initial: 60_000}).ID
		hubs[0].play(id, "e4", "e5")
		w := hubs[0].watch(anna, id)
		hubs[1].watch(bert, id)
		time.Sleep(time.Second)
		hubs[0].HandOver(anna, id)
		w.Close()
		time.Sleep(400 * time.Millisecond)
		hubs[1].watch(anna, id)
		if err := hubs[1].move(anna, id, "Nf3"); err != nil {
			t.Fatalf("move: %v", err)
		}
		events, err := store.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		if e := events[len(events)-1]; e.Given != 400 {
			t.Errorf("refunded %d ms", e.Given)
		}
	})
}

// TestGameElsewhereIsEvicted checks that the node that created a game evicts it once its players are at
// another node. The first node then ignores the game's moves until somebody requests the game there.
func TestGameElsewhereIsEvicted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, store := nodes(t, 2, 0, hub.Options{})
		id := hubs[0].pair(nil).ID
		hubs[1].watch(anna, id)
		hubs[1].watch(bert, id)
		time.Sleep(20 * time.Second)
		if live := hubs[0].Stats().Live; live != 0 {
			t.Errorf("%d games in memory at a node without players", live)
		}
		shot := at(t, store, id)
		if err := hubs[1].Do(hubs[1].ctx, anna, id, game.Move{Ply: shot.Ply, Key: shot.Key, Move: firstMove(t, shot)}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		time.Sleep(20 * time.Second)
		if live := hubs[0].Stats().Live; live != 0 {
			t.Errorf("a move at another node loaded %d games", live)
		}
		w := hubs[0].watch(cora, id)
		time.Sleep(time.Second)
		for _, m := range read(w) {
			if m, ok := m.(room.GameUpdate); ok && m.Game.Ply != 1 {
				t.Errorf("snapshot at ply %d", m.Game.Ply)
			}
		}
	})
}
