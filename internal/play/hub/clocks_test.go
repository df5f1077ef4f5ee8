package hub_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
)

// TestRestartRefundsTime stops a server for longer than the remaining time of the player to move. The player
// does not lose, and sees the refund.
func TestRestartRefundsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		id := h.pair(&clock.Control{Initial: 10_000}).ID
		h.play(id, "e4", "e5", "Nf3")
		time.Sleep(4 * time.Second) // Black uses four of ten seconds
		h.Close(h.ctx)
		time.Sleep(7500 * time.Millisecond)

		h = open(t, store, hub.Options{})
		w := h.watch(bert, id)
		shot := last[room.GameUpdate](t, read(w)).Game
		if shot.Result != nil {
			t.Fatalf("players were charged for the outage: %+v", shot.Result)
		}
		if got := shot.Refund; got == nil || got.Side != game.Black || got.Time != 10_500 || got.Message().String() != "the server was down: Black gets 11 seconds back" {
			t.Errorf("Refund = %+v, want 10.5 s for Black", got)
		}
		// Black had used four of ten seconds, and gets three to reconnect.
		if c := shot.Clocks; c.Black != 9000 || c.Running != game.Black {
			t.Errorf("Clocks = %+v", c)
		}
		if again := h.see(bert, id); again.Refund.Time != 10_500 {
			t.Errorf("Refund in a second snapshot = %+v", again.Refund)
		}
		time.Sleep(5 * time.Second)
		h.play(id, "Nc6")
		if shot := h.see(anna, id); shot.Refund != nil || shot.Clocks.Black != 4000 {
			t.Errorf("after the move: %+v, %+v", shot.Refund, shot.Clocks)
		}
		time.Sleep(20 * time.Second) // longer than White has left, so that the flag falls
		if shot := h.see(anna, id); shot.Result == nil || shot.Result.Side != game.White {
			t.Errorf("result = %+v, want White out of time", shot.Result)
		}
	})
}

// TestSeveralRestarts checks that several outages during which nobody opened the game are refunded, but not
// to a player whose flag had fallen before.
func TestSeveralRestarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		id := h.pair(&clock.Control{Initial: 600_000}).ID
		h.play(id, "e4", "e5")
		for range 3 {
			time.Sleep(10 * time.Second)
			h.Close(h.ctx)
			time.Sleep(time.Hour)
			h = open(t, store, hub.Options{})
		}
		if shot := h.see(anna, id); shot.Refund == nil || shot.Refund.Time != 3*3_603_000 {
			t.Errorf("Refund = %+v, want three outages of an hour and three seconds", shot.Refund)
		}
		h.Close(h.ctx)

		g := at(t, store, id) // simulate a hub that is killed after the flag has fallen
		if err := store.Pulse(t.Context(), time.Now().Add(2*time.Hour).UnixMilli()); err != nil {
			t.Fatalf("Pulse: %v", err)
		}
		time.Sleep(3 * time.Hour)
		h = open(t, store, hub.Options{})
		time.Sleep(time.Second)
		if shot := h.see(anna, g.ID); shot.Result == nil || shot.Result.Reason != "time" {
			t.Errorf("result of a flag that fell before the outage: %+v", shot.Result)
		}
	})
}

// TestWallClockStep sets the wall clock forward or back, by hours or by a second. No player loses time.
func TestWallClockStep(t *testing.T) {
	for name, step := range map[string]time.Duration{"forward": 3 * time.Hour, "back": -3 * time.Hour, "a little": time.Second} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var offset atomic.Int64
				wall := func() time.Time { return time.Now().Add(time.Duration(offset.Load())) }
				store := memory.New()
				h := open(t, store, hub.Options{Wall: wall})
				id := h.pair(&clock.Control{Initial: 60_000}).ID
				h.play(id, "e4", "e5")
				time.Sleep(10_300 * time.Millisecond) // between two checks of the wall clock
				offset.Store(int64(step))
				left := func() int64 {
					shot := h.see(anna, id)
					if shot.Result != nil {
						t.Fatalf("the wall-clock step ended the game: %+v", shot.Result)
					}
					c := shot.Clocks
					return c.White - max(0, h.Now()-c.At)
				}
				if got := left(); got != 49_700 {
					t.Errorf("%d ms left right after the step, want 49,700", got)
				}
				time.Sleep(15 * time.Second)
				// The hub takes a long step forward for a suspension, and refunds it plus time to reconnect.
				if got := left(); got < 34_000 || got > 43_000 {
					t.Errorf("%d ms left after 15 seconds, want 34,000 to 43,000", got)
				}
				time.Sleep(50 * time.Second)
				if shot := h.see(anna, id); shot.Result == nil || shot.Result.Reason != "time" {
					t.Errorf("flag did not fall: %+v", shot.Clocks)
				}
				// The clock of a game started now keeps running after a restart.
				id = h.pair(&clock.Control{Initial: 60_000}).ID
				h.play(id, "e4", "e5")
				h.Close(h.ctx)
				h = open(t, store, hub.Options{Wall: wall})
				time.Sleep(30 * time.Second)
				if got := left(); got < 29_000 || got > 34_000 {
					t.Errorf("%d ms of 60,000 left after a restart, want 29,000 to 34,000", got)
				}
			})
		})
	}
}

