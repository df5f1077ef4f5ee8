package fair_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
)

func party(address, person int) fair.Party {
	return fair.Party{Address: netip.AddrFrom4([4]byte{10, 0, 0, byte(address)}), Person: [32]byte{byte(person)}}
}

// TestLongQueueDoesNotDelayOthers has one address queue many items. Another address with one item is next,
// and a second person at the crowded address follows soon after.
func TestLongQueueDoesNotDelayOthers(t *testing.T) {
	q := fair.New[string](time.Second)
	for i := range 119 {
		q.Push(party(1, i%3), "flood")
	}
	running := q.Pop()
	honest := q.Push(party(2, 0), "honest")
	neighbour := q.Push(party(1, 9), "neighbour")
	if place := q.Place(honest); place > 1 {
		t.Errorf("place of the other address = %d, want at most 1", place)
	}
	if place := q.Place(neighbour); place > 5 {
		t.Errorf("place of the other person = %d, want at most 5", place)
	}
	q.Settle(running, time.Second)
	for n := 0; ; n++ {
		next := q.Pop()
		if next == honest {
			break
		}
		q.Settle(next, time.Second)
		if n > 1 {
			t.Fatalf("%d items were served before the other address", n)
		}
	}
}

// TestLongItemsAreCharged has two busy addresses, one of which queues items that take ten times as long. Both
// get the same total time.
func TestLongItemsAreCharged(t *testing.T) {
	q := fair.New[int](time.Second)
	had := [2]time.Duration{}
	for who := range had {
		q.Push(party(who, 0), who)
	}
	for range 1000 {
		next := q.Pop()
		took := 100 * time.Millisecond
		if next.Value == 1 {
			took *= 10
		}
		had[next.Value] += took
		q.Push(next.Party(), next.Value)
		q.Settle(next, took)
	}
	if apart := (had[0] - had[1]).Abs(); apart > 3*time.Second {
		t.Errorf("the addresses used %v and %v, want the same", had[0], had[1])
	}
}

