package room

import (
	"context"

	"github.com/tainchess/tain/internal/play/game"
)

// Where workers are alive the computer's tasks are lent to them. They are asked in
// the commit that the computer answers, so that whatever becomes of this node the
// question stays; or by themselves, where a game begins or comes into memory.

// question returns what workers are to be asked, false if they are not: nobody
// works, or there is nothing to ask.
func (r *room) question() (Question, bool) {
	a := r.core.asker
	if a == nil || r.alone == r.game.Events() || !a.Working() {
		return Question{}, false
	}
	_, ok := r.game.Task()
	return r.questionAt(r.game.Events()), ok && r.awaited()
}

// questionAt returns what is asked about the game when it has so many events.
func (r *room) questionAt(events int) Question {
	o := &r.core.o
	return Question{Game: r.id, Events: events, Who: r.payer, Watched: r.watched(), Turn: o.TurnTime, Unwatched: o.UnwatchedTime}
}

// append commits events that have been applied, and asks workers what the computer
// does then.
func (r *room) append(ctx context.Context, had int, events []game.Event) error {
	q, ok := r.question()
	if !ok {
		return r.core.store.Append(ctx, EntryOf(r.game), had, events)
	}
	asked, err := r.core.asker.AppendAsking(ctx, EntryOf(r.game), had, events, q)
	if asked {
		r.asked = q.Events
	}
	return err
}

// lend leaves a job to workers, and reports whether there are any.
func (r *room) lend(j *job) bool {
	q, ok := r.question()
	if !ok {
		return false
	}
	j.events = q.Events
	r.core.pool.lend(j, r.payer, r.watched())
	r.core.pool.unpark(r.id)
	r.job = j
	if r.asked != q.Events {
		r.ask(j)
	}
	r.announce()
	return true
}

// ask asks workers, or tells them who watches now. It does not wait for the store.
func (r *room) ask(j *job) {
	q := r.questionAt(j.events)
	go func() {
		reply, err := r.core.asker.Ask(context.Background(), q)
		if err != nil {
			r.core.o.Log.Error("room: workers cannot be asked", "game", r.id, "error", err)
			reply = Reply{Game: q.Game, Events: q.Events, Lost: true}
		}
		select {
		case r.core.replies <- reply:
		default: // it is asked for again before long
		}
	}()
}
