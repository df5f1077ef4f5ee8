package postgres

import "context"

// TryFor limits one attempt.
const TryFor = tryFor

// Die closes a store as the end of its process does: without unregistering its node.
func (s *Store) Die() {
	s.once.Do(func() {
		close(s.closing)
		s.running.Wait()
		_ = s.node.conn.Close(context.Background())
		s.pool.Close()
	})
}
