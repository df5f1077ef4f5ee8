package hub_test

import (
	"context"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/rules"
)

var (
	crowded = netip.MustParseAddr("198.51.100.7")
	quiet   = netip.MustParseAddr("203.0.113.5")
)

// somebody returns the n-th person at an address.
func somebody(n int, at netip.Addr) room.Session {
	return room.SessionOf(fmt.Sprint("person ", n)).At(at)
}

// againstComputer is a game in which the computer is to move.
var againstComputer = game.Request{Variant: "chess", Opponent: game.Computer, Level: 20, Colour: "black"}

// costly is a player that uses its whole search time and adds it to a total.
type costly struct {
	slowPlayer
	took *atomic.Int64
}

func (c costly) Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error) {
	began := time.Now()
	defer func() { c.took.Add(int64(time.Since(began))) }()
	return c.slowPlayer.Choose(ctx, line, level, l)
}

// thinker returns a constructor for players that use their whole search time, and a counter of their
// total time in nanoseconds.
func thinker(pause time.Duration) (func() computer.Player, *atomic.Int64) {
	took := new(atomic.Int64)
	return func() computer.Player { return costly{slowPlayer{pause: pause}, took} }, took
}

// TestComputerGamesPerAddress has one address start 119 games with many cookies as fast as possible. A player
// from another address is served next.
func TestComputerGamesPerAddress(t *testing.T) {
	for _, watching := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, memory.New(), hub.Options{NewPlayer: slow(1500*time.Millisecond, 0)})
			made := 0
			for n := range 119 {
				by := somebody(n/3, crowded)
				shot, err := h.Create(h.ctx, by, againstComputer)
				switch {
				case err == nil:
					made++
					if watching {
						h.watch(by, shot.ID)
					}
				case code(err) != game.CodeLimit:
					t.Fatalf("Create: %v", err)
				}
				synctest.Wait()
			}
			if made > 16 {
				t.Errorf("%d games of one address are waiting for the computer", made)
			}
			began := time.Now()
			honest := somebody(1000, quiet)
			shot := h.create(honest, againstComputer)
			w := h.watch(honest, shot.ID)
			if first := read(w)[0].(room.GameUpdate); first.Game.Thinking == nil || first.Game.Thinking.Place > 1 {
				t.Errorf("honest player's Thinking = %+v", first.Game.Thinking)
			}
			for h.see(honest, shot.ID).Ply == 0 {
				time.Sleep(100 * time.Millisecond)
				if waited := time.Since(began); waited > 2*1600*time.Millisecond {
					t.Fatalf("honest player waited %v", waited)
				}
			}
		})
	}
}

// TestPeopleShareAddress checks that people share their address fairly: one with many games does not delay
// another.
func TestPeopleShareAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{NewPlayer: slow(1500*time.Millisecond, 0), ComputerGamesPerPerson: 10})
		for range 10 {
			h.watch(somebody(1, crowded), h.create(somebody(1, crowded), againstComputer).ID)
			synctest.Wait()
		}
		if _, err := h.Create(h.ctx, somebody(1, crowded), againstComputer); code(err) != game.CodeLimit {
			t.Errorf("eleventh game: got error %v", err)
		}
		neighbour := somebody(2, crowded)
		w := h.watch(neighbour, h.create(neighbour, againstComputer).ID)
		if first := read(w)[0].(room.GameUpdate); first.Game.Thinking == nil || first.Game.Thinking.Place > 1 {
			t.Errorf("neighbour's Thinking = %+v", first.Game.Thinking)
		}
	})
}

// TestQueuePlaces queues games from several addresses. Each is served after the number of games that
// its place predicted.
func TestQueuePlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{NewPlayer: slow(1500*time.Millisecond, 0)})
		type one struct {
			id        string
			w         *room.Watcher
			predicted int
		}
		var all []one
		for n := range 12 {
			by := somebody(n/2, netip.AddrFrom4([4]byte{10, 0, 0, byte(n / 6)}))
			id := h.create(by, againstComputer).ID
			all = append(all, one{id: id, w: h.watch(by, id)})
			synctest.Wait()
		}
		time.Sleep(1100 * time.Millisecond) // wait until everybody has received their place
		for i, each := range all {
			for _, m := range read(each.w) {
				switch m := m.(type) {
				case room.GameUpdate:
					all[i].predicted = m.Game.Thinking.Place
				case room.ThinkingUpdate:
					all[i].predicted = m.Place
				}
			}
		}
		time.Sleep(time.Minute)
		order := map[string]int{}
		for range all { // sort the games by the time of the computer's move
			var next string
			var at int64
			for _, each := range all {
				shot := h.see(anna, each.id)
				if _, done := order[each.id]; !done && (next == "" || shot.Moves[0].At < at) {
					next, at = each.id, shot.Moves[0].At
				}
			}
			order[next] = len(order)
		}
		for _, each := range all {
			if each.predicted != order[each.id] {
				t.Errorf("game at place %d was served after %d others", each.predicted, order[each.id])
			}
		}
	})
}

