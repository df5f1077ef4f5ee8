package room

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tainchess/tain/internal/play/game"
)

// mostDue is how many deadlines are asked for at a time.
const mostDue = 1000

// askDue asks the store for the games that must be looked at before long, and
// sets their alarms.
func (h *Hub) askDue(ctx context.Context) ([]Entry, error) {
	_, _, parked := h.core.pool.counts()
	// Those that are parked are found again and again, and must not take the
	// place of others.
	due, err := h.core.store.Due(ctx, h.core.time.now()+horizon.Milliseconds(), mostDue+parked)
	return slices.DeleteFunc(due, func(e Entry) bool {
		if at, ok := h.core.pool.parkedUntil(e.ID); ok {
			h.core.remind(e.ID, at)
			return true
		}
		h.core.alarms.set(e.ID, e.Deadline)
		return false
	}), err
}

// wake lets the computer take up a game that nobody has asked for.
func (h *Hub) wake(id string) {
	if h.enter() != nil {
		return
	}
	go func() {
		defer h.leave()
		if r, err := h.open(context.Background(), id); err == nil {
			r.consider()
			h.close(r)
		}
	}()
}

// takeUp lets the computer take up games that are parked, as far as there is room.
func (h *Hub) takeUp() {
	for _, id := range h.core.pool.takeUp() {
		h.wake(id)
	}
}

// endAbandoned ends the challenges whose makers have left. It does not wait for
// the store.
func (h *Hub) endAbandoned() {
	ids := h.core.lobby.allAbandoned()
	if len(ids) == 0 {
		return
	}
	h.once(&h.ending, func() {
		for _, id := range ids {
			h.end(id)
		}
	})
}

// once does something beside everything else, unless it is still being done or the
// hub is closed.
func (h *Hub) once(doing *atomic.Bool, do func()) {
	if !doing.CompareAndSwap(false, true) {
		return
	}
	if h.enter() != nil {
		doing.Store(false)
		return
	}
	go func() {
		defer h.leave()
		defer doing.Store(false)
		do()
	}()
}

// end ends a challenge whose maker has left and has not come back meanwhile.
func (h *Hub) end(id string) {
	r, err := h.open(context.Background(), id)
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code != game.CodeStore {
		h.core.lobby.remove(id) // it is not there, or cannot be read
	}
	if err != nil {
		return
	}
	defer h.close(r)
	_, err = r.carryOut(context.Background(), func(at int64) ([]game.Event, error) {
		switch {
		case !r.game.Waiting() || r.game.Over():
			h.core.lobby.remove(id)
			return nil, nil
		case !h.core.lobby.abandoned(id):
			return nil, nil
		}
		return []game.Event{{Type: game.Aborted, At: at}}, nil
	})
	if err != nil {
		h.core.o.Log.Error("room: a challenge cannot be ended", "game", id, "error", err)
	}
}

// expire brings about what time alone does to a game, and what could not be
// saved before.
func (h *Hub) expire(id string) {
	r, err := h.open(context.Background(), id)
	if err == nil {
		if _, err = r.carryOut(context.Background(), func(int64) ([]game.Event, error) { return nil, nil }); err == nil && !r.game.Over() {
			r.remind()
			r.consider()
		}
		h.close(r)
	}
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code == game.CodeStore {
		h.core.alarms.set(id, h.core.time.now()+retry.Milliseconds())
	}
}

// work lets a computer player think until the hub is closed.
func (h *Hub) work(p ComputerPlayer) {
	for {
		j := h.core.pool.next()
		if j == nil {
			return
		}
		if h.enter() == nil {
			if err := j.owner.think(j, p); err != nil {
				h.core.o.Log.Error("room: the computer has no answer", "error", err)
				p = h.core.o.NewPlayer()
			}
			h.leave()
		}
		j.cancel()
		h.core.pool.done(j)
	}
}

const (
	news = time.Second     // between what those who wait for the computer are told
	rest = 5 * time.Second // between looks at what is idle
	next = horizon / 2     // between questions for what is due
)

// keep does what is to be done now and then. Where more was due than the store
// was asked for, it asks again before long.
func (h *Hub) keep(more bool) {
	queue, idle, due := time.NewTicker(news), time.NewTicker(rest), time.NewTimer(next)
	defer queue.Stop()
	defer idle.Stop()
	defer due.Stop()
	again := func(soon bool) {
		if soon {
			due.Reset(retry)
		} else {
			due.Reset(next)
		}
	}
	again(more)
	var freed <-chan struct{} // of games that another hub looked after
	if c, ok := h.core.store.(Claims); ok {
		freed = c.Freed()
	}
	for {
		select {
		case <-h.stop:
			return
		case <-queue.C:
			for _, j := range h.core.pool.waiting() {
				j.owner.behind(j)
			}
			h.takeUp()
			h.endAbandoned()
		case <-idle.C:
			h.tidy()
		case <-freed:
			due.Reset(0)
		case <-due.C:
			list, err := h.askDue(context.Background())
			if err != nil {
				h.core.storeErrors.Add(1)
				h.core.o.Log.Error("room: cannot ask for what is due", "error", err)
			}
			again(err != nil || len(list) >= mostDue)
		}
	}
}

// seen is a player who is at a game.
type seen struct {
	id   string
	side game.Side
}

// note notes in the store who is at games without a clock. It does not wait for
// the store.
func (h *Hub) note(list []seen) {
	if len(list) == 0 || h.enter() != nil {
		return
	}
	now := h.core.time.now()
	go func() {
		defer h.leave()
		for _, one := range list {
			if err := h.core.store.Seen(context.Background(), one.id, one.side, now); err != nil && !errors.Is(err, ErrNotFound) {
				_ = h.core.failed("save", err) // which logs it; it is noted again later
				return
			}
		}
	}()
}

// idleElsewhere is how long a game stays in memory that nobody uses here and that
// people are at elsewhere: every move there would be taken in here for nothing. A
// node has such a game because it was created there, before its players were sent
// to the node of the game.
const idleElsewhere = 10 * time.Second

// idle is how long a room that nobody watches here stays in memory.
func (h *Hub) idle(r *room) time.Duration {
	if r.audience.present() != (present{}) {
		return min(idleElsewhere, h.core.o.Idle)
	}
	return h.core.o.Idle
}

// tidy lets games that nobody uses leave the memory, and the computer rest
// where nobody waits for it. It notes who is there.
func (h *Hub) tidy() {
	var there []seen
	defer func() { h.note(there) }()
	for _, r := range h.rooms() {
		// A room in use is not idle.
		if !r.mu.TryLock() {
			continue
		}
		r.rest()
		for _, side := range r.unnoted() {
			there = append(there, seen{r.id, side})
		}
		if !r.out && r.job == nil && len(r.audience.watchers) == 0 && time.Since(r.used) >= h.idle(r) {
			h.forget(r)
		}
		r.mu.Unlock()
	}
}
