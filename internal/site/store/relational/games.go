package relational

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
)

// Entries returns the entries of games. rest is the SQL that follows FROM games.
func Entries(ctx context.Context, db Backend, rest string, args ...any) ([]room.Entry, error) {
	return List(ctx, db, scanEntry, "SELECT entry, "+store.PersonColumns+" FROM games "+rest, args...)
}

func scanEntry(scan Scan) (room.Entry, error) {
	var text []byte
	into, read := store.ScanPersons()
	if err := scan(append([]any{&text}, into...)...); err != nil {
		return room.Entry{}, err
	}
	p := read()
	e, err := p.DecodeEntry(text)
	if err != nil {
		err = damage{fmt.Errorf("store: an entry in the games table: %w", err)}
	}
	return e, err
}

// Entry returns the entry of a game, or room.ErrNotFound.
func (q *Queries) Entry(ctx context.Context, id string) (room.Entry, error) {
	list, err := Entries(ctx, q.db, "WHERE id = $1", id)
	return first(list, err, room.ErrNotFound)
}

// List returns the games that match a filter, most recently changed first.
func (q *Queries) List(ctx context.Context, f store.Filter) ([]room.Entry, error) {
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
		where = append(where, q.sql.Ended)
	}
	if f.Named {
		where = append(where, "NOT anonymous")
	}
	if f.Player != (game.Hash{}) {
		player := arg(f.Player[:])
		where = append(where, "(white = "+player+" OR black = "+player+")")
	}
	if f.Before != 0 {
		column := "updated"
		if f.Ended {
			column = q.sql.EndedAt
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
	return Entries(ctx, q.db, rest, args...)
}

// Open returns up to limit games that anybody may join, newest first.
func (q *Queries) Open(ctx context.Context, limit int) ([]room.Entry, error) {
	return Entries(ctx, q.db, "WHERE open ORDER BY created DESC, id LIMIT $1", limit)
}

// BySession returns up to limit games of a session, most recently changed first.
func (q *Queries) BySession(ctx context.Context, session game.Hash, limit int) ([]room.Entry, error) {
	return Entries(ctx, q.db, "WHERE white = $1 OR black = $1 ORDER BY updated DESC, id LIMIT $2", session[:], limit)
}

// CountRunning returns the number of a session's games that have not ended.
func (q *Queries) CountRunning(ctx context.Context, session game.Hash) (n int, err error) {
	err = Row(ctx, q.db, []any{&n}, "SELECT count(*) FROM games WHERE (white = $1 OR black = $1) AND running", session[:])
	return n, err
}

// Seen records the time at which a player was present at a game, or returns room.ErrNotFound.
func (q *Queries) Seen(ctx context.Context, id string, side game.Side, at int64) error {
	column := "white_seen"
	if side == game.Black {
		column = "black_seen"
	}
	text := "UPDATE games SET " + column + " = " + latest(column, "$2") + " WHERE id = $1"
	return q.db.Apply(ctx, Statement{id, text, []any{id, at}, room.ErrNotFound})
}

// latest returns an SQL expression for the larger of a column and a parameter. SQLite and PostgreSQL have
// different functions for this.
func latest(column, parameter string) string {
	return "CASE WHEN " + column + " < " + parameter + " THEN " + parameter + " ELSE " + column + " END"
}

// LastSeen returns the times at which the players of a game were last present, or room.ErrNotFound.
func (q *Queries) LastSeen(ctx context.Context, id string) (seen [2]int64, err error) {
	err = Row(ctx, q.db, []any{&seen[0], &seen[1]}, "SELECT white_seen, black_seen FROM games WHERE id = $1", id)
	return seen, err
}

// Delete deletes a game with all its events, or returns room.ErrNotFound.
func (q *Queries) Delete(ctx context.Context, id string) error {
	return q.db.Write(ctx, func(ctx context.Context, tx Tx) error {
		if n, err := tx.Exec(ctx, "DELETE FROM games WHERE id = $1", id); err != nil || n == 0 {
			return notDeleted(tx, err, room.ErrNotFound)
		}
		statements := with([]any{id}, append(slices.Clone(q.sql.DeleteEvents), "DELETE FROM rated WHERE game = $1", "DELETE FROM adjustments WHERE game = $1", "DELETE FROM invitations WHERE game = $1")...)
		if err := tx.Batch(ctx, statements); err != nil {
			return err
		}
		return q.db.Notify(ctx, tx, store.Deleted, id)
	})
}

// notDeleted returns the result of a deletion that changed no rows: err if it is not nil, nil if an earlier
// attempt may have deleted the rows, and otherwise notFound.
func notDeleted(tx Tx, err, notFound error) error {
	if err != nil || tx.Retried() {
		return err
	}
	return notFound
}

// SetAhead saves a side's conditional moves, or deletes them if there are none.
func (q *Queries) SetAhead(ctx context.Context, id string, side game.Side, a game.Ahead) error {
	if len(a.Lines) == 0 {
		return q.db.Apply(ctx, Statement{Key: id, Text: "DELETE FROM ahead WHERE game = $1 AND side = $2", Args: []any{id, string(side)}})
	}
	data, err := encode(a)
	if err != nil {
		return err
	}
	const text = "INSERT INTO ahead (game, side, data) VALUES ($1, $2, $3) ON CONFLICT (game, side) DO UPDATE SET data = excluded.data"
	return q.db.Apply(ctx, Statement{Key: id, Text: text, Args: []any{id, string(side), data}})
}

// Ahead returns a side's conditional moves, or the zero value if there are none.
func (q *Queries) Ahead(ctx context.Context, id string, side game.Side) (a game.Ahead, err error) {
	err = q.decode(ctx, &a, "SELECT data FROM ahead WHERE game = $1 AND side = $2", id, string(side))
	if err != nil {
		return game.Ahead{}, fmt.Errorf("store: conditional moves of %s in %s: %w", side, id, err)
	}
	return a, nil
}

// PutStart records that a hub started at a given time, and an outage from since until that time, unless since
// is 0 or not before it. It returns the latest outages.
func (q *Queries) PutStart(ctx context.Context, tx Tx, since, at int64) (outages []game.Outage, err error) {
	var statements []Statement
	if since != 0 && since < at {
		statements = with([]any{since, at}, "INSERT INTO outages (since, until) VALUES ($1, $2) ON CONFLICT DO NOTHING")
		// Each start may add an outage, so delete all but the latest.
		statements = append(statements, with([]any{room.MaxOutages}, "DELETE FROM outages WHERE until NOT IN (SELECT until FROM outages ORDER BY until DESC LIMIT $1)")...)
	}
	if err := tx.Batch(ctx, append(statements, with([]any{at}, q.sql.PutPulse)...)); err != nil {
		return nil, err
	}
	err = collect(ctx, tx, &outages, scanOutage, "SELECT since, until FROM outages ORDER BY until DESC LIMIT $1", room.MaxOutages)
	return outages, err
}
