package hub_test

import (
	"errors"
	"net/netip"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/lobby"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/rules"
)

var blitz = &clock.Control{Initial: 180_000, Increment: 2000}

func (h house) seek(by room.Session, variant string, c *clock.Control) *lobby.Seeker {
	h.t.Helper()
	s, err := h.Seek(h.ctx, by, room.Seek{Variant: variant, Control: c})
	if err != nil {
		h.t.Fatalf("Seek: %v", err)
	}
	return s
}

// matched returns the result of a seek, or the zero Match while it waits.
func matched(s *lobby.Seeker) (m lobby.Match) {
	synctest.Wait()
	select {
	case m = <-s.C:
	default:
	}
	return m
}

// TestPairing checks that people who want the same game are paired, and that nobody is paired with themselves or
// with somebody who has left or does not respond.
func TestPairing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		first := h.seek(anna, "triboard", blitz)
		other := h.seek(bert, "triboard", &clock.Control{Initial: 180_000})
		third := h.seek(cora, "chess", blitz)
		for _, s := range []*lobby.Seeker{first, other, third} {
			if m := matched(s); m != (lobby.Match{}) {
				t.Fatalf("different seeks were paired: %+v", m)
			}
		}
		if n := len(h.Seeks()); n != 3 {
			t.Errorf("Seeks lists %d entries", n)
		}
		again := h.seek(anna, "triboard", blitz)
		if m := matched(first); code(m.Err) != game.CodeLimit {
			t.Errorf("first seek of a person who seeks again: %+v", m)
		}
		if m := matched(again); m != (lobby.Match{}) {
			t.Errorf("person was paired with themselves: %+v", m)
		}
		again.SetAway(true)
		silent := h.seek(bert, "triboard", blitz) // keeps waiting, because Anna is away
		if m := matched(silent); m != (lobby.Match{}) || len(h.Seeks()) != 2 {
			t.Errorf("unresponsive seeker was paired: %+v, seeks %v", m, h.Seeks())
		}
		silent.Close()
		silent.Close()
		again.SetAway(false)
		last := h.seek(cora, "triboard", blitz)
		one, two := matched(again), matched(last)
		if one.Game == "" || one != two {
			t.Fatalf("matches = %+v and %+v", one, two)
		}
		shot := h.see(anna, one.Game)
		if shot.Seat == game.Nobody || h.see(cora, one.Game).Seat != shot.Seat.Other() || shot.Open || shot.Control.Increment != 2000 || shot.Rules.Info().Name != "triboard" {
			t.Errorf("snapshot of the paired game = %+v", shot)
		}
		if n := len(h.Seeks()); n != 0 {
			t.Errorf("Seeks lists %d entries", n)
		}
		for _, bad := range []room.Seek{{}, {Variant: "go"}, {Variant: `{"name":"riders"}`}, {Variant: "chess", Control: &clock.Control{Initial: -5}}} {
			if _, err := h.Seek(h.ctx, anna, bad); code(err) != game.CodeInvalid {
				t.Errorf("%+v: %v", bad, err)
			}
		}
		if _, err := h.Seek(h.ctx, room.Session{}, room.Seek{Variant: "chess"}); code(err) != game.CodeNoSeat {
			t.Errorf("Seek without a session: got error %v", err)
		}
	})
}

// TestPairingColours checks that the player who has had White less often gets White.
func TestPairingColours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		whites := 0
		for range 10 {
			h.seek(anna, "chess", blitz)
			id := matched(h.seek(bert, "chess", blitz)).Game
			if h.see(anna, id).Seat == game.White {
				whites++
			}
			if err := h.Do(h.ctx, anna, id, game.Abort{}); err != nil {
				t.Fatalf("Do: %v", err)
			}
		}
		if whites != 5 {
			t.Errorf("White in %d of 10 games", whites)
		}
	})
}

