package postgres

import "context"

// TryFor is the time limit for one attempt.
const TryFor = tryFor

// Die closes a store as if its process had died, without unregistering its node.
func (s *Store) Die() {
	s.once.Do(func() {
		close(s.closing)
		s.running.Wait()
		_ = s.node.conn.Close(context.Background())
		s.pool.Close()
	})
}
