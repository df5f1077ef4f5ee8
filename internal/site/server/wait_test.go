package server_test

import (
	"context"
	"net/http"
	"testing"
	"time"
)

// waitFor waits until something is so, but not for ever. It asks no more often
// than an address may for long.
func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !so(); time.Sleep(25 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain")
		}
	}
}

// contextWithCancel returns a request whose asker can leave.
func contextWithCancel(r *http.Request) (*http.Request, func()) {
	ctx, stop := context.WithCancel(r.Context())
	return r.WithContext(ctx), stop
}

// metrics returns the figures the server shows of itself.
func (s *site) metrics() string {
	s.t.Helper()
	return string(s.somebody().want(200, "GET", "/metrics", "", nil).body)
}
