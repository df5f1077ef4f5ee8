package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// List returns games, the last changed first.
func (s *Store) List(ctx context.Context, f store.Filter) ([]room.Entry, error) {
	var where []string
	var args []any
	if f.Running {
		where = append(where, "running")
	}
	if f.Ended {
		where = append(where, "NOT running")
	}
	if f.Named {
		where = append(where, "NOT anonymous")
	}
	if f.Player != (game.Hash{}) {
		where = append(where, "(white = ? OR black = ?)")
		args = append(args, f.Player[:], f.Player[:])
	}
	if f.Before != 0 {
		where = append(where, "updated < ?")
		args = append(args, f.Before)
	}
	rest := ""
	if len(where) > 0 {
		rest = "WHERE " + strings.Join(where, " AND ")
	}
	if f.Limit <= 0 {
		f.Limit = -1
	}
	return s.entries(ctx, rest+" ORDER BY updated DESC, id LIMIT ?", append(args, f.Limit)...)
}

// Entry returns that of a game, or room.ErrNotFound.
func (s *Store) Entry(ctx context.Context, id string) (room.Entry, error) {
	list, err := s.entries(ctx, "WHERE id = ?", id)
	if err == nil && len(list) == 0 {
		err = room.ErrNotFound
	}
	if err != nil {
		return room.Entry{}, err
	}
	return list[0], nil
}

// operate carries something out in a transaction, among the changes of games.
func (s *Store) operate(ctx context.Context, do func(ctx context.Context, conn *sql.Conn) error) error {
	return s.do(ctx, operation(func(ctx context.Context, conn *sql.Conn) error {
		err := do(ctx, conn)
		if err != nil && !errors.Is(err, room.ErrNotFound) {
			err = fmt.Errorf("sqlite: %w", err)
		}
		return err
	}))
}

func exec(ctx context.Context, conn *sql.Conn, args []any, statements ...string) error {
	for _, text := range statements {
		if _, err := conn.ExecContext(ctx, text, args...); err != nil {
			return err
		}
	}
	return nil
}

// Delete deletes a game with all its events, or returns room.ErrNotFound.
func (s *Store) Delete(ctx context.Context, id string) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		done, err := conn.ExecContext(ctx, "DELETE FROM games WHERE id = ?", id)
		if err != nil {
			return err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, room.ErrNotFound)
		}
		return exec(ctx, conn, []any{id},
			"INSERT INTO deleting (game) VALUES (?)", "DELETE FROM events WHERE game = ?", "DELETE FROM ahead WHERE game = ?", "DELETE FROM deleting WHERE game = ?")
	})
}

// Rename gives a person a name in all games, and for those to come where name is
// not empty. It returns the games.
func (s *Store) Rename(ctx context.Context, who game.Hash, name string) (ids []string, err error) {
	err = s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		if ids, err = gamesOf(ctx, conn, who); err != nil {
			return err
		}
		if err := exec(ctx, conn, []any{who[:]}, "DELETE FROM names WHERE session = ?"); err != nil || name == "" {
			return err
		}
		return exec(ctx, conn, []any{who[:], name},
			"INSERT INTO names (session, name) VALUES (?1, ?2)",
			"UPDATE games SET white_name = ?2 WHERE white = ?1", "UPDATE games SET black_name = ?2 WHERE black = ?1")
	})
	return ids, err
}

// gamesOf returns the games somebody has a seat in.
func gamesOf(ctx context.Context, conn *sql.Conn, who game.Hash) (ids []string, err error) {
	rows, err := conn.QueryContext(ctx, "SELECT id FROM games WHERE white = ?1 OR black = ?1", who[:])
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// Erase forgets a person. In each game somebody without a name takes their
// place, another one each time, so that nothing tells that it was the same. It
// returns the games.
func (s *Store) Erase(ctx context.Context, who game.Hash) (ids []string, err error) {
	err = s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		if ids, err = gamesOf(ctx, conn, who); err != nil {
			return err
		}
		for _, id := range ids {
			if err := replace(ctx, conn, id, who); err != nil {
				return err
			}
		}
		if err := exec(ctx, conn, []any{who[:]}, "DELETE FROM names WHERE session = ?"); err != nil {
			return err
		}
		if err := exec(ctx, conn, []any{who[:]}, "DELETE FROM studies WHERE owner = ?", "DELETE FROM subscriptions WHERE person = ?"); err != nil {
			return err
		}
		return exec(ctx, conn, []any{fmt.Sprintf("%x", who[:])}, "DELETE FROM bans WHERE subject = ?")
	})
	if err == nil {
		s.flush(ctx)
	}
	return ids, err
}

