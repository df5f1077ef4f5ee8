package limit

import (
	"errors"
	"maps"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

// holdAll gives each of n addresses in one IPv6 network a TLS connection and a pending response, and returns
// how many succeed.
func holdAll(l Limits, addresses int, bytes int64) (connections, answers int) {
	v := NewLimiter(l, nil)
	for i := range addresses {
		a := netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 7: byte(i)})
		if _, ok := v.connect(a, securePrice); ok {
			connections++
		}
		if _, err := v.Hold(a, bytes, func() {}); err == nil {
			answers++
		}
	}
	return connections, answers
}

// TestNetwork checks that all addresses in an IPv6 network share the connection and unread-response quotas of a few
// addresses.
func TestNetwork(t *testing.T) {
	l := Default()
	l.Connections, l.InFlight, l.Networks = 2, 100, 3
	connections, answers := holdAll(l, 20, 60)
	if connections != 6 || answers != 5 {
		t.Errorf("twenty addresses in a network hold %d connections and %d responses", connections, answers)
	}
	l.Connections, l.Rate, l.Burst = 1000, 1e-9, 5
	if connections, _ := holdAll(l, 20, 60); connections >= 20 {
		t.Error("a network did not pay for its connections")
	}
}

// TestRefuser checks which limit a refusal is counted for: that of the person, of the address, or of the
// address's sessions.
func TestRefuser(t *testing.T) {
	l := Default()
	l.Rate, l.PersonRate, l.StrangerRate, l.Burst, l.PersonBurst, l.StrangerBurst = 1e-9, 1e-9, 1e-9, 10, 4, 10
	l.PersonSockets, l.Sockets, l.Sessions, l.SessionEvery = 1, 2, 2, time.Hour
	v := NewLimiter(l, nil)
	party := func(name string) fair.Party {
		return fair.Party{Address: netip.MustParseAddr("192.0.2.1"), Person: game.HashOf(name)}
	}
	for _, name := range []string{"anna", "anna", "bert", "bert"} {
		v.OpenSocket(party(name)) // the second socket of each is refused, bert's because of the address
	}
	for _, name := range []string{"anna", "anna", "anna", "anna", "anna", "bert", "bert", "bert", "bert", "carl", "carl", "carl"} {
		v.SpendQueued(party(name), 1)
	}
	refused := map[string]int64{}
	for _, s := range v.State() {
		if s.Refused > 0 {
			refused[s.Limit] = s.Refused
		}
	}
	want := map[string]int64{"sockets-person": 1, "sockets-address": 1, "units-person": 1, "units-address": 1, "sessions-address": 3}
	if !maps.Equal(refused, want) {
		t.Errorf("refused = %v, want %v", refused, want)
	}
}

// TestHoldShares fills the memory for unread responses from twenty addresses. It checks that an address with
// few bytes still gets memory, because the largest holder loses its oldest responses.
func TestHoldShares(t *testing.T) {
	l := Default()
	v := NewLimiter(l, nil)
	dropped := make(chan int, 1000)
	const answer = 1 << 20
	address := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}) }
	held := 0
	for i := range 20 {
		for n := range 4 {
			if _, err := v.Hold(address(i), answer, func() { dropped <- 4*i + n }); err == nil {
				held++
			}
		}
	}
	if most := int(l.AllInFlight - l.AllInFlight/reserved); held*answer < most {
		t.Fatalf("%d responses are held, want at least %d", held, most/answer)
	}
	if _, err := v.Hold(address(0), l.InFlight, func() {}); !errors.Is(err, ErrUnread) {
		t.Errorf("more than its share: error %v, want %v", err, ErrUnread)
	}
	for i := range 200 {
		if _, err := v.Hold(address(100+i%100), 20<<10, func() {}); err != nil {
			t.Fatalf("small holder %d: %v", i, err)
		}
	}
	if states := v.State(); states[0].Used > states[0].Bound {
		t.Errorf("%v bytes are held, want at most %v", states[0].Used, states[0].Bound)
	}
	// A large newcomer displaces the oldest response of a larger holder, until it has the same number of
	// bytes as the others.
	before := v.Dropped()
	for range 2 {
		if _, err := v.Hold(address(200), answer, func() {}); err != nil {
			t.Fatalf("large newcomer: %v", err)
		}
	}
	if v.Dropped() == before {
		t.Error("no response was dropped for a newcomer")
	}
	first := make([]int, 0, 3)
	for range 3 {
		first = append(first, <-dropped)
	}
	if slices.ContainsFunc(first, func(n int) bool { return n%4 == 3 }) {
		t.Errorf("the newest responses to an address were dropped before older ones: %v", first)
	}
	if _, err := v.Hold(address(201), l.InFlight, func() {}); !errors.Is(err, ErrMemory) {
		t.Errorf("a newcomer that would hold more than the others: error %v, want %v", err, ErrMemory)
	}
}

