package hub_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/variant"
)

// lossy is a bus that can be made to lose messages.
type lossy struct {
	cluster.Bus
	lose atomic.Bool
}

func (l *lossy) Publish(c cluster.Committed) {
	if !l.lose.Load() {
		l.Bus.Publish(c)
	}
}

// deaf is a bus that delivers nothing.
type deaf struct{}

func (deaf) Publish(cluster.Committed)                                 {}
func (deaf) Subscribe(string, func(cluster.Committed)) (cancel func()) { return func() {} }

// plies returns the plies sent to a watcher, in order.
func plies(list []room.Update) (seen []int) {
	for _, m := range list {
		switch m := m.(type) {
		case room.MoveUpdate:
			seen = append(seen, m.Ply)
		case room.GameUpdate:
			seen = append(seen, m.Game.Ply)
		}
	}
	return seen
}

// TestTwoHubs plays a game at two hubs with one store and one bus. Watchers at either hub see every move once
// and in order.
func TestTwoHubs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, bus := memory.New(), cluster.NewLocalBus()
		a, b := open(t, store, onBus(bus)), open(t, store, onBus(bus))
		id := a.pair(&clock.Control{Initial: 60_000}).ID
		at, other := a.watch(anna, id), b.watch(bert, id)
		read(at)
		read(other)
		for i, m := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
			hub, by := a, anna
			if i%2 == 1 {
				hub, by = b, bert
			}
			if err := hub.move(by, id, m); err != nil {
				t.Fatalf("%s: %v", m, err)
			}
			for name, w := range map[string]*room.Watcher{"here": at, "there": other} {
				got := read(w)
				if m, ok := got[0].(room.MoveUpdate); len(got) != 1 || !ok || m.Ply != i+1 {
					t.Fatalf("%s: updates after move %d = %+v, want that move", name, i+1, got)
				}
			}
		}
		if err := a.Do(a.ctx, anna, id, game.Draw{Ply: 6, Do: game.Offer}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if shot := last[room.GameUpdate](t, read(other)); shot.Game.Offers.Draw != game.White || shot.Game.Seat != game.Black {
			t.Errorf("snapshot after the offer = %+v", shot.Game)
		}
		if err := b.Do(b.ctx, bert, id, game.Draw{Ply: 6, Do: game.Accept}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if shot := last[room.GameUpdate](t, read(at)); shot.Game.Result == nil || shot.Game.Result.Reason != "agreement" {
			t.Errorf("result = %+v, want a draw by agreement", shot.Game.Result)
		}
	})
}

// TestGapIsFilled loses messages on the bus. The next message reveals the gap, and the store fills it.
func TestGapIsFilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, bus := memory.New(), &lossy{Bus: cluster.NewLocalBus()}
		a, b := open(t, store, onBus(bus)), open(t, store, onBus(bus))
		id := a.pair(nil).ID
		w := b.watch(cora, id)
		time.Sleep(time.Second)
		read(w)
		a.play(id, "e4")
		bus.lose.Store(true)
		a.play(id, "e5", "Nf3")
		bus.lose.Store(false)
		if got := plies(read(w)); fmt.Sprint(got) != "[1]" {
			t.Fatalf("plies before the gap = %v, want [1]", got)
		}
		a.play(id, "Nc6")
		got := read(w)
		if fmt.Sprint(plies(got)) != "[4]" {
			t.Fatalf("plies after the gap = %v, want [4]", plies(got))
		}
		shot := last[room.GameUpdate](t, got).Game
		if len(shot.Moves) != 4 || shot.Moves[2].SAN != "Nf3" {
			t.Errorf("moves = %+v, want four with Nf3 third", shot.Moves)
		}
		a.play(id, "Bb5")
		if got := read(w); fmt.Sprint(plies(got)) != "[5]" || len(got) != 1 {
			t.Errorf("updates after Bb5 = %+v, want ply 5", got)
		}
		// The last message is lost and none follows, so only Sync can fetch it.
		bus.lose.Store(true)
		if err := a.Do(a.ctx, bert, id, game.Resign{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if got := read(w); len(got) != 0 {
			t.Fatalf("received updates that the bus lost: %+v", got)
		}
		if err := w.Sync(b.ctx, room.At{}, free); err != nil {
			t.Fatalf("Sync: %v", err)
		}
		if shot := last[room.GameUpdate](t, read(w)).Game; shot.Result == nil {
			t.Error("the game is still in play after Sync")
		}
	})
}

