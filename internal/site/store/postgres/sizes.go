package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/tainchess/tain/internal/site/store"
)

// Sizes measures the store; days is for how many days its growth is told.
func (s *Store) Sizes(ctx context.Context, days int) (z store.Sizes, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	err = s.transact(ctx, func(ctx context.Context, tx pgx.Tx) error {
		z = store.Sizes{Days: []store.DaySize{}}
		row := tx.QueryRow(ctx, `SELECT pg_database_size(current_database()), count(*), count(*) FILTER (WHERE running), coalesce(sum(events), 0), (SELECT count(*) FROM definitions) FROM games`)
		if err := row.Scan(&z.Database, &z.Games, &z.Running, &z.Events, &z.Definitions); err != nil {
			return err
		}
		found, err := tx.Query(ctx, `SELECT relname::text, pg_relation_size(oid) FROM pg_class WHERE relkind IN ('r', 'i') AND relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('games')) ORDER BY 2 DESC, 1`)
		if err != nil {
			return err
		}
		if z.Tables, err = pgx.CollectRows(found, pgx.RowToStructByPos[store.TableSize]); err != nil {
			return err
		}
		found, err = tx.Query(ctx, `SELECT to_char(to_timestamp(created / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), count(*)::int, sum(events)::int FROM games
			WHERE created >= extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC') - ($1::int - 1) * interval '1 day')::bigint * 1000 GROUP BY 1 ORDER BY 1 DESC`, days)
		if err != nil {
			return err
		}
		list, err := pgx.CollectRows(found, pgx.RowToStructByPos[store.DaySize])
		z.Days = append(z.Days, list...)
		return err
	})
	return z, err
}

// Bytes returns how large the database is.
func (s *Store) Bytes(ctx context.Context) (n int64, err error) {
	err = s.row(ctx, []any{&n}, "SELECT pg_database_size(current_database())")
	return n, err
}
