package hub_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/notation/pgn"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
	"github.com/tainchess/tain/rules/registry"
	"github.com/tainchess/tain/variant"
	"github.com/tainchess/tain/variant/definition"
)

// backRank is a custom game that ends after a few moves.
const backRank = `{"title": "Back rank", "name": "back-rank", "stalemate": "loss",
	"seam": {"kinds": "qrb", "crossing": "hop"}, "start": "6k1/5ppp/8/1n6/8/8/5PPP/R5K1 w - - 0 1"}`

func canonical(t *testing.T, text string) *definition.Definition {
	t.Helper()
	d, _, err := definition.Parse(text)
	if err != nil {
		t.Fatalf("definition.Parse: %v", err)
	}
	return d
}

// TestDefinitionGame plays a game with custom rules. They are stored by hash, sent to clients in full, and
// found by other hubs.
func TestDefinitionGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		d := canonical(t, backRank)
		check := func(what string, info *rules.Info) {
			t.Helper()
			if info.Name != "back-rank" || info.Definition != d.JSON() || info.Hash != d.Hash() || info.Title != "Back rank" || len(info.Differences) != 2 {
				t.Errorf("%s: rules = %+v", what, info)
			}
		}
		shot := h.create(anna, game.Request{Variant: backRank, Opponent: game.Anybody, Control: &clock.Control{Initial: 60_000}})
		check("the game", shot.Rules.Info())
		events, err := store.Load(h.ctx, shot.ID, 0)
		if err != nil || events[0].Start.Variant != "back-rank#"+d.Hash() {
			t.Errorf("first event = %+v, error %v", events[0].Start, err)
		}
		if text, err := store.Definition(h.ctx, d.Hash()); text != d.JSON() || err != nil {
			t.Errorf("stored definition = %q, error %v", text, err)
		}
		list, err := h.Challenges(h.ctx)
		if err != nil || len(list) != 1 {
			t.Fatalf("got %d challenges, error %v", len(list), err)
		}
		check("the challenge", list[0].Info)
		if _, err := h.Join(h.ctx, bert, shot.ID, "", ""); err != nil {
			t.Fatalf("Join: %v", err)
		}
		h.play(shot.ID, "h3", "Nc3")

		// Another process resumes the game.
		h.Close(context.Background())
		h = open(t, store, hub.Options{})
		check("the game after a restart", h.see(cora, shot.ID).Rules.Info())
		h.play(shot.ID, "Ra8")
		over := h.see(bert, shot.ID)
		if over.Result == nil || over.Result.Result != "1-0" {
			t.Fatalf("result = %+v", over.Result)
		}
		mine, err := h.GamesOf(h.ctx, bert)
		if err != nil || len(mine) != 1 {
			t.Fatalf("got %d games, error %v", len(mine), err)
		}
		check("one of Bert's games", mine[0].Info)

		record, err := h.PGN(h.ctx, shot.ID)
		if err != nil {
			t.Fatalf("PGN: %v", err)
		}
		var b strings.Builder
		if err := pgn.Write(&b, record); err != nil || !strings.Contains(b.String(), d.Hash()) {
			t.Errorf("record = %s, error %v", b.String(), err)
		}

		for _, by := range []room.Session{anna, bert} {
			if err := h.Do(h.ctx, by, shot.ID, game.Rematch{Do: game.Offer}); err != nil {
				t.Fatalf("Do: %v", err)
			}
		}
		again := h.see(anna, h.see(anna, shot.ID).Next)
		check("the rematch", again.Rules.Info())
		if again.Position != shot.Position {
			t.Errorf("start position of the rematch = %+v", again.Position)
		}
	})
}

// TestDefinitionComputer has the computer play a game with custom rules.
func TestDefinitionComputer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, memory.New(), hub.Options{NewPlayer: computer.NewEnginePlayer})
		shot := h.create(anna, game.Request{Variant: backRank, Opponent: game.Computer, Level: 1, Control: &clock.Control{Initial: 60_000}})
		h.play(shot.ID, "h3")
		w := h.watch(anna, shot.ID)
		for m := range w.C {
			if m, ok := m.(room.MoveUpdate); ok && m.Ply == 2 {
				break
			}
			if m, ok := m.(room.GameUpdate); ok && m.Game.Ply == 2 {
				break
			}
		}
		w.Close()
	})
}

