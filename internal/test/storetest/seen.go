package storetest

import (
	"errors"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// seen checks that the times when players were last seen are stored, and are not affected by new
// events.
func seen(t *testing.T, s room.Store) {
	ctx := t.Context()
	if err := s.Seen(ctx, "none", game.White, 5); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Seen in an unknown game: %v", err)
	}
	if _, err := s.LastSeen(ctx, "none"); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("LastSeen in an unknown game: %v", err)
	}
	e := Entry("one", "anna", "bert", 5)
	if err := s.Create(ctx, e, Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	want := func(at [2]int64) {
		t.Helper()
		if got, err := s.LastSeen(ctx, "one"); err != nil || got != at {
			t.Errorf("last seen at %v, %v; want %v", got, err, at)
		}
	}
	want([2]int64{})
	for _, one := range []struct {
		side game.Side
		at   int64
	}{{game.White, 10}, {game.Black, 30}, {game.White, 20}, {game.Black, 25}} {
		if err := s.Seen(ctx, "one", one.side, one.at); err != nil {
			t.Fatalf("Seen: %v", err)
		}
	}
	want([2]int64{20, 30})
	if err := s.Append(ctx, e, 1, []game.Event{Moved("e2e4", 40)}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	want([2]int64{20, 30})
}