// TestLagIsRefunded plays over a slow connection. Network delay is refunded, at most half a second per move
// and at most the quota in total.
func TestLagIsRefunded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.pair(&clock.Control{Initial: 60_000}).ID
		w := h.watch(anna, id)
		h.play(id, "Nf3", "Nf6")
		w.SetLag(400 * time.Millisecond)
		think := func(d time.Duration, move, answer string, want int64) {
			t.Helper()
			before := h.see(anna, id).Clocks.White
			time.Sleep(d)
			h.play(id, move)
			after := h.see(anna, id).Clocks.White
			if got := before - after; got != want {
				t.Errorf("%s after %v cost %d ms, want %d", move, d, got, want)
			}
			h.play(id, answer)
			read(w)
		}
		think(time.Second, "Ng1", "Ng8", 600)
		think(100*time.Millisecond, "Nc3", "Nc6", 0) // the refund is at most the time that the move took
		w.SetLag(30 * time.Second)                   // an implausible value
		think(2*time.Second, "Nb1", "Nb8", 1500)
		total := int64(0)
		for _, m := range [][2]string{{"a3", "a6"}, {"a4", "a5"}, {"b3", "b6"}, {"b4", "b5"}, {"c3", "c6"}, {"c4", "c5"}, {"d3", "d6"}, {"d4", "d5"}, {"e3", "e6"}, {"e4", "e5"}, {"f3", "f6"}, {"f4", "f5"}, {"g3", "g6"}, {"g4", "g5"}, {"h3", "h6"}, {"h4", "h5"}} {
			before := h.see(anna, id).Clocks.White
			time.Sleep(time.Second)
			h.play(id, m[0])
			total += 1000 - (before - h.see(anna, id).Clocks.White)
			h.play(id, m[1])
			read(w)
		}
		if total > 3000+16*250 || total < 16*250 {
			t.Errorf("refunded %d ms for 16 moves, want 4000 to 7000", total)
		}
	})
}

// TestMoveInTimeCountsDespiteLag checks that a move that arrives shortly after the flag fell, but within the
// measured delay, is accepted. Without a measured delay it is too late.
func TestMoveInTimeCountsDespiteLag(t *testing.T) {
	for lag, over := range map[time.Duration]bool{300 * time.Millisecond: false, 0: true} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, memory.New(), hub.Options{})
			id := h.pair(&clock.Control{Initial: 10_000}).ID
			w := h.watch(anna, id)
			h.play(id, "e4")
			if lag > 0 {
				w.SetLag(lag)
			}
			h.play(id, "e5")
			time.Sleep(10_200 * time.Millisecond)
			err := h.move(anna, id, "Nf3")
			if got := code(err) == game.CodeOver; got != over {
				t.Errorf("move 200 ms after the flag with lag %v: got error %v", lag, err)
			}
			time.Sleep(time.Minute)
			if shot := h.see(anna, id); shot.Result == nil {
				t.Error("flag did not fall after a minute")
			}
		})
	}
}

// rematching is a store in which committing a rematch fails. If the rematch were committed as two changes, only
// the second would fail.
type rematching struct{ room.Store }

var errDisk = errors.New("the disk is gone")

func (r rematching) Append(ctx context.Context, e room.Entry, have int, events []game.Event) error {
	if events[0].Type == game.Rematched {
		return errDisk
	}
	return r.Store.Append(ctx, e, have, events)
}

func (r rematching) Rematch(context.Context, room.Entry, int, []game.Event, room.Entry, []game.Event) error {
	return errDisk
}

