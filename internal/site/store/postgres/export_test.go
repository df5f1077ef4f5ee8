package postgres

import "context"

// Die ends a store as the end of its process does: its connections are closed and
// nobody is told.
func (s *Store) Die() {
	s.once.Do(func() {
		close(s.closing)
		s.running.Wait()
		_ = s.node.conn.Close(context.Background())
		s.pool.Close()
	})
}
