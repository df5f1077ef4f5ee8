package request

import (
	"context"
	"errors"
	"net/http/httptest"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/site/limit"
)

// TestAcceptsEncoding checks that the header is parsed with its quality values.
func TestAcceptsEncoding(t *testing.T) {
	for header, want := range map[string]bool{
		"": false, "br": false, "gzip": true, "br, GZIP;q=0.8": true, "gzip;q=0": false, "gzip; q=0.0": false, "gzip;q=0.001": true,
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Encoding", header)
		if got := AcceptsEncoding(r, "gzip"); got != want {
			t.Errorf("Accept-Encoding %q: gzip accepted: %v, want %v", header, got, want)
		}
	}
}

// TestMatchesETag checks that a tag is found among others, including weak ones.
func TestMatchesETag(t *testing.T) {
	tag := ETag([]byte("content"))
	for header, want := range map[string]bool{"": false, `"other"`: false, tag: true, `"other", W/` + tag: true, "*": true} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("If-None-Match", header)
		if got := MatchesETag(r, tag); got != want {
			t.Errorf("If-None-Match %s: matches %v, want %v", header, got, want)
		}
	}
}

// TestMatchPath checks that path variables match any non-empty text.
func TestMatchPath(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"/api/v1/games", "/api/v1/games", true}, {"/api/v1/games/{id}", "/api/v1/games/abc", true},
		{"/api/v1/games/{id}", "/api/v1/games/", false}, {"/api/v1/games/{id}", "/api/v1/games/abc/socket", false},
	} {
		if got := MatchPath(c.pattern, c.path); got != c.want {
			t.Errorf("MatchPath(%q, %q) = %v, want %v", c.pattern, c.path, got, c.want)
		}
	}
}

// TestSessionOf checks that only valid tokens are accepted.
func TestSessionOf(t *testing.T) {
	for token, want := range map[string]bool{NewToken(): true, tokenPrefix + "short": false, "": false} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		if got := HasSession(r); got != want {
			t.Errorf("token %q: session %v, want %v", token, got, want)
		}
	}
}

// TestSpendInTurn checks that a request through a proxy waits while its address is busy, and is refused if the
// wait would be long. Direct requests, whose connections are read more slowly, and other addresses do not wait.
func TestSpendInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := limit.Default()
		limits.Rate, limits.Burst, limits.StrangerRate, limits.StrangerBurst = 1e9, 1e9, 1e9, 1e9
		s := New(Options{Limits: limits, Proxies: limit.PrivateNetworks(), Metrics: prometheus.NewRegistry()})
		busy := netip.MustParseAddr("203.0.113.1")
		s.Limiter.Spend(fair.Party{Address: busy}, 1e8)
		for s.Limiter.Delay(busy) == 0 {
			s.Limiter.Spend(fair.Party{Address: busy}, 1e4)
		}
		// ask returns how long a request of an address waits.
		ask := func(peer, client string) (time.Duration, error) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r := httptest.NewRequestWithContext(ctx, "GET", "/", nil)
			r.RemoteAddr = peer + ":1"
			r.Header.Set("X-Forwarded-For", client)
			began := time.Now()
			err := s.SpendInTurn(r, 1)
			return time.Since(began), err
		}
		if _, err := ask("10.0.0.1", busy.String()); !errors.Is(err, ErrTooMany) {
			t.Errorf("a request that would have to wait for %v: error %v, want %v", s.Limiter.Delay(busy), err, ErrTooMany)
		}
		time.Sleep(s.Limiter.Delay(busy) - maxProxiedPause/2)
		if wait, err := ask("10.0.0.1", busy.String()); err != nil || wait != maxProxiedPause/2 {
			t.Errorf("a request of a busy address waited for %v, error %v; want %v", wait, err, maxProxiedPause/2)
		}
		for peer, client := range map[string]string{busy.String(): "", "10.0.0.1": "203.0.113.2"} {
			if wait, err := ask(peer, client); wait != 0 || err != nil {
				t.Errorf("a request from %s for %q waited for %v, error %v; want no wait", peer, client, wait, err)
			}
		}
	})
}
