package sqlite

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/shelf"
	"github.com/tainchess/tain/internal/site/store"
)

// Where names the folder.
func (s *Store) Where() string { return s.folder }

// Used reports whether another server uses the database: who has it open is
// alone.
func (s *Store) Used(context.Context) (bool, error) { return false, nil }

// CountGames returns how many games and events there are.
func (s *Store) CountGames(ctx context.Context) (games, events int, err error) {
	if err := s.read.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(events), 0) FROM games").Scan(&games, &events); err != nil {
		return 0, 0, fmt.Errorf("sqlite: %w", err)
	}
	return games, events, nil
}

// collect reads all rows of a query.
func collect[T any](ctx context.Context, db *sql.DB, scan func(scan func(into ...any) error) (T, error), text string, args ...any) (list []T, err error) {
	rows, err := db.QueryContext(ctx, text, args...)
	if err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		one, err := scan(rows.Scan)
		if err != nil {
			return nil, fmt.Errorf("sqlite: %w", err)
		}
		list = append(list, one)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("sqlite: %w", err)
	}
	return list, nil
}

// GamesAfter returns the games whose names follow one, in their order.
func (s *Store) GamesAfter(ctx context.Context, after string, most int) ([]store.Game, error) {
	list, err := collect(ctx, s.read, func(scan func(...any) error) (g store.Game, err error) {
		err = scan(&g.ID, &g.White, &g.Black, &g.WhiteName, &g.BlackName, &g.Anonymous, &g.WhiteSeen, &g.BlackSeen, &g.Open, &g.Running, &g.Deadline, &g.Created, &g.Updated, &g.Entry)
		return g, err
	}, "SELECT id, white, black, white_name, black_name, anonymous, white_seen, black_seen, open, running, coalesce(deadline, 0), created, updated, entry FROM games WHERE id > ? ORDER BY id LIMIT ?", after, most)
	if err != nil {
		return nil, err
	}
	for i := range list {
		texts, err := s.texts(ctx, "SELECT data FROM events WHERE game = ? ORDER BY seq", list[i].ID)
		if err != nil {
			return nil, err
		}
		list[i].Events = make([]string, len(texts))
		for n, text := range texts {
			list[i].Events[n] = string(text)
		}
	}
	return list, nil
}

