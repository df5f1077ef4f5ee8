package hub_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/people"
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

// TestRatingsShown checks that both players and the list of challenges show ratings, and that the end of a game shows
// what has changed.
func TestRatingsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		for _, name := range []string{"Anna", "Bert"} {
			who := map[string]room.Session{"Anna": anna, "Bert": bert}[name]
			if _, err := store.Register(t.Context(), people.Account{Person: who.Hash(), Name: name, Skeleton: name}, people.Passkey{ID: []byte(name)}, people.Device{}, nil, game.Hash{}); err != nil {
				t.Fatal(err)
			}
		}
		h := open(t, store, hub.Options{})
		anna, bert := anna.Named("Anna"), bert.Named("Bert")
		id := h.create(anna, game.Request{Opponent: game.Anybody, Control: rapid, Rated: true}).ID
		if list := h.challenges(); len(list) != 1 || list[0].Rating == nil || list[0].Rating.Points != 1500 || !list[0].Rating.Provisional {
			t.Errorf("list of challenges %+v", list)
		}
		shot, err := h.Join(h.ctx, bert, id, "", "")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*game.Player{shot.Players.White, shot.Players.Black} {
			if p.Rating == nil || p.Rating.Points != 1500 || !p.Rating.Provisional || p.Rating.Change != nil {
				t.Errorf("rating at the start: %+v", p.Rating)
			}
		}
		w := h.watch(cora, id)
		h.play(id, "e2e4", "e7e5")
		if err := h.Do(h.ctx, bert, id, game.Resign{}); err != nil {
			t.Fatal(err)
		}
		over := last[room.GameUpdate](t, read(w)).Game
		white, black := over.Players.White.Rating, over.Players.Black.Rating
		if white == nil || black == nil || white.Change == nil || black.Change == nil || *white.Change <= 0 || *black.Change >= 0 || white.Points != 1500+*white.Change {
			t.Errorf("ratings at the end: %+v and %+v", white, black)
		}
		casual := h.pair(rapid)
		if p := casual.Players.White; p.Rating != nil {
			t.Errorf("rating in a casual game: %+v", p.Rating)
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