// replace puts somebody nobody knows in a person's place. Who plays both sides
// goes on doing so.
func replace(ctx context.Context, conn *sql.Conn, id string, who game.Hash) error {
	var other game.Hash
	rand.Read(other[:])
	return exec(ctx, conn, []any{id, who[:], other[:]},
		"UPDATE games SET white = ?3, white_name = '', white_seen = 0 WHERE id = ?1 AND white = ?2",
		"UPDATE games SET black = ?3, black_name = '', black_seen = 0 WHERE id = ?1 AND black = ?2")
}

// Anonymise forgets who played a game.
func (s *Store) Anonymise(ctx context.Context, id string) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		for _, column := range []string{"white", "black"} {
			var who []byte
			if err := conn.QueryRowContext(ctx, "SELECT "+column+" FROM games WHERE id = ?", id).Scan(&who); err != nil {
				if errors.Is(err, sql.ErrNoRows) {
					return room.ErrNotFound
				}
				return err
			}
			if who == nil {
				continue
			}
			if err := replace(ctx, conn, id, game.Hash(who)); err != nil {
				return err
			}
		}
		return exec(ctx, conn, []any{id}, "UPDATE games SET anonymous = 1 WHERE id = ?")
	})
}

// flush brings the log into the database and empties it, so that nothing that
// was erased stays there. If somebody reads just now it happens another time:
// the log is written over before long.
func (s *Store) flush(ctx context.Context) {
	s.writing.Lock()
	defer s.writing.Unlock()
	copyLog(ctx, s.side, "PRAGMA wal_checkpoint(TRUNCATE)")
}

// Persons returns up to so many people whose hash lies between two, as those do
// that begin with the eight digits of a list.
func (s *Store) Persons(ctx context.Context, low, high game.Hash, most int) (list []game.Hash, err error) {
	texts, err := s.texts(ctx, `SELECT white FROM games WHERE white BETWEEN ?1 AND ?2 UNION SELECT black FROM games WHERE black BETWEEN ?1 AND ?2
		UNION SELECT owner FROM studies WHERE owner BETWEEN ?1 AND ?2
		UNION SELECT session FROM names WHERE session BETWEEN ?1 AND ?2
		UNION SELECT unhex(subject) FROM bans WHERE unhex(subject) BETWEEN ?1 AND ?2 LIMIT ?3`, low[:], high[:], most)
	for _, t := range texts {
		list = append(list, game.Hash(t))
	}
	return list, err
}

// Names returns the names that were given to people.
func (s *Store) Names(ctx context.Context) (map[game.Hash]string, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT session, name FROM names")
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	names := map[game.Hash]string{}
	for rows.Next() {
		var who []byte
		var name string
		if err := rows.Scan(&who, &name); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		names[game.Hash(who)] = name
	}
	return names, rows.Err()
}

// Ban keeps a ban, in place of one on the same subject.
func (s *Store) Ban(ctx context.Context, b store.Ban) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		return exec(ctx, conn, []any{b.Subject, b.Reason, b.Created, b.Until}, "INSERT OR REPLACE INTO bans (subject, reason, created, until) VALUES (?, ?, ?, ?)")
	})
}

// Unban lifts a ban.
func (s *Store) Unban(ctx context.Context, subject string) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		return exec(ctx, conn, []any{subject}, "DELETE FROM bans WHERE subject = ?")
	})
}

// ForgetBans deletes the bans that have ended by a time.
func (s *Store) ForgetBans(ctx context.Context, by int64) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		return exec(ctx, conn, []any{by}, "DELETE FROM bans WHERE until <> 0 AND until <= ?")
	})
}

// Bans returns all bans, the newest first.
func (s *Store) Bans(ctx context.Context) ([]store.Ban, error) {
	rows, err := s.read.QueryContext(ctx, "SELECT subject, reason, created, until FROM bans ORDER BY created DESC, subject")
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	list := []store.Ban{}
	for rows.Next() {
		var b store.Ban
		if err := rows.Scan(&b.Subject, &b.Reason, &b.Created, &b.Until); err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		list = append(list, b)
	}
	return list, rows.Err()
}

// Set keeps something the operator has set.
func (s *Store) Set(ctx context.Context, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("sqlite: %w", err)
	}
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		return exec(ctx, conn, []any{name, string(text)}, "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)")
	})
}

// Setting reads what was set; without it value stays what it is.
func (s *Store) Setting(ctx context.Context, name string, value any) error {
	var text []byte
	err := s.read.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = ?", name).Scan(&text)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("sqlite: %w", err)
	}
	return json.Unmarshal(text, value)
}
