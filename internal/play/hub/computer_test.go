package hub_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

func TestComputerPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		shot := h.create(anna, game.Request{Opponent: game.Computer, Level: 7, Colour: "black"})
		if shot.Thinking == nil || shot.Thinking.Place != 0 || shot.Players.White.Computer != 7 || !shot.Players.White.Here {
			t.Errorf("first snapshot = %+v", shot)
		}
		w := h.watch(anna, shot.ID)
		time.Sleep(1100 * time.Millisecond)
		if m := last[room.MoveUpdate](t, read(w)); m.Ply != 1 {
			t.Errorf("update = %+v, want ply 1", m)
		}
		if err := h.move(anna, shot.ID, "e5"); err != nil {
			t.Fatalf("move: %v", err)
		}
		got := read(w)
		if m := last[room.ThinkingUpdate](t, got); m.Place != 0 {
			t.Errorf("update = %+v, want place 0", m)
		}
		time.Sleep(1100 * time.Millisecond)
		if now := h.see(anna, shot.ID); now.Ply != 3 || now.Thinking != nil {
			t.Errorf("snapshot = %+v, want ply 3 and no search", now)
		}
	})
}

// TestTakebackStopsTheComputer takes a move back while the computer searches for its reply.
func TestTakebackStopsTheComputer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.create(anna, game.Request{Opponent: game.Computer, Level: 1, Variant: "mirrorsquare"}).ID
		h.watch(anna, id)
		if err := h.move(anna, id, "e4"); err != nil {
			t.Fatalf("move: %v", err)
		}
		time.Sleep(900 * time.Millisecond)
		if err := h.Do(h.ctx, anna, id, game.Takeback{Ply: 1, Do: game.Offer}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		time.Sleep(5 * time.Second)
		if shot := h.see(anna, id); shot.Ply != 0 || shot.Thinking != nil {
			t.Fatalf("snapshot after the takeback = %+v, want ply 0 and no search", shot)
		}
		if err := h.move(anna, id, "d4"); err != nil {
			t.Fatalf("move: %v", err)
		}
		time.Sleep(2 * time.Second)
		if err := h.Do(h.ctx, anna, id, game.Takeback{Ply: 2, Takebacks: 1, Do: game.Offer}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if shot := h.see(anna, id); shot.Ply != 0 {
			t.Errorf("snapshot after the takeback = %+v, want ply 0", shot)
		}
	})
}

// TestQueue has more games waiting than there are computer players.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{Options: room.Options{TurnTime: time.Minute}, NewPlayer: slow(3*time.Second, 0)})
		var watchers []*room.Watcher
		for i := range 4 {
			shot := h.create(anna, game.Request{Opponent: game.Computer, Level: 1, Colour: "black"})
			synctest.Wait()
			w := h.watch(anna, shot.ID)
			if first := read(w)[0].(room.GameUpdate); first.Game.Thinking == nil || first.Game.Thinking.Place != i {
				t.Fatalf("game %d: Thinking = %+v", i, first.Game.Thinking)
			}
			watchers = append(watchers, w)
		}
		if s := h.Stats(); s.Thinking != 1 || s.Queued != 3 {
			t.Errorf("Stats = %+v, want 1 search and 3 queued", s)
		}
		time.Sleep(4500 * time.Millisecond)
		if m := last[room.MoveUpdate](t, read(watchers[0])); m.Ply != 1 {
			t.Errorf("update = %+v, want ply 1", m)
		}
		if m := last[room.ThinkingUpdate](t, read(watchers[1])); m.Place != 0 {
			t.Errorf("update = %+v, want place 0", m)
		}
		if m := last[room.ThinkingUpdate](t, read(watchers[3])); m.Place != 2 {
			t.Errorf("update = %+v, want place 2", m)
		}
		// A game that ends leaves the queue.
		shot := last[room.GameUpdate](t, resync(t, h, watchers[2]))
		if err := h.Do(h.ctx, anna, shot.Game.ID, game.Resign{}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		time.Sleep(2 * time.Second)
		if m := last[room.ThinkingUpdate](t, read(watchers[3])); m.Place != 0 {
			t.Errorf("update = %+v, want place 0", m)
		}
		time.Sleep(4 * time.Second)
		if s := h.Stats(); s.Thinking != 0 || s.Queued != 0 {
			t.Errorf("Stats = %+v, want no searches", s)
		}
	})
}

