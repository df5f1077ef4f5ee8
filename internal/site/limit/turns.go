package limit

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/fair"
)

// Turns lets few do something at a time. The others wait: addresses take turns,
// and at each the people there. Nobody keeps others out by coming early or often.
type Turns struct {
	limits Limits

	mu      sync.Mutex
	queue   *fair.Queue[*Turn]
	running int
}

// Turn is the place of one who waits, and then has a turn.
type Turn struct {
	item  *fair.Item[*Turn]
	began time.Time
	ready chan error // nil when its turn has come, or why it never will
}

func NewTurns(l Limits) *Turns {
	return &Turns{limits: l, queue: fair.New[*Turn](max(l.AnalysisTime, time.Millisecond))}
}

// Why there is no place for somebody.
var (
	// ErrOverShare says that a person or an address has as many places as it may.
	ErrOverShare = errors.New("limit: too many waiting of one address or person")
	// ErrNoPlace says that all places are taken by people who have no more than this one.
	ErrNoPlace = errors.New("limit: all places are taken")
)

// Join gives a party a place, unless it has too many. Where there is none left,
// the one to whom it matters least loses theirs and is told evicted.
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

// advance lets those begin whose turn has come; the caller holds the lock.
func (t *Turns) advance() {
	for t.running < t.limits.Analyses && t.queue.Len() > 0 {
		next := t.queue.Pop().Value
		next.began = time.Now()
		t.running++
		next.ready <- nil
	}
}

// Leave gives a place back, whether its turn has come or not.
func (t *Turns) Leave(mine *Turn) {
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
func (t *Turns) place(mine *Turn) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !mine.began.IsZero() {
		return 0
	}
	return t.queue.Place(mine.item) + 1
}

// placeEvery is how often one who waits is told the place anew.
const placeEvery = 500 * time.Millisecond

// Wait waits for a turn. Tell, if there is one, is told the place whenever it has
// changed, and 0 when the turn has come.
func (t *Turns) Wait(ctx context.Context, mine *Turn, tell func(place int)) error {
	tick := time.NewTicker(placeEvery)
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
		case err := <-mine.ready:
			if err == nil {
				say(0)
			}
			return err
		default:
		}
		say(t.place(mine))
		select {
		case err := <-mine.ready:
			mine.ready <- err // said above
		case <-tick.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
