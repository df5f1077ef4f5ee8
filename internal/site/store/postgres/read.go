package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

// look reads something. It tries again for a while if the connection is lost or
// nothing comes back.
func (s *Store) look(ctx context.Context, do func(ctx context.Context) error) error {
	select {
	case <-s.closing:
		return ErrClosed
	default:
	}
	end := time.Now().Add(2 * tryFor)
	wait := 20 * time.Millisecond
	for {
		try, cancel := context.WithTimeout(ctx, tryFor)
		err := do(try)
		cancel()
		switch {
		case err == nil || relational.IsResult(err):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case !retryable(err) || time.Until(end) < wait:
			return fmt.Errorf("postgres: %s", connectionError(err, ""))
		}
		time.Sleep(wait)
		wait = min(2*wait, 300*time.Millisecond)
	}
}

// Heads returns the number of events of each of some games.
func (s *Store) Heads(ctx context.Context, ids []string) (map[string]int, error) {
	heads := make(map[string]int, len(ids))
	_, err := relational.List(ctx, backend{s}, func(scan relational.Scan) (_ struct{}, err error) {
		var id string
		var events int
		err = scan(&id, &events)
		heads[id] = events
		return struct{}{}, err
	}, "SELECT id, events FROM games WHERE id = ANY($1)", ids)
	if err != nil {
		return nil, err
	}
	return heads, nil
}

var _ room.HeadStore = (*Store)(nil)

// Load returns the events of a game from an index on.
func (s *Store) Load(ctx context.Context, id string, from int) (events []game.Event, err error) {
	var texts [][]byte
	var persons store.Persons
	err = s.look(ctx, func(ctx context.Context) error {
		var b pgx.Batch
		// Players who have joined are known when they are read after the events.
		b.Queue("SELECT data FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq", id, from)
		b.Queue("SELECT "+store.PersonColumns+" FROM games WHERE id = $1", id)
		results := s.pool.SendBatch(ctx, &b)
		defer results.Close()
		found, err := results.Query()
		if err != nil {
			return err
		}
		if texts, err = pgx.CollectRows(found, pgx.RowTo[[]byte]); err != nil {
			return err
		}
		into, read := store.ScanPersons()
		err = results.QueryRow().Scan(into...)
		if errors.Is(err, pgx.ErrNoRows) {
			return room.ErrNotFound
		}
		persons = read()
		return err
	})
	if err != nil {
		return nil, err
	}
	return persons.DecodeEvents(id, from, texts)
}
