package storetest

import (
	"reflect"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// RunAhead tests a store's methods for conditional moves.
func RunAhead(t *testing.T, s room.Store) {
	ctx := t.Context()
	said := game.Ahead{Ply: 3, Takebacks: 1, Lines: [][]string{{"e7e5", "g1f3"}, {"c7c5", "d2d4", "c5d4", "c2c3"}}}
	if a, err := s.Ahead(ctx, "one", game.White); err != nil || len(a.Lines) != 0 {
		t.Errorf("Ahead of an empty store: %+v, %v", a, err)
	}
	if err := s.SetAhead(ctx, "one", game.White, said); err != nil {
		t.Fatalf("SetAhead: %v", err)
	}
	a, err := s.Ahead(ctx, "one", game.White)
	if err != nil || !reflect.DeepEqual(a, said) {
		t.Errorf("Ahead after SetAhead: %+v, %v", a, err)
	}
	a.Lines[0][0] = "changed"
	if a, err := s.Ahead(ctx, "one", game.White); err != nil || !reflect.DeepEqual(a, said) {
		t.Errorf("changing a result changed the store: %+v, %v", a, err)
	}
	for _, other := range []struct {
		id   string
		side game.Side
	}{{"one", game.Black}, {"two", game.White}} {
		if a, err := s.Ahead(ctx, other.id, other.side); err != nil || len(a.Lines) != 0 {
			t.Errorf("Ahead of %v: %+v, %v", other, a, err)
		}
	}
	next := game.Ahead{Ply: 5, Lines: [][]string{{"a7a6", "a2a4"}}}
	if err := s.SetAhead(ctx, "one", game.White, next); err != nil {
		t.Fatalf("SetAhead: %v", err)
	}
	if a, err := s.Ahead(ctx, "one", game.White); err != nil || !reflect.DeepEqual(a, next) {
		t.Errorf("Ahead after a second SetAhead: %+v, %v", a, err)
	}
	if err := s.SetAhead(ctx, "one", game.White, game.Ahead{}); err != nil {
		t.Fatalf("SetAhead: %v", err)
	}
	if a, err := s.Ahead(ctx, "one", game.White); err != nil || len(a.Lines) != 0 {
		t.Errorf("Ahead after clearing: %+v, %v", a, err)
	}
}
