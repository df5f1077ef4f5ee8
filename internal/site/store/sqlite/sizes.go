package sqlite

import (
	"context"
	"fmt"
	"os"

	"github.com/tainchess/tain/internal/site/store"
)

// Sizes measures the store; days is for how many days its growth is told.
func (s *Store) Sizes(ctx context.Context, days int) (z store.Sizes, err error) {
	var file string
	row := s.read.QueryRowContext(ctx, `SELECT file, page_count * page_size, freelist_count * page_size,
		(SELECT count(*) FROM games), (SELECT count(*) FROM games WHERE running), (SELECT coalesce(sum(events), 0) FROM games), (SELECT count(*) FROM definitions)
		FROM pragma_database_list, pragma_page_count, pragma_page_size, pragma_freelist_count WHERE name = 'main'`)
	if err := row.Scan(&file, &z.Database, &z.Free, &z.Games, &z.Running, &z.Events, &z.Definitions); err != nil {
		return z, fmt.Errorf("sqlite: %w", err)
	}
	if info, err := os.Stat(file + "-wal"); err == nil {
		z.Log = info.Size()
	}
	tables, err := s.read.QueryContext(ctx, "SELECT name, sum(pgsize) FROM dbstat WHERE aggregate = 1 GROUP BY name ORDER BY 2 DESC, 1")
	if err != nil {
		return z, fmt.Errorf("sqlite: %w", err)
	}
	defer tables.Close()
	for tables.Next() {
		var t store.TableSize
		if err := tables.Scan(&t.Name, &t.Bytes); err != nil {
			return z, fmt.Errorf("sqlite: %w", err)
		}
		z.Tables = append(z.Tables, t)
	}
	if err := tables.Err(); err != nil {
		return z, fmt.Errorf("sqlite: %w", err)
	}
	rows, err := s.read.QueryContext(ctx, `SELECT date(created / 1000, 'unixepoch'), count(*), sum(events) FROM games
		WHERE created >= (unixepoch('now', 'start of day') - (? - 1) * 86400) * 1000 GROUP BY 1 ORDER BY 1 DESC`, days)
	if err != nil {
		return z, fmt.Errorf("sqlite: %w", err)
	}
	defer rows.Close()
	z.Days = []store.DaySize{}
	for rows.Next() {
		var d store.DaySize
		if err := rows.Scan(&d.Day, &d.Games, &d.Events); err != nil {
			return z, fmt.Errorf("sqlite: %w", err)
		}
		z.Days = append(z.Days, d)
	}
	return z, rows.Err()
}
