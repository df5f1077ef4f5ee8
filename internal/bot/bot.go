// Package bot connects a program that speaks UCI or the XBoard protocol to a server. It accepts challenges
// that match its options or creates its own, and plays several games concurrently. It uses the public bot
// protocol, which consists of lines of JSON and is described in docs/bots.md.
//
// A game starts with an event from the server or with one of the bot's own challenges (bot.go). The bot
// follows the stream of the game and reconnects when it breaks (client.go). Whenever it is the bot's turn, it
// requests a move from the program (playing.go).
package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/protocol/wire"
)

type bot struct {
	Options
	client *client

	mu      sync.Mutex
	playing map[string]bool // current games, including the bot's open challenge
	offered string          // ID of the bot's open challenge
	begun   int
	done    chan struct{} // receives a value when a game has ended
	all     sync.WaitGroup

	// Only Run uses these fields.
	seen    map[string]bool  // challenges received that match Accept
	waiting []wire.Challenge // those of them that the bot has not tried to accept yet, oldest first
}

// maxWaiting is the maximum number of challenges that wait until the bot has room for a game.
const maxWaiting = 100

// Run plays until the context ends or the requested number of games has been played. It reconnects if a
// connection breaks. It returns an error if the server rejects the bot, for example because of an invalid
// token, or if the token belongs to an account that is not a bot.
func Run(ctx context.Context, o Options) error {
	o.Games = max(1, o.Games)
	c, err := newClient(o.URL, o.Token)
	if err != nil {
		return err
	}
	broken := func(err error) { o.Log(fmt.Sprintf("cannot reach the server, retrying: %v", err)) }
	owner, err := c.owner(ctx, broken)
	switch {
	case err != nil:
		return err
	case owner != nil && !owner.Bot:
		return fmt.Errorf("%s is not a bot account; sign in to it on the server's account page and make it one", owner.Name)
	case owner != nil && !slices.Contains(owner.Scopes, string(people.Play)):
		return errors.New("the token does not permit playing; create one that does")
	case owner == nil && o.Offer != nil && o.Offer.Rated:
		return errors.New("rated games need the token of a bot account")
	}
	o.Accept.rated = owner != nil
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	b := &bot{Options: o, client: c, playing: map[string]bool{}, seen: map[string]bool{}, done: make(chan struct{}, 1)}
	defer b.all.Wait()
	defer stop()
	events := make(chan wire.BotEvent)
	failed := make(chan error, 1)
	go func() {
		failed <- c.events(ctx, "/api/v1/bot/events", broken, func(e wire.BotEvent) bool { return hand(ctx, events, e) })
	}()
	for {
		b.accept(ctx)
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

// finished reports whether the requested number of games has been played.
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
		b.mu.Lock()
		if b.offered == e.Game.ID { // an opponent has accepted the challenge
			b.offered = ""
		}
		b.mu.Unlock()
		b.join(ctx, e.Game.ID) // includes games started in an earlier run
	case e.Type == "challenge" && e.Challenge != nil && b.Accept.accepts(e.Challenge) && !b.seen[e.Challenge.ID]:
		if len(b.seen) > 10_000 {
			clear(b.seen)
		}
		b.seen[e.Challenge.ID] = true // try each challenge only once
		b.waiting = append(b.waiting[max(0, len(b.waiting)-maxWaiting+1):], *e.Challenge)
	}
}

// accept tries to accept the waiting challenges while there is room for another game.
func (b *bot) accept(ctx context.Context) {
	for len(b.waiting) > 0 {
		b.mu.Lock()
		free := b.room()
		b.mu.Unlock()
		if !free {
			return
		}
		c := b.waiting[0]
		b.waiting = b.waiting[1:]
		if err := b.client.post(ctx, "/api/v1/games/"+c.ID+"/join", map[string]string{"name": b.Name}, nil); err != nil {
			b.Log(fmt.Sprintf("cannot accept challenge %v from %v: %v", c.ID, c.Name, err))
			continue
		}
		b.Log(fmt.Sprintf("%v: accepted %v's challenge", c.ID, c.Name))
		b.join(ctx, c.ID)
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

// offer creates a challenge if there is room for a game. It returns an error only if the server rejects the
// challenge permanently.
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
	if b.Offer.Rated {
		body["rated"] = true
	}
	var made struct {
		Game struct {
			ID string `json:"id"`
		} `json:"game"`
	}
	if err := b.client.post(ctx, "/api/v1/games", body, &made); err != nil {
		var why *Refusal
		if errors.As(err, &why) && why.Status != 429 && why.Status != 503 {
			return fmt.Errorf("the server rejected the challenge: %w", err)
		}
		b.Log(fmt.Sprintf("the server does not accept challenges at the moment: %v", err))
		return nil // try again on the next event or after the next game
	}
	b.mu.Lock()
	b.offered = made.Game.ID
	b.mu.Unlock()
	b.Log(fmt.Sprintf("%v: offered a game of %v", made.Game.ID, b.Offer.Variant))
	b.join(ctx, made.Game.ID)
	return nil
}
