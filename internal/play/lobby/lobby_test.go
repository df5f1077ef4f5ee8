package lobby

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
	"github.com/tainchess/tain/variant/chess"
)

var limits = Limits{ChallengesPerPerson: 1, ChallengesPerAddress: 2, SeeksPerAddress: 2, Seeks: 10}

func nodes() *cluster.Nodes { return cluster.NewNodes("here", nil) }

func at(address string, person byte) room.Session {
	return room.SessionOf(string([]byte{person})).At(netip.MustParseAddr(address))
}

// TestPairing checks that seekers of the same game are paired, and that absent seekers are not.
func TestPairing(t *testing.T) {
	p := NewPairing(limits, nodes())
	seek := func(by room.Session) *Seeker {
		return p.NewSeeker(by, "", chess.Rules, game.Start{ID: room.NewID()})
	}
	enter := func(s *Seeker) *Seeker {
		t.Helper()
		other, err := p.Enter(s)
		if err != nil {
			t.Fatalf("Enter: %v", err)
		}
		return other
	}
	gone, first := seek(at("192.0.2.1", 1)), seek(at("192.0.2.2", 2))
	if other := enter(gone); other != nil {
		t.Fatal("first seeker was paired")
	}
	gone.SetAway(true)
	if other := enter(first); other != nil {
		t.Error("absent seeker was paired")
	}
	if other := enter(seek(at("192.0.2.3", 3))); other != first {
		t.Error("matching seekers were not paired")
	}
	if left := p.Waiting(); len(left) != 0 {
		t.Errorf("%d present seekers are left, want none", len(left))
	}
}

// TestOffer checks the limits on challenges per person and per address.
func TestOffer(t *testing.T) {
	l := NewChallenges(limits, nodes())
	for _, c := range []struct {
		id      string
		creator room.Session
		ok      bool
	}{
		{"a", at("192.0.2.1", 1), true},
		{"b", at("192.0.2.1", 1), false}, // this person already has a challenge
		{"c", at("192.0.2.1", 2), true},
		{"d", at("192.0.2.1", 3), false}, // this address already has two challenges
		{"e", at("192.0.2.2", 3), true},
	} {
		if err := l.Offer(c.id, c.creator.Party(), false); (err == nil) != c.ok {
			t.Errorf("challenge %s: got error %v, want allowed: %v", c.id, err, c.ok)
		}
	}
}

// TestNetwork checks that the addresses of an IPv6 network together have only a few challenges and seeks, and
// only a few of the first places in a list.
func TestNetwork(t *testing.T) {
	l, p := NewChallenges(limits, nodes()), NewPairing(Limits{SeeksPerAddress: 2, Seeks: 1000}, nodes())
	seek := func(by room.Session) error {
		s := p.NewSeeker(by, "", chess.Rules, game.Start{ID: room.NewID()})
		s.SetAway(true) // nobody is paired
		_, err := p.Enter(s)
		return err
	}
	offers, seeks := 0, 0
	var list []room.Session
	for i := range 200 {
		by := at(fmt.Sprintf("2001:db8:7:%x::", i), byte(i))
		list = append(list, by)
		if l.Offer(fmt.Sprint("game", i), by.Party(), false) == nil {
			offers++
		}
		if seek(by) == nil {
			seeks++
		}
	}
	if want := 2 * fair.NetworkShares; offers != want || seeks != want {
		t.Errorf("a network has %d challenges and %d seeks, want %d each", offers, seeks, want)
	}
	honest := at("2001:db8:8::", 255)
	if err := l.Offer("honest", honest.Party(), false); err != nil {
		t.Errorf("challenge from another network: %v", err)
	}
	if err := seek(honest); err != nil {
		t.Errorf("seek from another network: %v", err)
	}
	list = Interleave(append(list, honest), func(s *room.Session) fair.Party { return s.Party() })
	if place := slices.Index(list, honest); place != fair.NetworkShares {
		t.Errorf("place of another network = %d, want %d", place, fair.NetworkShares)
	}
}

// TestInterleave checks that addresses take turns, and so do the people at each address.
func TestInterleave(t *testing.T) {
	who := map[string]fair.Party{
		"a1": at("192.0.2.1", 1).Party(), "a2": at("192.0.2.1", 1).Party(), "a3": at("192.0.2.1", 2).Party(),
		"b1": at("192.0.2.2", 3).Party(),
	}
	got := Interleave([]string{"a1", "a2", "a3", "b1"}, func(e *string) fair.Party { return who[*e] })
	if want := []string{"a1", "b1", "a3", "a2"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
