//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/play/clock"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/protocol/wire"
	"github.com/tainchess/tain/rules"
)

// flagAfter is the initial time in games in which a flag falls.
const flagAfter = 5 * time.Second

// flagged is a flag fall.
type flagged struct {
	id          string
	early, late time.Duration // how long before the earliest or after the latest correct time the flag fell
	at          time.Duration
}

// letFall plays games in which White moves once and then waits for the flag to
// fall.
func (h *workload) letFall(ctx context.Context, stop <-chan struct{}) {
	for ctx.Err() == nil {
		select {
		case <-stop:
			return
		default:
		}
		if err := h.oneFlag(ctx); err != nil && ctx.Err() == nil {
			h.wrong("flag game: %v", err)
			pause(ctx, time.Second)
		}
	}
}

func (h *workload) oneFlag(ctx context.Context) error {
	white, black := newClient(h.base), newClient(h.base)
	var made, joined wire.OneGame
	err := white.insist(ctx, "POST", "/api/v1/games", wire.NewGame{
		Variant: "chess", Opponent: game.Friend, Colour: "white", Name: "White", Control: &clock.Control{Initial: flagAfter.Milliseconds()},
	}, &made)
	if err == nil {
		err = black.insist(ctx, "POST", "/api/v1/games/"+made.Game.ID+"/join", wire.JoinRequest{Token: made.Game.Invite, Name: "Black"}, &joined)
	}
	if err != nil {
		return err
	}
	id, key := made.Game.ID, joined.Game.Key
	var sent, acked time.Duration
	for ply, move := range []string{"e2e4", "e7e5"} {
		who := []*client{white, black}[ply]
		text := fmt.Sprintf(`{"type":"move","n":1,"game":%q,"ply":%d,"takebacks":0,"key":%q,"move":%q}`, id, ply, key, move)
		sent = h.now()
		var answer struct{}
		if err := who.insist(ctx, "POST", "/api/v1/games/"+id+"/command", json.RawMessage(text), &answer); err != nil {
			return err
		}
		acked = h.now()
		var g wire.OneGame
		if err := who.insist(ctx, "GET", "/api/v1/games/"+id, nil, &g); err != nil {
			return err
		}
		key = g.Game.Key
		if g.Game.Ply <= ply { // the response is from a node that has not received the move yet
			if key, err = keyAfter(ctx, who, id, ply+1); err != nil {
				return err
			}
		}
	}
	watching, leave := context.WithCancel(ctx)
	defer leave()
	k := newClient(h.base).open(watching, id)
	for end := time.After(time.Minute); ; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-end:
			return fmt.Errorf("%s: the flag did not fall within a minute", id)
		case one := <-k.news:
			g, ok := one.whole()
			if !ok || g.Result == nil {
				continue
			}
			at := h.now()
			if g.Result.Reason != string(rules.Time) {
				return fmt.Errorf("%s: ended by %s; want a fallen flag", id, g.Result.Reason)
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			h.flags = append(h.flags, &flagged{id: id, early: sent + flagAfter - at, late: at - acked - flagAfter, at: at})
			return nil
		}
	}
}

// keyAfter polls a game until it has at least ply moves, and returns the key of its position.
func keyAfter(ctx context.Context, who *client, id string, ply int) (string, error) {
	for range 200 {
		var g wire.OneGame
		if err := who.insist(ctx, "GET", "/api/v1/games/"+id, nil, &g); err != nil {
			return "", err
		}
		if g.Game.Ply >= ply {
			return g.Game.Key, nil
		}
		pause(ctx, 50*time.Millisecond)
	}
	return "", fmt.Errorf("%s: move %d was not delivered", id, ply)
}
