package postgres

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

func encode(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("postgres: %w", err)
	}
	return string(text), nil
}

func decode(text string, v any) error { return json.Unmarshal([]byte(text), v) }

// List returns games, the last changed first.
func (s *Store) List(ctx context.Context, f store.Filter) ([]room.Entry, error) {
	var where []string
	var args []any
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprint("$", len(args))
	}
	if f.Running {
		where = append(where, "running")
	}
	if f.Ended {
		where = append(where, "ended IS NOT NULL")
	}
	if f.Named {
		where = append(where, "NOT anonymous")
	}
	if f.Player != (game.Hash{}) {
		who := arg(f.Player[:])
		where = append(where, "(white = "+who+" OR black = "+who+")")
	}
	if f.Before != 0 {
		column := "updated"
		if f.Ended {
			column = "ended" // which has an index
		}
		where = append(where, column+" < "+arg(f.Before))
	}
	rest := ""
	if len(where) > 0 {
		rest = "WHERE " + strings.Join(where, " AND ")
	}
	rest += " ORDER BY updated DESC, id"
	if f.Limit > 0 {
		rest += " LIMIT " + arg(f.Limit)
	}
	return s.entries(ctx, rest, args...)
}

// Entry returns that of a game, or room.ErrNotFound.
func (s *Store) Entry(ctx context.Context, id string) (room.Entry, error) {
	list, err := s.entries(ctx, "WHERE id = $1", id)
	if err == nil && len(list) == 0 {
		err = room.ErrNotFound
	}
	if err != nil {
		return room.Entry{}, err
	}
	return list[0], nil
}

// Delete deletes a game with all its events, or returns room.ErrNotFound.
func (s *Store) Delete(ctx context.Context, id string) error {
	tried := false
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		again := tried
		tried = true
		tag, err := tx.Exec(ctx, "DELETE FROM games WHERE id = $1", id)
		switch {
		case err != nil:
			return err
		case tag.RowsAffected() == 0 && again:
			return nil // the first try was committed
		case tag.RowsAffected() == 0:
			return room.ErrNotFound
		}
		if err := exec(ctx, tx, []any{id}, "SELECT set_config('tain.deleting', $1, true)",
			"DELETE FROM events WHERE game = $1", "DELETE FROM ahead WHERE game = $1", "DELETE FROM due WHERE game = $1"); err != nil {
			return err
		}
		return done(ctx, tx, store.Deleted, id)
	})
}

// gamesOf returns the games somebody has a seat in, and keeps others from
// changing them.
func gamesOf(ctx context.Context, tx pgx.Tx, who game.Hash) ([]string, error) {
	found, err := tx.Query(ctx, "SELECT id FROM games WHERE white = $1 OR black = $1 ORDER BY id FOR UPDATE", who[:])
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[string])
}

// Rename gives a person a name in all games, and for those to come where name is
// not empty. It returns the games.
func (s *Store) Rename(ctx context.Context, who game.Hash, name string) (ids []string, err error) {
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if ids, err = gamesOf(ctx, tx, who); err != nil {
			return err
		}
		if err := exec(ctx, tx, []any{who[:]}, "DELETE FROM names WHERE session = $1"); err != nil {
			return err
		}
		if name != "" {
			if err := exec(ctx, tx, []any{who[:], name},
				"INSERT INTO names (session, name) VALUES ($1, $2)",
				"UPDATE games SET white_name = $2 WHERE white = $1", "UPDATE games SET black_name = $2 WHERE black = $1"); err != nil {
				return err
			}
		}
		return done(ctx, tx, store.Changed, ids...)
	})
	return ids, err
}

