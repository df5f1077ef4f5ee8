package hub_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/rules"
)

func TestMovesAreBroadcast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.pair(&clock.Control{Initial: 60_000, Increment: 1000}).ID
		white, black, spectator := h.watch(anna, id), h.watch(bert, id), h.watch(room.Session{}, id)
		for _, w := range []*room.Watcher{white, black, spectator} {
			first := read(w)
			if shot, ok := first[0].(room.GameUpdate); !ok || shot.Game.ID != id {
				t.Fatalf("first message = %+v", first[0])
			}
		}
		time.Sleep(time.Second)
		here := last[room.PresenceUpdate](t, read(white)) // later watchers received the presence in their first update
		if here.Here != [2]bool{true, true} || here.Spectators != 1 {
			t.Errorf("presence = %+v", here)
		}
		h.play(id, "e4")
		got := read(white)
		if m, ok := got[0].(room.MoveUpdate); len(got) != 1 || !ok || m.Move.SAN != "e4" || m.Ply != 1 || m.Game != id || m.Clocks == nil {
			t.Fatalf("after a move: got update %+v", got)
		}
		read(black)
		if err := h.Do(h.ctx, anna, id, game.Draw{Ply: 1, Do: game.Offer}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if shot := last[room.GameUpdate](t, read(black)); shot.Game.Offers.Draw != game.White || shot.Game.Seat != game.Black {
			t.Errorf("after an offer: got update %+v", shot.Game)
		}
		h.play(id, "e5") // the offer lapses, so the whole game is sent
		got = read(black)
		if len(got) != 2 || last[room.MoveUpdate](t, got).Ply != 2 || last[room.GameUpdate](t, got).Game.Offers.Draw != game.Nobody {
			t.Errorf("after a move that cancels an offer: got update %+v", got)
		}
		white.Close()
		white.Close()
		if white.Err() != nil {
			t.Errorf("Err of a closed watcher = %v, want nil", white.Err())
		}
		time.Sleep(time.Second)
		if here := last[room.PresenceUpdate](t, read(black)); here.Here != [2]bool{false, true} {
			t.Errorf("presence after White left = %+v", here)
		}
		if err := black.Sync(h.ctx, room.At{}, free); err != nil {
			t.Fatalf("Sync: %v", err)
		}
		if shot := last[room.GameUpdate](t, read(black)); shot.Game.Ply != 2 || shot.Game.Players.White.Here {
			t.Errorf("snapshot after Sync = %+v", shot.Game)
		}
	})
}

// TestFlagFallsUnwatched checks that flags fall in games that are not in memory, including after a restart.
func TestFlagFallsUnwatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{Idle: time.Second})
		first := h.pair(&clock.Control{Initial: 60_000})
		h.play(first.ID, "e4", "e5")
		time.Sleep(50 * time.Second)
		if n := h.Stats().Live; n != 0 {
			t.Fatalf("%d idle games in memory", n)
		}
		second := h.pair(&clock.Control{Initial: 3_600_000})
		h.play(second.ID, "e4", "e5", "Nf3")
		time.Sleep(11 * time.Second)
		events, err := store.Load(h.ctx, first.ID, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		if e := events[len(events)-1]; e.Type != game.Flagged || e.Side != game.White {
			t.Fatalf("last event = %+v", e)
		}
		if got := h.see(bert, first.ID).Result; got == nil || got.Result != "0-1" || got.Reason != "time" {
			t.Fatalf("result = %+v", got)
		}
		h.Close(h.ctx)

		h = open(t, store, hub.Options{})
		if n := h.Stats().Timers; n != 0 {
			t.Errorf("%d timers after a restart for a flag due in an hour, want none", n)
		}
		if got := h.see(anna, second.ID).Clocks; got.Black != 3_589_000 || got.Running != game.Black {
			t.Errorf("clocks = %+v", got)
		}
		time.Sleep(time.Hour)
		if got := h.see(anna, second.ID).Result; got == nil || got.Result != "1-0" {
			t.Errorf("result = %+v", got)
		}
	})
}

