package postgres

import "context"

// Die closes a store as if its process had died, without unregistering its node.
func (s *Store) Die() {
	s.once.Do(func() {
		close(s.closing)
		s.running.Wait()
		_ = s.node.conn.Close(context.Background())
		s.pool.Close()
	})
}
