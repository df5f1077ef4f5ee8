package postgres_test

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/site/store/postgres"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
)

// ids returns the identifiers of the games that are due on a node.
func ids(t *testing.T, s *postgres.Store, limit int) (list []string) {
	t.Helper()
	due, err := s.Due(t.Context(), 1000, limit)
	if err != nil {
		t.Fatalf("Due: %v", err)
	}
	for _, e := range due {
		list = append(list, e.ID)
	}
	return list
}

// freed waits until a node detects that another node is gone.
func freed(t *testing.T, s *postgres.Store) {
	t.Helper()
	select {
	case <-s.Freed():
	case <-time.After(30 * time.Second):
		t.Fatal("the node did not detect that another node was gone")
	}
}

// nodesShareDeadlines checks that the last node to write to a game gets its deadline, and that exactly one
// other node claims the deadline once that node is gone.
func nodesShareDeadlines(t *testing.T, server *pgtest.Server) {
	url := server.Database()
	one, two, three := open(t, url), open(t, url), open(t, url)
	const games = 60
	for i := range games {
		e := storetest.Entry(fmt.Sprintf("game%02d", i), "anna", "bert", 1)
		e.Deadline = 500
		if err := one.Create(t.Context(), e, storetest.Created(e)); err != nil {
			t.Fatalf("Create: %v", err)
		}
	}
	if got := ids(t, two, 100); len(got) != 0 {
		t.Errorf("Due on another node: %v", got)
	}
	if got := ids(t, one, 100); len(got) != games {
		t.Errorf("Due on the node that wrote: %d games", len(got))
	}
	e := storetest.Entry("game00", "anna", "bert", 1)
	e.Deadline = 400
	if err := two.Append(t.Context(), e, 1, []game.Event{storetest.Moved("e2e4", 2)}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	if got := ids(t, two, 100); len(got) != 1 || got[0] != "game00" {
		t.Errorf("Due on the last writer: %v", got)
	}
	one.Die()
	freed(t, two)
	freed(t, three)
	var wg sync.WaitGroup
	owners := map[string]int{}
	for _, s := range []*postgres.Store{two, three, two, three} {
		wg.Go(func() {
			for range 4 {
				ids(t, s, 10)
			}
		})
	}
	wg.Wait()
	for n, s := range []*postgres.Store{two, three} {
		for _, id := range ids(t, s, 100) {
			if at, ok := owners[id]; ok && at != n {
				t.Errorf("%s is due on two nodes", id)
			}
			owners[id] = n
		}
	}
	if len(owners) != games {
		t.Errorf("%d of %d games are due on a node", len(owners), games)
	}
	// A node that closes releases its games immediately.
	if err := two.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	if got := ids(t, three, 100); len(got) != games {
		t.Errorf("Due on the last node: %d games", len(got))
	}
}

// TestOutages starts and stops nodes, and checks that only periods in which no node was alive are outages.
func TestOutages(t *testing.T) {
	server := pgtest.Start(t)
	url := server.Database()
	wake := func(s *postgres.Store, at int64, want ...game.Outage) {
		t.Helper()
		if _, got, err := s.Wake(t.Context(), at); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("Wake(%d) = %v, %v; want %v", at, got, err, want)
		}
	}
	one := open(t, url)
	wake(one, 100)
	if err := one.Pulse(t.Context(), 200); err != nil {
		t.Fatalf("Pulse: %v", err)
	}
	two := open(t, url)
	wake(two, 300) // the first node was alive throughout
	if err := two.Pulse(t.Context(), 350); err != nil {
		t.Fatalf("Pulse: %v", err)
	}
	one.Die()
	three := open(t, url)
	wake(three, 400) // the second node has been alive since then
	two.Die()
	three.Die()
	four, five := open(t, url), open(t, url)
	wake(four, 900, game.Outage{Since: 400, Until: 900})
	wake(five, 950, game.Outage{Since: 400, Until: 900}) // the fourth node is alive
	// While the server is down no node can save changes.
	server.Kill()
	time.Sleep(6 * time.Second) // longer than a node's lease
	server.Again()
	time.Sleep(2 * time.Second) // gives the nodes time to send heartbeats before they wake
	wake(four, 2000, game.Outage{Since: 950, Until: 2000}, game.Outage{Since: 400, Until: 900})
	wake(five, 2100, game.Outage{Since: 950, Until: 2000}, game.Outage{Since: 400, Until: 900})
}

// until waits until a condition holds.
func until(t *testing.T, is func() bool) {
	t.Helper()
	for range 600 {
		if is() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("timed out waiting for the condition")
}

// TestExclusive checks that a server detects when other servers use its database, and when they leave.
func TestExclusive(t *testing.T) {
	url := pgtest.Start(t).Database()
	one := open(t, url)
	if err := one.Exclusive(); err != nil {
		t.Errorf("alone: %v", err)
	}
	two := open(t, url)
	until(t, func() bool { return one.Exclusive() != nil && two.Exclusive() != nil })
	if err := one.Exclusive(); err != nil && !strings.Contains(err.Error(), "set cluster.listen or bus on each") {
		t.Errorf("Exclusive: %v", err)
	}
	two.Close()
	until(t, func() bool { return one.Exclusive() == nil })
}

// TestSilentHost uses a URL with two hosts, the first of which does not respond, like a machine that was
// lost. It checks that a node that loses its connections connects to the second host and registers again.
func TestSilentHost(t *testing.T) {
	server := pgtest.Start(t)
	url := server.Database()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("net.Listen: %v", err)
	}
	defer silent.Close()
	_, port, _ := net.SplitHostPort(silent.Addr().String())
	name := url[strings.LastIndex(url, "/")+1 : strings.Index(url, "?")]
	other := open(t, url)
	open(t, fmt.Sprintf("postgres:///%s?host=127.0.0.1,%s&port=%s,5432&user=tain&sslmode=disable&target_session_attrs=read-write", name, filepath.Dir(server.Socket()), port))
	registered := func(what string) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(50 * time.Millisecond) {
			n, err := other.Servers(t.Context())
			if err == nil && n == 1 {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%s: %d other servers, %v; want 1", what, n, err)
			}
		}
	}
	registered("at the start")
	server.Exec(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tain'")
	registered("after its connections were lost")
}
