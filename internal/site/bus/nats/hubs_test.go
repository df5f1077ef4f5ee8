package nats_test

import (
	"net"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/bus/nats"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/variant"
)

// TestHubsAcrossRestart plays on two hubs while NATS restarts. A watcher on a third hub receives every move
// once and in order, even while NATS is down.
func TestHubsAcrossRestart(t *testing.T) {
	s := outside(t, -1)
	at := s.Addr().(*net.TCPAddr)
	store := memory.New()
	var hubs []*hub.Hub
	for range 3 {
		h, err := hub.New(t.Context(), store, hub.Options{Options: room.Options{
			Rules: variant.Builtin(), Bus: begin(t, nats.Options{URL: "nats://anna:her-secret@" + at.String()}),
		}})
		if err != nil {
			t.Fatalf("hub.New: %v", err)
		}
		t.Cleanup(func() { h.Close(t.Context()) })
		hubs = append(hubs, h)
	}
	for _, h := range hubs {
		eventually(t, "the hubs have discovered each other", func() bool { return h.Stats().Nodes == 3 })
	}
	anna, bert := room.SessionOf("anna"), room.SessionOf("bert")
	shot, err := hubs[0].Create(t.Context(), anna, game.Request{Variant: "chess", Opponent: game.Friend, Colour: "white"})
	if err == nil {
		shot, err = hubs[0].Join(t.Context(), bert, shot.ID, shot.Invite, "")
	}
	if err != nil {
		t.Fatalf("Join: %v", err)
	}
	w, err := hubs[2].Watch(t.Context(), room.Session{}, shot.ID)
	if err != nil {
		t.Fatalf("Watch: %v", err)
	}
	defer w.Close()
	seen := 0
	sees := func(ply int) {
		t.Helper()
		eventually(t, "the other hub has the move", func() bool {
			for {
				select {
				case m := <-w.C:
					switch m := m.(type) {
					case room.MoveUpdate:
						if m.Ply != seen+1 {
							t.Fatalf("received move %d after move %d", m.Ply, seen)
						}
						seen = m.Ply
					case room.GameUpdate:
						if m.Game.Ply < seen {
							t.Fatalf("received the game at ply %d after ply %d", m.Game.Ply, seen)
						}
						seen = m.Game.Ply
					}
				default:
					return seen == ply
				}
			}
		})
	}
	for n, move := range []string{"g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "e7e5"} {
		switch n {
		case 2:
			s.Shutdown()
			s.WaitForShutdown()
		case 4:
			outside(t, at.Port)
		}
		by := []room.Session{anna, bert}[n%2]
		// The hub that moved last has the game in memory; the other loads it from the store.
		now, err := hubs[(n+1)%2].Snapshot(t.Context(), by, shot.ID)
		if n == 0 {
			now, err = hubs[0].Snapshot(t.Context(), by, shot.ID)
		}
		if err != nil {
			t.Fatalf("Snapshot: %v", err)
		}
		if err := hubs[n%2].Do(t.Context(), by, shot.ID, game.Move{Ply: now.Ply, Takebacks: now.Takebacks, Key: now.Key, Move: move}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		sees(n + 1)
	}
}