// replaced is a store that can be replaced by another. The mutex is needed because hubs may read event
// counts at any time.
type replaced struct {
	*memory.Store
	mu sync.Mutex
}

func (r *replaced) Heads(ctx context.Context, ids []string) (map[string]int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	heads := map[string]int{}
	for _, id := range ids {
		events, err := r.Load(ctx, id, 0)
		if err != nil {
			return nil, err
		}
		heads[id] = len(events)
	}
	return heads, nil
}

// TestStoreLosesEvents replaces the store with one that lacks the last two moves, as the promotion of an
// asynchronous standby may do. All hubs and watchers return to the stored moves, and play continues.
func TestStoreLosesEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, bus := &replaced{Store: memory.New()}, cluster.NewLocalBus()
		a, b := open(t, store, onBus(bus)), open(t, store, onBus(bus))
		id := a.pair(nil).ID
		white, black := a.watch(anna, id), b.watch(bert, id)
		a.play(id, "e4", "e5")
		events, err := store.Load(t.Context(), id, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		g, err := game.Fold(variant.Builtin().Find, events)
		if err != nil {
			t.Fatalf("game.Fold: %v", err)
		}
		standby := memory.New()
		if err := standby.Create(t.Context(), room.EntryOf(g), events); err != nil {
			t.Fatalf("Create: %v", err)
		}
		a.play(id, "Nf3", "Nc6")
		synctest.Wait()
		read(white)
		read(black)
		store.mu.Lock()
		store.Store = standby
		store.mu.Unlock()
		time.Sleep(time.Minute)
		for name, w := range map[string]*room.Watcher{"White": white, "Black": black} {
			if shot := last[room.GameUpdate](t, read(w)).Game; shot.Ply != 2 {
				t.Errorf("%s was sent %d moves, want the 2 that the store has", name, shot.Ply)
			}
		}
		if err := a.move(anna, id, "Bc4"); err != nil {
			t.Fatalf("Bc4: %v", err)
		}
		synctest.Wait()
		if err := b.move(bert, id, "Bc5"); err != nil {
			t.Fatalf("Bc5: %v", err)
		}
		if got := plies(read(white)); fmt.Sprint(got) != "[3 4]" {
			t.Errorf("plies afterwards = %v, want [3 4]", got)
		}
	})
}

// TestConflictIsRetried has two hubs without a common bus write to one game. No command fails because
// of a conflict.
func TestConflictIsRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		a, b := open(t, store, onBus(deaf{})), open(t, store, onBus(deaf{}))
		id := a.pair(nil).ID
		b.see(bert, id) // now b has the game in memory
		var shot room.Snapshot
		moves := []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"}
		for i, m := range moves {
			hub, by := a, anna
			if i%2 == 1 {
				hub, by = b, bert
			}
			shot = at(t, store, id)
			if err := hub.Do(hub.ctx, by, id, game.Move{Ply: shot.Ply, Key: shot.Key, Move: m}); err != nil {
				t.Fatalf("%s: %v", m, err)
			}
		}
		if shot = at(t, store, id); shot.Ply != len(moves) {
			t.Errorf("the store has %d moves, want %d", shot.Ply, len(moves))
		}
		if n := a.Stats().Conflicts + b.Stats().Conflicts; n == 0 {
			t.Error("no conflicts occurred: this test is void")
		}
		// A stale command is rejected without side effects.
		if err := b.Do(b.ctx, bert, id, game.Resign{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if err := a.Do(a.ctx, anna, id, game.Move{Ply: shot.Ply, Key: shot.Key, Move: "Ba4"}); code(err) != game.CodeOver {
			t.Errorf("move after the game ended at the other hub: got error %v", err)
		}
	})
}

// at returns a game from the store.
func at(t *testing.T, store room.Store, id string) room.Snapshot {
	t.Helper()
	events, err := store.Load(t.Context(), id, 0)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	g, err := game.Fold(variant.Builtin().Find, events)
	if err != nil {
		t.Fatalf("game.Fold: %v", err)
	}
	return room.Snapshot{Snapshot: g.Snapshot(game.Nobody, g.Updated())}
}

