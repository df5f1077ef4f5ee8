package server_test

import (
	"context"
	"net/http"
	"testing"
	"time"
)

// waitFor waits until a condition holds, for a limited time. It polls no more often
// than an address may.
func waitFor(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !so(); time.Sleep(25 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain")
		}
	}
}

// contextWithCancel returns a request whose client can leave.
func contextWithCancel(r *http.Request) (*http.Request, func()) {
	ctx, stop := context.WithCancel(r.Context())
	return r.WithContext(ctx), stop
}

// metrics returns the server's metrics.
func (s *site) metrics() string {
	s.t.Helper()
	return string(s.somebody().want(200, "GET", "/metrics", "", nil).body)
}
