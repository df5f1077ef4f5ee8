package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// gameChange is a new game, or events added to one.
type gameChange struct {
	entry  room.Entry
	have   int
	events []game.Event
	create bool
}

func (c gameChange) apply(w *writer) error {
	entry, err := store.EncodeEntry(c.entry)
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	e, count := &c.entry, c.have+len(c.events)
	ctx := context.Background()
	var done sql.Result
	if c.create {
		done, err = w.create.ExecContext(ctx, e.ID, count, store.SessionOf(e.White), store.NameOf(e.White), store.SessionOf(e.Black), store.NameOf(e.Black), e.Open, e.Running, deadline(e), e.Created, e.Updated, string(entry))
	} else {
		done, err = w.update.ExecContext(ctx, count, e.Open, e.Running, deadline(e), e.Updated, string(entry), e.ID, c.have)
	}
	if changed, err := affected(done, err); err != nil {
		return err
	} else if !changed {
		return c.unmoved(w)
	}
	for i, event := range c.events {
		data, err := store.EncodeEvent(event)
		if err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
		if _, err := w.event.ExecContext(ctx, e.ID, c.have+i, string(data)); err != nil {
			return fmt.Errorf("sqlite: %w", err)
		}
		if event.Type == game.Joined && event.Player != nil {
			if err := w.seat(ctx, e.ID, event.Side, *event.Player); err != nil {
				return err
			}
		}
	}
	return nil
}

// unmoved tells why a change changed nothing.
func (c gameChange) unmoved(w *writer) error {
	if c.create {
		return room.ErrConflict
	}
	var have int
	switch err := w.conn.QueryRowContext(context.Background(), "SELECT events FROM games WHERE id = ?", c.entry.ID).Scan(&have); {
	case errors.Is(err, sql.ErrNoRows):
		return room.ErrNotFound
	case err != nil:
		return fmt.Errorf("sqlite: %w", err)
	}
	return room.ErrConflict
}

// rematchChange adds to a game and begins the one that follows it. The one that
// follows may be there already: earlier versions wrote the two one after the
// other, and could end in between.
type rematchChange struct{ last, next gameChange }

func (c rematchChange) apply(w *writer) error {
	if err := c.last.apply(w); err != nil {
		return err
	}
	if err := c.next.apply(w); err != nil && !errors.Is(err, room.ErrConflict) {
		return err
	}
	return nil
}

// operation is what an operator does.
type operation func(ctx context.Context, conn *sql.Conn) error

func (o operation) apply(w *writer) error { return o(context.Background(), w.conn) }

// seenChange notes that a player was at a game.
type seenChange struct {
	id   string
	side game.Side
	at   int64
}

func (c seenChange) apply(w *writer) error {
	text := "UPDATE games SET white_seen = max(white_seen, ?) WHERE id = ?"
	if c.side == game.Black {
		text = "UPDATE games SET black_seen = max(black_seen, ?) WHERE id = ?"
	}
	found, err := affected(w.conn.ExecContext(context.Background(), text, c.at, c.id))
	if err == nil && !found {
		return room.ErrNotFound
	}
	return err
}

// pulseChange notes that somebody is alive.
type pulseChange struct{ at int64 }

func (c pulseChange) apply(w *writer) error {
	_, err := affected(w.pulse.ExecContext(context.Background(), c.at))
	return err
}

// wakeChange notes that somebody begins, and reads the last pulse before it.
type wakeChange struct {
	at    int64
	pulse *int64
}

func (c wakeChange) apply(w *writer) error {
	ctx := context.Background()
	err := w.conn.QueryRowContext(ctx, "SELECT at FROM pulse").Scan(c.pulse)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("sqlite: %w", err)
	}
	if _, err := affected(w.outage.ExecContext(ctx, c.at)); err != nil {
		return err
	}
	// There is one for each start: the oldest go when there are very many.
	if err := w.exec(fmt.Sprintf("DELETE FROM outages WHERE until NOT IN (SELECT until FROM outages ORDER BY until DESC LIMIT %d)", room.MostOutages)); err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return pulseChange{c.at}.apply(w)
}

// affected reports whether a statement changed anything.
func affected(done sql.Result, err error) (bool, error) {
	if err != nil {
		return false, fmt.Errorf("sqlite: %w", err)
	}
	n, err := done.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("sqlite: %w", err)
	}
	return n > 0, nil
}

// deadline returns what a game is looked up by when its time has come, nil if
// it never does.
func deadline(e *room.Entry) any {
	if e.Deadline == 0 {
		return nil
	}
	return e.Deadline
}
