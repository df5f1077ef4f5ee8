package room_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/room"
)

// TestHandedOver gives a player back, within bounds, what it takes to come from one
// node to another.
func TestHandedOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, store := nodes(t, 2, 0, room.Options{})
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
			t.Fatal(err)
		}
		events, err := store.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		if e := events[len(events)-1]; e.Given != 400 {
			t.Errorf("%d ms were given back", e.Given)
		}
	})
}
