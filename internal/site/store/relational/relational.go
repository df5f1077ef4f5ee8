// Package relational contains the queries that the SQLite and PostgreSQL stores share. Both databases accept
// $1 as a placeholder and the SQL used here, so most statements are written once. A [Dialect] contains the
// few fragments that differ.
//
// A store embeds [Queries] and implements [Backend], which runs them: SQLite through its single writer,
// PostgreSQL with retries after a lost connection. Adding events to games is not shared.
package relational

import (
	"context"
	"errors"
	"slices"

	"github.com/tainchess/tain/internal/people"
	"github.com/tainchess/tain/internal/people/moderation"
	"github.com/tainchess/tain/internal/people/profile"
	"github.com/tainchess/tain/internal/people/rating"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/studies"
)

// Scan copies the columns of a row, as sql.Rows.Scan and pgx.Rows.Scan do.
type Scan func(into ...any) error

// Tx runs statements. Outside [Backend.Write], the statements are not necessarily in one transaction.
type Tx interface {
	// Exec runs a statement and returns the number of rows it changed.
	Exec(ctx context.Context, text string, args ...any) (int, error)
	// Batch runs statements in order, in as few round trips as possible.
	Batch(ctx context.Context, list []Statement) error
	// Query runs a query and calls each for every row.
	Query(ctx context.Context, each func(scan Scan) error, text string, args ...any) error
	// Retried reports whether an earlier attempt at the same transaction may have been committed.
	Retried() bool
}

// Statement is an SQL statement with its arguments. [Backend.Apply] requires it to be idempotent.
type Statement struct {
	Key  string // orders the statements of a transaction to avoid deadlocks
	Text string
	Args []any
	None error // error to return if no row changes
}

// Backend is a database that runs queries.
type Backend interface {
	// Read runs do, which must only read, and may run it more than once.
	Read(ctx context.Context, do func(ctx context.Context, tx Tx) error) error
	// ReadAll is like Read, but for queries over whole tables, which may take minutes.
	ReadAll(ctx context.Context, do func(ctx context.Context, tx Tx) error) error
	// Write runs do in a transaction, and retries it after a lost connection. do may then find the changes of
	// an earlier attempt.
	Write(ctx context.Context, do func(ctx context.Context, tx Tx) error) error
	// Apply commits one statement, possibly together with other changes.
	Apply(ctx context.Context, s Statement) error
	// Notify records an operator's change for other servers, in the same transaction.
	Notify(ctx context.Context, tx Tx, what store.Operation, games ...string) error
	// Erased is called after a person or a study has been erased.
	Erased(ctx context.Context)
}

// Dialect is the SQL that differs between databases.
type Dialect struct {
	Ended, EndedAt string // condition for an ended game, and expression for the time it ended, as indexed
	Deadlined      string // FROM clause: games with their deadlines
	Deadline       string // column of Deadlined with a game's deadline, 0 for none
	PlayedBy       string // condition: a game uses the row of definitions
	ForUpdate      string // clause that locks the rows of a SELECT
	LockCounts     string // statement that prevents other transactions from adding rows while this one counts them; may be empty
	Whole          string // format of an expression: a positive number rounded down
	DeleteEvents   []string
	PutPulse       string // statement that records the time $1
	Size           string // query for the size of the database and its unused space, in bytes
	TableSizes     string
	DaySizes       string // query for the growth in the last $1 days
}

// Queries are the store operations that both databases share.
type Queries struct {
	db  Backend
	sql *Dialect
}

// New returns queries that run on db.
func New(db Backend, d *Dialect) Queries { return Queries{db, d} }

// results are the errors that report an outcome rather than a failure.
var results = []error{
	room.ErrNotFound, room.ErrConflict, room.ErrFull,
	studies.ErrNotFound, studies.ErrConflict, studies.ErrFull, store.ErrSubscriptionsFull,
	rating.ErrNotFound, rating.ErrAdjusted, rating.ErrNoLoser,
	profile.ErrFull,
	moderation.ErrNotFound, moderation.ErrRepeated, moderation.ErrTooMany,
	people.ErrNotFound, people.ErrNameTaken, people.ErrKnown, people.ErrFull, people.ErrLast, people.ErrTokens, people.ErrGames,
}

// IsResult reports whether an error is an expected outcome that callers handle, or a damaged row. Such errors
// are neither wrapped nor retried.
func IsResult(err error) bool {
	var d damage
	return errors.As(err, &d) || slices.ContainsFunc(results, func(r error) bool { return errors.Is(err, r) })
}

// damage is an error for a row that cannot be decoded.
type damage struct{ error }

func (d damage) Unwrap() error { return d.error }

// Row reads the first row of a query, or returns room.ErrNotFound.
func Row(ctx context.Context, db Backend, into []any, text string, args ...any) error {
	return db.Read(ctx, func(ctx context.Context, tx Tx) error { return row(ctx, tx, into, text, args...) })
}

// row is like Row, but within a transaction.
func row(ctx context.Context, tx Tx, into []any, text string, args ...any) error {
	found := false
	err := tx.Query(ctx, func(scan Scan) error {
		if found {
			return nil
		}
		found = true
		return scan(into...)
	}, text, args...)
	if err == nil && !found {
		err = room.ErrNotFound
	}
	return err
}

// first returns the first element of a list, or notFound if the list is empty.
func first[T any](list []T, err, notFound error) (one T, _ error) {
	if err == nil && len(list) == 0 {
		err = notFound
	}
	if err != nil {
		return one, err
	}
	return list[0], nil
}

// List runs a query and returns its rows, converted by scan.
func List[T any](ctx context.Context, db Backend, scan func(Scan) (T, error), text string, args ...any) (list []T, err error) {
	err = db.Read(ctx, func(ctx context.Context, tx Tx) error {
		list, err = rows(ctx, tx, scan, text, args...)
		return err
	})
	return list, err
}

// rows is like List, but runs the query within a transaction.
func rows[T any](ctx context.Context, tx Tx, scan func(Scan) (T, error), text string, args ...any) (list []T, err error) {
	err = tx.Query(ctx, func(columns Scan) error {
		one, err := scan(columns)
		list = append(list, one)
		return err
	}, text, args...)
	return list, err
}

// Each calls each for every row.
func Each(rows interface {
	Next() bool
	Scan(into ...any) error
	Err() error
}, each func(scan Scan) error) error {
	for rows.Next() {
		if err := each(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Gather appends pending elements of a channel to a batch, up to the batch's capacity.
func Gather[T any](pending <-chan T, batch []T) []T {
	for len(batch) < cap(batch) {
		select {
		case one := <-pending:
			batch = append(batch, one)
		default:
			return batch
		}
	}
	return batch
}

// Fields returns a function that scans a row into the fields of a T. Its argument, of, returns pointers to
// these fields.
func Fields[T any](of func(*T) []any) func(Scan) (T, error) {
	return func(scan Scan) (v T, err error) {
		err = scan(of(&v)...)
		return v, err
	}
}

// Value scans a row of one column.
func Value[T any](scan Scan) (v T, err error) {
	err = scan(&v)
	return v, err
}

// each returns the same statement for every element of a list, with the element's arguments.
func each[T any](list []T, text string, args func(T) []any) []Statement {
	statements := make([]Statement, len(list))
	for i, one := range list {
		statements[i] = Statement{Text: text, Args: args(one)}
	}
	return statements
}

// with returns statements that share their arguments.
func with(args []any, texts ...string) []Statement {
	statements := make([]Statement, len(texts))
	for i, text := range texts {
		statements[i] = Statement{Text: text, Args: args}
	}
	return statements
}
