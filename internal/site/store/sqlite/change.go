package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// gameChange is a new game, or events added to an existing one.
type gameChange struct {
	entry  room.Entry
	have   int
	events []game.Event
	create bool
}

func (c gameChange) apply(w *writer) error { return failed(c.write(context.Background(), w)) }

func (c gameChange) write(ctx context.Context, w *writer) error {
	entry, err := store.EncodeEntry(c.entry)
	if err != nil {
		return err
	}
	e, count := &c.entry, c.have+len(c.events)
	var done sql.Result
	if c.create {
		done, err = w.create.ExecContext(ctx, e.ID, count, store.SessionOf(e.White), store.NameOf(e.White), store.SessionOf(e.Black), store.NameOf(e.Black),
			e.Open, e.Running, optional(e.Deadline), e.Created, e.Updated, string(entry))
	} else {
		done, err = w.update.ExecContext(ctx, count, e.Open, e.Running, optional(e.Deadline), e.Updated, string(entry), e.ID, c.have)
	}
	if n, err := changed(done, err); err != nil {
		return err
	} else if n == 0 {
		return c.refusal(ctx, w)
	}
	for i, event := range c.events {
		data, err := store.EncodeEvent(event)
		if err != nil {
			return err
		}
		if _, err := w.event.ExecContext(ctx, e.ID, c.have+i, string(data)); err != nil {
			return err
		}
		if event.Type == game.Joined && event.Player != nil {
			if err := w.seat(ctx, e.ID, event.Side, *event.Player); err != nil {
				return err
			}
		}
	}
	return relational.Rate(ctx, session{w.conn}, &dialect, e)
}

// refusal returns the reason why a change did not apply.
func (c gameChange) refusal(ctx context.Context, w *writer) error {
	if c.create {
		return room.ErrConflict
	}
	var have int
	err := w.conn.QueryRowContext(ctx, "SELECT events FROM games WHERE id = ?", c.entry.ID).Scan(&have)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return room.ErrNotFound
	case err != nil:
		return err
	}
	return room.ErrConflict
}

// seat saves a player who has joined a game. Nothing else writes the players of a saved game when events are
// added, so a room that still has an erased person in memory cannot restore them.
func (w *writer) seat(ctx context.Context, id string, side game.Side, s game.Seat) error {
	text := "UPDATE games SET white = ?, white_name = ? WHERE id = ?"
	if side == game.Black {
		text = "UPDATE games SET black = ?, black_name = ? WHERE id = ?"
	}
	_, err := w.conn.ExecContext(ctx, text, store.SessionOf(s), store.NameOf(s), id)
	return err
}

// rematchChange adds events to a game and creates the next one, unless that exists already.
type rematchChange struct{ last, next gameChange }

func (c rematchChange) apply(w *writer) error {
	if err := c.last.apply(w); err != nil {
		return err
	}
	err := c.next.apply(w)
	if errors.Is(err, room.ErrConflict) {
		return nil
	}
	return err
}

// Create saves a new game with its first events. It returns room.ErrConflict if the game exists.
func (s *Store) Create(ctx context.Context, e room.Entry, events []game.Event) error {
	return s.do(ctx, gameChange{entry: e, events: events, create: true})
}

// Append adds events to a game. It returns room.ErrConflict if the number of saved events differs from have.
func (s *Store) Append(ctx context.Context, e room.Entry, have int, events []game.Event) error {
	return s.do(ctx, gameChange{entry: e, events: events, have: have})
}

// Rematch adds events to a game and creates the next one, in one transaction.
func (s *Store) Rematch(ctx context.Context, e room.Entry, have int, events []game.Event, next room.Entry, first []game.Event) error {
	return s.do(ctx, rematchChange{gameChange{entry: e, events: events, have: have}, gameChange{entry: next, events: first, create: true}})
}

// Pulse records that a hub is alive at a given time, in an ordinary transaction.
func (s *Store) Pulse(ctx context.Context, at int64) error {
	return backend{s}.Apply(ctx, relational.Statement{Text: dialect.PutPulse, Args: []any{at}})
}

// Wake records the start of a hub, and an outage since the last pulse. It returns the time of that pulse and
// the latest outages.
func (s *Store) Wake(ctx context.Context, at int64) (pulse int64, outages []game.Outage, err error) {
	err = backend{s}.Write(ctx, func(ctx context.Context, tx relational.Tx) error {
		if err := tx.Query(ctx, func(scan relational.Scan) error { return scan(&pulse) }, "SELECT at FROM pulse"); err != nil {
			return err
		}
		outages, err = s.PutStart(ctx, tx, pulse, at)
		return err
	})
	return pulse, outages, err
}
