package app

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"

	"github.com/tainchess/tain/internal/site/config"
	"github.com/tainchess/tain/internal/site/store/sqlite"
)

// TestPeople checks which domain passkeys belong to, and that a server does not start with another domain than the
// one of its accounts.
func TestPeople(t *testing.T) {
	ctx := t.Context()
	games, err := sqlite.Open(ctx, t.TempDir())
	if err != nil {
		t.Fatalf("sqlite.Open: %v", err)
	}
	t.Cleanup(func() { games.Close() })
	addr := &net.TCPAddr{Port: 8080}
	open := func(local bool, set ...string) (id, origin string, failed error) {
		t.Helper()
		s := config.New()
		for _, one := range set {
			s.Assign("--set", one)
		}
		c, err := s.Config()
		if err != nil {
			t.Fatalf("Config: %v", err)
		}
		server := &Server{Config: c, Log: slog.New(slog.DiscardHandler)}
		p, err := server.people(ctx, games, local, addr)
		if err != nil || p == nil {
			return "", "", err
		}
		return p.RPID, p.Origins[0], nil
	}
	for _, c := range []struct {
		local      bool
		set        []string
		id, origin string
	}{
		{local: true, id: "localhost", origin: "http://localhost:8080"},
		{},
		{local: true, set: []string{"accounts.off=true"}},
		{set: []string{"accounts.rp-id=chess.example.org"}, id: "chess.example.org", origin: "https://chess.example.org"},
		{set: []string{"tls.domains=chess.example.org"}, id: "chess.example.org", origin: "https://chess.example.org"},
		{local: true, set: []string{"accounts.rp-id=example.org", "accounts.origins=https://chess.example.org"}, id: "example.org", origin: "https://chess.example.org"},
	} {
		if id, origin, err := open(c.local, c.set...); err != nil || id != c.id || origin != c.origin {
			t.Errorf("%v, local %v: %q, %q, %v; want %q, %q", c.set, c.local, id, origin, err, c.id, c.origin)
		}
	}
	for range 2 { // the second call finds the saved value
		if id, err := fixSetting(ctx, games, rpSetting, "chess.example.org"); err != nil || id != "chess.example.org" {
			t.Fatalf("fixSetting: %q, %v", id, err)
		}
	}
	if id, err := fixSetting(context.Background(), games, rpSetting, "other.example.org"); err != nil || id != "chess.example.org" {
		t.Errorf("fixSetting with another domain: %q, %v", id, err)
	}
	if _, _, err := open(false, "accounts.rp-id=other.example.org"); err == nil || !strings.Contains(err.Error(), "chess.example.org") {
		t.Errorf("another domain: %v", err)
	}
	if id, _, err := open(true); err != nil || id != "" {
		t.Errorf("a local server with accounts of a domain: %q, %v", id, err)
	}
	if id, _, err := open(false, "accounts.rp-id=chess.example.org"); err != nil || id == "" {
		t.Errorf("the same domain: %q, %v", id, err)
	}
}
