package limit

import (
	"context"
	"errors"
	"maps"
	"net/netip"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
)

// Turns lets a few parties search at a time while the others wait in a fair queue. Addresses take turns, and
// so do the people at an address. Arriving early or often gives no advantage. The more parties wait, the less
// time each search gets.
type Turns struct {
	limits Limits

	mu      sync.Mutex
	queue   *fair.Queue[*Turn]
	running int
	peak    int                      // maximum queue length since the queue was last empty
	served  map[netip.Addr]time.Time // when each account of an address last had a turn
	refused int64
}

// Turn is a party's place in the queue or its running search.
type Turn struct {
	item  *fair.Item[*Turn]
	began time.Time
	time  time.Duration
	ready chan error // receives nil when the turn begins, or an error if the turn was evicted
}

// Time returns how long the search may take. The turn must have begun.
func (t *Turn) Time() time.Duration { return t.time }

// NewTurns returns a queue with the limits in l.
func NewTurns(l Limits) *Turns {
	return &Turns{limits: l, queue: fair.New[*Turn](max(l.AnalysisTime, time.Millisecond)), served: map[netip.Addr]time.Time{}}
}

// Errors returned by Join.
var (
	// ErrOverShare means that the person, the address or its IPv6 network has reached its maximum number of
	// waiting searches.
	ErrOverShare = errors.New("limit: too many waiting searches from one person, address or network")
	// ErrNoPlace means that the queue is full and contains no search that this party may displace; see
	// leastEntitled.
	ErrNoPlace = errors.New("limit: the queue is full")
)

// Join adds a party to the queue, unless the party already has too many places. If the queue is full, Join
// may evict another party, whose Wait then returns the error evicted.
func (t *Turns) Join(who fair.Party, evicted error) (*Turn, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ofAddress, ofPerson := t.queue.Waiting(who)
	if ofAddress >= t.limits.WaitingPerAddress || ofPerson >= t.limits.WaitingPerPerson {
		t.refused++
		return nil, ErrOverShare
	}
	if t.running >= t.limits.Analyses && t.queue.Len() >= t.limits.Waiting {
		last := t.leastEntitled(who, ofAddress)
		if last == nil {
			t.refused++
			return nil, ErrNoPlace
		}
		t.queue.Remove(last)
		last.Value.ready <- evicted
	}
	mine := &Turn{ready: make(chan error, 1)}
	mine.item = t.queue.Push(who, mine)
	t.peak = max(t.peak, t.queue.Len())
	t.advance()
	return mine, nil
}

// leastEntitled returns the place that a party may take over, or nil if there is none. If the address with the
// most places has more than the party's address would have, it loses the newest place of its person with the
// most. Otherwise, if the party's address has no places, the address served most recently loses one, provided
// that it was served after the party's address was last served. The caller holds the lock.
func (t *Turns) leastEntitled(who fair.Party, places int) *fair.Item[*Turn] {
	crowded := t.queue.Crowded()
	if crowded == nil {
		return nil
	}
	if most, _ := t.queue.Waiting(crowded.Party()); most > places+1 {
		return crowded
	}
	if places > 0 {
		return nil
	}
	var last *fair.Item[*Turn]
	latest := t.served[fair.Account(who.Address)]
	for _, item := range t.queue.All() {
		if at := t.served[fair.Account(item.Party().Address)]; at.After(latest) {
			last, latest = item, at
		}
	}
	return last
}

const (
	// queueTime is the total search time that the waiting parties share. Each party gets at least minTurn.
	queueTime = 30 * time.Second
	minTurn   = 200 * time.Millisecond
	// servedTTL is how long the time of an address's last turn is remembered once maxServed addresses are
	// stored. If that frees no space, all times are cleared.
	servedTTL = 10 * time.Minute
	maxServed = 10_000
)

// advance starts the next turns while slots are free, and sets their time limits. The caller holds the lock.
func (t *Turns) advance() {
	for t.running < t.limits.Analyses && t.queue.Len() > 0 {
		now := time.Now()
		share := queueTime * time.Duration(t.limits.Analyses) / time.Duration(t.peak)
		item := t.queue.Pop()
		if t.queue.Len() == 0 {
			t.peak = 0
		}
		next := item.Value
		next.began, next.time = now, min(t.limits.AnalysisTime, max(share, minTurn))
		if len(t.served) >= maxServed {
			maps.DeleteFunc(t.served, func(_ netip.Addr, at time.Time) bool { return now.Sub(at) > servedTTL })
		}
		if len(t.served) >= maxServed {
			clear(t.served)
		}
		t.served[fair.Account(item.Party().Address)] = now
		t.running++
		next.ready <- nil
	}
}

// State returns how many searches are waiting, how many may wait, and how many have been refused.
func (t *Turns) State() State {
	t.mu.Lock()
	defer t.mu.Unlock()
	return State{Limit: "analyses", Used: float64(t.queue.Len()), Bound: float64(t.limits.Waiting), Refused: t.refused}
}

// Leave gives up a place in the queue, or ends a turn that has begun.
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

// placeEvery is how often a waiting party's place is checked.
const placeEvery = 500 * time.Millisecond

// Wait blocks until the turn begins, or returns an error if the turn is evicted or the context is cancelled.
// It calls report, which may be nil, whenever the place changes, and with 0 when the turn begins.
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
			mine.ready <- err // the next iteration handles the result
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