func resync(t *testing.T, h house, w *room.Watcher) []room.Update {
	t.Helper()
	read(w)
	if err := w.Sync(h.ctx, room.At{}, free); err != nil {
		t.Fatalf("Sync: %v", err)
	}
	return read(w)
}

// TestComputerPausesUnwatched checks that the computer pauses in a game that nobody waits for, and resumes
// when somebody comes back. With a clock it always plays.
func TestComputerPausesUnwatched(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{Options: room.Options{UnwatchedTime: time.Hour}, NewPlayer: slow(2*time.Minute, 0), Players: 2})
		free := h.create(anna, game.Request{Opponent: game.Computer, Level: 1, Colour: "black"}).ID
		timed := h.create(anna, game.Request{Opponent: game.Computer, Level: 1, Colour: "black", Control: &clock.Control{Initial: 600_000}}).ID
		time.Sleep(40 * time.Second)
		if s := h.Stats(); s.Thinking != 1 {
			t.Errorf("computer thinks in an unwatched game: %+v", s)
		}
		w := h.watch(anna, free)
		time.Sleep(90 * time.Second)
		if shot := h.see(bert, timed); shot.Ply != 1 {
			t.Errorf("unwatched game with a clock: %+v", shot)
		}
		if s := h.Stats(); s.Thinking != 1 {
			t.Errorf("after a watcher came back: %+v", s)
		}
		time.Sleep(time.Minute)
		if m := last[room.MoveUpdate](t, read(w)); m.Ply != 1 {
			t.Errorf("update = %+v, want ply 1", m)
		}
		h.play(timed, "e5")
		h.Close(h.ctx)
		h = open(t, store, hub.Options{})
		time.Sleep(3 * time.Second)
		if shot := h.see(anna, timed); shot.Ply != 3 {
			t.Errorf("computer did not move after a restart: %+v", shot)
		}
	})
}

// TestComputerAnswersDrawOffers offers the computer a draw late in a game.
func TestComputerAnswersDrawOffers(t *testing.T) {
	for _, test := range []struct {
		score int // from the point of view of Anna, who is to move
		drawn bool
	}{{0, true}, {-20, true}, {-30, false}, {500, true}, {-500, false}} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, memory.New(), hub.Options{NewPlayer: slow(time.Millisecond, test.score)})
			// Only kings and blocked pawns remain, and no position occurs five times.
			id := h.create(anna, game.Request{Opponent: game.Computer, Level: 1, Position: "k7/8/p1p1p1p1/P1P1P1P1/8/8/8/7K w - - 0 1"}).ID
			for i := 0; ; i++ {
				shot := h.see(anna, id)
				if shot.Result != nil {
					t.Fatalf("result %+v after %d moves", shot.Result, shot.Ply)
				}
				if shot.Ply >= 60 {
					break
				}
				if err := h.move(anna, id, wander[i%len(wander)]); err != nil {
					t.Fatalf("move: %v", err)
				}
				time.Sleep(10 * time.Millisecond)
			}
			if err := h.Do(h.ctx, anna, id, game.Draw{Ply: 60, Do: game.Offer}); err != nil {
				t.Fatalf("Do: %v", err)
			}
			time.Sleep(10 * time.Millisecond)
			shot := h.see(anna, id)
			if drawn := shot.Result != nil && shot.Result.Reason == "agreement"; drawn != test.drawn || shot.Offers.Draw != game.Nobody {
				t.Errorf("score %d: result %+v, offers %+v", test.score, shot.Result, shot.Offers)
			}
		})
	}
}

// wander moves a king from h1 back and forth along ranks 1 to 4, without repeating a square.
var wander = []string{
	"Kg1", "Kf1", "Ke1", "Kd1", "Kc1", "Kb1", "Ka1", "Ka2", "Kb2", "Kc2", "Kd2", "Ke2", "Kf2", "Kg2", "Kh2",
	"Kh3", "Kg3", "Kf3", "Ke3", "Kd3", "Kc3", "Kb3", "Ka3", "Ka4", "Kb4", "Kc4", "Kd4", "Ke4", "Kf4", "Kg4",
}

