//go:build linux

package main

import "testing"

// TestHealthChecks checks that a server goes down and comes up only after two checks in a row, as in
// deploy/haproxy-cluster.cfg.
func TestHealthChecks(t *testing.T) {
	var b back
	for i, c := range []struct{ fine, up bool }{
		{true, false}, {false, false}, {true, false}, {true, true}, {false, true}, {true, true}, {false, true}, {false, false}, {true, false}, {true, true},
	} {
		if b.note(c.fine); b.up != c.up {
			t.Errorf("check %d, ready %v: up is %v, want %v", i, c.fine, b.up, c.up)
		}
	}
}
