package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/relational"
)

var dialect = relational.Dialect{
	Ended: "NOT running", EndedAt: "updated",
	Deadlined: "games", Deadline: "coalesce(deadline, 0)",
	PlayedBy: `EXISTS (SELECT 1 FROM games WHERE instr(json_extract(entry, '$.variant'), '#') > 0
		AND substr(json_extract(entry, '$.variant'), instr(json_extract(entry, '$.variant'), '#') + 1) = hash)`,
	Whole: "CAST(%s AS INTEGER)",
	DeleteEvents: []string{
		"INSERT INTO deleting (game) VALUES ($1)", "DELETE FROM events WHERE game = $1",
		"DELETE FROM ahead WHERE game = $1", "DELETE FROM deleting WHERE game = $1",
	},
	PutPulse:   "INSERT INTO pulse (id, at) VALUES (1, $1) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
	Size:       "SELECT page_count * page_size, freelist_count * page_size FROM pragma_page_count, pragma_page_size, pragma_freelist_count",
	TableSizes: "SELECT name, sum(pgsize) FROM dbstat WHERE aggregate = 1 GROUP BY name ORDER BY 2 DESC, 1",
	DaySizes: `SELECT date(created / 1000, 'unixepoch'), count(*), sum(events) FROM games
		WHERE created >= (unixepoch('now', 'start of day') - ($1 - 1) * 86400) * 1000 GROUP BY 1 ORDER BY 1 DESC`,
}

// session adapts a connection or a connection pool to relational.Tx.
type session struct {
	db interface {
		ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
	}
}

func (s session) Exec(ctx context.Context, text string, args ...any) (int, error) {
	return changed(s.db.ExecContext(ctx, text, args...))
}

func (s session) Batch(ctx context.Context, list []relational.Statement) error {
	for _, one := range list {
		if _, err := s.db.ExecContext(ctx, one.Text, one.Args...); err != nil {
			return err
		}
	}
	return nil
}

func (s session) Query(ctx context.Context, each func(relational.Scan) error, text string, args ...any) error {
	rows, err := s.db.QueryContext(ctx, text, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	return relational.Each(rows, each)
}

// Retried returns false, because the result of a commit is always known.
func (session) Retried() bool { return false }

// changed returns the number of rows that a statement changed.
func changed(done sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := done.RowsAffected()
	return int(n), err
}

// failed wraps an error, unless it is an expected outcome that callers handle.
func failed(err error) error {
	if err == nil || relational.IsResult(err) {
		return err
	}
	return fmt.Errorf("sqlite: %w", err)
}

// backend implements relational.Backend. It reads on the read-only connections and writes in the writer.
type backend struct{ *Store }

func (b backend) Read(ctx context.Context, do func(context.Context, relational.Tx) error) error {
	return failed(do(ctx, session{b.read}))
}

func (b backend) ReadAll(ctx context.Context, do func(context.Context, relational.Tx) error) error {
	return b.Read(ctx, do)
}

func (b backend) Write(ctx context.Context, do func(context.Context, relational.Tx) error) error {
	return b.do(ctx, operation(do))
}

func (b backend) Apply(ctx context.Context, s relational.Statement) error {
	return b.Write(ctx, func(ctx context.Context, tx relational.Tx) error {
		n, err := tx.Exec(ctx, s.Text, s.Args...)
		if err == nil && n == 0 {
			err = s.None
		}
		return err
	})
}

// Notify does nothing, because no other server can use the database.
func (backend) Notify(context.Context, relational.Tx, store.Operation, ...string) error { return nil }

// Erased copies the write-ahead log into the database and truncates the log, so that it contains no deleted
// data. If a reader prevents that, the log is overwritten later.
func (b backend) Erased(ctx context.Context) {
	b.writing.Lock()
	defer b.writing.Unlock()
	copyLog(ctx, b.side, "PRAGMA wal_checkpoint(TRUNCATE)")
}

// operation is a change that runs statements in the writer's transaction.
type operation func(ctx context.Context, tx relational.Tx) error

func (o operation) apply(w *writer) error { return failed(o(context.Background(), session{w.conn})) }

// Sizes returns the size of the store and its growth over the given number of days.
func (s *Store) Sizes(ctx context.Context, days int) (store.Sizes, error) {
	z, err := s.Queries.Sizes(ctx, days)
	if info, err := os.Stat(filepath.Join(s.folder, File+"-wal")); err == nil {
		z.Log = info.Size()
	}
	return z, err
}

// Where returns the folder.
func (s *Store) Where() string { return s.folder }

// Used returns false, because the folder's lock excludes other servers.
func (s *Store) Used(context.Context) (bool, error) { return false, nil }

// PutGames adds games in one transaction. Existing games stay unchanged.
func (s *Store) PutGames(ctx context.Context, list []store.Game) error {
	return backend{s}.Write(ctx, func(ctx context.Context, tx relational.Tx) error {
		for _, g := range list {
			n, err := tx.Exec(ctx, `INSERT INTO games (id, events, white, black, white_name, black_name, anonymous, white_seen, black_seen,
				open, running, deadline, created, updated, entry)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
				g.ID, len(g.Events), g.White, g.Black, g.WhiteName, g.BlackName, g.Anonymous, g.WhiteSeen, g.BlackSeen,
				g.Open, g.Running, optional(g.Deadline), g.Created, g.Updated, g.Entry)
			if err != nil {
				return err
			}
			if n == 0 {
				continue
			}
			ratings, err := relational.PutRated(&g)
			if err == nil {
				err = tx.Batch(ctx, ratings)
			}
			if err != nil {
				return err
			}
			for seq, data := range g.Events {
				if _, err := tx.Exec(ctx, "INSERT INTO events (game, seq, data) VALUES ($1, $2, $3)", g.ID, seq, data); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// optional returns a column value: the deadline, or NULL if it is 0.
func optional(deadline int64) sql.NullInt64 {
	return sql.NullInt64{Int64: deadline, Valid: deadline != 0}
}

// Load returns the events of a game, starting at an index, or room.ErrNotFound.
func (s *Store) Load(ctx context.Context, id string, from int) ([]game.Event, error) {
	// The players are read after the events, so that everybody who joined in these events is included.
	texts, err := relational.List(ctx, backend{s}, relational.Value[[]byte],
		"SELECT data FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq", id, from)
	if err != nil {
		return nil, err
	}
	into, read := store.ScanPersons()
	if err := relational.Row(ctx, backend{s}, into, "SELECT "+store.PersonColumns+" FROM games WHERE id = $1", id); err != nil {
		return nil, err
	}
	persons := read()
	return persons.DecodeEvents(id, from, texts)
}

// Due returns up to limit games whose deadline is before a time, earliest deadline first.
func (s *Store) Due(ctx context.Context, before int64, limit int) ([]room.Entry, error) {
	return relational.Entries(ctx, backend{s}, "WHERE deadline IS NOT NULL AND deadline < $1 ORDER BY deadline, id LIMIT $2", before, limit)
}