// Erase forgets a person. In each game somebody without a name takes their
// place, another one each time, so that nothing tells that it was the same. It
// returns the games.
func (s *Store) Erase(ctx context.Context, who game.Hash) (ids []string, err error) {
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		found, err := gamesOf(ctx, tx, who)
		if err != nil {
			return err
		}
		if len(found) > 0 { // a try whose commit is not known has found them before
			ids = found
		}
		for _, id := range found {
			if err := replace(ctx, tx, id, who); err != nil {
				return err
			}
		}
		if err := exec(ctx, tx, []any{who[:]}, "DELETE FROM names WHERE session = $1",
			"DELETE FROM studies WHERE owner = $1", "DELETE FROM subscriptions WHERE person = $1"); err != nil {
			return err
		}
		if err := exec(ctx, tx, []any{hex.EncodeToString(who[:])}, "DELETE FROM bans WHERE subject = $1"); err != nil {
			return err
		}
		return done(ctx, tx, store.Changed, found...)
	})
	return ids, err
}

// replace puts somebody nobody knows in a person's place. Who plays both sides
// goes on doing so.
func replace(ctx context.Context, tx pgx.Tx, id string, who game.Hash) error {
	var other game.Hash
	rand.Read(other[:])
	return exec(ctx, tx, []any{id, who[:], other[:]},
		"UPDATE games SET white = $3, white_name = '', white_seen = 0 WHERE id = $1 AND white = $2",
		"UPDATE games SET black = $3, black_name = '', black_seen = 0 WHERE id = $1 AND black = $2")
}

// Anonymise forgets who played a game.
func (s *Store) Anonymise(ctx context.Context, id string) error {
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var seats [2][]byte
		if err := tx.QueryRow(ctx, "SELECT white, black FROM games WHERE id = $1 FOR UPDATE", id).Scan(&seats[0], &seats[1]); err != nil {
			if errors.Is(err, pgx.ErrNoRows) {
				return room.ErrNotFound
			}
			return err
		}
		for _, who := range seats {
			if len(who) != len(game.Hash{}) {
				continue
			}
			if err := replace(ctx, tx, id, game.Hash(who)); err != nil {
				return err
			}
		}
		if err := exec(ctx, tx, []any{id}, "UPDATE games SET anonymous = true WHERE id = $1"); err != nil {
			return err
		}
		return done(ctx, tx, store.Changed, id)
	})
}

// Persons returns up to so many people whose hash lies between two, as those do
// that begin with the eight digits of a list.
func (s *Store) Persons(ctx context.Context, low, high game.Hash, most int) ([]game.Hash, error) {
	return rows(ctx, s, func(r pgx.Rows) (who game.Hash, err error) {
		var bits []byte
		err = r.Scan(&bits)
		copy(who[:], bits)
		return who, err
	}, `SELECT white FROM games WHERE white BETWEEN $1 AND $2 UNION SELECT black FROM games WHERE black BETWEEN $1 AND $2
		UNION SELECT owner FROM studies WHERE owner BETWEEN $1 AND $2
		UNION SELECT session FROM names WHERE session BETWEEN $1 AND $2
		UNION SELECT decode(subject, 'hex') FROM bans WHERE subject ~ '^[0-9a-f]{64}$' AND subject BETWEEN encode($1, 'hex') AND encode($2, 'hex') LIMIT $3`, low[:], high[:], most)
}

// Names returns the names that were given to people.
func (s *Store) Names(ctx context.Context) (map[game.Hash]string, error) {
	names := map[game.Hash]string{}
	_, err := rows(ctx, s, func(r pgx.Rows) (struct{}, error) {
		var who []byte
		var name string
		err := r.Scan(&who, &name)
		if len(who) == len(game.Hash{}) {
			names[game.Hash(who)] = name
		}
		return struct{}{}, err
	}, "SELECT session, name FROM names")
	return names, err
}

// Ban keeps a ban, in place of one on the same subject.
func (s *Store) Ban(ctx context.Context, b store.Ban) error {
	return s.operate(ctx, store.Listed, []any{b.Subject, b.Reason, b.Created, b.Until},
		"INSERT INTO bans (subject, reason, created, until) VALUES ($1, $2, $3, $4) ON CONFLICT (subject) DO UPDATE SET reason = excluded.reason, created = excluded.created, until = excluded.until")
}