// failing is a store that can be made to fail.
type failing struct {
	room.Store
	mu  sync.Mutex
	err error
}

func (f *failing) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func (f *failing) Append(ctx context.Context, e room.Entry, have int, events []game.Event) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return f.err
	}
	return f.Store.Append(ctx, e, have, events)
}

func (f *failing) Seen(ctx context.Context, id string, side game.Side, at int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return f.err
	}
	return f.Store.Seen(ctx, id, side, at)
}

// TestNothingIsSentBeforeCommit makes a store fail. No update is sent, and the game continues from the stored
// state.
func TestNothingIsSentBeforeCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &failing{Store: memory.New()}
		h := open(t, store, hub.Options{})
		id := h.pair(&clock.Control{Initial: 60_000}).ID
		h.play(id, "e4", "e5")
		w := h.watch(bert, id)
		time.Sleep(time.Second)
		read(w)
		store.set(errors.New("the disk is full"))
		if err := h.move(anna, id, "Nf3"); code(err) != game.CodeStore {
			t.Fatalf("Do with a failing store: got error %v", err)
		}
		if got := read(w); len(got) != 0 {
			t.Fatalf("unsaved move was broadcast: %+v", got)
		}
		if shot := h.see(bert, id); shot.Ply != 2 {
			t.Fatalf("snapshot contains an unsaved move: %+v", shot)
		}
		time.Sleep(70 * time.Second) // the flag falls, which cannot be saved either
		if shot := h.see(bert, id); shot.Result != nil {
			t.Fatalf("result = %+v, want none while the store fails", shot.Result)
		}
		store.set(nil)
		time.Sleep(2 * time.Second)
		if shot := h.see(bert, id); shot.Result == nil || shot.Result.Reason != "time" {
			t.Fatalf("after the store recovered: result %+v", shot.Result)
		}
	})
}

func TestSlowWatchersAreDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{Backlog: 4}})
		id := h.pair(nil).ID
		slow, quick := h.watch(cora, id), h.watch(bert, id)
		for range 4 {
			for _, m := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
				h.play(id, m)
				read(quick)
			}
		}
		n := 0
		for range slow.C {
			n++
		}
		if n != 4 || code(slow.Err()) != game.CodeSlow {
			t.Errorf("slow watcher got %d messages, then error %v", n, slow.Err())
		}
		slow.Close()
		if s := h.Stats(); s.Dropped != 1 || s.Watchers != 1 {
			t.Errorf("Stats = %+v, want 1 dropped and 1 watcher", s)
		}
	})
}

func TestCloseNotifiesWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		id := h.pair(nil).ID
		h.play(id, "e4")
		computer := h.create(anna, game.Request{Opponent: game.Computer, Level: 1, Colour: "black"})
		w := h.watch(anna, id)
		if err := h.Close(h.ctx); err != nil {
			t.Fatalf("Close: %v", err)
		}
		var got []room.Update
		for m := range w.C {
			got = append(got, m)
		}
		if _, ok := got[len(got)-1].(room.ClosingUpdate); !ok || code(w.Err()) != game.CodeClosing {
			t.Errorf("last message = %+v, error %v", got[len(got)-1], w.Err())
		}
		if err := h.Do(h.ctx, bert, id, game.Resign{}); code(err) != game.CodeClosing {
			t.Errorf("call after Close: got error %v", err)
		}
		if _, err := h.Watch(h.ctx, bert, id); code(err) != game.CodeClosing {
			t.Errorf("call after Close: got error %v", err)
		}
		h = open(t, store, hub.Options{})
		if shot := h.see(anna, id); shot.Ply != 1 {
			t.Errorf("reopened game has %d moves", shot.Ply)
		}
		h.see(anna, computer.ID)
	})
}

