package live

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/hub"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/internal/site/store/memory"
	"github.com/tainchess/tain/internal/site/view"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/variant"
)

// FuzzCommands has two players and a stranger send scripted messages. Each message must be carried out or
// rejected with an explanation, and the game in memory must match the store. A step of the script is three
// bytes: the sender, the message and its details.
func FuzzCommands(f *testing.F) {
	for _, script := range []string{
		"\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01\x00\x03",             // alternating moves
		"\x00\x00\x00\x00\x01\x00\x01\x01\x01\x00\x02\x00",             // a draw is offered and accepted
		"\x00\x00\x05\x00\x03\x00\x01\x03\x01\x00\x00\x05\x01\x03\x02", // a move is taken back
		"\x00\x00\x00\x01\x00\x00\x00\x04\x00\x01\x05\x00\x00\x05\x01", // a resignation and a rematch
		"\x02\x00\x00\x02\x04\x00\x02\x06\x00\x00\x07\xff\x01\x02\x80", // messages from a stranger, a message for another position, and a claim
	} {
		f.Add([]byte(script))
	}
	store := memory.New()
	hub, err := hub.New(context.Background(), store, hub.Options{Options: room.Options{Rules: variant.Builtin()}})
	if err != nil {
		f.Fatalf("hub.New: %v", err)
	}
	f.Cleanup(func() {
		closing, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := hub.Close(closing); err != nil {
			f.Errorf("hub.Close: %v", err)
		}
	})
	games := 0
	f.Fuzz(func(t *testing.T, script []byte) {
		ctx := t.Context()
		games++
		people := []room.Session{room.SessionOf(fmt.Sprint("white", games)), room.SessionOf(fmt.Sprint("black", games)), room.SessionOf("nobody")}
		all := variant.Builtin().All()
		kind := all[len(script)%len(all)].Info().Name
		shot, err := hub.Create(ctx, people[0], game.Request{Variant: kind, Opponent: game.Friend, Colour: "white"})
		if err == nil {
			_, err = hub.Join(ctx, people[1], shot.ID, shot.Invite, "")
		}
		if err != nil {
			t.Fatalf("hub.Join: %v", err)
		}
		for ; len(script) >= 3; script = script[3:] {
			now, err := hub.Snapshot(ctx, people[0], shot.ID)
			if err != nil {
				t.Fatalf("hub.Snapshot: %v", err)
			}
			text := scripted(t, &now, script[1], script[2])
			m, err := view.ReadFrame([]byte(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			err = hub.Do(ctx, people[int(script[0])%len(people)], shot.ID, m.Command())
			var refused *game.Error
			if err != nil && (!errors.As(err, &refused) || err.Error() == "") {
				t.Fatalf("%s: %v", text, err)
			}
		}
		events, err := store.Load(ctx, shot.ID, 0)
		if err != nil {
			t.Fatalf("Load: %v", err)
		}
		g, err := game.Fold(variant.Builtin().Find, events)
		if err != nil {
			t.Fatalf("game.Fold: %v", err)
		}
		live, err := hub.Snapshot(ctx, people[2], shot.ID)
		if err != nil {
			t.Fatalf("hub.Snapshot: %v", err)
		}
		if want, got := essence(t, room.Snapshot{Snapshot: g.Snapshot(game.Nobody, g.Updated())}), essence(t, live); want != got {
			t.Errorf("stored game %s\ngame in memory %s", want, got)
		}
	})
}

// scripted returns a message about the current game, which is usually valid.
func scripted(t *testing.T, now *room.Snapshot, what, how byte) string {
	ply, takebacks := now.Ply, now.Takebacks
	if how&0xc0 == 0xc0 { // the message is intended for another position
		ply, takebacks = ply-int(how&3), takebacks+int(how>>2&1)
	}
	actions := []string{"offer", "accept", "decline", "withdraw"}
	head := func(kind string) string {
		return fmt.Sprintf(`{"type":%q,"n":1,"game":%q,"ply":%d,"takebacks":%d`, kind, now.ID, ply, takebacks)
	}
	switch what % 8 {
	case 0, 7:
		return head("move") + fmt.Sprintf(`,"key":%q,"move":%q}`, now.Key, someMove(t, now, int(how)))
	case 1:
		return head("draw") + fmt.Sprintf(`,"do":%q}`, actions[how%4])
	case 2:
		return head("claim") + "}"
	case 3:
		return head("takeback") + fmt.Sprintf(`,"do":%q}`, actions[how%4])
	case 4:
		return fmt.Sprintf(`{"type":"resign","n":1,"game":%q}`, now.ID)
	case 5:
		return fmt.Sprintf(`{"type":"rematch","n":1,"game":%q,"do":%q}`, now.ID, actions[how%4])
	}
	return fmt.Sprintf(`{"type":"abort","n":1,"game":%q}`, now.ID)
}

// someMove returns a legal move, or e2e4 if there is none.
func someMove(t *testing.T, now *room.Snapshot, which int) string {
	r, p := now.Rules, now.Position
	legal := rules.LegalMoves(r, &p)
	if len(legal) == 0 {
		return "e2e4"
	}
	return r.Guide().FormatUCI(&p, legal[which%len(legal)])
}

// essence returns a game as JSON, without its watchers and clocks.
func essence(t *testing.T, g room.Snapshot) string {
	t.Helper()
	g.Players, g.Spectators, g.Clocks = game.Players{}, 0, nil
	return string(wire.Encode(roomView{view.In(locale.English())}.Room(&g)))
}
