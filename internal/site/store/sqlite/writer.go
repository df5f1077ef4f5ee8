package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/tainchess/tain/internal/site/store/relational"
)

// batchLimit is the maximum number of changes in one transaction.
const batchLimit = 256

// do passes a change to the writer and waits for the commit. Once the writer has received the change,
// cancelling the context no longer makes do return early, because only the writer knows the outcome.
func (s *Store) do(ctx context.Context, c change) error {
	if damage := s.damage.Load(); damage != nil {
		return *damage
	}
	r := &request{change: c, ctx: ctx, done: make(chan error, 1)}
	select {
	case <-s.closing:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	case s.requests <- r:
	}
	select {
	case err := <-r.done:
		return err
	case <-s.written:
	}
	// The writer may have responded just before it stopped.
	select {
	case err := <-r.done:
		return err
	default:
		return ErrClosed
	}
}

// run commits changes until the store is closed, and then commits any pending changes.
func (s *Store) run(w *writer) {
	defer close(s.written)
	defer w.close()
	file := filepath.Join(s.folder, File)
	batch := make([]*request, 0, batchLimit)
	for {
		select {
		case r := <-s.requests:
			batch = relational.Gather(s.requests, append(batch[:0], r))
			if logSize(file) >= maxLog {
				for _, r := range batch {
					r.done <- errLogFull
				}
				continue
			}
			s.writing.Lock()
			w.commit(batch)
			s.writing.Unlock()
			s.changes.Add(int64(len(batch)))
		case <-s.closing:
			for {
				if batch = relational.Gather(s.requests, batch[:0]); len(batch) == 0 {
					return
				}
				w.commit(batch)
			}
		}
	}
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	if err := durable(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	w := &writer{conn: conn}
	for _, s := range []struct {
		into **sql.Stmt
		text string
	}{
		{&w.create, `INSERT INTO games (id, events, white, white_name, black, black_name, open, running, deadline, created, updated, entry)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`},
		{&w.update, "UPDATE games SET events = ?, open = ?, running = ?, deadline = ?, updated = ?, entry = ? WHERE id = ? AND events = ?"},
		{&w.event, "INSERT INTO events (game, seq, data) VALUES (?, ?, ?)"},
	} {
		if *s.into, err = conn.PrepareContext(ctx, s.text); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return w, nil
}

// durable returns an error if commits are not durable. SQLite silently ignores settings that a file system
// does not support.
func durable(ctx context.Context, conn *sql.Conn) error {
	var journal string
	var synchronous int
	row := conn.QueryRowContext(ctx, "SELECT journal_mode, synchronous FROM pragma_journal_mode, pragma_synchronous")
	if err := row.Scan(&journal, &synchronous); err != nil {
		return err
	}
	if journal != "wal" || synchronous != 2 {
		return fmt.Errorf("journal_mode is %s and synchronous is %d, want wal and 2: choose a folder on a local disk", journal, synchronous)
	}
	return nil
}

func (w *writer) close() {
	// After a last checkpoint there is only a single file. If the checkpoint fails, the next process that
	// opens the database repeats it.
	_ = w.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	for _, s := range []*sql.Stmt{w.create, w.update, w.event} {
		_ = s.Close()
	}
	_ = w.conn.Close()
}

// exec runs a statement. Callers cannot interrupt the writer.
func (w *writer) exec(text string) error {
	_, err := w.conn.ExecContext(context.Background(), text)
	return err
}

// commit writes a batch in one transaction and responds to every request. If the transaction fails, each
// request gets a separate transaction, so that a bad request does not affect the others.
func (w *writer) commit(batch []*request) {
	waiting := batch[:0:0]
	for _, r := range batch {
		if err := r.ctx.Err(); err != nil {
			r.done <- err
		} else {
			waiting = append(waiting, r)
		}
	}
	if len(waiting) == 0 {
		return
	}
	answers, err := w.try(waiting)
	if err != nil && len(waiting) > 1 {
		for i := range waiting {
			w.commit(waiting[i : i+1])
		}
		return
	}
	for i, r := range waiting {
		if err != nil {
			r.done <- fmt.Errorf("sqlite: %w", err)
		} else {
			r.done <- answers[i]
		}
	}
}

// try writes requests in one transaction and returns the result of each. If it returns an error, no change
// was written.
func (w *writer) try(batch []*request) (answers []error, err error) {
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			// The failure may have ended the transaction.
			_ = w.exec("ROLLBACK")
		}
	}()
	answers = make([]error, len(batch))
	for i, r := range batch {
		if err := w.exec("SAVEPOINT one"); err != nil {
			return nil, err
		}
		if answers[i] = r.apply(w); answers[i] != nil {
			if err := w.exec("ROLLBACK TO one"); err != nil {
				return nil, err
			}
		}
		if err := w.exec("RELEASE one"); err != nil {
			return nil, err
		}
	}
	return answers, w.exec("COMMIT")
}
