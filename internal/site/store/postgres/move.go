package postgres

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/push"
	"github.com/tainchess/tain/internal/site/store"
)

// CountGames returns how many games and events there are.
func (s *Store) CountGames(ctx context.Context) (games, events int, err error) {
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		return tx.QueryRow(ctx, "SELECT count(*), coalesce(sum(events), 0) FROM games").Scan(&games, &events)
	})
	return games, events, err
}

// Used reports whether a server uses the database just now.
func (s *Store) Used(ctx context.Context) (bool, error) {
	n, err := s.Servers(ctx)
	return n > 0, err
}

// Servers returns how many others use the database just now.
func (s *Store) Servers(ctx context.Context) (n int, err error) {
	err = s.row(ctx, []any{&n}, `SELECT count(*) FROM nodes WHERE id <> $1 AND EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = $2 AND objid::bigint = id
		AND objsubid = 2 AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`, s.number(), int64(nodeClass))
	return n, err
}

// GamesAfter returns the games whose names follow one, in their order.
func (s *Store) GamesAfter(ctx context.Context, after string, most int) (list []store.Game, err error) {
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		found, err := tx.Query(ctx, `SELECT id, white, black, white_name, black_name, anonymous, white_seen, black_seen, open, running, coalesce(at, 0), created, updated, entry,
			array(SELECT data FROM events WHERE game = id ORDER BY seq) FROM games LEFT JOIN due ON due.game = id WHERE id > $1 ORDER BY id LIMIT $2`, after, most)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(found, func(r pgx.CollectableRow) (g store.Game, err error) {
			err = r.Scan(&g.ID, &g.White, &g.Black, &g.WhiteName, &g.BlackName, &g.Anonymous, &g.WhiteSeen, &g.BlackSeen, &g.Open, &g.Running, &g.Deadline, &g.Created, &g.Updated, &g.Entry, &g.Events)
			return g, err
		})
		return err
	})
	return list, err
}

// PutGames adds games, all of them or none; one that is there already stays.
func (s *Store) PutGames(ctx context.Context, list []store.Game) error {
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var b pgx.Batch
		for _, g := range list {
			var e struct{ Variant string }
			if err := json.Unmarshal([]byte(g.Entry), &e); err != nil {
				return fmt.Errorf("the entry of %s: %w", g.ID, err)
			}
			var definition *string
			if _, hash, ok := strings.Cut(e.Variant, "#"); ok {
				definition = &hash
			}
			var deadline, ended *int64
			if g.Deadline != 0 {
				deadline = &g.Deadline
			}
			if !g.Running {
				ended = &g.Updated
			}
			b.Queue(`WITH changed AS (
				INSERT INTO games (id, events, white, black, white_name, black_name, anonymous, white_seen, black_seen, open, running, created, updated, ended, entry, definition)
				VALUES ($1, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) ON CONFLICT DO NOTHING RETURNING id
			), `+keep+" SELECT count(*) FROM changed", g.ID, 0, draw(), g.Events, deadline, nobody,
				len(g.Events), g.White, g.Black, g.WhiteName, g.BlackName, g.Anonymous, g.WhiteSeen, g.BlackSeen, g.Open, g.Running, g.Created, g.Updated, ended, g.Entry, definition)
		}
		return tx.SendBatch(ctx, &b).Close()
	})
}

