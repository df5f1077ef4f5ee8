package room

import (
	"context"
	"errors"
	"slices"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// maxTries is the maximum number of times a command is decided while other writers keep changing the
// game.
const maxTries = 20

// decide returns the events of a command for the current game.
type decide func(at int64) ([]game.Event, error)

// carryOut commits the events of a command and returns them. Events caused by time alone come first, so that
// nobody can move after their flag has fallen. If another writer has changed the game in the meantime, the
// command is decided again. Before refusing a command, carryOut checks the store for new events.
func (r *Room) carryOut(ctx context.Context, d decide) (events []game.Event, err error) {
	for range maxTries {
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
			return nil, r.runtime.Failed("save", err)
		default:
			return events, nil
		}
		r.runtime.Counters.Conflicts.Add(1)
		r.updateWatchers()
	}
	return nil, r.runtime.Failed("save", err)
}

func (r *Room) attempt(ctx context.Context, d decide) ([]game.Event, error) {
	at := r.now()
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

// commit saves events and then publishes them. It continues even if the caller's context is cancelled.
// After an error the game must be reloaded from the store, which is the only source of truth.
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
	r.runtime.Counters.Commits.Add(1)
	r.withdrawChallenge()
	r.setAlarm()
	from := originOf(ctx)
	r.runtime.Options.Bus.Publish(cluster.Committed{
		Game: r.id, First: had, Events: events, By: r.runtime.Nodes.Self(), Trace: from.trace, Request: from.request,
	})
	r.scheduleAnnouncement()
	r.updateJob()
	return nil
}

// save stores events that have already been applied. A rematch is created in the same commit, so the game
// always links to it.
func (r *Room) save(ctx context.Context, had int, events []game.Event) error {
	i := slices.IndexFunc(events, func(e game.Event) bool { return e.Type == game.Rematched })
	if i < 0 {
		return r.appendEvents(ctx, had, events)
	}
	next, first, err := game.Begin(r.runtime.Finder(ctx), r.game.RematchStart(events[i].Next), events[i].At)
	if err != nil {
		return err
	}
	if err := r.runtime.Store.Rematch(ctx, EntryOf(r.game), had, events, EntryOf(next), first); err != nil {
		return err
	}
	r.runtime.publishNew(next, first)
	return nil
}

// appendEvents stores events that have already been applied. If workers must act for the computer, it asks
// them in the same commit.
func (r *Room) appendEvents(ctx context.Context, had int, events []game.Event) error {
	q, ok := r.question()
	if !ok {
		return r.runtime.Store.Append(ctx, EntryOf(r.game), had, events)
	}
	asked, err := r.runtime.Asker.AppendAsking(ctx, EntryOf(r.game), had, events, q)
	if asked {
		r.turn.asked = q.Events
	}
	return err
}

// outageEvents returns the refunds for outages that the game does not contain yet.
func (r *Room) outageEvents(at int64) []game.Event {
	return r.game.Return(*r.runtime.Outages.Load(), at)
}

// commitOutages refunds outages before anybody sees the game.
func (r *Room) commitOutages(ctx context.Context) error {
	if len(r.outageEvents(r.runtime.Time.Now())) == 0 {
		return nil
	}
	_, err := r.carryOut(ctx, func(int64) ([]game.Event, error) { return nil, nil })
	if r.game == nil {
		err = r.load(ctx)
	}
	if r.game != nil {
		return nil // a failed save is retried with the next command
	}
	return err
}

// reserving wraps a decision that may give sessions another game, by joining or by a rematch. The decision is
// refused if any of these sessions has too many games. The new games count towards the limit until release is
// called; by then they are in the store, or their creation has failed.
func (r *Room) reserving(ctx context.Context, by Session, d decide) (counted decide, release func()) {
	var held []func()
	release = func() {
		for _, each := range held {
			each()
		}
		held = nil
	}
	return func(at int64) ([]game.Event, error) {
		release() // releases the reservations of an earlier attempt
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
			one, err := r.runtime.Reserve(ctx, session, session == by.hash)
			if err != nil {
				release()
				return nil, err
			}
			held = append(held, one)
		}
		return events, nil
	}, release
}