// TestSlowReaderIsDropped fills the memory with one response per address. It checks that another address gets
// memory only after these addresses have had time to read.
func TestSlowReaderIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := Default()
		l.AllInFlight = 10 << 10
		v := NewLimiter(l, nil)
		dropped := make(chan int, 1)
		address := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}) }
		for i := range 10 {
			if _, err := v.Hold(address(i), 1<<10, func() { dropped <- i }); err != nil {
				t.Fatalf("Hold(%d): %v", i, err)
			}
			time.Sleep(time.Millisecond)
		}
		if _, err := v.Hold(address(10), 1<<10, func() {}); !errors.Is(err, ErrMemory) {
			t.Errorf("a newcomer without delay: error %v, want %v", err, ErrMemory)
		}
		time.Sleep(slowReader)
		if _, err := v.Hold(address(10), 1<<10, func() {}); err != nil {
			t.Errorf("a newcomer after %v: %v", slowReader, err)
		}
		if first := <-dropped; first != 0 {
			t.Errorf("address %d was dropped, not the first", first)
		}
	})
}

// TestPace checks that busy addresses share a common rate, even if each has units left, and that other
// addresses do not wait.
func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const busy = 50
		v := NewLimiter(Default(), nil)
		address := func(i int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, byte(i)}) }
		// All addresses send as fast as they can for some seconds.
		const seconds = 4
		read := make([]int, busy)
		next := make([]time.Duration, busy)
		for at := time.Duration(0); at < seconds*time.Second; at += 10 * time.Millisecond {
			for i := range busy {
				if next[i] > at {
					continue
				}
				read[i]++
				v.PayAddress(address(i), 4)
				next[i] = at + v.pause(address(i), time.Now())
			}
			time.Sleep(10 * time.Millisecond)
		}
		sum := 0
		for _, n := range read {
			sum += 4 * n
		}
		// each is the number of units that an address may spend before it counts as busy.
		each := v.limits.Burst/busyBurst + 10
		if most := busy*each + seconds*max(busy*minPace, paceRate*runtime.NumCPU()); sum > most {
			t.Errorf("%d busy addresses spent %d units in %d s, want at most %d", busy, sum, seconds, most)
		}
		if least, most := slices.Min(read), slices.Max(read); least*3 < most {
			t.Errorf("busy addresses were read %d to %d times; want about the same", least, most)
		}
		for range 4 {
			v.PayAddress(address(busy), 4)
			if wait := v.pause(address(busy), time.Now()); wait > 0 {
				t.Fatalf("an address that spends little waits for %v", wait)
			}
		}
		time.Sleep(time.Minute)
		v.PayAddress(address(0), 4)
		if wait := v.pause(address(0), time.Now()); wait > 0 {
			t.Errorf("an address that was busy a minute ago waits for %v", wait)
		}
	})
}

