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
)

// look reads something. A read may be made again, and is where the connection
// was lost or nothing came back, for a while.
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
		case err == nil || errors.Is(err, room.ErrNotFound) || isDamage(err):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case !again(err) || time.Until(end) < wait:
			return fmt.Errorf("postgres: %s", why(err, ""))
		}
		time.Sleep(wait)
		wait = min(2*wait, 300*time.Millisecond)
	}
}

// damage is a row that cannot be read.
type damage struct{ error }

func (d damage) Unwrap() error { return d.error }

func isDamage(err error) bool {
	var d damage
	return errors.As(err, &d)
}

// rows reads all rows of a query.
func rows[T any](ctx context.Context, s *Store, scan func(r pgx.Rows) (T, error), text string, args ...any) (list []T, err error) {
	err = s.look(ctx, func(ctx context.Context) error {
		found, err := s.pool.Query(ctx, text, args...)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(found, func(r pgx.CollectableRow) (T, error) { return scan(found) })
		return err
	})
	return list, err
}

// row reads one row of a query, or returns room.ErrNotFound.
func (s *Store) row(ctx context.Context, into []any, text string, args ...any) error {
	return s.look(ctx, func(ctx context.Context) error {
		err := s.pool.QueryRow(ctx, text, args...).Scan(into...)
		if errors.Is(err, pgx.ErrNoRows) {
			return room.ErrNotFound
		}
		return err
	})
}

// Heads returns how many events each of some games has.
func (s *Store) Heads(ctx context.Context, ids []string) (map[string]int, error) {
	type head struct {
		id     string
		events int
	}
	found, err := rows(ctx, s, func(r pgx.Rows) (h head, err error) {
		err = r.Scan(&h.id, &h.events)
		return h, err
	}, "SELECT id, events FROM games WHERE id = ANY($1)", ids)
	if err != nil {
		return nil, err
	}
	heads := make(map[string]int, len(found))
	for _, h := range found {
		heads[h.id] = h.events
	}
	return heads, nil
}

var _ room.HeadStore = (*Store)(nil)

// Load returns the events of a game but for so many of the first.
func (s *Store) Load(ctx context.Context, id string, from int) (events []game.Event, err error) {
	var texts []string
	var who store.Persons
	err = s.look(ctx, func(ctx context.Context) error {
		var b pgx.Batch
		// In this order: who is told to have joined is known then.
		b.Queue("SELECT data FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq", id, from)
		b.Queue("SELECT "+store.PersonColumns+" FROM games WHERE id = $1", id)
		results := s.pool.SendBatch(ctx, &b)
		defer results.Close()
		found, err := results.Query()
		if err != nil {
			return err
		}
		if texts, err = pgx.CollectRows(found, pgx.RowTo[string]); err != nil {
			return err
		}
		into, read := store.ScanPersons()
		err = results.QueryRow().Scan(into...)
		if errors.Is(err, pgx.ErrNoRows) {
			return room.ErrNotFound
		}
		who = read()
		return err
	})
	if err != nil {
		return nil, err
	}
	events = make([]game.Event, len(texts))
	for i, text := range texts {
		if events[i], err = who.DecodeEvent([]byte(text)); err != nil {
			return nil, fmt.Errorf("postgres: event %d of %s: %w", from+i, id, err)
		}
	}
	return events, nil
}

// entries returns those that a query of the table of games finds; rest is what
// follows the FROM.
func (s *Store) entries(ctx context.Context, rest string, args ...any) ([]room.Entry, error) {
	return rows(ctx, s, scanEntry, "SELECT entry, "+store.PersonColumns+" FROM games "+rest, args...)
}

func scanEntry(r pgx.Rows) (room.Entry, error) {
	var text []byte
	into, read := store.ScanPersons()
	if err := r.Scan(append([]any{&text}, into...)...); err != nil {
		return room.Entry{}, err
	}
	p := read()
	e, err := p.DecodeEntry(text)
	if err != nil {
		err = damage{fmt.Errorf("postgres: an entry of the table of games: %w", err)}
	}
	return e, err
}

// Open returns the games anybody may join, newest first.
func (s *Store) Open(ctx context.Context, limit int) ([]room.Entry, error) {
	return s.entries(ctx, "WHERE open ORDER BY created DESC, id LIMIT $1", limit)
}

// BySession returns the games of a session, the last changed first.
func (s *Store) BySession(ctx context.Context, session game.Hash, limit int) ([]room.Entry, error) {
	return s.entries(ctx, "WHERE white = $1 OR black = $1 ORDER BY updated DESC, id LIMIT $2", session[:], limit)
}

// CountRunning returns how many games of a session have not ended.
func (s *Store) CountRunning(ctx context.Context, session game.Hash) (n int, err error) {
	err = s.row(ctx, []any{&n}, "SELECT count(*) FROM games WHERE (white = $1 OR black = $1) AND running", session[:])
	return n, err
}

// LastSeen returns when the players of a game were last noted to be there.
func (s *Store) LastSeen(ctx context.Context, id string) (seen [2]int64, err error) {
	err = s.row(ctx, []any{&seen[0], &seen[1]}, "SELECT white_seen, black_seen FROM games WHERE id = $1", id)
	return seen, err
}

// Definition returns the text of a definition.
func (s *Store) Definition(ctx context.Context, hash string) (text string, err error) {
	err = s.row(ctx, []any{&text}, "SELECT text FROM definitions WHERE hash = $1", hash)
	return text, err
}