// Rest returns what there is beside games.
func (s *Store) Rest(ctx context.Context) (r store.Rest, err error) {
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		r = store.Rest{}
		if err := list(ctx, tx, &r.Definitions, pgx.RowToStructByPos[store.Wanted], "SELECT hash, text, wanted FROM definitions ORDER BY hash"); err != nil {
			return err
		}
		found, err := tx.Query(ctx, studyColumns+"ORDER BY id")
		if err != nil {
			return err
		}
		for found.Next() {
			one, err := scanStudy(found)
			if err != nil {
				found.Close()
				return err
			}
			r.Studies = append(r.Studies, one)
		}
		if err := found.Err(); err != nil {
			return err
		}
		if err := list(ctx, tx, &r.Ahead, pgx.RowToStructByPos[store.Said], `SELECT game, side, data FROM ahead ORDER BY game, side COLLATE "C"`); err != nil {
			return err
		}
		if err := list(ctx, tx, &r.Subscriptions, func(row pgx.CollectableRow) (one push.Subscription, err error) {
			var person []byte
			err = row.Scan(&one.Endpoint, &person, &one.Key, &one.Auth, &one.Created)
			copy(one.Person[:], person)
			return one, err
		}, "SELECT endpoint, person, key, auth, created FROM subscriptions ORDER BY endpoint"); err != nil {
			return err
		}
		if err := list(ctx, tx, &r.Names, pgx.RowToStructByPos[store.Named], "SELECT encode(session, 'hex'), name FROM names ORDER BY session"); err != nil {
			return err
		}
		if err := list(ctx, tx, &r.Bans, pgx.RowToStructByPos[store.Ban], "SELECT subject, reason, created, until FROM bans ORDER BY subject"); err != nil {
			return err
		}
		if err := list(ctx, tx, &r.Settings, pgx.RowToStructByPos[store.Named], "SELECT name, value FROM settings WHERE name <> '"+store.CopySetting+"' ORDER BY name"); err != nil {
			return err
		}
		if err := list(ctx, tx, &r.Outages, pgx.RowToStructByPos[game.Outage], "SELECT since, until FROM outages ORDER BY until"); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "SELECT coalesce(max(at), 0) FROM pulse").Scan(&r.Pulse)
	})
	return r, err
}

// list reads all rows of a query; none stay none.
func list[T any](ctx context.Context, tx pgx.Tx, into *[]T, scan pgx.RowToFunc[T], text string) error {
	found, err := tx.Query(ctx, text)
	if err != nil {
		return err
	}
	all, err := pgx.CollectRows(found, scan)
	if len(all) > 0 {
		*into = all
	}
	return err
}

// PutRest puts it in the place of what is there.
func (s *Store) PutRest(ctx context.Context, r store.Rest) error {
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var b pgx.Batch
		for _, table := range []string{"definitions WHERE NOT EXISTS (SELECT 1 FROM games WHERE definition = hash)", "studies", "ahead", "subscriptions", "names", "bans", "settings WHERE name <> '" + store.CopySetting + "'", "outages", "pulse"} {
			b.Queue("DELETE FROM " + table)
		}
		for _, d := range r.Definitions {
			b.Queue("INSERT INTO definitions (hash, text, wanted) VALUES ($1, $2, $3) ON CONFLICT (hash) DO UPDATE SET wanted = excluded.wanted", d.Hash, d.Text, d.Wanted)
		}
		for _, one := range r.Studies {
			b.Queue("INSERT INTO studies (id, secret, owner, title, pgn, version, created, updated, used) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
				one.ID, one.Secret[:], one.Owner[:], one.Title, one.PGN, one.Version, one.Created, one.Updated, one.Used)
		}
		for _, one := range r.Ahead {
			b.Queue("INSERT INTO ahead (game, side, data) VALUES ($1, $2, $3)", one.Game, one.Side, one.Data)
		}
		for _, one := range r.Subscriptions {
			b.Queue("INSERT INTO subscriptions (endpoint, person, key, auth, created) VALUES ($1, $2, $3, $4, $5)", one.Endpoint, one.Person[:], one.Key, one.Auth, one.Created)
		}
		for _, one := range r.Names {
			who, err := hex.DecodeString(one.Name)
			if err != nil {
				return err
			}
			b.Queue("INSERT INTO names (session, name) VALUES ($1, $2)", who, one.Value)
		}
		for _, one := range r.Bans {
			b.Queue("INSERT INTO bans (subject, reason, created, until) VALUES ($1, $2, $3, $4)", one.Subject, one.Reason, one.Created, one.Until)
		}
		for _, one := range r.Settings {
			b.Queue("INSERT INTO settings (name, value) VALUES ($1, $2)", one.Name, one.Value)
		}
		for _, one := range r.Outages {
			b.Queue("INSERT INTO outages (since, until) VALUES ($1, $2)", one.Since, one.Until)
		}
		if r.Pulse != 0 {
			b.Queue(pulseText, r.Pulse)
		}
		return tx.SendBatch(ctx, &b).Close()
	})
}

var _ store.Movable = (*Store)(nil)
