package room

import (
	"context"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// updateWatchers sends watchers the events they have not received yet: a move as a short update, and anything
// else, including the other consequences of a move, as the whole game.
func (r *Room) updateWatchers() {
	n := r.game.Events()
	var whole []*Watcher
	var last MoveUpdate
	for w := range r.audience.watchers {
		if w.known >= n {
			continue
		}
		short := r.step.move && w.known == r.step.from
		if short {
			if last.Step == nil {
				last.Step = r.game.LastStep(r.now())
			}
			r.audience.sendTo(w, last)
			w.known = n
		}
		if !short || !r.step.plain {
			whole = append(whole, w)
		}
	}
	defer r.sendPlace()
	if r.audience.gone != [2]int64{} {
		r.schedulePresence() // the times at which absence may be claimed depend on the moves
	}
	if len(whole) == 0 {
		return
	}
	before := r.audience.present()
	for w := range r.audience.watchers {
		w.seat = r.game.Seat(w.by.hash)
	}
	r.sendGame(whole, 0)
	if r.audience.present() != before {
		r.schedulePresence()
	}
}

// handleCommitted applies committed events, possibly from another process, and sends them to the
// watchers. It skips events that the room already has, such as its own. Events lost on the bus are read
// from the store.
func (r *Room) handleCommitted(c cluster.Committed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.out || r.game == nil && !r.audience.watched() {
		return
	}
	if c.Note != nil {
		r.handleNote(c.Note)
		return
	}
	ctx := context.Background()
	if err := r.load(ctx); err != nil {
		return // logged; the next caller reads it again
	}
	have := r.game.Events()
	var err error
	switch {
	case c.First > have:
		err = r.catchUp(ctx)
	case c.First+len(c.Events) > have:
		r.deferTo(c.By, c.First+len(c.Events))
		err = r.applyCommitted(c.Events[have-c.First:])
	}
	if err == nil {
		began := time.Now()
		r.updateWatchers()
		if c.Trace != "" && r.runtime.Options.Traced != nil {
			r.runtime.Options.Traced(c.Trace, c.Request, r.id, began)
		}
		if c.Request != "" {
			r.runtime.Options.Log.Debug("room: watchers updated", "game", r.id, "event", c.First, "request", c.Request, "by", c.By)
		}
	}
}

// handleNote handles a note from another node. The caller holds the room.
func (r *Room) handleNote(n *cluster.Note) {
	if n.Node == r.runtime.Nodes.Self() || n.Node == "" {
		return
	}
	if n.Ask {
		r.announce()
	}
	if n.Phrase != nil {
		r.relayPhrase(n.Phrase)
	}
	if side := n.Moving; side == game.White || side == game.Black {
		r.handover.depart(side.Colour(), r.runtime.Time.Now())
	}
	if n.Here == nil || r.game == nil {
		return
	}
	if n.Here.Events > r.game.Events() && r.catchUp(context.Background()) == nil {
		r.updateWatchers()
	}
	if r.game == nil {
		return // the game could not be read, which has been logged
	}
	if r.audience.setElsewhere(n.Node, *n.Here) {
		r.schedulePresence()
	}
	r.handleClaim(n.Node, n.Here)
}

// relayPhrase sends a phrase from a player at another node to the watchers.
func (r *Room) relayPhrase(s *cluster.PhraseNote) {
	if !s.Phrase.Valid() || s.By != game.White && s.By != game.Black {
		return
	}
	if r.phrases[s.By.Colour()].allow() {
		r.audience.send(PhraseUpdate{By: s.By, Phrase: s.Phrase})
	}
}

// catchUp applies new events from the store.
func (r *Room) catchUp(ctx context.Context) error {
	if r.game == nil {
		return r.load(ctx)
	}
	events, err := r.runtime.Store.Load(ctx, r.id, r.game.Events())
	if err != nil {
		return r.runtime.Failed("read", err)
	}
	if len(events) == 0 {
		return nil
	}
	// This room already has its own commits, so these events are from another node.
	r.deferTo("", r.game.Events()+len(events))
	if err := r.applyCommitted(events); err != nil {
		return err
	}
	r.confirmClaim()
	return nil
}

// applyCommitted applies events that others have committed.
func (r *Room) applyCommitted(events []game.Event) error {
	if len(events) == 0 {
		return nil
	}
	if err := r.apply(events); err != nil {
		// The events do not follow those in memory, so reload the game from the store.
		r.game = nil
		if err := r.load(context.Background()); err != nil {
			return err
		}
	}
	r.withdrawChallenge()
	r.setAlarm()
	r.updateJob()
	return nil
}

// withdrawChallenge removes the game from the challenges if it can no longer be joined. It is called after
// the commit.
func (r *Room) withdrawChallenge() {
	if r.game.Start().Open && (!r.game.Waiting() || r.game.Over()) {
		r.runtime.Challenges.Remove(r.id)
	}
}

// apply adds events to the game in memory.
func (r *Room) apply(events []game.Event) error {
	had, offers := r.game.Events(), r.game.Offers()
	if err := r.game.Apply(events...); err != nil {
		return err
	}
	move := len(events) == 1 && events[0].Type == game.Moved
	r.step = step{from: had, move: move, plain: move && r.game.Offers() == offers && !r.game.Over()}
	return nil
}