// TestRematchIsOneCommit checks that no new game is created if the commit of a rematch fails.
func TestRematchIsOneCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, rematching{memory.New()}, hub.Options{})
		id := h.create(anna, game.Request{Opponent: game.Oneself}).ID
		if err := h.Do(h.ctx, anna, id, game.Resign{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if err := h.Do(h.ctx, anna, id, game.Rematch{Do: game.Offer}); code(err) != game.CodeStore {
			t.Fatalf("rematch offer with a failing store: got %v, want code %v", err, game.CodeStore)
		}
		if mine, err := h.GamesOf(h.ctx, anna); err != nil || len(mine) != 1 {
			t.Errorf("GamesOf returned %d games, want 1 (error %v)", len(mine), err)
		}
	})
}

// probed is a store that counts pulses, and can be made to fail or hang.
type probed struct {
	room.Store
	mu     sync.Mutex
	pulses int
	err    error
	hang   chan struct{}
}

func (p *probed) Pulse(ctx context.Context, at int64) error {
	p.mu.Lock()
	p.pulses++
	err, hang := p.err, p.hang
	p.mu.Unlock()
	if hang != nil {
		<-hang
	}
	if err != nil {
		return err
	}
	return p.Store.Pulse(ctx, at)
}

// TestReadiness checks readiness with a store that works, one that fails and one that hangs. Many calls within
// a short time cause only one commit.
func TestReadiness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &probed{Store: memory.New()}
		h := open(t, store, hub.Options{})
		ready := func() error {
			ctx, cancel := context.WithTimeout(h.ctx, 2*time.Second)
			defer cancel()
			return h.Ready(ctx)
		}
		count := func() int {
			store.mu.Lock()
			defer store.mu.Unlock()
			return store.pulses
		}
		for range 1000 {
			if err := ready(); err != nil {
				t.Fatalf("ready: %v", err)
			}
		}
		if n := count(); n != 1 {
			t.Errorf("%d commits for a thousand calls of Ready at the same time, want 1", n)
		}
		store.mu.Lock()
		store.err = errors.New("database or disk is full")
		store.mu.Unlock()
		time.Sleep(time.Second)
		if err := ready(); err == nil || err.Error() != "database or disk is full" {
			t.Errorf("Ready with a full disk: got error %v", err)
		}
		hang := make(chan struct{})
		store.mu.Lock()
		store.err, store.hang = nil, hang
		store.mu.Unlock()
		time.Sleep(time.Second)
		before := count()
		for range 3 {
			if err := ready(); err == nil {
				t.Error("Ready with a hanging store: got no error")
			}
		}
		if n := count() - before; n > 2 { // one commit for the callers, one for the hub itself
			t.Errorf("%d commits while the store hangs, want at most 2", n)
		}
		store.mu.Lock()
		store.hang = nil
		store.mu.Unlock()
		close(hang)
		time.Sleep(2 * time.Second)
		if err := ready(); err != nil {
			t.Errorf("Ready after the store recovered: %v", err)
		}
	})
}

// TestSyncSendsMissingMoves checks which moves Sync sends to a client that has some of the moves, that
// has not seen a takeback, or that claims more moves than there are.
func TestSyncSendsMissingMoves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.create(anna, game.Request{Opponent: game.Oneself}).ID
		h.play(id, "e4", "e5", "Nf3", "Nc6")
		w := h.watch(anna, id)
		paid := 0
		sync := func(at room.At, from, moves int) {
			t.Helper()
			read(w)
			paid = -1
			if err := w.Sync(h.ctx, at, func(n int) error { paid = n; return nil }); err != nil {
				t.Fatalf("Sync: %v", err)
			}
			shot := last[room.GameUpdate](t, read(w)).Game
			if shot.From != from || len(shot.Moves)-shot.From != moves || paid != moves || shot.Ply != from+moves {
				t.Errorf("Sync(%+v): from ply %d, %d moves of %d, %d paid; want %d from %d", at, shot.From, len(shot.Moves)-shot.From, shot.Ply, paid, moves, from)
			}
		}
		sync(room.At{}, 0, 4)
		sync(room.At{Ply: 3}, 3, 1)
		sync(room.At{Ply: 4}, 4, 0)
		sync(room.At{Ply: 5}, 0, 4)
		sync(room.At{Ply: -1}, 0, 4)
		if err := h.Do(h.ctx, anna, id, game.Takeback{Ply: 4, Do: game.Offer}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		sync(room.At{Ply: 2}, 0, 3)
		sync(room.At{Ply: 2, Takebacks: 1}, 2, 1)
		refused := errors.New("too much")
		if err := w.Sync(h.ctx, room.At{}, func(int) error { return refused }); !errors.Is(err, refused) {
			t.Errorf("Sync with a Pay that refuses: got error %v", err)
		}
	})
}
