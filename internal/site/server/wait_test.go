package server_test

import (
	"context"
	"net/http"
	"testing"
	"time"
)

// waitFor polls until a condition holds, with a time limit. It polls slowly enough to stay within the limits
// of its address.
func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !so(); time.Sleep(25 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("timed out")
		}
	}
}

// contextWithCancel returns a copy of a request and a function that cancels it, as if the client had left.
func contextWithCancel(r *http.Request) (*http.Request, func()) {
	ctx, stop := context.WithCancel(r.Context())
	return r.WithContext(ctx), stop
}

// metrics returns the server's metrics.
func (s *site) metrics() string {
	s.t.Helper()
	return string(s.somebody().want(200, "GET", "/metrics", "", nil).body)
}
