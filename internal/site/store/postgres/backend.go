package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

var dialect = relational.Dialect{
	Ended: "ended IS NOT NULL", EndedAt: "ended",
	Deadlined: "games LEFT JOIN due ON due.game = id", Deadline: "coalesce(at, 0)",
	PlayedBy:   "EXISTS (SELECT 1 FROM games WHERE definition = hash)",
	ForUpdate:  " FOR UPDATE",
	Whole:      "floor(%s)::int",
	LockCounts: advisoryLock(lockBounds),
	DeleteEvents: []string{"SELECT set_config('tain.deleting', $1, true)", "DELETE FROM events WHERE game = $1", "DELETE FROM ahead WHERE game = $1", "DELETE FROM due WHERE game = $1",
		"DELETE FROM questions WHERE game = $1"},
	PutPulse: `INSERT INTO pulse (id, at, noted) VALUES (1, $1, clock_timestamp())
		ON CONFLICT (id) DO UPDATE SET at = greatest(pulse.at, excluded.at), noted = clock_timestamp()`,
	Size: "SELECT pg_database_size(current_database()), 0",
	TableSizes: `SELECT relname::text, pg_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'i')
		AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('games')) ORDER BY 2 DESC, 1`,
	DaySizes: `SELECT to_char(to_timestamp(created / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), count(*)::int, sum(events)::int FROM games
		WHERE created >= extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC') - ($1::int - 1) * interval '1 day')::bigint * 1000 GROUP BY 1 ORDER BY 1 DESC`,
}

// session adapts a querier to relational.Tx.
type session struct {
	querier
	retried bool
}

func (s session) Exec(ctx context.Context, text string, args ...any) (int, error) {
	tag, err := s.querier.Exec(ctx, text, args...)
	return int(tag.RowsAffected()), err
}

func (s session) Batch(ctx context.Context, list []relational.Statement) error {
	var b pgx.Batch
	for _, one := range list {
		b.Queue(one.Text, one.Args...)
	}
	return s.SendBatch(ctx, &b).Close()
}

func (s session) Query(ctx context.Context, each func(relational.Scan) error, text string, args ...any) error {
	rows, err := s.querier.Query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	return relational.Each(rows, each)
}

func (s session) Retried() bool { return s.retried }

// backend implements the database interface of package relational. It retries queries if a connection is
// lost.
type backend struct{ *Store }

func (b backend) Read(ctx context.Context, do func(context.Context, relational.Tx) error) error {
	return b.look(ctx, func(ctx context.Context) error { return do(ctx, session{querier: b.pool}) })
}

func (b backend) ReadAll(ctx context.Context, do func(context.Context, relational.Tx) error) error {
	return b.Write(ctx, do)
}

func (b backend) Write(ctx context.Context, do func(context.Context, relational.Tx) error) error {
	retried := false
	return b.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		s := session{tx, retried}
		retried = true
		return do(ctx, s)
	})
}

func (b backend) Apply(ctx context.Context, s relational.Statement) error {
	return b.do(ctx, statement{s}, patience)
}

// Notify records an operator's change for the other nodes. A lock ensures that operations are numbered in
// commit order, so a node that reads all operations after a number misses none.
func (backend) Notify(ctx context.Context, tx relational.Tx, what store.Operation, games ...string) error {
	if games == nil {
		games = []string{}
	}
	return tx.Batch(ctx, []relational.Statement{
		{Text: advisoryLock(lockOperations)},
		{Text: "INSERT INTO operations (what, games) VALUES ($1, $2)", Args: []any{string(what), games}},
	})
}

// Erased does nothing, because PostgreSQL recycles its log.
func (backend) Erased(context.Context) {}

// ForgetBans deletes the bans that have expired by a given time. It also deletes old operations.
func (s *Store) ForgetBans(ctx context.Context, by int64) error {
	if err := s.Queries.ForgetBans(ctx, by); err != nil {
		return err
	}
	// Every node has read operations that are a day old.
	return backend{s}.Apply(ctx, relational.Statement{Text: "DELETE FROM operations WHERE at < clock_timestamp() - interval '1 day'"})
}

// SetOnce saves a setting unless it exists already, and reads the saved value into value.
func (s *Store) SetOnce(ctx context.Context, name string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("postgres: %w", err)
	}
	if err := (backend{s}).Apply(ctx, relational.Statement{Text: "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", Args: []any{name, string(text)}}); err != nil {
		return err
	}
	return s.Setting(ctx, name, value)
}

