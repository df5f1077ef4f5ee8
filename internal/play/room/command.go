package room

import (
	"context"
	"slices"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/notation/pgn"
)

// Player commands. The caller has acquired the room.

// Join takes the free seat of the game. Somebody who already has a seat keeps it. The opponent must not be one of apart.
func (r *Room) Join(ctx context.Context, by Session, token, name string, apart []game.Hash) (Snapshot, error) {
	d, release := r.reserving(ctx, by, func(at int64) ([]game.Event, error) {
		events, err := r.game.Join(by.hash, token, name, at)
		if len(events) == 0 {
			return nil, err
		}
		start := r.game.Start()
		switch {
		case start.Rated && !by.Account():
			return nil, game.NeedsAccount()
		case start.Rated && start.Open && by.bot && !start.White.Bot && !start.Black.Bot:
			return nil, game.NoBots()
		case slices.Contains(apart, r.game.Seats()[events[len(events)-1].Side.Other().Colour()].Session):
			return nil, game.Blocked()
		}
		events[0].Player.Bot = by.bot
		return events, nil
	})
	defer release()
	joined, err := r.carryOutFor(ctx, by, d)
	if err != nil {
		return Snapshot{}, err
	}
	if len(joined) > 0 {
		r.notifyJoined(by.hash)
	}
	return r.Snapshot(by), nil
}

// Do carries out a command. It returns the committed events, or none if the command has no effect.
func (r *Room) Do(ctx context.Context, by Session, c game.Command) ([]game.Event, error) {
	seat := r.game.Seat(by.hash)
	switch given := c.(type) {
	case game.Move:
		given.Lag = r.audience.lag(func(w *Watcher) bool { return w.by.hash == by.hash }) + r.handover.refund(seat)
		c = given
	case game.ClaimLeft:
		given.Gone = r.gone(seat.Other().Colour())
		c = given
	case game.Rematch:
		if given.Do == game.Offer || given.Do == game.Accept {
			if err := r.runtime.Options.Gate.Begin(by.hash); err != nil {
				return nil, err
			}
		}
		given.Next = rematchID(r.id)
		c = given
	}
	d, release := r.reserving(ctx, by, func(at int64) ([]game.Event, error) { return r.game.Decide(r.game.Seat(by.hash), c, at) })
	defer release()
	ply := r.game.Ply()
	events, err := r.carryOutFor(ctx, by, d)
	if err == nil {
		r.answerAhead(ctx)
		r.notifyTurn(ply)
	}
	return events, err
}

// carryOutFor commits the events of a person's command and records that the person is using the game.
func (r *Room) carryOutFor(ctx context.Context, by Session, d decide) ([]game.Event, error) {
	events, err := r.carryOut(ctx, d)
	if r.game != nil {
		r.touch(by)
	}
	return events, err
}

// Say sends a phrase from a player to the watchers. It is not stored.
func (r *Room) Say(by Session, p game.Phrase) error {
	if !p.Valid() {
		return game.Refuse("game.invalid.phrase", "unknown phrase {text, quote}", message.Args{"text": notation.Clip(string(p))})
	}
	seat := r.game.Seat(by.hash)
	switch {
	case seat == game.Nobody:
		return game.OnlyWatching()
	case r.game.Waiting():
		return game.OpponentMissing()
	case seat == game.Both:
		return nil // there is no opponent
	case !r.phrases[seat.Colour()].allow():
		return game.Refuse("game.too-soon.phrase", "too many messages at once: wait a moment", nil)
	}
	r.audience.send(PhraseUpdate{By: seat, Phrase: p})
	r.link.send(cluster.Note{Phrase: &cluster.PhraseNote{By: seat, Phrase: p}})
	return nil
}

// Record returns the game as a PGN record.
func (r *Room) Record() *pgn.Game { return r.game.Record(r.runtime.Time.Now()) }

// Watch subscribes a session until the watcher is closed. sync implements [Watcher.Sync]: it acquires the
// room and calls [Room.Sync].
func (r *Room) Watch(ctx context.Context, by Session, sync func(context.Context, *Watcher, At, Pay) error) (*Watcher, error) {
	r.answerAhead(ctx) // plays conditional moves that are left over from before a restart
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	c := make(chan Update, r.runtime.Options.Backlog)
	w := &Watcher{C: c, c: c, by: by, seat: r.game.Seat(by.hash), plies: r.game.Ply()}
	w.sync = func(ctx context.Context, at At, pay Pay) error { return sync(ctx, w, at, pay) }
	w.leave = func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.audience.dismiss(w) {
			r.schedulePresence()
		}
		r.audience.used = time.Now()
		r.relaxJob()
	}
	w.setAway = func(away bool) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.audience.setAway(w, away) {
			r.schedulePresence()
		}
	}
	if r.game.Start().Open && r.game.Waiting() && !r.game.Over() && w.seat != game.Nobody {
		r.runtime.Challenges.Adopt(r.id, by.Party(), r.game.Start().Keep > 0)
	}
	r.handover.arrive(w.seat, r.runtime.Time.Now())
	r.audience.add(w)
	r.touch(by)
	if w.seat != game.Nobody {
		r.confirmClaim() // the player may come from a node that can no longer save games
	}
	r.sendGame([]*Watcher{w}, 0)
	r.schedulePresence()
	return w, nil
}

// Sync sends a watcher the game from the store, without the moves that the watcher already has.
func (r *Room) Sync(ctx context.Context, w *Watcher, at At, pay Pay) error {
	// Pay before querying the store, so that refused requests cause no work.
	if err := pay(r.game.Ply() - r.game.Known(at.Ply, at.Takebacks)); err != nil {
		return err
	}
	if err := r.catchUp(ctx); err != nil {
		return err
	}
	from := r.game.Known(at.Ply, at.Takebacks)
	r.updateWatchers()
	if r.audience.watchers[w] {
		r.sendGame([]*Watcher{w}, from)
	}
	return nil
}

// notifyTurn notifies the player to move in a correspondence game, unless they are present. ply is the number
// of moves before the command.
func (r *Room) notifyTurn(ply int) {
	if r.game == nil || r.game.Over() || r.game.Waiting() || r.game.Ply() <= ply {
		return
	}
	if c := r.game.Control(); c != nil && c.Days > 0 {
		r.notify(YourTurn, r.game.Turn())
	}
}

// notifyJoined notifies the player who was waiting for an opponent.
func (r *Room) notifyJoined(by game.Hash) {
	if side := r.game.Seat(by); side == game.White || side == game.Black {
		r.notify(Accepted, side.Other().Colour())
	}
}

// notify notifies a side's player if they are a person and not present.
func (r *Room) notify(kind NotificationKind, side board.Colour) {
	seats := r.game.Seats()
	if r.runtime.Options.Notify == nil || seats[side].Session == (game.Hash{}) || r.audience.present().seats[side] {
		return
	}
	n := Notification{To: seats[side].Session, Kind: kind, Game: r.id, Variant: r.game.Rules().Info().Name, Title: r.game.Rules().Info().Title}
	if info := seats[side.Other()].Player(false); info != nil {
		n.Opponent = info.Name
	}
	if c := r.game.Control(); c != nil {
		n.Days = c.Days
	}
	r.runtime.Options.Notify(n)
}
