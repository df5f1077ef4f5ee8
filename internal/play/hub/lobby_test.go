package hub_test

import (
	"errors"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
)

// toAnybody requests a game that anybody may join.
var toAnybody = game.Request{Variant: "chess", Opponent: game.Anybody, Colour: "white"}

func (h house) challenges() []room.Challenge {
	h.t.Helper()
	list, err := h.Challenges(h.ctx)
	if err != nil {
		h.t.Fatalf("Challenges: %v", err)
	}
	return list
}

// TestChallengeEndsWhenCreatorLeaves checks that a challenge ends soon after its creator has left, and
// that other challenges stay open.
func TestChallengeEndsWhenCreatorLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Idle: time.Second})
		held, left, never := h.create(anna, toAnybody).ID, h.create(bert, toAnybody).ID, h.create(cora, toAnybody).ID
		h.watch(anna, held)
		w := h.watch(bert, left)
		time.Sleep(20 * time.Second)
		w.Close()
		time.Sleep(5 * time.Second)
		w = h.watch(bert, left) // a reloaded page
		time.Sleep(2 * time.Minute)
		if got := h.see(anna, never).Result; got == nil || got.Reason != "aborted" {
			t.Errorf("challenge whose creator never connected: %+v", got)
		}
		if list := h.challenges(); len(list) != 2 {
			t.Errorf("%d challenges open", len(list))
		}
		guest := h.watch(cora, left) // a visitor's presence does not keep the challenge open
		w.Close()
		time.Sleep(32 * time.Second)
		if shot := last[room.GameUpdate](t, read(guest)); shot.Game.Result == nil || shot.Game.Result.Reason != "aborted" {
			t.Errorf("challenge whose creator left: result %+v", shot.Game.Result)
		}
		if _, err := h.Join(h.ctx, cora, left, "", ""); code(err) != game.CodeOver {
			t.Errorf("Join after the creator left: got error %v", err)
		}
		if list := h.challenges(); len(list) != 1 || list[0].ID != held {
			t.Errorf("Challenges = %+v", list)
		}
		if _, err := h.Join(h.ctx, cora, held, "", ""); err != nil {
			t.Errorf("Join: %v", err)
		}
		time.Sleep(2 * time.Minute)
		if shot := h.see(anna, held); shot.Result != nil {
			t.Errorf("joined game ended: %+v", shot.Result)
		}
	})
}

// TestPersistentChallenge checks that a challenge stays open for days if its creator requests it.
func TestPersistentChallenge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		persistent := toAnybody
		persistent.Keep = 3
		id := h.create(anna, persistent).ID
		if shot := h.see(anna, id); shot.Keep != 3 {
			t.Errorf("snapshot = %+v, want 3 days in Keep", shot)
		}
		time.Sleep(30 * time.Hour)
		h.Close(h.ctx)
		h = open(t, store, hub.Options{})
		time.Sleep(40 * time.Hour)
		if list := h.challenges(); len(list) != 1 || list[0].ID != id {
			t.Fatalf("Challenges = %+v", list)
		}
		time.Sleep(3 * time.Hour)
		if shot := h.see(anna, id); shot.Result == nil || len(h.challenges()) != 0 {
			t.Errorf("result after three days = %+v", shot.Result)
		}
		for _, bad := range []game.Request{
			{Variant: "chess", Opponent: game.Anybody, Keep: -1}, {Variant: "chess", Opponent: game.Anybody, Keep: 15},
			{Variant: "chess", Opponent: game.Friend, Keep: 1},
		} {
			if _, err := h.Create(h.ctx, anna, bad); code(err) != game.CodeInvalid {
				t.Errorf("%+v: %v", bad, err)
			}
		}
	})
}

// TestChallengesPerAddress has one address create endless challenges with many cookies. Only a few are
// accepted, and another address's challenge is among the first in the list.
func TestChallengesPerAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		flood := func() (made int) {
			for n := range 127 {
				by := somebody(n, crowded)
				shot, err := h.Create(h.ctx, by, toAnybody)
				switch {
				case err == nil:
					made++
					h.watch(by, shot.ID)
				case code(err) != game.CodeLimit:
					t.Fatalf("Create: %v", err)
				}
			}
			return made
		}
		made := flood()
		honest := somebody(1000, quiet)
		id := h.create(honest, toAnybody).ID
		h.watch(honest, id)
		time.Sleep(time.Second)
		made += flood()
		if made > 8 {
			t.Errorf("%d open challenges of one address", made)
		}
		list := h.challenges()
		if at := indexOf(list, id); at < 0 || at > 1 {
			t.Errorf("honest challenge is at place %d of %d", at, len(list))
		}
		for n := range 4 {
			if _, err := h.Create(h.ctx, honest, toAnybody); (n < 2) != (err == nil) {
				t.Errorf("challenge %d of one person: got error %v", n+2, err)
			}
		}
		// Cancelling a challenge makes room.
		if err := h.Do(h.ctx, honest, id, game.Abort{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		h.create(honest, toAnybody)
	})
}

// TestFailedJoinKeepsChallenge has a join fail because it cannot be saved. The challenge stays open, and ends
// when its creator leaves.
func TestFailedJoinKeepsChallenge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &failing{Store: memory.New()}
		h := open(t, store, hub.Options{ChallengesPerPerson: 1})
		id := h.create(anna, toAnybody).ID
		store.set(errors.New("the disk is full"))
		if _, err := h.Join(h.ctx, bert, id, "", ""); err == nil {
			t.Fatal("Join succeeded although it could not be saved")
		}
		store.set(nil)
		if _, err := h.Create(h.ctx, anna, toAnybody); err == nil {
			t.Error("challenge no longer counts")
		}
		time.Sleep(2 * time.Minute)
		if list := h.challenges(); len(list) != 0 {
			t.Errorf("Challenges after the creator left = %+v", list)
		}
	})
}

func indexOf(list []room.Challenge, id string) int {
	for i := range list {
		if list[i].ID == id {
			return i
		}
	}
	return -1
}

// TestListIsInterleaved has one of many addresses hold most of the challenges. Those of the others are still
// among the first in the list.
func TestListIsInterleaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{ChallengesPerAddress: 1000})
		var honest []string
		for n := range 5 {
			by := somebody(1000+n, netip.AddrFrom4([4]byte{10, 0, 0, byte(n)}))
			honest = append(honest, h.create(by, toAnybody).ID)
			time.Sleep(time.Millisecond)
		}
		for n := range 200 {
			h.create(somebody(n, crowded), toAnybody)
		}
		list := h.challenges()
		if len(list) > 100 {
			t.Errorf("%d challenges shown", len(list))
		}
		for _, id := range honest {
			if at := indexOf(list, id); at < 0 || at > 5 {
				t.Errorf("honest challenge is at place %d", at)
			}
		}
	})
}

// TestChallengesAfterRestart has all creators except one come back after a restart.
func TestChallengesAfterRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		back, gone := h.create(anna, toAnybody).ID, h.create(bert, toAnybody).ID
		h.watch(anna, back)
		h.watch(bert, gone)
		h.Close(h.ctx)
		h = open(t, store, hub.Options{})
		time.Sleep(40 * time.Second)
		h.watch(anna, back)
		time.Sleep(time.Minute)
		if list := h.challenges(); len(list) != 1 || list[0].ID != back {
			t.Errorf("Challenges = %+v", list)
		}
		if shot := h.see(bert, gone); shot.Result == nil {
			t.Error("challenge whose creator did not come back is open")
		}
	})
}
