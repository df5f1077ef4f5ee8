// Package bustest is the conformance test for implementations of cluster.Bus. Every bus must pass
// [Run].
package bustest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/game"
)

// patience is how long a test waits for a message.
const patience = 10 * time.Second

// Run tests a bus. open returns two ends of the same bus, as two processes would see it. The two ends
// may be the same value.
func Run(t *testing.T, open func(t *testing.T) (here, there cluster.Bus)) {
	for name, test := range map[string]func(t *testing.T, here, there cluster.Bus){
		"delivers in order": deliversInOrder, "separates games": separatesGames, "cancels": cancels,
		"does not block": doesNotBlock, "one at a time": oneAtATime,
	} {
		t.Run(name, func(t *testing.T) {
			here, there := open(t)
			test(t, here, there)
		})
	}
}

// message returns a message with one committed event, which has the given number.
func message(id string, number int) cluster.Committed {
	return cluster.Committed{Game: id, First: number, Events: []game.Event{{Type: game.Moved, At: int64(number), Move: fmt.Sprint(number)}}}
}

// inbox collects deliveries.
type inbox chan cluster.Committed

func (i inbox) deliver(c cluster.Committed) { i <- c }

func (i inbox) next(t *testing.T) cluster.Committed {
	t.Helper()
	select {
	case c := <-i:
		return c
	case <-time.After(patience):
		t.Fatal("no message was delivered")
		return cluster.Committed{}
	}
}

// settle waits until subscriptions at one end are in effect at the other, which may take a while. A hub
// reads messages missed until then from the store.
func settle(t *testing.T, here, there cluster.Bus) {
	t.Helper()
	heard := make(chan struct{}, 1)
	defer there.Subscribe("settled", func(cluster.Committed) {
		select {
		case heard <- struct{}{}:
		default:
		}
	})()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		here.Publish(message("settled", 0))
		select {
		case <-heard:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Fatal("no message arrived from the other end")
}

// deliversInOrder publishes at one end and checks that both ends receive all messages in order.
func deliversInOrder(t *testing.T, here, there cluster.Bus) {
	const many = 100
	near, far := make(inbox, many), make(inbox, many)
	defer here.Subscribe("game", near.deliver)()
	defer there.Subscribe("game", far.deliver)()
	settle(t, here, there)
	for n := range many {
		here.Publish(message("game", n))
	}
	for _, box := range []inbox{near, far} {
		for n := range many {
			c := box.next(t)
			if c.Game != "game" || c.First != n || len(c.Events) != 1 || c.Events[0] != message("game", n).Events[0] {
				t.Fatalf("message %d was delivered as %+v", n, c)
			}
		}
	}
}

// separatesGames checks that subscribers receive only their own game.
func separatesGames(t *testing.T, here, there cluster.Bus) {
	one, other := make(inbox, 10), make(inbox, 10)
	defer there.Subscribe("one", one.deliver)()
	defer there.Subscribe("other", other.deliver)()
	settle(t, here, there)
	here.Publish(message("nobody's", 1))
	here.Publish(message("one", 2))
	here.Publish(message("other", 3))
	if c := one.next(t); c.First != 2 {
		t.Errorf("received a message of another game: %+v", c)
	}
	if c := other.next(t); c.First != 3 {
		t.Errorf("received a message of another game: %+v", c)
	}
}

// cancels checks that a cancelled subscription receives no more messages, and that other subscriptions
// receive every message.
func cancels(t *testing.T, here, there cluster.Bus) {
	gone, stays := make(inbox, 30), make(inbox, 30)
	cancel := there.Subscribe("game", gone.deliver)
	defer there.Subscribe("game", stays.deliver)()
	settle(t, here, there)
	here.Publish(message("game", 0))
	gone.next(t)
	stays.next(t)
	cancel()
	cancel()            // cancelling twice is harmless
	for n := range 20 { // several messages, to give a stray delivery time to arrive
		here.Publish(message("game", n+1))
		stays.next(t)
	}
	select {
	case c := <-gone:
		t.Errorf("received after cancelling: %+v", c)
	default:
	}
}

// doesNotBlock checks that publishing does not block while a subscriber is stuck.
func doesNotBlock(t *testing.T, here, there cluster.Bus) {
	stuck, fine := make(chan struct{}), make(inbox, 10_000)
	defer there.Subscribe("game", func(cluster.Committed) { <-stuck })()
	defer there.Subscribe("game", fine.deliver)()
	defer close(stuck) // runs first, because a blocked bus may also block shutdown
	settle(t, here, there)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for n := range 5000 {
			here.Publish(message("game", n))
		}
	}()
	select {
	case <-done:
	case <-time.After(patience):
		t.Fatal("a stuck subscriber blocks publishing")
	}
	fine.next(t)
}

// oneAtATime checks that a subscriber is never called concurrently, even if both ends publish.
func oneAtATime(t *testing.T, here, there cluster.Bus) {
	var mu sync.Mutex
	got := make(inbox, 1000)
	defer there.Subscribe("game", func(c cluster.Committed) {
		if !mu.TryLock() {
			t.Error("a subscriber was called concurrently")
			return
		}
		defer mu.Unlock()
		time.Sleep(time.Microsecond) // give another call time to overlap
		got.deliver(c)
	})()
	settle(t, here, there)
	var wg sync.WaitGroup
	const writers, each = 4, 20
	for i := range writers {
		wg.Go(func() {
			bus := here
			if i%2 == 1 {
				bus = there
			}
			for n := range each {
				bus.Publish(message("game", i*each+n))
			}
		})
	}
	wg.Wait()
	last := map[int]int{}
	for range writers * each {
		c := got.next(t)
		if by := c.First / each; c.First < last[by] {
			t.Errorf("message %d from a publisher came after message %d", c.First, last[by])
		} else {
			last[by] = c.First
		}
	}
}
