package hub_test

import (
	"context"
	"log/slog"
	"strings"
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
)

// clocked is a store with a clock that responds slowly.
type clocked struct {
	*memory.Store
	off   *atomic.Int64 // offset of the clock in milliseconds
	takes time.Duration
}

func (c clocked) Time(context.Context) (int64, error) {
	time.Sleep(c.takes)
	at := time.Now().UnixMilli() + c.off.Load()
	time.Sleep(c.takes)
	return at, nil
}

// skewed returns a wall clock with an offset.
func skewed(by time.Duration) func() time.Time {
	return func() time.Time { return time.Now().Add(by) }
}

// TestNodesWithDifferentClocks plays at two nodes whose clocks differ, by hours or by less than a second.
// Each player is charged the correct time, and the flag falls on time.
func TestNodesWithDifferentClocks(t *testing.T) {
	for name, apart := range map[string]time.Duration{"ahead": 3 * time.Hour, "behind": -3 * time.Hour, "a little": 900 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				bus := cluster.NewLocalBus()
				store := clocked{memory.New(), new(atomic.Int64), 3 * time.Millisecond}
				var logged strings.Builder
				a := open(t, store, onBus(bus))
				b := open(t, store, hub.Options{Options: room.Options{Bus: bus, Log: slog.New(slog.NewTextHandler(&logged, nil))}, Wall: skewed(apart)})
				if off := a.Now() - b.Now(); max(off, -off) > 5 {
					t.Fatalf("node times are %d ms apart", off)
				}
				if warned := strings.Contains(logged.String(), "this machine's clock differs"); warned != (apart.Abs() > 2*time.Second) {
					t.Errorf("log = %q", logged.String())
				}
				id := a.pair(&clock.Control{Initial: 60_000}).ID
				for i, m := range []string{"e4", "e5", "Nf3", "Nc6", "Bb5", "a6"} {
					hub, by := a, anna
					if i%2 == 1 {
						hub, by = b, bert
					}
					if i > 1 {
						time.Sleep(5 * time.Second)
					}
					if err := hub.move(by, id, m); err != nil {
						t.Fatalf("hub.move: %v", err)
					}
				}
				for _, hub := range []house{a, b} {
					c := hub.see(anna, id).Clocks
					for _, left := range []int64{c.White, c.Black} {
						if left < 49_900 || left > 50_100 {
							t.Errorf("%d ms of a minute left after ten seconds", left)
						}
					}
				}
				// White runs out of time; either node may report it.
				time.Sleep(48 * time.Second)
				if shot := a.see(anna, id); shot.Result != nil {
					t.Fatalf("flag fell too early: %+v", shot.Result)
				}
				time.Sleep(4 * time.Second)
				for _, hub := range []house{a, b} {
					if shot := hub.see(anna, id); shot.Result == nil || shot.Result.Reason != "time" || shot.Result.Side != game.White {
						t.Errorf("flag did not fall: %+v", shot.Result)
					}
				}
			})
		})
	}
}

// TestHubFollowsStoreClock adjusts the store's clock slightly during a game. Nodes follow it, and time never
// goes backwards. Setting a machine's own clock has no effect.
func TestHubFollowsStoreClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := clocked{memory.New(), new(atomic.Int64), time.Millisecond}
		var wall atomic.Int64
		h := open(t, store, hub.Options{Wall: func() time.Time { return time.Now().Add(time.Duration(wall.Load())) }})
		id := h.pair(&clock.Control{Initial: 600_000}).ID
		h.play(id, "e4", "e5")
		wall.Store(int64(time.Hour))
		last := h.Now()
		for _, off := range []int64{400, -300, 0, 1500, 100} {
			store.off.Store(off)
			for range 80 {
				time.Sleep(100 * time.Millisecond)
				if now := h.Now(); now < last {
					t.Fatalf("time went backwards, from %d to %d", last, now)
				} else {
					last = now
				}
			}
			if behind := time.Now().UnixMilli() + off - h.Now(); max(behind, -behind) > 5 {
				t.Errorf("hub is %d ms behind the store", behind)
			}
		}
		if shot := h.see(anna, id); shot.Refund != nil || shot.Result != nil {
			t.Errorf("unexpected refund: %+v", shot)
		}
	})
}

// TestComputerGamesAcrossNodes uses up an address's quota of computer games at one node. It has none left at
// another node.
func TestComputerGamesAcrossNodes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hubs, _, _ := nodes(t, 2, 0, hub.Options{Options: room.Options{UnwatchedTime: time.Hour, TurnTime: time.Hour}, NewPlayer: slow(time.Hour, 0), ComputerGamesPerPerson: 3, ComputerGamesPerAddress: 5})
		time.Sleep(2 * time.Second)
		for n := range 5 {
			hubs[0].create(somebody(n/3, crowded), againstComputer)
		}
		time.Sleep(2 * time.Second)
		for n, hub := range hubs {
			if _, err := hub.Create(hub.ctx, somebody(7, crowded), againstComputer); code(err) != game.CodeLimit {
				t.Errorf("sixth game at node %d: got error %v", n, err)
			}
		}
		if _, err := hubs[1].Create(hubs[1].ctx, somebody(8, quiet), againstComputer); err != nil {
			t.Errorf("game from another address: %v", err)
		}
		hubs[0].Close(hubs[0].ctx)
		time.Sleep(5 * time.Second)
		if _, err := hubs[1].Create(hubs[1].ctx, somebody(9, crowded), againstComputer); err != nil {
			t.Errorf("game after the node left: %v", err)
		}
	})
}
