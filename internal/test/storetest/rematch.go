package storetest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// rematch checks that concurrent calls of Rematch write a game and its rematch together, exactly once.
func rematch(t *testing.T, s room.Store) {
	ctx := context.Background()
	last, next := Entry("last", "anna", "bert", 5), Entry("next", "bert", "anna", 9)
	if err := s.Create(ctx, last, Created(last)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	over := []game.Event{{Type: game.Rematched, At: 9, Next: "next"}}
	var wg sync.WaitGroup
	var won atomic.Int32
	for range 8 {
		wg.Go(func() {
			switch err := s.Rematch(ctx, last, 1, over, next, Created(next)); {
			case err == nil:
				won.Add(1)
			case !errors.Is(err, room.ErrConflict):
				t.Errorf("Rematch: %v", err)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 {
		t.Errorf("%d of 8 calls created the rematch, want 1", won.Load())
	}
	for id, want := range map[string][]game.Event{"last": append(Created(last), over...), "next": Created(next)} {
		if got, err := s.Load(ctx, id, 0); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Load(%s) = %+v, %v", id, got, err)
		}
	}
	if n, err := s.CountRunning(ctx, session("anna")); n != 2 || err != nil {
		t.Errorf("Anna has %d running games, %v", n, err)
	}
}

// rematchRefused checks that no rematch is created if the previous game is unknown or has changed, and
// that an existing rematch is preserved.
func rematchRefused(t *testing.T, s room.Store) {
	ctx := t.Context()
	last, next := Entry("last", "anna", "bert", 5), Entry("next", "bert", "anna", 9)
	over := []game.Event{{Type: game.Rematched, At: 9, Next: "next"}}
	if err := s.Rematch(ctx, last, 1, over, next, Created(next)); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("Rematch of an unknown game: %v", err)
	}
	if err := s.Create(ctx, last, Created(last)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	if err := s.Rematch(ctx, last, 2, over, next, Created(next)); !errors.Is(err, room.ErrConflict) {
		t.Errorf("Rematch of a changed game: %v", err)
	}
	if _, err := s.Load(ctx, "next", 0); !errors.Is(err, room.ErrNotFound) {
		t.Errorf("a rejected rematch exists: %v", err)
	}
	// Earlier versions of the program could leave this state.
	if err := s.Create(ctx, next, append(Created(next), Moved("e2e4", 10))); err != nil {
		t.Fatalf("Create: %v", err)
	}
	if err := s.Rematch(ctx, last, 1, over, next, Created(next)); err != nil {
		t.Errorf("Rematch with an existing game: %v", err)
	}
	if got, err := s.Load(ctx, "next", 0); err != nil || len(got) != 2 {
		t.Errorf("the existing rematch is now %+v, %v", got, err)
	}
	if got, err := s.Load(ctx, "last", 0); err != nil || len(got) != 2 {
		t.Errorf("the previous game is now %+v, %v", got, err)
	}
}

// pulse checks the outages that Pulse and Wake record.
func pulse(t *testing.T, s room.Store) {
	ctx := t.Context()
	wake := func(at, pulse int64, want ...game.Outage) {
		t.Helper()
		got, outages, err := s.Wake(ctx, at)
		if err != nil || got != pulse || fmt.Sprint(outages) != fmt.Sprint(want) {
			t.Errorf("Wake(%d) after a pulse at %d: got pulse %d, outages %v, error %v; want outages %v", at, pulse, got, outages, err, want)
		}
	}
	beat := func(at int64) {
		t.Helper()
		if err := s.Pulse(ctx, at); err != nil {
			t.Errorf("Pulse: %v", err)
		}
	}
	wake(100, 0)
	wake(100, 100) // no time has passed
	beat(150)
	beat(120) // from another node, whose clock is behind
	wake(200, 150, game.Outage{Since: 150, Until: 200})
	wake(180, 200, game.Outage{Since: 150, Until: 200}) // the clock was set back
	beat(220)
	wake(300, 220, game.Outage{Since: 220, Until: 300}, game.Outage{Since: 150, Until: 200})
}

// manyOutages checks that only a limited number of outages is stored.
func manyOutages(t *testing.T, s room.Store) {
	var all []game.Outage
	for at := range int64(room.MaxOutages + 20) {
		var err error
		if _, all, err = s.Wake(t.Context(), at+1); err != nil {
			t.Fatalf("Wake: %v", err)
		}
	}
	if len(all) != room.MaxOutages || all[0].Until != room.MaxOutages+20 || all[0].Since != all[1].Until {
		t.Errorf("stored %d outages, the last %v", len(all), all[0])
	}
}