// Announce records a change to games, which the other nodes then apply.
func (s *Store) Announce(ctx context.Context, what store.Operation, games ...string) error {
	b := backend{s}
	return b.Write(ctx, func(ctx context.Context, tx relational.Tx) error { return b.Notify(ctx, tx, what, games...) })
}

// Operations returns the operations after a number, in order.
func (s *Store) Operations(ctx context.Context, after int64) ([]store.Note, error) {
	scan := relational.Fields(func(n *store.Note) []any { return []any{&n.Number, &n.What, &n.Games} })
	return relational.List(ctx, backend{s}, scan, "SELECT id, what, games FROM operations WHERE id > $1 ORDER BY id", after)
}

// LastOperation returns the number of the latest operation, or 0 if there is none.
func (s *Store) LastOperation(ctx context.Context) (n int64, err error) {
	err = s.row(ctx, []any{&n}, "SELECT coalesce(max(id), 0) FROM operations")
	return n, err
}

// Bytes returns the size of the database in bytes.
func (s *Store) Bytes(ctx context.Context) (n int64, err error) {
	err = s.row(ctx, []any{&n}, "SELECT pg_database_size(current_database())")
	return n, err
}

// row reads one row, or returns room.ErrNotFound.
func (s *Store) row(ctx context.Context, into []any, text string, args ...any) error {
	return relational.Row(ctx, backend{s}, into, text, args...)
}

// Used reports whether a server is using the database.
func (s *Store) Used(ctx context.Context) (bool, error) {
	n, err := s.Servers(ctx)
	return n > 0, err
}

// Servers returns the number of other servers that are using the database.
func (s *Store) Servers(ctx context.Context) (n int, err error) {
	err = s.row(ctx, []any{&n}, "SELECT count(*) FROM nodes WHERE id <> $1 AND EXISTS "+holder("id", "$2"), s.number(), int64(nodeClass))
	return n, err
}

// PutGames adds games in one transaction. Existing games stay unchanged.
func (s *Store) PutGames(ctx context.Context, list []store.Game) error {
	return s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var b pgx.Batch
		for _, g := range list {
			var e struct{ Variant string }
			if err := json.Unmarshal([]byte(g.Entry), &e); err != nil {
				return fmt.Errorf("the entry of %s: %w", g.ID, err)
			}
			b.Queue(`WITH changed AS (
				INSERT INTO games (id, events, white, black, white_name, black_name, anonymous, white_seen, black_seen, open, running, created, updated, ended, entry, definition)
				VALUES ($1, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21) ON CONFLICT DO NOTHING RETURNING id
			), `+addText+" SELECT count(*) FROM changed", g.ID, 0, newWrite(), g.Events, unless(g.Deadline == 0, g.Deadline), nobody,
				len(g.Events), g.White, g.Black, g.WhiteName, g.BlackName, g.Anonymous, g.WhiteSeen, g.BlackSeen, g.Open, g.Running, g.Created, g.Updated, unless(g.Running, g.Updated), g.Entry, definitionOf(e.Variant))
			ratings, err := relational.PutRated(&g)
			if err != nil {
				return err
			}
			for _, s := range ratings {
				b.Queue(s.Text, s.Args...)
			}
		}
		return tx.SendBatch(ctx, &b).Close()
	})
}

// Heads returns the number of events of each game in a list. Unknown games are missing from the result.
func (s *Store) Heads(ctx context.Context, ids []string) (map[string]int, error) {
	heads := make(map[string]int, len(ids))
	err := backend{s}.Read(ctx, func(ctx context.Context, tx relational.Tx) error {
		return tx.Query(ctx, func(scan relational.Scan) error {
			var id string
			var events int
			err := scan(&id, &events)
			heads[id] = events
			return err
		}, "SELECT id, events FROM games WHERE id = ANY($1)", ids)
	})
	return heads, err
}

// Load returns the events of a game, starting at an index, or room.ErrNotFound.
func (s *Store) Load(ctx context.Context, id string, from int) (events []game.Event, err error) {
	var texts [][]byte
	var persons store.Persons
	err = s.look(ctx, func(ctx context.Context) error {
		var b pgx.Batch
		// The players are read after the events, so that everybody who joined in these events is included.
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
