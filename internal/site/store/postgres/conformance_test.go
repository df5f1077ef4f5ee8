package postgres_test

import (
	"compress/gzip"
	"io"
	"os"
	"testing"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/studies"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/variant"
)

// open opens a database.
func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), postgres.Options{URL: url})
	if err != nil {
		t.Fatalf("postgres.Open: %v", err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestStore(t *testing.T) {
	server := pgtest.Start(t)
	// The tables are created once; each test gets a copy.
	empty := server.Database()
	first, err := postgres.Open(t.Context(), postgres.Options{URL: empty})
	if err != nil {
		t.Fatalf("postgres.Open: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatalf("Close: %v", err)
	}
	storetest.Run(t, func(t *testing.T) room.Store { return open(t, server.Copy(empty)) })
	t.Run("studies", func(t *testing.T) {
		storetest.RunStudies(t, func(t *testing.T) studies.Store { return open(t, server.Copy(empty)) })
	})
	t.Run("ahead", func(t *testing.T) { storetest.RunAhead(t, open(t, server.Copy(empty))) })
	t.Run("push", func(t *testing.T) { storetest.RunPush(t, open(t, server.Copy(empty))) })
	t.Run("operated", func(t *testing.T) {
		storetest.RunOperated(t, func(t *testing.T) store.Full { return open(t, server.Copy(empty)) })
	})
	for name, test := range map[string]func(*testing.T, *pgtest.Server){
		"one failure": oneFailureIsAlone, "close": closes, "deadlines": nodesShareDeadlines, "bad databases": badDatabases,
		"events": eventsAreOnlyAdded, "definitions": forgetsDefinitions, "copy": copies, "upgrade": upgrades, "operations": operations,
	} {
		t.Run(name, func(t *testing.T) { test(t, server) })
	}
}

// upgrades opens a database written by commit ecfe82a2.
func upgrades(t *testing.T, server *pgtest.Server) {
	packed, err := os.Open("testdata/before.sql.gz")
	if err != nil {
		t.Fatalf("os.Open: %v", err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatalf("gzip.NewReader: %v", err)
	}
	dump, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("io.ReadAll: %v", err)
	}
	url := server.Database()
	server.Exec(url, string(dump))
	storetest.RunUpgraded(t, open(t, url), "testdata/before.json", variant.Builtin().Find)
}
