package room

import (
	"context"
	"errors"
	"slices"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// mostTries is how often a command is decided anew because somebody else has
// written to the game.
const mostTries = 20

// decide returns what comes of somebody's command, in the game as it stands.
type decide func(at int64) ([]game.Event, error)

// carryOut commits what comes of a command and returns it. What time alone has
// brought about comes first, so nobody moves after the flag has fallen. Where
// somebody else has written meanwhile, it is decided again; and before anything
// is refused, the store is asked whether somebody has.
func (r *Room) carryOut(ctx context.Context, d decide) (events []game.Event, err error) {
	for range mostTries {
		events, err = r.attempt(ctx, d)
		var refused *game.Error
		switch {
		case errors.Is(err, ErrConflict):
			if err := r.load(ctx); err != nil {
				return nil, err
			}
		case errors.As(err, &refused) && r.game != nil:
			known := r.game.Events()
			if r.catchUp(ctx) != nil || r.game.Events() == known {
				return nil, err
			}
		case err != nil:
			return nil, r.core.Failed("save", err)
		default:
			return events, nil
		}
		r.core.Counters.Conflicts.Add(1)
		r.updateWatchers()
	}
	return nil, r.core.Failed("save", err)
}

func (r *Room) attempt(ctx context.Context, d decide) ([]game.Event, error) {
	at := max(r.core.Time.Now(), r.game.Updated())
	if err := r.commit(ctx, r.outageEvents(at)); err != nil {
		return nil, err
	}
	if err := r.commit(ctx, r.game.Due(at-r.grace())); err != nil {
		return nil, err
	}
	events, err := d(at)
	if err == nil {
		err = r.commit(ctx, events)
	}
	return events, err
}

// commit stores events and then publishes them. It carries on when the one who
// asked has gone. On an error nothing has happened: the game is read anew from
// the store, which alone knows what is true.
func (r *Room) commit(ctx context.Context, events []game.Event) error {
	if len(events) == 0 {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	had := r.game.Events()
	err := r.apply(events)
	if err == nil {
		err = r.save(ctx, had, events)
	}
	if err != nil {
		r.game = nil
		return err
	}
	r.core.Counters.Commits.Add(1)
	r.withdrawChallenge()
	r.remind()
	r.core.Options.Bus.Publish(cluster.Committed{Game: r.id, First: had, Events: events, By: r.core.Nodes.Self(), Trace: traceOf(ctx).trace, Request: traceOf(ctx).request})
	r.scheduleAnnouncement()
	r.consider()
	return nil
}

// save stores events that have been applied. A rematch is begun in the same
// commit: there is no game that its players do not know of.
func (r *Room) save(ctx context.Context, had int, events []game.Event) error {
	i := slices.IndexFunc(events, func(e game.Event) bool { return e.Type == game.Rematched })
	if i < 0 {
		return r.append(ctx, had, events)
	}
	next, first, err := game.Begin(r.core.Finder(ctx), r.game.Again(events[i].Next), events[i].At)
	if err != nil {
		return err
	}
	if err := r.core.Store.Rematch(ctx, EntryOf(r.game), had, events, EntryOf(next), first); err != nil {
		return err
	}
	r.core.begun(next, first)
	return nil
}

// outageEvents returns what comes of outages that the game knows nothing of.
func (r *Room) outageEvents(at int64) []game.Event { return r.game.Return(*r.core.Outages.Load(), at) }

// commitOutages lets the game know of outages before anybody sees it.
func (r *Room) commitOutages(ctx context.Context) error {
	if len(r.outageEvents(r.core.Time.Now())) == 0 {
		return nil
	}
	_, err := r.carryOut(ctx, func(int64) ([]game.Event, error) { return nil, nil })
	if r.game == nil {
		err = r.load(ctx)
	}
	if r.game != nil {
		return nil // what could not be saved is tried again with the next command
	}
	return err
}

// reserving returns a decision that may give sessions one more game to play, a
// game joined or a rematch, and refuses one too many for any of them. What it
// counts stays counted until release.
func (r *Room) reserving(ctx context.Context, by Session, d decide) (counted decide, release func()) {
	var held []func()
	release = func() {
		for _, each := range held {
			each()
		}
		held = nil
	}
	return func(at int64) ([]game.Event, error) {
		release() // of an earlier try
		events, err := d(at)
		has := func(t game.EventType) bool {
			return slices.ContainsFunc(events, func(e game.Event) bool { return e.Type == t })
		}
		var sessions []game.Hash
		switch {
		case err != nil:
			return nil, err
		case has(game.Joined):
			sessions = []game.Hash{by.hash}
		case has(game.Rematched):
			seats := r.game.Seats()
			sessions = []game.Hash{by.hash, seats[0].Session, seats[1].Session}
		}
		for i, session := range sessions {
			if session == (game.Hash{}) || slices.Contains(sessions[:i], session) {
				continue
			}
			one, err := r.core.Reserve(ctx, session, session == by.hash)
			if err != nil {
				release()
				return nil, err
			}
			held = append(held, one)
		}
		return events, nil
	}, release
}
