package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// mostTogether is how many changes are committed in one transaction at most.
const mostTogether = 256

// change is something to be written: all of it or nothing.
type change interface{ apply(w *writer) error }

// request is a change and who waits for it.
type request struct {
	change
	ctx  context.Context
	done chan error // has room for the one answer
}

// do hands a change to the writer and waits for the commit. Once it is handed
// over it is waited for whatever happens: only then is it known what became of
// it.
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
	// The writer may have answered with its last breath.
	select {
	case err := <-r.done:
		return err
	default:
		return ErrClosed
	}
}

// run commits changes until the store is closed, and then those that wait.
func (s *Store) run(w *writer) {
	defer close(s.written)
	defer w.close()
	batch := make([]*request, 0, mostTogether)
	for {
		select {
		case r := <-s.requests:
			batch = s.gather(append(batch[:0], r))
			s.writing.Lock()
			w.commit(batch)
			s.writing.Unlock()
			s.changes.Add(int64(len(batch)))
		case <-s.closing:
			for batch = s.gather(batch[:0]); len(batch) > 0; batch = s.gather(batch[:0]) {
				w.commit(batch)
			}
			return
		}
	}
}

// gather adds what waits already.
func (s *Store) gather(batch []*request) []*request {
	for len(batch) < mostTogether {
		select {
		case r := <-s.requests:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// writer is the one connection that writes, with its statements.
type writer struct {
	conn                  *sql.Conn
	create, update, event *sql.Stmt
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
		{&w.create, "INSERT INTO games (id, events, white, white_name, black, black_name, open, running, deadline, created, updated, entry) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"},
		{&w.update, "UPDATE games SET events = ?, open = ?, running = ?, deadline = ?, updated = ?, entry = ? WHERE id = ? AND events = ?"},
		{&w.event, "INSERT INTO events (game, seq, data) VALUES (?, ?, ?)"},
	} {
		if *s.into, err = conn.PrepareContext(ctx, s.text); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
	}
	return w, nil
}

// durable makes sure that what is committed stays: a file system may not be
// able to do what was asked for, and SQLite then says so only when asked.
func durable(ctx context.Context, conn *sql.Conn) error {
	var journal string
	var synchronous int
	row := conn.QueryRowContext(ctx, "SELECT journal_mode, synchronous FROM pragma_journal_mode, pragma_synchronous")
	if err := row.Scan(&journal, &synchronous); err != nil {
		return err
	}
	if journal != "wal" || synchronous != 2 {
		return fmt.Errorf("the journal is %s and synchronous %d, not wal and 2: choose a folder on a local disk", journal, synchronous)
	}
	return nil
}

func (w *writer) close() {
	// A last checkpoint leaves one file; if it fails the next one to open the
	// database makes it.
	_ = w.exec("PRAGMA wal_checkpoint(TRUNCATE)")
	for _, s := range []*sql.Stmt{w.create, w.update, w.event} {
		_ = s.Close()
	}
	_ = w.conn.Close()
}

// exec runs a statement. Nothing a caller does interrupts the writer.
func (w *writer) exec(text string) error {
	_, err := w.conn.ExecContext(context.Background(), text)
	return err
}

// commit writes a batch in one transaction and answers every request. If the
// transaction as a whole fails each request gets its own, so that one that
// cannot be written does not take others with it.
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

// try writes requests in one transaction and returns what became of each. An
// error means that nothing was written.
func (w *writer) try(batch []*request) (answers []error, err error) {
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			// After a failure that ended the transaction there is none to undo.
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
