package postgres

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standby starts a synchronous streaming standby of the server, in an existing, empty folder, or a
// temporary one if data is empty. The standby stops when the test ends.
func (s *Server) Standby(data string) *Server {
	s.t.Helper()
	standby := create(s.t, data)
	standby.Follow(s)
	return standby
}

// Follow starts the server, which must not be running, as a synchronous streaming standby of primary.
// It replaces the server's data with a copy. From then on every commit waits until both servers have it
// on disk. The primary must have no other standby.
func (s *Server) Follow(primary *Server) {
	s.t.Helper()
	old, err := filepath.Glob(filepath.Join(s.data(), "*"))
	for _, path := range old {
		if err == nil {
			err = os.RemoveAll(path)
		}
	}
	if err != nil {
		s.t.Fatalf("os.RemoveAll: %v", err)
	}
	// The copy must not inherit this setting, because once promoted it commits alone.
	primary.Exec("postgres", "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
	base := s.command("pg_basebackup", "-h", primary.folder, "-U", "tain", "-D", s.data(), "-X", "stream", "-c", "fast", "-R", "--no-sync")
	if out, err := base.CombinedOutput(); err != nil {
		s.t.Fatalf("pg_basebackup: %v: %s", err, out)
	}
	s.Again()
	primary.await("SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE state = 'streaming')")
	primary.Exec("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
	primary.await("SELECT EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync')")
	// The checkpointer applies the new settings. Commits wait for the standby only after that.
	primary.Exec("postgres", "CHECKPOINT")
}

// await waits until a query returns true.
func (s *Server) await(query string) {
	s.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		s.t.Fatalf("Connect: %v", err)
	}
	defer conn.Close(ctx)
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		var done bool
		if err := conn.QueryRow(ctx, query).Scan(&done); err != nil {
			s.t.Fatalf("%s: %v", query, err)
		}
		if done {
			return
		}
		if time.Now().After(end) {
			s.t.Fatalf("%s is still false after a minute", query)
		}
	}
}

// Promote promotes a standby to primary.
func (s *Server) Promote() {
	s.t.Helper()
	if out, err := s.command("pg_ctl", "promote", "-D", s.data(), "-w").CombinedOutput(); err != nil {
		s.t.Fatalf("pg_ctl promote: %v: %s", err, out)
	}
}