// Unban lifts a ban.
func (s *Store) Unban(ctx context.Context, subject string) error {
	return s.operate(ctx, store.Listed, []any{subject}, "DELETE FROM bans WHERE subject = $1")
}

// ForgetBans deletes the bans that have ended by a time.
func (s *Store) ForgetBans(ctx context.Context, by int64) error {
	if err := s.do(ctx, statement{"", "DELETE FROM bans WHERE until <> 0 AND until <= $1", []any{by}, nil}, patience); err != nil {
		return err
	}
	// Every node has heard of what was done a day ago.
	return s.do(ctx, statement{"", "DELETE FROM operations WHERE at < clock_timestamp() - interval '1 day'", nil, nil}, patience)
}

// Bans returns all bans, the newest first.
func (s *Store) Bans(ctx context.Context) ([]store.Ban, error) {
	list, err := rows(ctx, s, func(r pgx.Rows) (b store.Ban, err error) {
		err = r.Scan(&b.Subject, &b.Reason, &b.Created, &b.Until)
		return b, err
	}, "SELECT subject, reason, created, until FROM bans ORDER BY created DESC, subject")
	if list == nil && err == nil {
		list = []store.Ban{}
	}
	return list, err
}

// Set keeps something the operator has set.
func (s *Store) Set(ctx context.Context, name string, value any) error {
	text, err := encode(value)
	if err != nil {
		return err
	}
	return s.operate(ctx, store.Listed, []any{name, text}, "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
}

// Setting reads what was set; without it value stays what it is.
func (s *Store) Setting(ctx context.Context, name string, value any) error {
	var text string
	switch err := s.row(ctx, []any{&text}, "SELECT value FROM settings WHERE name = $1", name); {
	case errors.Is(err, room.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return decode(text, value)
}

// SetOnce keeps a setting unless there is one of that name, and reads the one that
// is there then.
func (s *Store) SetOnce(ctx context.Context, name string, value any) error {
	text, err := encode(value)
	if err != nil {
		return err
	}
	if err := s.do(ctx, statement{"", "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", []any{name, text}, nil}, patience); err != nil {
		return err
	}
	return s.Setting(ctx, name, value)
}

// operate carries out one statement of an operator, and lets the other nodes know.
func (s *Store) operate(ctx context.Context, what store.Operation, args []any, text string) error {
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := exec(ctx, tx, args, text); err != nil {
			return err
		}
		return done(ctx, tx, what)
	})
}

// done lets the other nodes know what an operator has done. Numbers are in the
// order of the commits, so that nobody who asks for what follows one misses any.
func done(ctx context.Context, tx pgx.Tx, what store.Operation, games ...string) error {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1, $2)", lockClass, lockOperations); err != nil {
		return err
	}
	if games == nil {
		games = []string{}
	}
	return exec(ctx, tx, []any{string(what), games}, "INSERT INTO operations (what, games) VALUES ($1, $2)")
}

// Tell lets the other nodes know what an operator has done to games.
func (s *Store) Tell(ctx context.Context, what store.Operation, games ...string) error {
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error { return done(ctx, tx, what, games...) })
}

// Operations returns what operators have done after a number.
func (s *Store) Operations(ctx context.Context, after int64) ([]store.Note, error) {
	return rows(ctx, s, func(r pgx.Rows) (n store.Note, err error) {
		err = r.Scan(&n.Number, &n.What, &n.Games)
		return n, err
	}, "SELECT id, what, games FROM operations WHERE id > $1 ORDER BY id", after)
}

// LastOperation returns the number of the last thing that an operator has done.
func (s *Store) LastOperation(ctx context.Context) (n int64, err error) {
	err = s.row(ctx, []any{&n}, "SELECT coalesce(max(id), 0) FROM operations")
	return n, err
}
