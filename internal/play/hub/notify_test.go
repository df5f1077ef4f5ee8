package hub_test

import (
	"sync"
	"testing"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
)

// TestNotifications checks which players are notified of which events, and that players who are watching are
// not notified.
func TestNotifications(t *testing.T) {
	var mu sync.Mutex
	var sent []room.Notification
	h := open(t, memory.New(), hub.Options{Options: room.Options{Notify: func(n room.Notification) {
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, n)
	}}})
	take := func() []room.Notification {
		mu.Lock()
		defer mu.Unlock()
		all := sent
		sent = nil
		return all
	}
	id := h.pair(days).ID
	if got := take(); len(got) != 1 || got[0].Kind != room.Accepted || got[0].To != anna.Hash() || got[0].Opponent != "Bert" || got[0].Game != id {
		t.Errorf("notifications after Bert joined = %+v", got)
	}
	h.play(id, "e4")
	if got := take(); len(got) != 1 || got[0].Kind != room.YourTurn || got[0].To != bert.Hash() || got[0].Opponent != "Anna" || got[0].Days != 3 {
		t.Errorf("notifications after e4 = %+v", got)
	}
	w, err := h.Watch(h.ctx, anna, id)
	if err != nil {
		t.Fatalf("Watch: %v", err)
	}
	defer w.Close()
	h.play(id, "e5")
	if got := take(); len(got) != 0 {
		t.Errorf("notifications while Anna watches = %+v", got)
	}
	timed := h.pair(&clock.Control{Initial: 60_000}).ID
	take()
	h.play(timed, "e4", "e5")
	if got := take(); len(got) != 0 {
		t.Errorf("notifications in a game with a clock = %+v", got)
	}
}