// TestUnwatchedGamesAreCheap starts games and leaves. The computer still moves, but searches for a fraction
// of the time it takes when somebody watches.
func TestUnwatchedGamesAreCheap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		player, took := thinker(10 * time.Second)
		h := open(t, memory.New(), hub.Options{NewPlayer: player})
		var ids []string
		const games = 12
		timed := againstComputer
		timed.Control = &clock.Control{Initial: 3_600_000}
		for n := range games {
			ids = append(ids, h.create(somebody(n, crowded), timed).ID)
		}
		time.Sleep(10 * time.Second)
		for _, id := range ids {
			if shot := h.see(anna, id); shot.Ply != 1 {
				t.Errorf("unwatched game has %d moves", shot.Ply)
			}
		}
		if spent := time.Duration(took.Load()); spent > games*300*time.Millisecond {
			t.Errorf("%d unwatched games cost %v", games, spent)
		}
		watched := h.create(somebody(0, quiet), timed).ID
		h.watch(somebody(0, quiet), watched)
		took.Store(0)
		time.Sleep(20 * time.Second)
		if spent := time.Duration(took.Load()); spent < 9*time.Second {
			t.Errorf("computer thinks for %v in the only game, watched", spent)
		}
	})
}

// TestLongSearchYields has the computer search for a long time in one game until another game waits.
func TestLongSearchYields(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		player, _ := thinker(10 * time.Second)
		h := open(t, memory.New(), hub.Options{NewPlayer: player})
		first, second := somebody(1, crowded), somebody(2, quiet)
		long := h.create(first, againstComputer).ID
		h.watch(first, long)
		time.Sleep(3 * time.Second)
		id := h.create(second, againstComputer).ID
		h.watch(second, id)
		time.Sleep(200 * time.Millisecond)
		if shot := h.see(first, long); shot.Ply != 1 {
			t.Error("search continues although another game is waiting")
		}
	})
}

// TestRestartResumesGradually restarts with many stored games in which it is the computer's turn. They do not
// delay a watched game, and all are eventually resumed.
func TestRestartResumesGradually(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{Options: room.Options{GamesPerSession: 1000, UnwatchedTime: time.Hour}, NewPlayer: slow(time.Hour, 0), ComputerGamesPerPerson: 1000})
		var ids []string
		timed := againstComputer
		timed.Control = &clock.Control{Initial: 3_600_000}
		const games = 200
		for range games {
			ids = append(ids, h.create(anna, timed).ID)
		}
		h.Close(h.ctx)

		player, took := thinker(1500 * time.Millisecond)
		h = open(t, store, hub.Options{NewPlayer: player})
		time.Sleep(2500 * time.Millisecond)
		if s := h.Stats(); s.Queued > 16 || s.Queued+s.Parked < games/2 {
			t.Errorf("Stats after a restart = %+v", s)
		}
		honest := somebody(1, quiet)
		id := h.create(honest, againstComputer).ID
		w := h.watch(honest, id)
		if first := read(w)[0].(room.GameUpdate); first.Game.Thinking.Place > 1 {
			t.Errorf("honest player's Thinking = %+v", first.Game.Thinking)
		}
		time.Sleep(2 * time.Second)
		if shot := h.see(honest, id); shot.Ply != 1 {
			t.Error("honest player waits behind unwatched games")
		}
		time.Sleep(3 * time.Minute)
		left := 0
		for _, id := range ids {
			if h.see(anna, id).Ply == 0 {
				left++
			}
		}
		if left > 0 {
			t.Errorf("%d of %d games were not resumed: %+v", left, games, h.Stats())
		}
		if spent := time.Duration(took.Load()); spent > (games+10)*300*time.Millisecond {
			t.Errorf("%d unwatched games cost %v", games, spent)
		}
	})
}

// TestFlappingSpectator has a spectator come and go in a game with thousands of watchers. This causes few
// messages, and eventually all watchers have the correct presence list.
func TestFlappingSpectator(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{Backlog: 1000}})
		id := h.pair(nil).ID
		const crowd = 4000
		player := h.watch(anna, id)
		watchers := make([]*room.Watcher, crowd)
		for i := range watchers {
			watchers[i] = h.watch(room.Session{}, id)
		}
		time.Sleep(time.Minute)
		here := func(list []room.Update) (n int) {
			for _, m := range list {
				if _, ok := m.(room.PresenceUpdate); ok {
					n++
				}
			}
			return n
		}
		read(player)
		for _, w := range watchers {
			read(w)
		}
		for range 100 {
			w := h.watch(room.Session{}, id)
			time.Sleep(150 * time.Millisecond)
			w.Close()
			time.Sleep(150 * time.Millisecond)
		}
		watchers[0].Close()
		time.Sleep(time.Minute)
		messages, informed := 0, 0
		for _, w := range watchers[1:] {
			list := read(w)
			messages += here(list)
			if here(list) > 0 && last[room.PresenceUpdate](t, list).Spectators == crowd-1 {
				informed++
			}
		}
		if informed != crowd-1 {
			t.Errorf("%d of %d watchers know the number of spectators", informed, crowd-1)
		}
		t.Logf("%d messages to %d spectators", messages, crowd)
		if messages > 4*crowd {
			t.Errorf("joining and leaving 100 times cost %d messages", messages)
		}
		if list := read(player); here(list) == 0 || last[room.PresenceUpdate](t, list).Spectators != crowd-1 {
			t.Error("player does not know the number of spectators")
		}
	})
}
