package server

import (
	"context"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
)

// turns lets few do something at a time. The others wait: addresses take turns,
// and at each the people there. Nobody keeps others out by coming early or often.
type turns struct {
	limits Limits

	mu      sync.Mutex
	queue   *fair.Queue[*turn]
	running int
}

// turn is the place of one who waits, and then has a turn.
type turn struct {
	item  *fair.Item[*turn]
	began time.Time
	told  chan error // nil when its turn has come, or why it never will
}

func newTurns(l Limits) *turns {
	return &turns{limits: l, queue: fair.New[*turn](max(l.AnalysisTime, time.Millisecond))}
}

// refusal is why there is no place for somebody.
type refusal int

const (
	welcome refusal = iota
	share           // a person or an address has as many places as it may
	full            // all places are taken by people who have no more than this one
)

// join gives a party a place, unless it has too many. Where there is none left,
// the one to whom it matters least loses theirs and is told evicted.
func (t *turns) join(who fair.Party, evicted error) (*turn, refusal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ofAddress, ofPerson := t.queue.Waiting(who)
	if ofAddress >= t.limits.WaitingPerAddress || ofPerson >= t.limits.WaitingPerPerson {
		return nil, share
	}
	if t.running >= t.limits.Analyses && t.queue.Len() >= t.limits.Waiting {
		last := t.queue.Crowded()
		if last == nil {
			return nil, full
		}
		if most, _ := t.queue.Waiting(last.Party()); most <= ofAddress+1 {
			return nil, full
		}
		t.queue.Remove(last)
		last.Value.told <- evicted
	}
	mine := &turn{told: make(chan error, 1)}
	mine.item = t.queue.Push(who, mine)
	t.advance()
	return mine, welcome
}

// advance lets those begin whose turn has come; the caller holds the lock.
func (t *turns) advance() {
	for t.running < t.limits.Analyses && t.queue.Len() > 0 {
		next := t.queue.Pop().Value
		next.began = time.Now()
		t.running++
		next.told <- nil
	}
}

// leave gives a place back, whether its turn has come or not.
func (t *turns) leave(mine *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.queue.Remove(mine.item) && !mine.began.IsZero() {
		t.queue.Settle(mine.item, time.Since(mine.began))
		t.running--
	}
	t.advance()
}

// place returns how many have their turn before a place that waits ends: those
// that are before it, and the next of those that run.
func (t *turns) place(mine *turn) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !mine.began.IsZero() {
		return 0
	}
	return t.queue.Place(mine.item) + 1
}

// placeNews is how often one who waits is told the place anew.
const placeNews = 500 * time.Millisecond

// wait waits for a turn. Tell, if there is one, is told the place whenever it has
// changed, and 0 when the turn has come.
func (t *turns) wait(ctx context.Context, mine *turn, tell func(place int)) error {
	tick := time.NewTicker(placeNews)
	defer tick.Stop()
	told := -1
	say := func(place int) {
		if tell != nil && place != told {
			tell(place)
			told = place
		}
	}
	for {
		select {
		case err := <-mine.told:
			if err == nil {
				say(0)
			}
			return err
		default:
		}
		say(t.place(mine))
		select {
		case err := <-mine.told:
			mine.told <- err // said above
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
