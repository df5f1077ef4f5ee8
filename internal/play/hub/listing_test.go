package hub_test

import (
	"context"
	"testing"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
)

// slowStore calls a function before it saves a game.
type slowStore struct {
	*memory.Store
	before func()
}

// Create saves a new game with its first events.
func (s *slowStore) Create(ctx context.Context, e room.Entry, events []game.Event) error {
	s.before()
	return s.Store.Create(ctx, e, events)
}

// TestChallengeIsListedOnceAcknowledged requests the list while a challenge is being committed. The challenge
// is listed afterwards.
func TestChallengeIsListedOnceAcknowledged(t *testing.T) {
	store := &slowStore{Store: memory.New(), before: func() {}}
	h := open(t, store, hub.Options{})
	store.before = func() { h.challenges() }
	h.create(anna, toAnybody)
	if list := h.challenges(); len(list) != 1 {
		t.Errorf("%d challenges listed after one was acknowledged", len(list))
	}
}