// TestConcurrentHubs has players at two hubs play the same game concurrently, with and without a common bus.
// Nobody gets an internal error, the store has no more moves than were acknowledged, and a watcher sees the
// moves in order.
func TestConcurrentHubs(t *testing.T) {
	for name, bus := range map[string]cluster.Bus{"one bus": cluster.NewLocalBus(), "no bus": deaf{}} {
		t.Run(name, func(t *testing.T) {
			store := memory.New()
			o := hub.Options{Options: room.Options{Bus: bus, Backlog: 4096}}
			hubs := []house{open(t, store, o), open(t, store, o)}
			id := hubs[0].pair(nil).ID
			w := hubs[1].watch(cora, id)
			var done atomic.Int64
			var wg sync.WaitGroup
			for i, by := range []room.Session{anna, bert, anna, bert} {
				wg.Go(func() {
					rng := rand.New(rand.NewPCG(7, uint64(i)))
					for range 60 {
						h := hubs[rng.IntN(2)]
						shot, err := h.Snapshot(h.ctx, by, id)
						if err != nil {
							t.Errorf("Snapshot: %v", err)
							return
						}
						if shot.Result != nil {
							return
						}
						err = h.Do(h.ctx, by, id, game.Move{Ply: shot.Ply, Key: shot.Key, Move: firstMove(t, shot)})
						switch code(err) {
						case "":
							if err == nil {
								done.Add(1)
							} else {
								t.Errorf("Do: %v", err)
							}
						case game.CodeStale, game.CodeTurn, game.CodeOver:
						default:
							t.Errorf("Do refused a move for an unexpected reason: %v", err)
						}
					}
				})
			}
			wg.Wait()
			end := at(t, store, id)
			if end.Ply == 0 || int64(end.Ply) > done.Load() {
				t.Errorf("the store has %d moves, %d were acknowledged", end.Ply, done.Load())
			}
			if err := w.Sync(context.Background(), room.At{}, free); err != nil {
				t.Fatalf("Sync: %v", err)
			}
			seen := 0
			for seen < end.Ply {
				m, ok := <-w.C
				if !ok {
					t.Fatalf("watcher was closed: %v", w.Err())
				}
				switch m := m.(type) {
				case room.MoveUpdate:
					if m.Ply != seen+1 {
						t.Fatalf("received move %[2]d after move %[1]d", seen, m.Ply)
					}
					seen = m.Ply
				case room.GameUpdate:
					if m.Game.Ply < seen {
						t.Fatalf("received the game at ply %[2]d after move %[1]d", seen, m.Game.Ply)
					}
					seen = m.Game.Ply
				}
			}
		})
	}
}

// TestRematchAtTwoHubs accepts a rematch at two hubs simultaneously. Only one new game is created.
func TestRematchAtTwoHubs(t *testing.T) {
	store := memory.New()
	a, b := open(t, store, onBus(deaf{})), open(t, store, onBus(deaf{}))
	id := a.pair(nil).ID
	if err := a.Do(a.ctx, anna, id, game.Resign{}); err != nil {
		t.Fatalf("Do: %v", err)
	}
	var wg sync.WaitGroup
	for _, each := range []struct {
		h  house
		by room.Session
	}{{a, anna}, {b, bert}, {a, bert}, {b, anna}} {
		wg.Go(func() {
			if err := each.h.Do(each.h.ctx, each.by, id, game.Rematch{Do: game.Offer}); err != nil {
				t.Errorf("Do: %v", err)
			}
		})
	}
	wg.Wait()
	if mine, err := a.GamesOf(a.ctx, anna); err != nil || len(mine) != 2 {
		t.Errorf("got %d games, error %v", len(mine), err)
	}
	if shot := at(t, store, id); shot.Next == "" || at(t, store, shot.Next).Players.White.Name != "Bert" {
		t.Errorf("game = %+v, want a rematch with Bert as White", shot)
	}
}

// TestFlagAtTwoHubs closes the hub at which a game was started. The flag falls once, at a hub that was started
// later.
func TestFlagAtTwoHubs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, bus := memory.New(), cluster.NewLocalBus()
		a := open(t, store, onBus(bus))
		id := a.pair(&clock.Control{Initial: 600_000}).ID
		a.play(id, "e4", "e5")
		b := open(t, store, onBus(bus))
		w := b.watch(bert, id)
		a.Close(a.ctx) // removes this hub's alarm
		time.Sleep(11 * time.Minute)
		if shot := last[room.GameUpdate](t, read(w)).Game; shot.Result == nil || shot.Result.Reason != "time" || shot.Result.Side != game.White {
			t.Errorf("result = %+v, want White out of time", shot.Result)
		}
		events, err := store.Load(b.ctx, id, 0)
		if err != nil || events[len(events)-1].Type != game.Flagged || events[len(events)-2].Type != game.Moved {
			t.Errorf("last events = %+v, error %v", events[len(events)-2:], err)
		}
	})
}

