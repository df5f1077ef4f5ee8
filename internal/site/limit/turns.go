package limit

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
)

// Turns lets a few parties search at a time while the others wait in a fair queue: addresses take turns, and
// so do the people of an address. Arriving early or often gives no advantage.
type Turns struct {
	limits Limits

	mu      sync.Mutex
	queue   *fair.Queue[*Turn]
	running int
}

// Turn is a party's place in the queue or its running search.
type Turn struct {
	item  *fair.Item[*Turn]
	began time.Time
	ready chan error // receives nil when the turn begins, or an error if the turn was evicted
}

// NewTurns returns a queue with the limits in l.
func NewTurns(l Limits) *Turns {
	return &Turns{limits: l, queue: fair.New[*Turn](max(l.AnalysisTime, time.Millisecond))}
}

// Errors returned by Join.
var (
	// ErrOverShare means that the person or the address has reached its maximum number of places.
	ErrOverShare = errors.New("limit: too many waiting searches from one address or person")
	// ErrNoPlace means that the queue is full and no other party has more waiting searches than this one.
	ErrNoPlace = errors.New("limit: the queue is full")
)

// Join adds a party to the queue, unless it has too many places already. If the queue is full, Join evicts
// the newest place of the party with the most places: its Wait returns evicted.
func (t *Turns) Join(who fair.Party, evicted error) (*Turn, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ofAddress, ofPerson := t.queue.Waiting(who)
	if ofAddress >= t.limits.WaitingPerAddress || ofPerson >= t.limits.WaitingPerPerson {
		return nil, ErrOverShare
	}
	if t.running >= t.limits.Analyses && t.queue.Len() >= t.limits.Waiting {
		last := t.queue.Crowded()
		if last == nil {
			return nil, ErrNoPlace
		}
		if most, _ := t.queue.Waiting(last.Party()); most <= ofAddress+1 {
			return nil, ErrNoPlace
		}
		t.queue.Remove(last)
		last.Value.ready <- evicted
	}
	mine := &Turn{ready: make(chan error, 1)}
	mine.item = t.queue.Push(who, mine)
	t.advance()
	return mine, nil
}

// advance starts the next turns while slots are free. The caller holds the lock.
func (t *Turns) advance() {
	for t.running < t.limits.Analyses && t.queue.Len() > 0 {
		next := t.queue.Pop().Value
		next.began = time.Now()
		t.running++
		next.ready <- nil
	}
}

// Leave gives up a place, before or after its turn begins.
func (t *Turns) Leave(mine *Turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.queue.Remove(mine.item) && !mine.began.IsZero() {
		t.queue.Settle(mine.item, time.Since(mine.began))
		t.running--
	}
	t.advance()
}

// place returns how many turns must end before this one begins, or 0 if it has begun.
func (t *Turns) place(mine *Turn) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !mine.began.IsZero() {
		return 0
	}
	return t.queue.Place(mine.item) + 1
}

// placeEvery is how often a waiting party's place is reported.
const placeEvery = 500 * time.Millisecond

// Wait blocks until the turn begins. It calls report, which may be nil, whenever the place changes, and with
// 0 when the turn begins.
func (t *Turns) Wait(ctx context.Context, mine *Turn, report func(place int)) error {
	tick := time.NewTicker(placeEvery)
	defer tick.Stop()
	reported := -1
	show := func(place int) {
		if report != nil && place != reported {
			report(place)
			reported = place
		}
	}
	for {
		select {
		case err := <-mine.ready:
			if err == nil {
				show(0)
			}
			return err
		default:
		}
		show(t.place(mine))
		select {
		case err := <-mine.ready:
			mine.ready <- err // handled in the next iteration
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
