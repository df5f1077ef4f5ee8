// Package bot connects a program that speaks UCI or XBoard to a server. It
// accepts challenges by rule or opens its own, and plays several games at once.
// It uses the public bot protocol, lines of JSON as described in docs/bots.md.
//
// An event or one of the bot's own challenges starts a game (bot.go). The bot
// follows the game's stream, reconnecting when it breaks (client.go), and
// requests a move from the program whenever it is the bot's turn (playing.go).
package bot

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tainchess/tain/internal/protocol/wire"
)

type bot struct {
	Options
	client *client

	mu      sync.Mutex
	playing map[string]bool // current games, including the bot's own challenge
	refused map[string]bool // challenges already tried
	offered string          // id of the bot's open challenge
	begun   int
	done    chan struct{} // receives a value when a game has ended
	all     sync.WaitGroup
}

// Run plays until the context ends or the requested number of games has been
// played. It returns an error if the server rejects the bot, for example
// because of an invalid token. It reopens broken connections.
func Run(ctx context.Context, o Options) error {
	o.Games = max(1, o.Games)
	c, err := newClient(o.URL, o.Token)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b := &bot{Options: o, client: c, playing: map[string]bool{}, refused: map[string]bool{}, done: make(chan struct{}, 1)}
	defer b.all.Wait()
	defer stop()
	events := make(chan wire.BotEvent)
	failed := make(chan error, 1)
	go func() {
		broken := func(err error) { o.Log(fmt.Sprintf("cannot reach the server, retrying: %v", err)) }
		failed <- c.events(ctx, "/api/v1/bot/events", broken, func(e wire.BotEvent) bool { return hand(ctx, events, e) })
	}()
	for {
		if err := b.offer(ctx); err != nil {
			return err
		}
		if b.finished() {
			return nil
		}
		select {
		case e := <-events:
			b.handleEvent(ctx, e)
		case <-b.done:
		case err := <-failed:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// finished reports whether all requested games have been played.
func (b *bot) finished() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Total > 0 && b.begun >= b.Total && len(b.playing) == 0
}

// room reports whether another game may start. The caller must hold the mutex.
func (b *bot) room() bool {
	return len(b.playing) < b.Games && (b.Total == 0 || b.begun < b.Total)
}

func (b *bot) handleEvent(ctx context.Context, e wire.BotEvent) {
	switch {
	case e.Type == "start" && e.Game != nil:
		b.join(ctx, e.Game.ID) // including games started by an earlier run
	case e.Type == "challenge" && e.Challenge != nil && b.Accept.accepts(e.Challenge):
		id := e.Challenge.ID
		b.mu.Lock()
		free := b.room() && !b.refused[id] && !b.playing[id]
		if len(b.refused) > 10_000 {
			clear(b.refused)
		}
		b.refused[id] = true // try each challenge once
		b.mu.Unlock()
		if !free {
			return
		}
		if err := b.client.post(ctx, "/api/v1/games/"+id+"/join", map[string]string{"name": b.Name}, nil); err != nil {
			b.Log(fmt.Sprintf("cannot accept challenge %v from %v: %v", id, e.Challenge.Name, err))
			return
		}
		b.Log(fmt.Sprintf("%v: accepted %v's challenge", id, e.Challenge.Name))
		b.join(ctx, id)
	}
}

// join plays a game if there is room for it.
func (b *bot) join(ctx context.Context, id string) {
	b.mu.Lock()
	free := b.room() && !b.playing[id]
	if free {
		b.playing[id] = true
		b.begun++
	}
	b.mu.Unlock()
	if !free {
		return
	}
	b.all.Go(func() {
		play(ctx, b.Options, b.client, id)
		b.mu.Lock()
		delete(b.playing, id)
		if b.offered == id {
			b.offered = ""
		}
		b.mu.Unlock()
		select {
		case b.done <- struct{}{}:
		default:
		}
	})
}

// offer opens a challenge if there is room for a game.
func (b *bot) offer(ctx context.Context) error {
	b.mu.Lock()
	wanted := b.Offer != nil && b.room() && b.offered == ""
	b.mu.Unlock()
	if !wanted {
		return nil
	}
	body := map[string]any{"variant": b.Offer.Variant, "opponent": "open", "colour": "random", "name": b.Name}
	if !b.Offer.Control.None() {
		body["control"] = b.Offer.Control
	}
	var made struct {
		Game struct {
			ID string `json:"id"`
		} `json:"game"`
	}
	if err := b.client.post(ctx, "/api/v1/games", body, &made); err != nil {
		var why *Refusal
		if errors.As(err, &why) && why.Status != 429 && why.Status != 503 {
			return fmt.Errorf("the server rejects the challenge: %w", err)
		}
		b.Log(fmt.Sprintf("the server does not accept challenges at the moment: %v", err))
		return nil // retried on the next event or at the end of a game
	}
	b.mu.Lock()
	b.offered = made.Game.ID
	b.mu.Unlock()
	b.Log(fmt.Sprintf("%v: offered a game of %v", made.Game.ID, b.Offer.Variant))
	b.join(ctx, made.Game.ID)
	return nil
}