// TestRematchCountsForBoth checks that a rematch is refused if it exceeds either player's limit, no matter
// which of them accepts it.
func TestRematchCountsForBoth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{GamesPerSession: 1}})
		id := h.pair(nil).ID
		if err := h.Do(h.ctx, anna, id, game.Resign{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		other := h.create(anna, game.Request{Opponent: game.Oneself})
		if err := h.Do(h.ctx, anna, id, game.Rematch{Do: game.Offer}); err != nil {
			t.Fatalf("rematch offer: %v; an offer must not count as a game", err)
		}
		err := h.Do(h.ctx, bert, id, game.Rematch{Do: game.Accept})
		if code(err) != game.CodeLimit {
			t.Fatalf("rematch beyond the offerer's game limit: got error %v", err)
		}
		if want := "your opponent has 1 unfinished game, which is the limit"; err.Error() != want {
			t.Errorf("unexpected error %q", err)
		}
		if err := h.Do(h.ctx, anna, other.ID, game.Abort{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if err := h.Do(h.ctx, bert, id, game.Rematch{Do: game.Accept}); err != nil {
			t.Errorf("Do: %v", err)
		}
	})
}

// TestInvitation checks that only the player who may share the invitation sees it, and only while a seat is
// free.
func TestInvitation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		shot := h.create(anna, game.Request{Opponent: game.Friend})
		if again := h.see(anna, shot.ID); shot.Invite == "" || again.Invite != shot.Invite {
			t.Errorf("invitation shown to the inviter = %q, then %q", shot.Invite, again.Invite)
		}
		if got := h.see(cora, shot.ID); got.Invite != "" || got.Seat != game.Nobody {
			t.Errorf("spectator sees invitation %q", got.Invite)
		}
		if _, err := h.Join(h.ctx, bert, shot.ID, shot.Invite, ""); err != nil {
			t.Fatalf("Join: %v", err)
		}
		if got := h.see(anna, shot.ID); got.Invite != "" {
			t.Error("used invitation is still shown")
		}
	})
}

// TestSecretsStaySecret checks that a formatted session does not reveal its secret.
func TestSecretsStaySecret(t *testing.T) {
	for _, text := range []string{fmt.Sprint(anna), fmt.Sprintf("%+v %#v %q", anna, anna, anna)} {
		if strings.Contains(text, "secret") {
			t.Errorf("secret was printed: %s", text)
		}
	}
}

// stuck is a store that blocks appends until released.
type stuck struct {
	*memory.Store
	hold atomic.Bool
	held chan struct{} // receives a value when an append is blocked
	goOn chan struct{}
}

func (s *stuck) Append(ctx context.Context, e room.Entry, have int, events []game.Event) error {
	if s.hold.Load() {
		s.held <- struct{}{}
		<-s.goOn
	}
	return s.Store.Append(ctx, e, have, events)
}

// TestBusyRoomDoesNotBlock has a node leave while a commit blocks a room of another node. That node still
// receives messages.
func TestBusyRoomDoesNotBlock(t *testing.T) {
	store, bus := &stuck{Store: memory.New(), held: make(chan struct{}), goOn: make(chan struct{})}, cluster.NewLocalBus()
	nodes := func(h house) int {
		now, _ := h.Nodes()
		return now
	}
	until := func(what string, is func() bool) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("timed out: %v", what)
			}
		}
	}
	a, b := open(t, store, onBus(bus)), open(t, store, onBus(bus))
	goOn := sync.OnceFunc(func() { close(store.goOn) })
	t.Cleanup(goOn) // must run before the hubs are closed
	id := a.pair(nil).ID
	until("the nodes do not discover each other", func() bool { return nodes(a) == 2 })
	store.hold.Store(true)
	moved := make(chan error, 1)
	go func() { moved <- a.move(anna, id, "e2e4") }()
	<-store.held
	store.hold.Store(false)
	b.Close(t.Context())
	until("the node that left is still listed", func() bool { return nodes(a) == 1 })
	open(t, store, onBus(bus))
	until("a new node is not detected", func() bool { return nodes(a) == 2 })
	goOn()
	if err := <-moved; err != nil {
		t.Errorf("move: %v", err)
	}
}
