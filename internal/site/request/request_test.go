package request

import (
	"net/http/httptest"
	"testing"
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
