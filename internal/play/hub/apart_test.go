package hub_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/site/store/memory"
)

// apart returns the option of a hub at which Anna and Bert do not play each other.
func apart(_ context.Context, person game.Hash) ([]game.Hash, error) {
	switch person {
	case anna.Hash():
		return []game.Hash{bert.Hash()}, nil
	case bert.Hash():
		return []game.Hash{anna.Hash()}, nil
	}
	return nil, nil
}

// TestBlocked checks that people of whom one blocks the other are neither paired nor join each other's games.
func TestBlocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Apart: apart})
		anna, bert := anna.Named("Anna"), bert.Named("Bert")
		first, second := h.seek(anna, "chess", blitz), h.seek(bert, "chess", blitz)
		if one, two := matched(first), matched(second); one != (lobby.Match{}) || two != one {
			t.Errorf("they were paired: %+v and %+v", one, two)
		}
		third := h.seek(cora, "chess", blitz) // is paired with Anna, who has waited longest
		if m := matched(third); m.Game == "" || m != matched(first) || matched(second) != (lobby.Match{}) {
			t.Errorf("Cora was paired: %+v", m)
		}
		for _, opponent := range []game.Opponent{game.Anybody, game.Friend} {
			shot := h.create(anna, game.Request{Opponent: opponent})
			if _, err := h.Join(h.ctx, bert, shot.ID, shot.Invite, ""); code(err) != game.CodeBlocked {
				t.Errorf("Join: %v", err)
			}
			if _, err := h.Join(h.ctx, cora, shot.ID, shot.Invite, ""); err != nil {
				t.Errorf("Join by another: %v", err)
			}
		}
	})
}

// TestBlockedAcrossNodes checks that people of whom one blocks the other are not paired if they wait at different nodes,
// even if one of them was blocked while they waited.
func TestBlockedAcrossNodes(t *testing.T) {
	for _, stale := range []game.Hash{{}, anna.Hash(), bert.Hash()} {
		synctest.Test(t, func(t *testing.T) {
			o := hub.Options{Apart: func(ctx context.Context, person game.Hash) ([]game.Hash, error) {
				if person == stale {
					return nil, nil
				}
				return apart(ctx, person)
			}}
			hubs, _, _ := nodes(t, 2, 0, o)
			first, second := hubs[0].seek(anna.Named("Anna"), "chess", blitz), hubs[1].seek(bert.Named("Bert"), "chess", blitz)
			if one, two := settled(first), settled(second); one != (lobby.Match{}) || two != one {
				t.Errorf("they were paired: %+v and %+v", one, two)
			}
			third := hubs[1].seek(cora, "chess", blitz)
			if m := settled(third); m.Game == "" {
				t.Errorf("Cora was not paired: %+v", m)
			}
		})
	}
}

// settled returns the match of a seeker after the nodes have had time to pair it.
func settled(s *lobby.Seeker) lobby.Match {
	time.Sleep(10 * time.Second)
	return matched(s)
}