// TestPaceSparesOthers checks that addresses that spend as fast as they can keep to the common rate, and that
// an address does not wait for them if it spends in short bursts, or all that it has saved.
func TestPaceSparesOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const seconds, share, connections = 12, 20, 4
		all := paceRate * runtime.NumCPU()
		v := NewLimiter(Default(), nil)
		// read charges an address for a request, as a connection does, and waits for its turn.
		read := func(a netip.Addr, units float64) time.Duration {
			v.PayAddress(a, units)
			wait := v.pause(a, time.Now())
			time.Sleep(wait)
			return wait
		}
		modest, page := netip.AddrFrom4([4]byte{10, 1, 0, 1}), netip.AddrFrom4([4]byte{10, 1, 0, 2})
		read(modest, 1)
		read(page, 1)
		time.Sleep(paceCredit)
		began := time.Now()
		var sum atomic.Int64 // units spent in the second half
		var done sync.WaitGroup
		for i := range all / share * connections {
			done.Go(func() {
				a := netip.AddrFrom4([4]byte{10, 0, byte(i / connections >> 8), byte(i / connections)})
				for time.Since(began) < seconds*time.Second {
					if time.Since(began) >= seconds/2*time.Second {
						sum.Add(8)
					}
					read(a, 8)
					time.Sleep(time.Millisecond)
				}
			})
		}
		done.Go(func() { // a challenge: a new game, a new connection and a few requests
			for time.Since(began) < seconds*time.Second {
				for _, units := range []float64{10, 4, 2, 1, 1} {
					if wait := read(modest, units); wait > 0 {
						t.Errorf("after %v, an address that spends little waits for %v", time.Since(began), wait)
					}
				}
				time.Sleep(400 * time.Millisecond)
			}
		})
		done.Go(func() {
			time.Sleep(2 * time.Second)
			for range 7 {
				if wait := read(page, 5); wait > 0 {
					t.Errorf("an address that has spent nothing for %v waits for %v", paceCredit, wait)
				}
			}
		})
		done.Wait()
		if most := int64(all * seconds / 2 * 11 / 10); sum.Load() > most {
			t.Errorf("%d busy addresses spent %d units in %d s, want at most %d", all/share, sum.Load(), seconds/2, most)
		}
	})
}

// TestPaceBurst checks that many addresses that start to spend at the same time share little more than one
// burst, and that a single address gets a whole burst.
func TestPaceBurst(t *testing.T) {
	burst := func(addresses int) (units int) {
		synctest.Test(t, func(t *testing.T) {
			v := NewLimiter(Default(), nil)
			for i := range addresses {
				one := netip.AddrFrom4([4]byte{10, 0, 0, byte(i)})
				for v.pause(one, time.Now()) == 0 {
					v.PayAddress(one, 2)
					units += 2
				}
			}
		})
		return units
	}
	l := Default()
	own := l.Burst / busyBurst
	if units := burst(1); units < own*3/4 {
		t.Errorf("one address was paced after %d units, want about %d", units, own)
	}
	common := int(paceRate * float64(runtime.NumCPU()) * commonBurst.Seconds())
	if units, most := burst(100), common+100*(own/ownBurst+4); units > most {
		t.Errorf("a hundred addresses spent %d units before they were paced, want at most %d", units, most)
	}
}

// TestPaceOfNetwork checks that the addresses of an IPv6 network together spend no more before they are paced
// than a few addresses, even if they take turns and the idle ones are evicted.
func TestPaceOfNetwork(t *testing.T) {
	const addresses, seconds, price = 400, 4, 2
	spend := func(address func(int) netip.Addr) (units int) {
		synctest.Test(t, func(t *testing.T) {
			v := NewLimiter(Default(), nil)
			for i := range seconds * 100 {
				for n := range addresses {
					if one := address(n + i*addresses); v.Delay(one) == 0 {
						if _, ok := v.Spend(fair.Party{Address: one}, price); ok {
							units += price
						}
					}
				}
				v.EvictIdle()
				time.Sleep(10 * time.Millisecond)
			}
		})
		return units
	}
	network := spend(func(n int) netip.Addr {
		return netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 6: byte(n >> 8), 7: byte(n)})
	})
	few := spend(func(n int) netip.Addr { return netip.AddrFrom4([4]byte{10, 0, 0, byte(n % fair.NetworkShares)}) })
	if network > few*11/10 {
		t.Errorf("a network spent %d units, want about as many as %d addresses, which spent %d", network, fair.NetworkShares, few)
	}
}