// TestPairingIsShared has one address wait with many cookies. Only a few of its seeks are accepted, and other
// players are still paired.
func TestPairingIsShared(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Seeks: 20})
		waiting := 0
		for n := range 50 {
			_, err := h.Seek(h.ctx, somebody(n, crowded), room.Seek{Variant: "chess", Control: &clock.Control{Initial: int64(1000 * (n + 1))}})
			switch code(err) {
			case "":
				waiting++
			case game.CodeLimit:
			default:
				t.Fatalf("Seek: %v", err)
			}
		}
		if waiting != 8 {
			t.Errorf("%d seeks of one address", waiting)
		}
		s := h.seek(somebody(1000, quiet), "trid", nil)
		h.seek(somebody(1001, netip.MustParseAddr("10.9.9.9")), "trid", nil)
		if m := matched(s); m.Game == "" {
			t.Error("other people were not paired")
		}
		for n := range 30 {
			h.Seek(h.ctx, somebody(2000+n, netip.AddrFrom4([4]byte{10, 1, 0, byte(n)})), room.Seek{Variant: "meder", Control: &clock.Control{Initial: int64(1000 * (n + 1))}})
		}
		all := 0
		for _, s := range h.Seeks() {
			all += s.Count
		}
		if all != 20 {
			t.Errorf("%d seeks in total", all)
		}
	})
}

// TestClaimAfterDisconnect has a player leave. The opponent is soon notified of the time from which
// the game may be claimed.
func TestClaimAfterDisconnect(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		for _, draw := range []bool{false, true} {
			id := h.pair(&clock.Control{Initial: 300_000}).ID
			white, black := h.watch(anna, id), h.watch(bert, id)
			h.play(id, "e4", "e5", "Nf3")
			time.Sleep(time.Second)
			read(white)
			claim := game.ClaimLeft{Ply: 3, Draw: draw}
			if err := h.Do(h.ctx, anna, id, claim); code(err) != game.CodeNothing {
				t.Errorf("claim against a present player: got error %v", err)
			}
			black.SetAway(true)
			time.Sleep(time.Second)
			here := last[room.PresenceUpdate](t, read(white))
			if wait := here.Claims[board.Black] - h.Now(); here.Here[board.Black] || wait < 28_000 || wait > 30_000 || here.Claims[board.White] != 0 {
				t.Errorf("presence = %+v, %d ms ahead", here, wait)
			}
			if shot := h.see(anna, id); shot.Players.Black.Claim != here.Claims[board.Black] {
				t.Errorf("Black = %+v, want the claim time of the presence update", shot.Players.Black)
			}
			time.Sleep(20 * time.Second)
			if err := h.Do(h.ctx, anna, id, claim); code(err) != game.CodeTooSoon {
				t.Errorf("claim too early: got error %v", err)
			}
			black.SetAway(false) // the player comes back
			time.Sleep(20 * time.Second)
			if here := last[room.PresenceUpdate](t, read(white)); !here.Here[board.Black] || here.Claims[board.Black] != 0 {
				t.Errorf("presence = %+v, want Black present without a claim", here)
			}
			if err := h.Do(h.ctx, anna, id, claim); code(err) != game.CodeNothing {
				t.Errorf("claim against a player who came back: got error %v", err)
			}
			black.Close()
			time.Sleep(31 * time.Second)
			if err := h.Do(h.ctx, bert, id, claim); code(err) != game.CodeNothing {
				t.Errorf("claim by the player who left: got error %v", err)
			}
			for range 2 { // repeating the claim is harmless
				if err := h.Do(h.ctx, anna, id, claim); err != nil {
					t.Fatalf("Do: %v", err)
				}
			}
			want := map[bool]rules.Result{false: "1-0", true: "1/2-1/2"}[draw]
			if got := h.see(anna, id).Result; got == nil || got.Result != want || got.Reason != "abandoned" || got.Side != game.Black {
				t.Errorf("result = %+v", got)
			}
			white.Close()
		}
	})
}

