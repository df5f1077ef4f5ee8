package limit

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
	"github.com/tainchess/tain/internal/play/game"
)

func TestTurnsAreShortened(t *testing.T) {
	l := Default()
	turns := NewTurns(l)
	evicted := errors.New("evicted")
	join := func(i int) (*Turn, error) {
		return turns.Join(fair.Party{Address: netip.AddrFrom4([4]byte{10, 0, byte(i >> 8), byte(i)})}, evicted)
	}
	var all []*Turn
	for i := range l.Waiting + 1 {
		turn, err := join(i)
		if err != nil {
			t.Fatalf("Join(%d): %v", i, err)
		}
		all = append(all, turn)
	}
	if _, err := join(1000); !errors.Is(err, ErrNoPlace) {
		t.Errorf("a newcomer before any address was served: error %v, want %v", err, ErrNoPlace)
	}
	var wait time.Duration
	for i, turn := range all {
		if err := turns.Wait(t.Context(), turn, nil); err != nil {
			t.Fatalf("Wait(%d): %v", i, err)
		}
		wait += turn.Time()
		turns.Leave(turn)
		if i == 0 {
			if turn.Time() != l.AnalysisTime {
				t.Errorf("time of the first search = %v, want %v", turn.Time(), l.AnalysisTime)
			}
			// The first party's place is free again. Its next search waits until a party that was never
			// served joins.
			again, err := join(0)
			if err != nil {
				t.Fatalf("Join(0) again: %v", err)
			}
			newcomer, err := join(1000)
			if err != nil {
				t.Fatalf("a newcomer while a party waits for its second turn: %v", err)
			}
			if err := turns.Wait(t.Context(), again, nil); !errors.Is(err, evicted) {
				t.Errorf("Wait of the party served last: %v, want %v", err, evicted)
			}
			turns.Leave(newcomer)
		}
	}
	if wait > queueTime+2*l.AnalysisTime {
		t.Errorf("%d searches may take %v in total, want about %v", len(all), wait, queueTime)
	}
	if turn, err := join(2000); err != nil || turn.Time() != l.AnalysisTime {
		t.Errorf("time of a search in an empty queue = %v, error %v; want %v", turn.Time(), err, l.AnalysisTime)
	}
}

// TestTurnsOfNetwork checks that the addresses of an IPv6 network cannot take all places, although each of
// them is new.
func TestTurnsOfNetwork(t *testing.T) {
	l := Default()
	turns := NewTurns(l)
	join := func(address string) error {
		who := fair.Party{Address: netip.MustParseAddr(address), Person: game.HashOf(address)}
		_, err := turns.Join(who, errors.New("evicted"))
		return err
	}
	places := 0
	for i := range 2 * l.Waiting {
		err := join(fmt.Sprintf("2001:db8:7:%x::", i))
		if err == nil {
			places++
		} else if !errors.Is(err, ErrOverShare) {
			t.Fatalf("Join(%d): error %v, want %v", i, err, ErrOverShare)
		}
	}
	if want := fair.NetworkShares*l.WaitingPerAddress + l.Analyses; places != want {
		t.Errorf("a network has %d places, want %d", places, want)
	}
	for _, address := range []string{"2001:db8:8::", "192.0.2.1"} {
		if err := join(address); err != nil {
			t.Errorf("Join(%s): %v", address, err)
		}
	}
}
