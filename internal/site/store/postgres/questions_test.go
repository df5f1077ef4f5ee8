package postgres_test

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store/postgres"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
)

// forgetsClients checks that the pseudonyms of clients are deleted with the answer to their question, with the
// end of the game, and with the game.
func forgetsClients(t *testing.T, server *pgtest.Server) {
	s := open(t, server.Database())
	ctx, stop := context.WithCancel(t.Context())
	attended, once := make(chan struct{}), sync.Once{}
	var running sync.WaitGroup
	running.Go(func() {
		s.Attend(ctx, postgres.Worker{ID: "worker", Number: 1, Kinds: []string{postgres.MoveKind}, Threads: 1}, func(postgres.Heartbeat) {
			once.Do(func() { close(attended) })
		})
	})
	defer running.Wait()
	defer stop()
	<-attended
	who := fair.Party{Address: netip.MustParseAddr("192.0.2.7"), Person: [32]byte{1}}
	// ask asks about a new game. The worker may just have been silent for too long, so ask may have to repeat
	// the question.
	ask := func(id string) room.Entry {
		t.Helper()
		e := storetest.Entry(id, "anna", "", 1)
		if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
			t.Fatalf("Create: %v", err)
		}
		q := computer.Question{Game: id, Events: 2, Who: who}
		asked, err := s.AppendAsking(t.Context(), e, 1, []game.Event{storetest.Moved("e2e4", 2)}, q)
		for !asked && err == nil {
			time.Sleep(10 * time.Millisecond)
			var reply computer.Reply
			reply, err = s.Ask(t.Context(), q)
			asked = !reply.Lost
		}
		if err != nil {
			t.Fatalf("asking: %v", err)
		}
		return e
	}
	// stored returns the number of rows, and of rows with a pseudonym.
	stored := func() (rows, named int) {
		t.Helper()
		err := s.Pool().QueryRow(t.Context(), "SELECT count(*), count(*) FILTER (WHERE address <> '' OR person <> '') FROM questions").Scan(&rows, &named)
		if err != nil {
			t.Fatalf("QueryRow: %v", err)
		}
		return rows, named
	}
	want := func(what string, wantRows, wantNamed int) {
		t.Helper()
		if rows, named := stored(); rows != wantRows || named != wantNamed {
			t.Errorf("%s: %d questions, %d of them with a client; want %d, %d", what, rows, named, wantRows, wantNamed)
		}
	}
	answered, ended := ask("answered"), ask("ended")
	ask("deleted")
	want("asked", 3, 3)
	if err := s.Answer(t.Context(), answered.ID, 2, computer.Answer{Move: "e7e5"}); err != nil {
		t.Fatalf("Answer: %v", err)
	}
	want("answered", 3, 2)
	if replies, err := s.Replies(t.Context(), []string{answered.ID}); err != nil || len(replies) != 1 || replies[0].Answer == nil || replies[0].Answer.Move != "e7e5" {
		t.Errorf("Replies: %+v, %v", replies, err)
	}
	ended.Running = false
	if err := s.Append(t.Context(), ended, 2, []game.Event{storetest.Moved("e7e5", 3)}); err != nil {
		t.Fatalf("Append: %v", err)
	}
	want("ended", 2, 1)
	if err := s.Delete(t.Context(), "deleted"); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	want("deleted", 1, 0)
}

// pseudonymises checks that the addresses of an IPv6 /48 network share fair.NetworkShares pseudonyms, which
// nobody can compute without the key.
func pseudonymises(t *testing.T, server *pgtest.Server) {
	url := server.Database()
	s, err := postgres.Open(t.Context(), postgres.Options{URL: url, Key: []byte("one secret")})
	if err != nil {
		t.Fatalf("postgres.Open: %v", err)
	}
	defer s.Close()
	network := map[string]bool{}
	for subnet := range 256 {
		address, _ := s.Parties(fair.Party{Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:7:%x::1", subnet))})
		network[string(address)] = true
	}
	if len(network) != fair.NetworkShares {
		t.Errorf("an IPv6 network has %d pseudonyms, want %d", len(network), fair.NetworkShares)
	}
	who := fair.Party{Address: netip.MustParseAddr("2001:db8:7:1::1"), Person: [32]byte{1}}
	address, person := s.Parties(who)
	for _, text := range []string{"2001:db8:8:1::1", "192.0.2.7", "192.0.2.8"} {
		if other, same := s.Parties(fair.Party{Address: netip.MustParseAddr(text), Person: who.Person}); network[string(other)] || !bytes.Equal(same, person) {
			t.Errorf("pseudonyms of %s: %x, %x", text, other, same)
		}
	}
	keyed, err := postgres.Open(t.Context(), postgres.Options{URL: url, Key: []byte("another secret")})
	if err != nil {
		t.Fatalf("postgres.Open: %v", err)
	}
	defer keyed.Close()
	if a, p := keyed.Parties(who); bytes.Equal(a, address) || bytes.Equal(p, person) {
		t.Error("pseudonyms do not depend on the key")
	}
}