// TestClaimWithoutClock checks that a game without a clock can be claimed after a day, even if the
// server restarts in between.
func TestClaimWithoutClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{Idle: time.Second})
		id := h.pair(nil).ID
		h.play(id, "e4", "e5")
		time.Sleep(30 * time.Hour)
		if err := h.Do(h.ctx, anna, id, game.ClaimLeft{Ply: 2}); code(err) != game.CodeNothing {
			t.Errorf("claim on one's own turn: got error %v", err)
		}
		h.play(id, "Nf3")
		time.Sleep(20 * time.Hour)
		if err := h.Do(h.ctx, anna, id, game.ClaimLeft{Ply: 3}); code(err) != game.CodeTooSoon {
			t.Errorf("claim after 20 hours: got error %v", err)
		}
		h.Close(h.ctx)
		h = open(t, store, hub.Options{})
		time.Sleep(5 * time.Hour)
		if err := h.Do(h.ctx, anna, id, game.ClaimLeft{Ply: 3}); err != nil {
			t.Errorf("claim after 25 hours: %v", err)
		}
	})
}

// TestLastSeenSurvivesRestart has a player open a game without a clock and leave. The time of the visit is
// known even after a restart.
func TestLastSeenSurvivesRestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{Idle: time.Second})
		id := h.pair(nil).ID
		h.play(id, "e4", "e5", "Nf3")
		time.Sleep(20 * time.Hour)
		w := h.watch(bert, id)
		time.Sleep(time.Hour)
		w.Close()
		h.Close(h.ctx)
		h = open(t, store, hub.Options{})
		time.Sleep(10 * time.Hour) // more than a day after the move, but less than a day after the visit
		if err := h.Do(h.ctx, anna, id, game.ClaimLeft{Ply: 3}); code(err) != game.CodeTooSoon {
			t.Errorf("claim after 10 hours: got error %v", err)
		}
		time.Sleep(15 * time.Hour)
		if err := h.Do(h.ctx, anna, id, game.ClaimLeft{Ply: 3}); err != nil {
			t.Errorf("claim after 25 hours: %v", err)
		}
	})
}

// TestLastSeenIsSavedLater has the store fail while a player visits a game without a clock. The time of the visit is
// saved once the store works again, although the player has left.
func TestLastSeenIsSavedLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &failing{Store: memory.New()}
		h := open(t, store, hub.Options{})
		id := h.pair(nil).ID
		h.play(id, "e4", "e5", "Nf3")
		time.Sleep(time.Hour)
		store.set(errors.New("the disk is full"))
		w := h.watch(bert, id)
		time.Sleep(time.Minute)
		left := time.Now().UnixMilli()
		w.Close()
		time.Sleep(time.Minute)
		store.set(nil)
		time.Sleep(time.Minute)
		seen, err := store.LastSeen(h.ctx, id)
		if at := seen[board.Black]; err != nil || at > left || at < left-time.Minute.Milliseconds() {
			t.Errorf("the player was last seen at %d, error %v; want at most a minute before %d", at, err, left)
		}
	})
}

// TestInvalidClaims checks that claims are refused in games in which nobody can be absent, before both
// sides have moved, and from spectators.
func TestInvalidClaims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		early := h.pair(&clock.Control{Initial: 60_000})
		h.play(early.ID, "e4")
		days := h.pair(&clock.Control{Days: 1})
		h.play(days.ID, "e4", "e5", "Nf3")
		self := h.create(anna, game.Request{Opponent: game.Oneself, Control: blitz})
		h.play(self.ID, "e4", "e5", "Nf3")
		time.Sleep(2 * time.Minute)
		for id, ply := range map[string]int{early.ID: 1, days.ID: 3, self.ID: 3} {
			if shot := h.see(anna, id); shot.Result != nil {
				continue
			}
			if err := h.Do(h.ctx, anna, id, game.ClaimLeft{Ply: ply}); code(err) != game.CodeNothing {
				t.Errorf("claim after %d plies: got error %v", ply, err)
			}
		}
		if err := h.Do(h.ctx, cora, days.ID, game.ClaimLeft{Ply: 3}); code(err) != game.CodeNoSeat {
			t.Errorf("claim by a spectator: got error %v", err)
		}
	})
}

