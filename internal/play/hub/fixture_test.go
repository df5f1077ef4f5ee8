package hub_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

var (
	anna = room.SessionOf("anna's secret")
	bert = room.SessionOf("bert's secret")
	cora = room.SessionOf("cora's secret")
)

// slowPlayer plays the first legal move after a pause.
type slowPlayer struct {
	pause time.Duration
	score int
}

func (s slowPlayer) Plays(rules.Rules) bool { return true }

func (s slowPlayer) Choose(ctx context.Context, line *rules.Line, _ int, _ engine.Limits) (board.Move, error) {
	select {
	case <-time.After(s.pause):
	case <-ctx.Done():
	}
	p := line.Position()
	return rules.LegalMoves(line.Rules(), &p)[0], nil
}

func (s slowPlayer) Judge(context.Context, *rules.Line, engine.Limits) (int, error) {
	return s.score, nil
}

func slow(pause time.Duration, score int) func() computer.Player {
	return func() computer.Player { return slowPlayer{pause, score} }
}

// house is a hub with a store in memory, for one test.
type house struct {
	*hub.Hub
	t     *testing.T
	store room.Store
	ctx   context.Context
}

// onBus returns the options of a hub that shares a bus with others.
func onBus(bus cluster.Bus) hub.Options { return hub.Options{Options: room.Options{Bus: bus}} }

func open(t *testing.T, store room.Store, o hub.Options) house {
	t.Helper()
	o.Rules = variant.Builtin()
	if o.NewPlayer == nil {
		o.NewPlayer = slow(time.Second, 0)
	}
	h, err := hub.New(t.Context(), store, o)
	if err != nil {
		t.Fatalf("hub.New: %v", err)
	}
	t.Cleanup(func() { h.Close(context.Background()) })
	return house{h, t, store, t.Context()}
}

func (h house) create(by room.Session, s game.Request) room.Snapshot {
	h.t.Helper()
	if s.Variant == "" {
		s.Variant = "chess"
	}
	if s.Colour == "" {
		s.Colour = "white"
	}
	shot, err := h.Create(h.ctx, by, s)
	if err != nil {
		h.t.Fatalf("Create: %v", err)
	}
	return shot
}

// pair creates a game between Anna, who is White, and Bert.
func (h house) pair(c *clock.Control) room.Snapshot {
	h.t.Helper()
	shot := h.create(anna, game.Request{Opponent: game.Friend, Control: c, Name: "Anna"})
	joined, err := h.Join(h.ctx, bert, shot.ID, shot.Invite, "Bert")
	if err != nil {
		h.t.Fatalf("Join: %v", err)
	}
	return joined
}

func (h house) see(by room.Session, id string) room.Snapshot {
	h.t.Helper()
	shot, err := h.Snapshot(h.ctx, by, id)
	if err != nil {
		h.t.Fatalf("Snapshot: %v", err)
	}
	return shot
}

func (h house) move(by room.Session, id, text string) error {
	h.t.Helper()
	shot := h.see(by, id)
	return h.Do(h.ctx, by, id, game.Move{Ply: shot.Ply, Takebacks: shot.Takebacks, Key: shot.Key, Move: text})
}

func (h house) play(id string, moves ...string) {
	h.t.Helper()
	for _, m := range moves {
		by := anna
		if shot := h.see(anna, id); shot.Seat != game.Both && shot.Turn != shot.Seat {
			by = bert
		}
		if err := h.move(by, id, m); err != nil {
			h.t.Fatalf("%s: %v", m, err)
		}
	}
}

func (h house) watch(by room.Session, id string) *room.Watcher {
	h.t.Helper()
	w, err := h.Watch(h.ctx, by, id)
	if err != nil {
		h.t.Fatalf("Watch: %v", err)
	}
	return w
}

// read returns the queued updates.
func read(w *room.Watcher) (list []room.Update) {
	synctest.Wait()
	for {
		select {
		case m, ok := <-w.C:
			if !ok {
				return list
			}
			list = append(list, m)
		default:
			return list
		}
	}
}

// free is a Pay that never refuses.
func free(int) error { return nil }

func code(err error) game.Code {
	var refused *game.Error
	if errors.As(err, &refused) {
		return refused.Code
	}
	return ""
}

func last[M room.Update](t *testing.T, list []room.Update) (m M) {
	t.Helper()
	for i := len(list) - 1; i >= 0; i-- {
		if m, ok := list[i].(M); ok {
			return m
		}
	}
	t.Fatalf("no %T among %v", m, list)
	return m
}
