package page

import (
	"net/http/httptest"
	"net/url"
	"testing"
)

// TestPageName checks the names of pages, including that of a short link to a position.
func TestPageName(t *testing.T) {
	for link, want := range map[string]string{"/": "", "/analysis": "analysis", "/game/abc": "game", "/?board=8;8;8": "analysis", "/?Board=": "analysis"} {
		if got := pageName(httptest.NewRequest("GET", link, nil)); got != want {
			t.Errorf("pageName(%s) = %q, want %q", link, got, want)
		}
	}
}

// TestFrameBound checks that sizes are limited and that invalid sizes are rejected.
func TestFrameBound(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
		ok   bool
	}{{"", 400, true}, {"300", 300, true}, {"4000", 400, true}, {"0", 0, false}, {"wide", 0, false}} {
		got, err := frameBound(url.Values{"maxwidth": {c.text}}, "maxwidth", 400)
		if got != c.want || (err == nil) != c.ok {
			t.Errorf("frameBound(maxwidth=%s) = %d, %v, want %d", c.text, got, err, c.want)
		}
	}
}