// moody is a player that first returns an error, then panics, then plays.
type moody struct {
	slowPlayer
	calls *atomic.Int32
}

func (m moody) Choose(ctx context.Context, line *rules.Line, level int, l engine.Limits) (board.Move, error) {
	switch m.calls.Add(1) {
	case 1:
		return board.NoMove, errors.New("a bad mood")
	case 2:
		panic("a very bad mood")
	}
	return m.slowPlayer.Choose(ctx, line, level, l)
}

func TestBadPlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := new(atomic.Int32)
		h := open(t, memory.New(), hub.Options{NewPlayer: func() computer.Player { return moody{slowPlayer{}, calls} }})
		id := h.create(anna, game.Request{Opponent: game.Computer, Level: 1, Colour: "black"}).ID
		for range 3 {
			synctest.Wait()
			h.watch(anna, id).Close()
		}
		time.Sleep(time.Second)
		if shot := h.see(anna, id); shot.Ply != 1 {
			t.Errorf("played %d moves after %d attempts", shot.Ply, calls.Load())
		}
	})
}

// TestComputerRetries checks that a computer move that could not be saved is retried.
func TestComputerRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &failing{Store: memory.New()}
		h := open(t, store, hub.Options{})
		id := h.create(anna, game.Request{Opponent: game.Computer, Level: 1}).ID
		w := h.watch(anna, id)
		if err := h.move(anna, id, "e4"); err != nil {
			t.Fatalf("move: %v", err)
		}
		store.set(errors.New("the disk is full"))
		time.Sleep(10 * time.Second)
		if shot := h.see(anna, id); shot.Ply != 1 {
			t.Fatalf("snapshot with a failing store = %+v, want ply 1", shot)
		}
		read(w)
		store.set(nil)
		time.Sleep(5 * time.Second)
		if m := last[room.MoveUpdate](t, read(w)); m.Ply != 2 {
			t.Errorf("update after the store recovered = %+v, want ply 2", m)
		}
	})
}

// TestEnginePlayer plays a few moves with the real engine.
func TestEnginePlayer(t *testing.T) {
	for _, r := range variant.Builtin().All() {
		player := computer.NewEnginePlayer()
		if !player.Plays(r) {
			t.Errorf("%s: not supported by the engine player", r.Info().Name)
			continue
		}
		p, err := r.Guide().ParsePosition(r.Info().Start, rules.ParseOptions{})
		if err != nil {
			t.Fatalf("ParsePosition: %v", err)
		}
		line := rules.NewLine(r, p)
		for i := range 4 {
			l := engine.Limits{Clock: &search.Clock{Left: 200 * time.Millisecond}}
			if i%2 == 0 {
				l = engine.Limits{MoveTime: time.Second}
			}
			m, err := player.Choose(t.Context(), line, 1+i, l)
			if err != nil {
				t.Fatalf("Choose: %v", err)
			}
			if _, err := line.Play(m); err != nil {
				t.Fatalf("%s: %v", r.Info().Name, err)
			}
		}
		if len(r.Info().Levels) == 0 && !r.Info().Reflects {
			continue // a search takes a while, so Judge is tested only with the other rule sets
		}
		score, err := player.Judge(t.Context(), line, engine.Limits{Nodes: 30_000})
		if err != nil || score < -1000 || score > 1000 {
			t.Errorf("%s: score %d, error %v", r.Info().Name, score, err)
		}
	}
}

// TestPGN checks the tags and a clock comment in the record of a game.
func TestPGN(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{})
		id := h.pair(&clock.Control{Initial: 300_000, Increment: 2000}).ID
		h.play(id, "f3", "e5")
		time.Sleep(10 * time.Second)
		h.play(id, "g4", "Qh4#")
		record, err := h.PGN(h.ctx, id)
		if err != nil {
			t.Fatalf("PGN: %v", err)
		}
		for name, want := range map[string]string{
			"White": "Anna", "Black": "Bert", "Result": "0-1", "TimeControl": "300+2", "Termination": "normal", "Date": "2000.01.01",
		} {
			if got := record.Tag(name); got != want {
				t.Errorf("tag %s = %q, want %q", name, got, want)
			}
		}
		if got := record.Line[2].After; len(got) != 1 || got[0] != "[%clk 0:04:52]" {
			t.Errorf("clock comment = %q", got)
		}
	})
}
