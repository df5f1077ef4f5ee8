package limit

import (
	"net/netip"
	"testing"
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
		if _, ok := v.Hold(a, bytes); ok {
			answers++
		}
	}
	return connections, answers
}

// TestNetwork checks that a whole IPv6 network can hold only as many connections and unread responses as a
// few addresses.
func TestNetwork(t *testing.T) {
	l := Default()
	l.Connections, l.InFlight, l.Networks = 2, 100, 3
	connections, answers := holdAll(l, 20, 60)
	if connections != 6 || answers != 5 {
		t.Errorf("twenty addresses of a network hold %d connections and %d answers", connections, answers)
	}
	l.Connections, l.Rate, l.Burst = 1000, 1e-9, 5
	if connections, _ := holdAll(l, 20, 60); connections >= 20 {
		t.Error("connections of a network are free")
	}
}
