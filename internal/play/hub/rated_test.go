package hub_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
)

var rapid = &clock.Control{Initial: 600_000}

// TestRatedNeedsAccounts checks that guests can neither create nor join nor seek a rated game, and that they can watch
// one.
func TestRatedNeedsAccounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		rated := game.Request{Variant: "chess", Opponent: game.Anybody, Control: rapid, Rated: true}
		if _, err := h.Create(h.ctx, bert, rated); code(err) != game.CodeAccount {
			t.Errorf("Create by a guest: %v", err)
		}
		if _, err := h.Seek(h.ctx, bert, room.Seek{Variant: "chess", Control: rapid, Rated: true}); code(err) != game.CodeAccount {
			t.Errorf("Seek by a guest: %v", err)
		}
		shot := h.create(anna.Named("Anna"), rated)
		if list := h.challenges(); !shot.Rated || len(list) != 1 || !list[0].Rated {
			t.Errorf("rated game %+v in the list %+v", shot, list)
		}
		if _, err := h.Join(h.ctx, bert, shot.ID, "", ""); code(err) != game.CodeAccount {
			t.Errorf("Join by a guest: %v", err)
		}
		if joined, err := h.Join(h.ctx, bert.Named("Bert"), shot.ID, "", ""); err != nil || joined.Seat == game.Nobody || !joined.Rated {
			t.Errorf("Join by an account: %+v, %v", joined, err)
		}
		if _, err := h.Join(h.ctx, cora, shot.ID, "", ""); code(err) != game.CodeTaken {
			t.Errorf("Join of a guest when both seats are taken: %v", err)
		}
	})
}

// TestRatedPairing checks that people who want a rated game are paired only with each other, at one node and at two.
func TestRatedPairing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := cluster.NewLocalBus()
		store := memory.New()
		first, second := open(t, store, onBus(bus)), open(t, store, onBus(bus))
		seek := func(h house, by room.Session, rated bool) <-chan string {
			s, err := h.Seek(h.ctx, by, room.Seek{Variant: "chess", Control: rapid, Rated: rated})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(s.Close)
			result := make(chan string, 1)
			go func() {
				select {
				case m := <-s.C:
					result <- m.Game
				case <-h.ctx.Done():
				}
			}()
			return result
		}
		casual := seek(first, cora, false)
		one, other := seek(second, anna.Named("Anna"), true), seek(first, bert.Named("Bert"), true)
		time.Sleep(5 * time.Second)
		if list := first.Seeks(); len(list) != 1 || list[0].Rated || list[0].Count != 1 {
			t.Errorf("still waiting: %+v", list)
		}
		select {
		case id := <-casual:
			t.Errorf("the casual seek was paired in %s", id)
		default:
		}
		id := <-one
		if id == "" || id != <-other {
			t.Fatalf("the rated seeks were not paired: %q", id)
		}
		if shot := first.see(anna, id); !shot.Rated {
			t.Error("the game is casual")
		}
	})
}