// TestNetworkShares has 200 addresses of an IPv6 network queue two items each. Another address waits for at
// most as many of them as the network has shares.
func TestNetworkShares(t *testing.T) {
	q := fair.New[string](time.Second)
	for i := range 200 {
		who := fair.Party{Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:7:%x::", i)), Person: [32]byte{byte(i)}}
		for range 2 {
			q.Push(who, "flood")
		}
	}
	if n := q.Accounts(); n != fair.NetworkShares {
		t.Errorf("the network has %d accounts, want %d", n, fair.NetworkShares)
	}
	for range 5 {
		for _, address := range []string{"2001:db8:8::", "192.0.2.1"} {
			q.Push(fair.Party{Address: netip.MustParseAddr(address)}, "honest")
		}
		for honest, flood := 0, 0; honest < 2; {
			next := q.Pop()
			q.Settle(next, time.Second)
			if next.Value == "honest" {
				honest++
			} else if flood++; flood > fair.NetworkShares {
				t.Fatalf("more than %d items of the network were served before two honest ones", fair.NetworkShares)
			}
		}
	}
}

// TestAccount checks that Account returns IPv4 and unknown addresses unchanged, and that customers of a
// provider that assigns a /64, /60 or /56 to each are spread over all shares of their /48.
func TestAccount(t *testing.T) {
	for _, address := range []netip.Addr{{}, netip.MustParseAddr("192.0.2.1"), netip.MustParseAddr("::ffff:192.0.2.1")} {
		if got := fair.Account(address); got != address {
			t.Errorf("Account(%v) = %v, want it unchanged", address, got)
		}
	}
	for _, step := range []int{1, 1 << 4, 1 << 8} {
		customers := map[netip.Addr]int{}
		for i := range 64 {
			customers[fair.Account(netip.MustParseAddr(fmt.Sprintf("2001:db8:7:%x::1", i*step)))]++
		}
		for account, n := range customers {
			if n > 2*64/fair.NetworkShares {
				t.Errorf("subnets %d apart: %d of 64 addresses use %v", step, n, account)
			}
		}
		if len(customers) != fair.NetworkShares {
			t.Errorf("subnets %d apart use %d accounts, want %d", step, len(customers), fair.NetworkShares)
		}
	}
	if a, b := fair.Account(netip.MustParseAddr("2001:db8:7::")), fair.Account(netip.MustParseAddr("2001:db8:8::")); a == b {
		t.Error("two networks share an account")
	}
}

// TestUnusedTimeExpires has a party arrive late. Time that it did not use before does not give it more than
// its turn.
func TestUnusedTimeExpires(t *testing.T) {
	q := fair.New[int](time.Second)
	for range 300 {
		q.Push(party(1, 1), 1)
	}
	for range 100 {
		q.Settle(q.Pop(), time.Second)
	}
	for range 10 {
		q.Push(party(2, 2), 2)
	}
	served := map[int]int{}
	for range 10 {
		next := q.Pop()
		served[next.Value]++
		q.Settle(next, time.Second)
	}
	if served[1] < 4 || served[2] < 4 {
		t.Errorf("served in ten turns: %v, want at least 4 each", served)
	}
}

// TestRunningItemsCount checks that running items count like completed ones.
func TestRunningItemsCount(t *testing.T) {
	q := fair.New[string](time.Second)
	running := q.Start(party(1, 1), "runs")
	q.Push(party(1, 1), "next")
	honest := q.Push(party(2, 2), "honest")
	if place := q.Place(honest); place != 0 {
		t.Errorf("place of a party that has used nothing = %d, want 0", place)
	}
	q.Settle(running, time.Second)
	if next := q.Pop(); next != honest {
		t.Errorf("Pop = %q, want honest", next.Value)
	}
}

// TestPlaces checks that items are served in the predicted order.
func TestPlaces(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		q := fair.New[int](time.Second)
		var waiting, running []*fair.Item[int]
		for n := range 200 {
			switch who := party(rng.IntN(4), rng.IntN(3)); {
			case rng.IntN(3) > 0:
				foretold := q.PlaceOf(who)
				i := q.Push(who, n)
				if place := q.Place(i); place != foretold {
					t.Fatalf("seed %d: PlaceOf = %d, Place = %d", seed, foretold, place)
				}
				waiting = append(waiting, i)
			case rng.IntN(2) == 0 && len(waiting) > 0:
				q.Remove(waiting[rng.IntN(len(waiting))])
			default:
				if i := q.Pop(); i != nil {
					running = append(running, i)
				}
				if len(running) > 0 && rng.IntN(2) == 0 {
					q.Settle(running[0], time.Duration(rng.IntN(3000))*time.Millisecond)
					running = running[1:]
				}
			}
		}
		foretold := map[int]int{}
		for _, i := range q.All() {
			foretold[i.Value] = q.Place(i)
		}
		if len(foretold) != q.Len() {
			t.Fatalf("seed %d: All returned %d items, Len = %d", seed, len(foretold), q.Len())
		}
		for n := 0; q.Len() > 0; n++ {
			i := q.Pop()
			if foretold[i.Value] != n {
				t.Fatalf("seed %d: item served as number %d had place %d", seed, n, foretold[i.Value])
			}
			q.Settle(i, time.Second)
		}
		if q.Pop() != nil {
			t.Fatal("Pop of an empty queue is not nil")
		}
	}
}

// TestAccountsAreBounded has many addresses come and go, and checks that the number of accounts stays
// bounded.
func TestAccountsAreBounded(t *testing.T) {
	q := fair.New[string](time.Second)
	q.Push(party(1, 1), "stays")
	q.Push(party(1, 1), "stays")
	for n := range 10_000 {
		who := fair.Party{Address: netip.MustParseAddr(fmt.Sprintf("2001:db8:%x::", n))}
		q.Push(who, "comes")
		if n%2 == 0 {
			q.Remove(q.All()[0])
			q.Push(party(1, 1), "stays")
		}
		if i := q.Pop(); i != nil {
			q.Settle(i, time.Second)
		}
	}
	for q.Len() > 0 {
		q.Settle(q.Pop(), time.Second)
	}
	if n := q.Accounts(); n > 600 {
		t.Errorf("%d accounts, want at most 600", n)
	}
}

// TestLongestQueue checks that Crowded returns the last item of the longest queue.
func TestLongestQueue(t *testing.T) {
	q := fair.New[string](time.Second)
	if q.Crowded() != nil {
		t.Error("Crowded of an empty queue is not nil")
	}
	q.Push(party(1, 1), "a")
	for _, name := range []string{"b", "c"} {
		q.Push(party(2, 1), name)
	}
	q.Push(party(2, 2), "d")
	if i := q.Crowded(); i.Value != "c" {
		t.Errorf("Crowded = %q, want c", i.Value)
	}
	if address, person := q.Waiting(party(2, 1)); address != 3 || person != 2 {
		t.Errorf("Waiting = %d, %d; want 3, 2", address, person)
	}
}
