package limit

import (
	"encoding/json"
	"net/netip"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// exchange passes reports between limiters, like the bus.
func exchange(t *testing.T, all ...*Limiter) {
	t.Helper()
	for i, one := range all {
		n, _ := one.report(string(rune('a'+i)), true)
		text, err := json.Marshal(n)
		if err != nil {
			t.Fatalf("json.Marshal: %v", err)
		}
		for j, other := range all {
			var heard usageReport
			if err := json.Unmarshal(text, &heard); err != nil {
				t.Fatalf("json.Unmarshal: %v", err)
			}
			if i != j {
				other.apply(&heard)
			}
		}
	}
}

// TestOlderReport checks that a report from a node that knows fewer limits counts towards the right ones.
func TestOlderReport(t *testing.T) {
	v, a := NewLimiter(Default(), nil), netip.MustParseAddr("192.0.2.1")
	v.apply(&usageReport{Node: "old", Addresses: map[netip.Addr][]float64{a: {1, 2, 3, 4, 5, 6, 7}}})
	one := v.addresses[a]
	for i, b := range []*bucket{&one.work, &one.strangers, &one.games, &one.definitions, &one.studies, &one.subscriptions, &one.sessions} {
		if spent := b.size - b.left; spent != float64(i+1) {
			t.Errorf("bucket %d: %v units, want %d", i, spent, i+1)
		}
	}
}

// TestSharedLimits has one person use three nodes in turn. The person gets the same number of units as from
// one node, plus those spent between two reports. While the nodes are disconnected, each grants only its
// share.
func TestSharedLimits(t *testing.T) {
	l := Default()
	l.PersonRate, l.PersonBurst = 1e-9, 300
	who := fair.Party{Address: netip.MustParseAddr("192.0.2.1"), Person: game.HashOf("anna")}
	granted := func(n int, hear bool, share float64) (units int) {
		var nodes []*Limiter
		for range n {
			nodes = append(nodes, NewLimiter(l, nil))
			nodes[len(nodes)-1].setSurcharge(share)
		}
		for i := range 3000 {
			if _, ok := nodes[i%n].Spend(who, 1); ok {
				units++
			}
			if hear && i%20 == 19 {
				exchange(t, nodes...)
			}
		}
		return units
	}
	alone := granted(1, false, 1)
	if shared := granted(3, true, 1); shared > alone+40 || shared < alone-40 {
		t.Errorf("three nodes grant %d units, one grants %d", shared, alone)
	}
	if apart := granted(3, false, 3); apart > alone+3 {
		t.Errorf("three disconnected nodes grant %d units, one grants %d", apart, alone)
	}
	if careless := granted(3, false, 1); careless < 2*alone {
		t.Errorf("three nodes grant %d units without sharing: the test is not meaningful", careless)
	}
}

// TestSharedSockets counts the sockets of a person on all nodes.
func TestSharedSockets(t *testing.T) {
	l := Default()
	l.PersonSockets = 20
	a, b := NewLimiter(l, nil), NewLimiter(l, nil)
	who := fair.Party{Address: netip.MustParseAddr("192.0.2.1"), Person: game.HashOf("anna")}
	open := 0
	for i := range 60 {
		node := a
		if i%2 == 1 {
			node = b
		}
		if _, ok := node.OpenSocket(who); ok {
			open++
		}
		exchange(t, a, b)
	}
	if open < 18 || open > 24 {
		t.Errorf("one person opened %d sockets on two nodes", open)
	}
	// The sockets of a lost node no longer count.
	b.mu.Lock()
	for node, h := range b.remote {
		h.at = h.at.Add(-time.Minute)
		b.remote[node] = h
	}
	b.mu.Unlock()
	if _, ok := b.OpenSocket(who); !ok {
		t.Error("sockets of a lost node still count")
	}
}

// TestLargeReports checks that addresses that do not fit into one report are part of a later one, each
// exactly once.
func TestLargeReports(t *testing.T) {
	v, now := NewLimiter(Default(), nil), time.Now()
	for i := range 2*maxReported + 10 {
		one := v.quotaOf(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), now)
		one.work.spent, one.sockets = one.work.size, minReportedSockets
	}
	told := map[netip.Addr]int{}
	for range 4 {
		n, _ := v.report("a", true)
		if len(n.Addresses) > maxReported || len(n.Sockets.Addresses) > maxReported {
			t.Errorf("a report has %d addresses and the sockets of %d", len(n.Addresses), len(n.Sockets.Addresses))
		}
		for a := range n.Addresses {
			told[a]++
		}
	}
	if len(told) != 2*maxReported+10 {
		t.Errorf("%d of %d addresses were reported", len(told), 2*maxReported+10)
	}
	for a, times := range told {
		if times != 1 {
			t.Errorf("%v was reported %d times", a, times)
		}
	}
}

// TestRefundAfterSurcharge checks that a refund returns the price that was charged, even if prices have changed
// since.
func TestRefundAfterSurcharge(t *testing.T) {
	l := Default()
	l.GameEvery, l.PersonGameEvery = time.Hour, time.Hour
	v := NewLimiter(l, nil)
	who := fair.Party{Address: netip.MustParseAddr("192.0.2.1"), Person: game.HashOf("anna")}
	used := func() float64 {
		return v.addresses[who.Address].games.size - v.addresses[who.Address].games.left
	}
	v.setSurcharge(3)
	first, _, _ := v.CreateGame(who)
	v.setSurcharge(1)
	second, _, _ := v.CreateGame(who)
	if n := used(); n < 3.9 || n > 4 {
		t.Errorf("two games cost %g, want 4", n)
	}
	v.setSurcharge(2)
	first()
	if n := used(); n < .9 || n > 1 {
		t.Errorf("after the refund of the first game: %g, want 1", n)
	}
	second()
	if n := used(); n > .1 || n < -.1 {
		t.Errorf("after both refunds: %g, want 0", n)
	}
}