// TestPlaying checks that public games are listed while a player is present.
func TestPlaying(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{GamesPerSession: 500}})
		private := h.pair(blitz).ID
		h.watch(anna, private)
		h.seek(anna, "chess", blitz)
		id := matched(h.seek(bert, "chess", blitz)).Game
		time.Sleep(2 * time.Second)
		if list := h.Playing(); len(list) != 0 {
			t.Fatalf("Playing without present players = %+v", list)
		}
		w := h.watch(anna, id)
		h.watch(cora, id)
		time.Sleep(2 * time.Second)
		list := h.Playing()
		if len(list) != 1 || list[0].ID != id || list[0].Spectators != 1 || list[0].Line.Ply() != 0 {
			t.Fatalf("Playing = %+v, want the public game with one spectator", list)
		}
		w.SetAway(true)
		time.Sleep(2 * time.Second)
		if list := h.Playing(); len(list) != 0 {
			t.Errorf("Playing with an unresponsive player = %+v", list)
		}
		w.SetAway(false)
		// One address plays many games against the computer. They do not fill the list.
		for n := range 40 {
			by := somebody(n, crowded)
			if n%4 == 0 {
				by = somebody(n, netip.AddrFrom4([4]byte{10, 0, 0, byte(n)}))
			}
			shot, err := h.Create(h.ctx, by, game.Request{Variant: "chess", Opponent: game.Computer, Level: 1, Colour: "white"})
			if err != nil {
				continue
			}
			h.watch(by, shot.ID)
		}
		time.Sleep(2 * time.Second)
		list = h.Playing()
		if at := slices.IndexFunc(list, func(o room.OnBoard) bool { return o.ID == id }); at != 0 || len(list) > 24 || len(list) < 12 {
			t.Errorf("game between people is at place %d of %d", at, len(list))
		}
	})
}

// TestPhrases checks that phrases are delivered, that their rate is limited, and that other text is
// refused.
func TestPhrases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.pair(blitz).ID
		w := h.watch(bert, id)
		read(w)
		if err := h.Say(h.ctx, anna, id, game.GoodLuck); err != nil {
			t.Fatalf("Say: %v", err)
		}
		if phrase := last[room.PhraseUpdate](t, read(w)); phrase.By != game.White || phrase.Phrase != game.GoodLuck {
			t.Errorf("update = %+v, want good luck from White", phrase)
		}
		refused := 0
		for range 10 {
			if err := h.Say(h.ctx, anna, id, game.Hello); code(err) == game.CodeTooSoon {
				refused++
			}
		}
		if refused != 7 {
			t.Errorf("%d of 10 more phrases were rejected", refused)
		}
		if err := h.Say(h.ctx, bert, id, game.Hello); err != nil {
			t.Errorf("phrase of the opponent: %v", err)
		}
		time.Sleep(21 * time.Second)
		if err := h.Say(h.ctx, anna, id, game.Thanks); err != nil {
			t.Errorf("Say: %v", err)
		}
		if err := h.Say(h.ctx, cora, id, game.Hello); code(err) != game.CodeNoSeat {
			t.Errorf("phrase of a spectator: got error %v", err)
		}
		if err := h.Say(h.ctx, bert, id, "you are bad"); code(err) != game.CodeInvalid {
			t.Errorf("free text: got error %v", err)
		}
	})
}

// TestAbsentCreatorIsNotListed checks that a challenge is hidden if its creator does not respond.
func TestAbsentCreatorIsNotListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.create(anna, toAnybody).ID
		w := h.watch(anna, id)
		time.Sleep(time.Minute)
		w.SetAway(true)
		time.Sleep(6 * time.Second)
		if list := h.challenges(); len(list) != 0 {
			t.Errorf("Challenges = %+v", list)
		}
		w.SetAway(false)
		time.Sleep(time.Minute)
		if list := h.challenges(); len(list) != 1 {
			t.Errorf("Challenges = %+v", list)
		}
		w.SetAway(true)
		time.Sleep(40 * time.Second)
		w.Close()
		if shot := h.see(anna, id); shot.Result == nil {
			t.Error("challenge of an unresponsive creator stays open")
		}
	})
}