// TestBuiltinChanges checks that a game keeps its rules when another rule set gets the same name, or when the
// built-in rule set of that name changes.
func TestBuiltinChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{})
		own := h.create(anna, game.Request{Variant: backRank, Opponent: game.Oneself})
		builtin, _ := variant.Builtin().Find("nachfolger")
		same, _ := definition.Of(builtin)
		written := h.create(anna, game.Request{Variant: same.JSON(), Opponent: game.Oneself})
		if written.Rules.Info().Name != "nachfolger" || written.Rules.Info().Definition != "" {
			t.Errorf("rules of a built-in game's definition = %+v", written.Rules.Info())
		}
		h.Close(context.Background())

		// A later version has different rule sets under these names.
		changed := registry.New(canonical(t, `{"name":"nachfolger"}`).Compile(), canonical(t, `{"name":"back-rank"}`).Compile()).Reading(definition.NewCache().Read)
		later, err := hub.New(t.Context(), store, hub.Options{Options: room.Options{Rules: changed}})
		if err != nil {
			t.Fatalf("hub.New: %v", err)
		}
		defer later.Close(context.Background())
		for _, before := range []room.Snapshot{own, written} {
			after, err := later.Snapshot(t.Context(), anna, before.ID)
			if err != nil || after.Key != before.Key || after.Rules.Info().Definition == "" {
				t.Errorf("%s is now %+v, error %v", before.Rules.Info().Name, after, err)
			}
		}
		shot, err := later.Snapshot(t.Context(), anna, written.ID)
		if err != nil {
			t.Fatalf("Snapshot: %v", err)
		}
		if err := later.Do(t.Context(), anna, shot.ID, game.Move{Key: shot.Key, Move: "b1c3"}); err != nil {
			t.Fatalf("Do: %v", err)
		}
		if shot, err = later.Snapshot(t.Context(), anna, written.ID); err != nil || !strings.Contains(describe.Sentence(shot.Rules, &shot.Start, shot.Moves[0].Move).String(), "f6") {
			t.Errorf("moves = %+v, error %v", shot.Moves, err)
		}
	})
}

// TestDefinitionsRejected checks that invalid definitions are rejected and not stored.
func TestDefinitionsRejected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		h := open(t, store, hub.Options{Options: room.Options{Definitions: 2}})
		for _, bad := range []string{
			`{`, `{}`, `{"name":"chess","castling":false}`, `{"name":"x","seam":{"crossing":"wrap"}}`, `{"name":"x","runs":"rm -rf"}`,
			`{"name":"x","title":"` + strings.Repeat("x", 17<<10) + `"}`, strings.Repeat(`{"seam":`, 2000), "back-rank#" + strings.Repeat("0", 32), "#", "{#",
		} {
			_, err := h.Create(h.ctx, anna, game.Request{Variant: bad, Opponent: game.Oneself})
			if code(err) != game.CodeInvalid || len(err.Error()) > 500 {
				t.Errorf("definition %.60s: got error %v", bad, err)
			}
		}
		number := func(i int) string { return fmt.Sprintf(`{"name":"number-%d","castling":false}`, i) }
		// A game rejected for another reason stores no definition.
		if _, err := h.Create(h.ctx, anna, game.Request{Variant: number(9), Opponent: "nobody"}); code(err) != game.CodeInvalid {
			t.Errorf("game without an opponent: got error %v", err)
		}
		if h.HasDefinition(h.ctx, number(9)) || !h.HasDefinition(h.ctx, "chess") {
			t.Error("HasDefinition is true for a definition that was not stored, or false for a built-in rule set")
		}
		for _, i := range []int{1, 2, 1, 2} {
			h.create(anna, game.Request{Variant: number(i), Opponent: game.Oneself})
		}
		if _, err := h.Create(h.ctx, anna, game.Request{Variant: number(3), Opponent: game.Oneself}); code(err) != game.CodeLimit {
			t.Errorf("definition beyond the limit of two: got error %v", err)
		}
		if !h.HasDefinition(h.ctx, number(2)) || h.HasDefinition(h.ctx, number(3)) {
			t.Error("stored definitions differ from the accepted ones")
		}
	})
}

// TestDefinitionEngines checks that the computer does not retain an engine for every definition it has
// played.
func TestDefinitionEngines(t *testing.T) {
	known := variant.Builtin()
	player := computer.NewEnginePlayer()
	think := func(from, to int) int {
		for i := from; i < to; i++ {
			v, err := known.Choose(fmt.Sprintf(`{"name":"number-%d","seam":{"crossing":"hop","kinds":"r"}}`, i))
			if err != nil {
				t.Fatalf("Choose: %v", err)
			}
			p, err := v.Guide().ParsePosition(v.Info().Start, rules.ParseOptions{})
			if err != nil {
				t.Fatalf("ParsePosition: %v", err)
			}
			if _, err := player.Choose(t.Context(), rules.NewLine(v, p), 3, engine.Limits{Nodes: 50}); err != nil {
				t.Fatalf("Choose: %v", err)
			}
		}
		return heap()
	}
	start := heap()
	some := think(0, 10) - start
	many := think(10, 40) - start
	runtime.KeepAlive(player)
	if some < 8<<20 {
		t.Fatalf("ten engines take only %d bytes, so the measurement is invalid", some)
	}
	if many > some+some/2 {
		t.Errorf("engines take %d bytes after 10 definitions and %d after 40", some, many)
	}
}

// heap returns the number of heap bytes in use.
func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
