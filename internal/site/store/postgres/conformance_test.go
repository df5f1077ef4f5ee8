package postgres_test

import (
	"testing"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/shelf"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/store/storetest"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
)

// open opens a database.
func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), postgres.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestIsAStore(t *testing.T) {
	server := pgtest.Start(t)
	storetest.Run(t, func(t *testing.T) room.Store { return open(t, server.Database()) })
	t.Run("studies", func(t *testing.T) {
		storetest.RunStudies(t, func(t *testing.T) shelf.Store { return open(t, server.Database()) })
	})
	t.Run("ahead", func(t *testing.T) { storetest.RunAhead(t, open(t, server.Database())) })
	t.Run("push", func(t *testing.T) { storetest.RunPush(t, open(t, server.Database())) })
	t.Run("operated", func(t *testing.T) {
		storetest.RunOperated(t, func(t *testing.T) store.Full { return open(t, server.Database()) })
	})
	for name, test := range map[string]func(*testing.T, *pgtest.Server){
		"one failure": oneFailureIsAlone, "close": closes, "deadlines": nodesShareDeadlines, "bad databases": badDatabases,
		"events": eventsAreOnlyAdded, "definitions": forgetsDefinitions, "copy": copies, "operations": operations,
	} {
		t.Run(name, func(t *testing.T) { test(t, server) })
	}
}
