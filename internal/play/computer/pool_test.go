package computer

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

type owner string

func (o owner) ID() string               { return string(o) }
func (o owner) Think(*Job, Player) error { return nil }
func (o owner) ReportPlace(*Job)         {}

func party(address string, person byte) fair.Party {
	return fair.Party{Address: netip.MustParseAddr(address), Person: game.Hash{person}}
}

func newPool() *Pool {
	l := Limits{Players: 1, PerPerson: 2, PerAddress: 3, Turn: time.Second, Unwatched: time.Second, UnwatchedGames: 1}
	return NewPool(l, cluster.NewNodes("here", nil))
}

// TestOrder checks that watched games come first and that addresses take turns.
func TestOrder(t *testing.T) {
	p := newPool()
	for _, j := range []struct {
		id      string
		who     fair.Party
		watched bool
	}{
		{"unwatched", party("192.0.2.9", 9), false},
		{"a1", party("192.0.2.1", 1), true},
		{"a2", party("192.0.2.1", 1), true},
		{"b1", party("192.0.2.2", 2), true},
	} {
		if !p.Add(NewJob(owner(j.id), game.Task{}), j.who, j.watched) {
			t.Fatalf("job %s was not queued", j.id)
		}
	}
	if p.Add(NewJob(owner("another"), game.Task{}), party("192.0.2.9", 9), false) {
		t.Error("a second unwatched game was queued, which is over the limit")
	}
	for i, want := range []string{"a1", "b1", "a2", "unwatched"} {
		j := p.Next()
		if j.Owner.ID() != want {
			t.Errorf("turn %d: got %s, want %s", i+1, j.Owner.ID(), want)
		}
		p.Done(j)
	}
}

// TestNetwork has 200 addresses of an IPv6 network ask for games. The network gets a few shares of the places
// and of the turns, so an honest player soon gets a turn.
func TestNetwork(t *testing.T) {
	p := newPool()
	admitted := 0
	for i := range 200 {
		who := party(fmt.Sprintf("2001:db8:7:%x::", i), byte(i))
		release, err := p.Admit(who)
		if err != nil {
			continue
		}
		admitted++
		p.Add(NewJob(owner("flood"), game.Task{}), who, true)
		release()
	}
	if want := p.limits.PerAddress * fair.NetworkShares; admitted != want {
		t.Errorf("%d games of the network were admitted, want %d", admitted, want)
	}
	for range 3 {
		p.Add(NewJob(owner("honest"), game.Task{}), party("192.0.2.1", 1), true)
		for turn := 0; ; turn++ {
			j := p.Next()
			p.Done(j)
			if j.Owner.ID() == "honest" {
				break
			}
			if turn > fair.NetworkShares {
				t.Fatalf("an honest player waited for more than %d turns", turn)
			}
		}
	}
}

// TestAdmit checks the limits on games per person and per address.
func TestAdmit(t *testing.T) {
	p := newPool()
	for i, c := range []struct {
		who fair.Party
		ok  bool
	}{
		{party("192.0.2.1", 1), true}, {party("192.0.2.1", 1), true}, {party("192.0.2.1", 1), false},
		{party("192.0.2.1", 2), true}, {party("192.0.2.1", 3), false}, {party("192.0.2.2", 3), true},
	} {
		if _, err := p.Admit(c.who); (err == nil) != c.ok {
			t.Errorf("game %d: got error %v, want admitted: %v", i+1, err, c.ok)
		}
	}
}

// TestNotes checks that games whose jobs are lent to workers are listed for the other nodes.
func TestNotes(t *testing.T) {
	p, anna := newPool(), party("192.0.2.1", 1)
	j := NewJob(owner("lent"), game.Task{})
	p.Lend(j, anna, true)
	if list := p.Notes(); len(list) != 1 || list[0].Person != anna.Person || list[0].OfPerson != 1 || list[0].OfAddress != 1 {
		t.Errorf("Notes() = %+v; want one lent game", list)
	}
	p.Drop(j)
	if list := p.Notes(); len(list) != 0 {
		t.Errorf("after Drop, Notes() = %+v", list)
	}
}