// TestManyConnections checks that an address may open fewer connections while many are open in total.
func TestManyConnections(t *testing.T) {
	l := Default()
	v := NewLimiter(l, nil)
	var all []func()
	for i := range l.AllConnections {
		closed, ok := v.connect(netip.AddrFrom4([4]byte{10, 0, byte(i / l.Connections), 1}), 0)
		if !ok {
			t.Fatalf("connection %d was refused", i)
		}
		all = append(all, closed)
	}
	other := netip.AddrFrom4([4]byte{10, 1, 0, 1})
	opened := func() (n int) {
		for range l.Connections {
			if closed, ok := v.connect(other, 0); ok {
				n++
				defer closed()
			}
		}
		return n
	}
	if n := opened(); n != l.Connections/4 {
		t.Errorf("another address opened %d connections, want %d", n, l.Connections/4)
	}
	for i := range 500 { // many more addresses, which open as many connections as they can
		for range l.Connections {
			if closed, ok := v.connect(netip.AddrFrom4([4]byte{10, 2, byte(i / 250), byte(i % 250)}), 0); ok {
				all = append(all, closed)
			}
		}
	}
	if most := l.AllConnections*7/5 + 500*minConnections; len(all) > most {
		t.Errorf("%d connections are open, want at most %d", len(all), most)
	}
	if n := opened(); n != minConnections {
		t.Errorf("after that, another address opened %d connections, want %d", n, minConnections)
	}
	for _, closed := range all {
		closed()
	}
	if n := opened(); n != l.Connections {
		t.Errorf("with few connections in total, an address opened %d, want %d", n, l.Connections)
	}
}

// TestPaceRequests checks that expensive requests from many addresses share a common rate, as TestPace does
// for bytes, and that refused requests count too.
func TestPaceRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const busy, seconds, price = 50, 4, 10
		l := Default()
		v := NewLimiter(l, nil)
		party := func(i int) fair.Party {
			return fair.Party{Address: netip.AddrFrom4([4]byte{10, 0, 0, byte(i)})}
		}
		sum := 0
		for range seconds * 100 {
			for i := range busy {
				if v.Delay(party(i).Address) > 0 {
					continue
				}
				if _, ok := v.Spend(party(i), price); ok {
					sum += price
				}
			}
			time.Sleep(10 * time.Millisecond)
		}
		each := l.Burst/busyBurst + price
		if most := busy*each + seconds*max(busy*minPace, paceRate*runtime.NumCPU()); sum > most {
			t.Errorf("%d busy addresses spent %d units in %d s, want at most %d", busy, sum, seconds, most)
		}
		refused := party(busy)
		for v.Delay(refused.Address) == 0 {
			if _, ok := v.Spend(refused, float64(l.StrangerBurst)); ok { // only once
				time.Sleep(2 * maxPause)
			}
		}
		if wait := v.Delay(party(busy + 1).Address); wait > 0 {
			t.Errorf("another address waits for %v", wait)
		}
	})
}

// TestNetworkSessions checks that the addresses of an IPv6 network together introduce only as many people as
// a few addresses could.
func TestNetworkSessions(t *testing.T) {
	l := Default()
	v := NewLimiter(l, nil)
	for i := range 200 {
		a := netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 7: byte(i)})
		for n := range 5 {
			v.Spend(fair.Party{Address: a, Person: game.Hash{1, byte(i), byte(n)}}, 0)
		}
	}
	if n, most := len(v.people), (l.Networks+1)*l.Sessions; n > most {
		t.Errorf("200 addresses of a network introduced %d people, want at most %d", n, most)
	}
}
