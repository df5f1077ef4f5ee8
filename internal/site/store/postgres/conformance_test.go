package postgres_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/internal/site/store"
	"github.com/tainchess/tain/internal/site/store/postgres"
	"github.com/tainchess/tain/internal/site/studies"
	pgtest "github.com/tainchess/tain/internal/test/postgres"
	"github.com/tainchess/tain/internal/test/storetest"
	"github.com/tainchess/tain/variant"
)

// open opens a database until the end of the test.
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
	// The tables are created once, and each test gets a copy.
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
	t.Run("accounts", func(t *testing.T) {
		storetest.RunAccounts(t, func(t *testing.T) store.Store { return open(t, server.Copy(empty)) })
	})
	t.Run("ratings", func(t *testing.T) {
		storetest.RunRatings(t, func(t *testing.T) store.Store { return open(t, server.Copy(empty)) })
	})
	t.Run("profiles", func(t *testing.T) {
		storetest.RunProfiles(t, func(t *testing.T) store.Store { return open(t, server.Copy(empty)) })
	})
	t.Run("moderation", func(t *testing.T) {
		storetest.RunModeration(t, func(t *testing.T) store.Full { return open(t, server.Copy(empty)) })
	})
	t.Run("operated", func(t *testing.T) {
		storetest.RunOperated(t, func(t *testing.T) store.Full { return open(t, server.Copy(empty)) })
	})
	for name, test := range map[string]func(*testing.T, *pgtest.Server){
		"one failure": oneFailureIsAlone, "close": closes, "deadlines": nodesShareDeadlines, "bad databases": badDatabases,
		"events": eventsAreOnlyAdded, "definitions": forgetsDefinitions, "copy": copies, "upgrade": upgrades, "copy before upgrade": copiesBeforeUpgrade, "operations": operations,
		"clients": forgetsClients, "pseudonyms": pseudonymises,
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

// copiesBeforeUpgrade upgrades a database of version 1. It checks that the log names the schema with a copy
// of the tables, and that the copy replaces those of earlier upgrades. It also checks that no copy is made if
// the operator has created an empty schema with that name.
func copiesBeforeUpgrade(t *testing.T, server *pgtest.Server) {
	url := server.Database()
	s := open(t, url)
	e := storetest.Entry("one", "anna", "bert", 1)
	if err := s.Create(t.Context(), e, storetest.Created(e)); err != nil {
		t.Fatalf("Create: %v", err)
	}
	s.Close()
	upgrade := func(before ...string) string {
		server.Exec(url, "DROP TABLE relations, invitations, hidden, solved", "DROP INDEX games_white_ended, games_black_ended, games_white_running, games_black_running")
		server.Exec(url, append([]string{"DROP TABLE workers, questions, accounts, passkeys, devices, codes, challenges, tokens, ratings, rated, adjustments, reports, actions, addresses", "DELETE FROM goose_db_version WHERE version_id > 1"}, before...)...)
		var log bytes.Buffer
		s, err := postgres.Open(t.Context(), postgres.Options{URL: url, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if err != nil {
			t.Fatalf("postgres.Open: %v", err)
		}
		s.Close()
		return log.String()
	}
	copied := func() (schema string, events int) {
		schemas := "SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tain_before%'"
		if n := count(t, url, schemas); n != 1 {
			t.Fatalf("%d copies", n)
		}
		version := count(t, url, "SELECT substr(nspname, 14)::int FROM pg_namespace WHERE nspname LIKE 'tain_before%'")
		schema = fmt.Sprint("tain_before_v", version)
		return schema, count(t, url, "SELECT count(*) FROM "+schema+".events")
	}
	log := upgrade("CREATE SCHEMA tain_before_v1", "CREATE TABLE tain_before_v1.games (id text)")
	schema, events := copied()
	if !strings.Contains(log, schema) || events != 1 {
		t.Errorf("the copy %s has %d events; log %q", schema, events, log)
	}
	if n := count(t, url, "SELECT max(version_id) FROM "+schema+".goose_db_version"); n != 1 {
		t.Errorf("the copy has version %d", n)
	}
	// A copy that a failed upgrade left behind is replaced.
	server.Exec(url, "DELETE FROM "+schema+".events")
	upgrade()
	if _, events := copied(); events != 1 {
		t.Errorf("the second copy has %d events", events)
	}
	if log := upgrade("DROP SCHEMA "+schema+" CASCADE", "CREATE SCHEMA "+schema); strings.Contains(log, "copied") {
		t.Errorf("log with an empty schema: %q", log)
	}
	if n := count(t, url, "SELECT count(*) FROM pg_tables WHERE schemaname = '"+schema+"'"); n != 0 {
		t.Errorf("%d tables in the empty schema", n)
	}
	open(t, url)
}