// PutGames adds games, all of them or none; one that is there already stays.
func (s *Store) PutGames(ctx context.Context, list []store.Game) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		for _, g := range list {
			var deadline any
			if g.Deadline != 0 {
				deadline = g.Deadline
			}
			done, err := conn.ExecContext(ctx, `INSERT INTO games (id, events, white, black, white_name, black_name, anonymous, white_seen, black_seen, open, running, deadline, created, updated, entry)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
				g.ID, len(g.Events), g.White, g.Black, g.WhiteName, g.BlackName, g.Anonymous, g.WhiteSeen, g.BlackSeen, g.Open, g.Running, deadline, g.Created, g.Updated, g.Entry)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n == 0 {
				if err != nil {
					return err
				}
				continue
			}
			for seq, data := range g.Events {
				if err := exec(ctx, conn, []any{g.ID, seq, data}, "INSERT INTO events (game, seq, data) VALUES (?, ?, ?)"); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Rest returns what there is beside games.
func (s *Store) Rest(ctx context.Context) (r store.Rest, err error) {
	named := func(scan func(...any) error) (n store.Named, err error) {
		err = scan(&n.Name, &n.Value)
		return n, err
	}
	for _, read := range []func() error{
		func() error {
			r.Definitions, err = collect(ctx, s.read, func(scan func(...any) error) (d store.Wanted, err error) {
				err = scan(&d.Hash, &d.Text, &d.Wanted)
				return d, err
			}, "SELECT hash, text, wanted FROM definitions ORDER BY hash")
			return err
		},
		func() error {
			r.Studies, err = s.studies(ctx, "ORDER BY id")
			return err
		},
		func() error {
			r.Ahead, err = collect(ctx, s.read, func(scan func(...any) error) (one store.Said, err error) {
				err = scan(&one.Game, &one.Side, &one.Data)
				return one, err
			}, "SELECT game, side, data FROM ahead ORDER BY game, side")
			return err
		},
		func() error {
			r.Subscriptions, err = collect(ctx, s.read, func(scan func(...any) error) (one push.Subscription, err error) {
				var person []byte
				err = scan(&one.Endpoint, &person, &one.Key, &one.Auth, &one.Created)
				copy(one.Person[:], person)
				return one, err
			}, "SELECT endpoint, person, key, auth, created FROM subscriptions ORDER BY endpoint")
			return err
		},
		func() error {
			r.Names, err = collect(ctx, s.read, named, "SELECT lower(hex(session)), name FROM names ORDER BY session")
			return err
		},
		func() error {
			r.Bans, err = collect(ctx, s.read, func(scan func(...any) error) (b store.Ban, err error) {
				err = scan(&b.Subject, &b.Reason, &b.Created, &b.Until)
				return b, err
			}, "SELECT subject, reason, created, until FROM bans ORDER BY subject")
			return err
		},
		func() error {
			r.Settings, err = collect(ctx, s.read, named, "SELECT name, value FROM settings WHERE name <> ? ORDER BY name", store.CopySetting)
			return err
		},
		func() error {
			r.Outages, err = collect(ctx, s.read, func(scan func(...any) error) (o game.Outage, err error) {
				err = scan(&o.Since, &o.Until)
				return o, err
			}, "SELECT since, until FROM outages ORDER BY until")
			return err
		},
		func() error {
			return s.read.QueryRowContext(ctx, "SELECT coalesce(max(at), 0) FROM pulse").Scan(&r.Pulse)
		},
	} {
		if err := read(); err != nil {
			return store.Rest{}, err
		}
	}
	return r, nil
}

// PutRest puts it in the place of what is there.
func (s *Store) PutRest(ctx context.Context, r store.Rest) error {
	return s.operate(ctx, func(ctx context.Context, conn *sql.Conn) error {
		for _, table := range []string{"studies", "ahead", "subscriptions", "names", "bans", "settings WHERE name <> '" + store.CopySetting + "'", "outages", "pulse"} {
			if err := exec(ctx, conn, nil, "DELETE FROM "+table); err != nil {
				return err
			}
		}
		add := func(text string, args ...any) error { return exec(ctx, conn, args, text) }
		for _, d := range r.Definitions {
			if err := add("INSERT INTO definitions (hash, text, wanted) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET wanted = excluded.wanted", d.Hash, d.Text, d.Wanted); err != nil {
				return err
			}
		}
		for _, one := range r.Studies {
			if err := addStudy(ctx, conn, one); err != nil {
				return err
			}
		}
		for _, one := range r.Ahead {
			if err := add("INSERT INTO ahead (game, side, data) VALUES (?, ?, ?)", one.Game, one.Side, one.Data); err != nil {
				return err
			}
		}
		for _, one := range r.Subscriptions {
			if err := add("INSERT INTO subscriptions (endpoint, person, key, auth, created) VALUES (?, ?, ?, ?, ?)", one.Endpoint, one.Person[:], one.Key, one.Auth, one.Created); err != nil {
				return err
			}
		}
		for _, one := range r.Names {
			who, err := hex.DecodeString(one.Name)
			if err != nil {
				return err
			}
			if err := add("INSERT INTO names (session, name) VALUES (?, ?)", who, one.Value); err != nil {
				return err
			}
		}
		for _, one := range r.Bans {
			if err := add("INSERT INTO bans (subject, reason, created, until) VALUES (?, ?, ?, ?)", one.Subject, one.Reason, one.Created, one.Until); err != nil {
				return err
			}
		}
		for _, one := range r.Settings {
			if err := add("INSERT INTO settings (name, value) VALUES (?, ?)", one.Name, one.Value); err != nil {
				return err
			}
		}
		for _, one := range r.Outages {
			if err := add("INSERT INTO outages (since, until) VALUES (?, ?)", one.Since, one.Until); err != nil {
				return err
			}
		}
		if r.Pulse == 0 {
			return nil
		}
		return add("INSERT INTO pulse (id, at) VALUES (1, ?)", r.Pulse)
	})
}

// addStudy adds a study.
func addStudy(ctx context.Context, conn *sql.Conn, one shelf.Study) error {
	return exec(ctx, conn, []any{one.ID, one.Secret[:], one.Owner[:], one.Title, one.PGN, one.Version, one.Created, one.Updated, one.Used},
		"INSERT INTO studies (id, secret, owner, title, pgn, version, created, updated, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
}

var _ store.Movable = (*Store)(nil)
