package game

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// table is a game in memory, with those who watch it and the computer's
// business with it.
type table struct {
	host *Host
	id   string

	mu       sync.Mutex
	game     *Game // nil if it has to be read from the store
	gone     bool  // no longer in memory: look it up again
	watchers map[*Watcher]bool
	used     time.Time   // when a person last used it
	telling  bool        // a HereMessage is on its way
	told     HereMessage // the last one
	task     *task       // what the computer thinks about, or waits to
}

// load reads the game if it is not in memory.
func (t *table) load(ctx context.Context) error {
	if t.game != nil {
		return nil
	}
	events, err := t.host.store.Load(ctx, t.id)
	if errors.Is(err, ErrNotFound) {
		return notFound(t.id)
	}
	if err != nil {
		return t.host.failed("read the game", err)
	}
	g, err := Fold(t.host.find, events)
	if err != nil {
		t.host.o.Log.Error("game: a record cannot be read", "game", t.id, "error", err)
		return &Error{Code: CodeBroken, Message: "the record of this game cannot be read", cause: err}
	}
	t.game, t.used = g, time.Now()
	return nil
}

// leave takes the table out of memory. The game stays in the store.
func (t *table) leave() {
	t.gone = true
	t.host.mu.Lock()
	delete(t.host.live, t.id)
	t.host.mu.Unlock()
}

// touch notes that a person uses the game, and takes up what the computer left
// while nobody did.
func (t *table) touch() {
	t.used = time.Now()
	t.consider()
}

// carryOut commits what comes of a command. What time alone has brought about
// comes first, so nobody moves after the flag has fallen.
func (t *table) carryOut(ctx context.Context, decide func(at int64) ([]Event, error)) error {
	at := max(now(), t.game.updated)
	if err := t.commit(ctx, t.game.due(at)); err != nil {
		return err
	}
	events, err := decide(at)
	if err == nil {
		err = t.commit(ctx, events)
	}
	if t.game != nil {
		t.touch()
	}
	return err
}

// carryOutCounted is carryOut for what may give a browser one more game to
// play: joining one, or a rematch. It refuses one too many.
func (t *table) carryOutCounted(ctx context.Context, by Browser, decide func(at int64) ([]Event, error)) error {
	release := func() {}
	defer func() { release() }()
	return t.carryOut(ctx, func(at int64) ([]Event, error) {
		events, err := decide(at)
		if !slices.ContainsFunc(events, func(e Event) bool { return e.Type == Joined || e.Type == Rematched }) {
			return events, err
		}
		counted, err := t.host.reserve(ctx, by.hash)
		if err != nil {
			return nil, err
		}
		release = counted
		return events, nil
	})
}

// commit stores events and then tells everybody. It carries on when the one
// who asked has gone. On an error nothing has happened: the game is read anew
// from the store, which alone knows what is true.
func (t *table) commit(ctx context.Context, events []Event) error {
	if len(events) == 0 {
		return nil
	}
	h, g := t.host, t.game
	ctx = context.WithoutCancel(ctx)
	var next string
	for _, e := range events {
		if e.Type == Rematched {
			next = e.Next
			if err := h.begin(ctx, g.again(next), e.At); err != nil {
				return err
			}
		}
	}
	had, offers := g.events, g.offers
	for _, e := range events {
		if err := g.apply(e); err != nil {
			t.game = nil
			return h.failed("go on with the game", err)
		}
	}
	entry := g.Entry()
	if err := h.store.Append(ctx, entry, had, events); err != nil {
		t.game = nil
		return h.failed("save what happened", err)
	}
	h.commits.Add(1)
	h.alarms.set(t.id, entry.Deadline)
	t.tell(events, offers)
	t.consider()
	if next != "" {
		h.wake(next)
	}
	return nil
}

// tell tells the watchers what happened. A move is a short message; where more
// came of it, or something else happened, it is the whole game.
func (t *table) tell(events []Event, offers Offers) {
	plain := t.game.offers == offers && !t.game.Over()
	if len(events) == 1 && events[0].Type == Moved {
		t.send(t.game.lastMove(max(now(), t.game.updated)))
		if plain {
			return
		}
	}
	for w := range t.watchers {
		w.seat = t.game.seat(w.by.hash)
	}
	t.sendGame(t.all())
	if slices.ContainsFunc(events, func(e Event) bool { return e.Type == Joined }) {
		t.tellHere()
	}
}

// wake lets the computer take up a game that nobody has asked for.
func (h *Host) wake(id string) {
	if h.enter() != nil {
		return
	}
	go func() {
		defer h.busy.Done()
		if t, err := h.open(context.Background(), id); err == nil {
			t.consider()
			t.close()
		}
	}()
}

// expire brings about what time alone does to a game, and what could not be
// saved before.
func (h *Host) expire(id string) {
	t, err := h.open(context.Background(), id)
	if err == nil {
		at := max(now(), t.game.updated)
		if err = t.commit(context.Background(), t.game.due(at)); err == nil && !t.game.Over() {
			h.alarms.set(id, t.game.Deadline())
			t.consider()
		}
		t.close()
	}
	var refused *Error
	if errors.As(err, &refused) && refused.Code == CodeStore {
		h.alarms.set(id, now()+retry.Milliseconds())
	}
}

const (
	retry = time.Second     // after a store that failed
	news  = time.Second     // between what those who wait for the computer are told
	round = 5 * time.Second // between looks at what is idle
)

// keep does what is to be done now and then.
func (h *Host) keep() {
	queue, idle := time.NewTicker(news), time.NewTicker(round)
	defer queue.Stop()
	defer idle.Stop()
	for {
		select {
		case <-h.stop:
			return
		case <-queue.C:
			h.tellQueue()
		case <-idle.C:
			h.tidy()
		}
	}
}

// tidy lets games that nobody uses leave the memory, and the computer rest
// where nobody waits for it.
func (h *Host) tidy() {
	for _, t := range h.tables() {
		// A table in use is not idle.
		if !t.mu.TryLock() {
			continue
		}
		t.rest()
		if !t.gone && t.task == nil && len(t.watchers) == 0 && time.Since(t.used) >= h.o.Idle {
			t.leave()
		}
		t.mu.Unlock()
	}
}