// TestJoinIsLimited checks that joined games count like created ones, but returning to a game does not count.
func TestJoinIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{GamesPerSession: 2}})
		first := h.create(anna, game.Request{Opponent: game.Anybody})
		second := h.create(anna, game.Request{Opponent: game.Friend})
		h.create(bert, game.Request{Opponent: game.Oneself})
		for range 2 {
			if _, err := h.Join(h.ctx, bert, first.ID, "", ""); err != nil {
				t.Fatalf("Join: %v", err)
			}
		}
		token := second.Invite
		if _, err := h.Join(h.ctx, bert, second.ID, token, ""); code(err) != game.CodeLimit {
			t.Fatalf("Join beyond the limit: got error %v", err)
		}
		if err := h.Do(h.ctx, bert, first.ID, game.Abort{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if _, err := h.Join(h.ctx, bert, second.ID, token, ""); err != nil {
			t.Errorf("Join: %v", err)
		}
	})
}

// TestRematchIsLimited checks that a rematch counts as a game, but an offer does not.
func TestRematchIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{GamesPerSession: 1}})
		over := h.create(anna, game.Request{Opponent: game.Oneself})
		if err := h.Do(h.ctx, anna, over.ID, game.Resign{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		other := h.create(anna, game.Request{Opponent: game.Oneself})
		if err := h.Do(h.ctx, anna, over.ID, game.Rematch{Do: game.Offer}); code(err) != game.CodeLimit {
			t.Fatalf("rematch beyond the limit: got error %v", err)
		}
		if err := h.Do(h.ctx, anna, other.ID, game.Abort{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		for range 2 { // repeating the command does not create a second game
			if err := h.Do(h.ctx, anna, over.ID, game.Rematch{Do: game.Offer}); err != nil {
				t.Fatalf("Do: %v", err)
			}
		}
	})
}

func TestLimitsAndLists(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{GamesPerSession: 3}})
		var wg sync.WaitGroup
		var mu sync.Mutex
		made, refused := 0, 0
		for range 10 {
			wg.Go(func() {
				_, err := h.Create(h.ctx, anna, game.Request{Variant: "trid", Opponent: game.Anybody, Name: "Anna"})
				mu.Lock()
				defer mu.Unlock()
				switch code(err) {
				case "":
					made++
				case game.CodeLimit:
					refused++
				}
			})
		}
		wg.Wait()
		if made > 3 || made+refused != 10 {
			t.Errorf("%d created, %d rejected", made, refused)
		}
		list, err := h.Challenges(h.ctx)
		if err != nil || len(list) != made || list[0].Name != "Anna" || list[0].Info.Name != "trid" {
			t.Fatalf("Challenges = %+v, error %v; want Anna's games", list, err)
		}
		if _, err := h.Join(h.ctx, bert, list[0].ID, "", ""); err != nil {
			t.Fatalf("Join: %v", err)
		}
		if again, _ := h.Challenges(h.ctx); len(again) != made-1 {
			t.Errorf("%d challenges left", len(again))
		}
		mine, err := h.GamesOf(h.ctx, bert)
		if err != nil || len(mine) != 1 || mine[0].Seat != list[0].Colour || mine[0].ID != list[0].ID {
			t.Errorf("GamesOf = %+v, error %v; want the joined game", mine, err)
		}
		if mine, err := h.GamesOf(h.ctx, room.Session{}); err != nil || len(mine) != 0 {
			t.Errorf("GamesOf without a session = %+v, error %v; want none", mine, err)
		}
		if err := h.Do(h.ctx, bert, list[0].ID, game.Abort{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		h.create(bert, game.Request{Opponent: game.Friend})
	})
}

func TestInvalidRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		for i, s := range []game.Request{
			{}, {Variant: "go", Opponent: game.Friend}, {Variant: "chess"}, {Variant: "chess", Opponent: "nobody"},
			{Variant: "chess", Opponent: game.Computer}, {Variant: "chess", Opponent: game.Computer, Level: 21},
			{Variant: "chess", Opponent: game.Friend, Colour: "red"}, {Variant: "chess", Opponent: game.Oneself, Colour: "red"},
			{Variant: "chess", Opponent: game.Friend, Position: "nonsense"},
			{Variant: "chess", Opponent: game.Friend, Position: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
			{Variant: "chess", Opponent: game.Friend, Control: &clock.Control{Initial: 5}},
		} {
			if _, err := h.Create(h.ctx, anna, s); code(err) != game.CodeInvalid {
				t.Errorf("Create with invalid request %d: got error %v", i, err)
			}
		}
		var refused *game.Error
		if _, err := h.Create(h.ctx, anna, game.Request{Variant: "chess", Opponent: game.Friend, Position: "8/8/8/8/8/8/8/8 w - - 0 1"}); !errors.As(err, &refused) || len(refused.Faults) == 0 {
			t.Errorf("creating a game on an empty board: got %v, want a *game.Error with faults", err)
		}
		if _, err := h.Create(h.ctx, room.Session{}, game.Request{Variant: "chess", Opponent: game.Oneself}); code(err) != game.CodeNoSeat {
			t.Errorf("Create without a session: got error %v", err)
		}
		for _, id := range []string{"", "x", "aaaaaaaaaaaa", "../../etc/pa", "AAAAAAAAAAAA"} {
			if _, err := h.Snapshot(h.ctx, anna, id); code(err) != game.CodeNotFound {
				t.Errorf("Snapshot of game %q: got error %v", id, err)
			}
		}
		if n := h.Stats().Live; n != 0 {
			t.Errorf("%d invalid games in memory", n)
		}
	})
}

func TestRematchSwapsColours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.pair(&clock.Control{Initial: 60_000}).ID
		if err := h.Do(h.ctx, anna, id, game.Resign{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		var wg sync.WaitGroup
		for i, by := range []room.Session{anna, bert, anna, bert} {
			wg.Go(func() {
				if err := h.Do(h.ctx, by, id, game.Rematch{Do: game.Offer}); err != nil {
					t.Error(i, err)
				}
			})
		}
		wg.Wait()
		next := h.see(anna, id).Next
		shot := h.see(anna, next)
		if shot.Seat != game.Black || shot.Players.White.Name != "Bert" || shot.Control.Initial != 60_000 || shot.Ply != 0 {
			t.Errorf("rematch = %+v, want colours swapped", shot)
		}
		if mine, _ := h.GamesOf(h.ctx, anna); len(mine) != 2 {
			t.Errorf("got %d games", len(mine))
		}
	})
}

// TestManyConcurrentGames has many people play many games, for the race detector.
func TestManyConcurrentGames(t *testing.T) {
	h := open(t, memory.New(), hub.Options{Options: room.Options{Backlog: 3}, Idle: time.Nanosecond, NewPlayer: slow(time.Millisecond, 0), Players: 2})
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			me := room.SessionOf(fmt.Sprint("player ", i))
			shot := h.create(me, game.Request{Opponent: game.Computer, Level: 1})
			for range 6 {
				w := h.watch(me, shot.ID)
				now := h.see(me, shot.ID)
				for _, c := range []game.Command{
					game.Move{Ply: now.Ply, Takebacks: now.Takebacks, Key: now.Key, Move: firstMove(t, now)},
					game.Takeback{Ply: now.Ply, Takebacks: now.Takebacks, Do: game.Offer}, game.Draw{Ply: now.Ply, Takebacks: now.Takebacks, Do: game.Offer},
				} {
					_ = h.Do(h.ctx, me, shot.ID, c)
				}
				w.Close()
			}
			_ = h.Do(h.ctx, me, shot.ID, game.Resign{})
		})
	}
	wg.Wait()
}

// firstMove returns a legal move in the position of a snapshot.
func firstMove(t *testing.T, shot room.Snapshot) string {
	t.Helper()
	return shot.Rules.Guide().FormatUCI(&shot.Position, rules.LegalMoves(shot.Rules, &shot.Position)[0])
}
