package hub

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/play/room"
)

// dueBatch is the number of deadlines per query.
const dueBatch = 1000

// askDue queries the store for games that are due soon and sets their alarms. It returns these games, except
// parked ones whose deadline is known.
func (h *Hub) askDue(ctx context.Context) ([]room.Entry, error) {
	_, _, parked := h.runtime.Pool.Counts()
	// The query returns parked games every time, so raise the limit by their number.
	due, err := h.runtime.Store.Due(ctx, h.runtime.Time.Now()+room.Horizon.Milliseconds(), dueBatch+parked)
	return slices.DeleteFunc(due, func(e room.Entry) bool {
		if at, ok := h.runtime.Pool.ParkedUntil(e.ID); ok {
			h.runtime.SetAlarm(e.ID, at)
			return true
		}
		h.runtime.Alarms.Set(e.ID, e.Deadline)
		return false
	}), err
}

// wake lets the computer player move in a game that nobody has open.
func (h *Hub) wake(id string) {
	h.background(func() {
		if r, err := h.open(context.Background(), id); err == nil {
			r.Wake()
			h.close(r)
		}
	})
}

// endAbandoned ends the challenges whose creators have left. It does not wait for the store.
func (h *Hub) endAbandoned() {
	ids := h.challenges.AllAbandoned()
	if len(ids) == 0 {
		return
	}
	h.ending.start(&h.lifetime, func() {
		for _, id := range ids {
			h.endChallenge(id)
		}
	})
}

// endChallenge ends a challenge whose creator has not come back.
func (h *Hub) endChallenge(id string) {
	r, err := h.open(context.Background(), id)
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code != game.CodeStore {
		h.challenges.Remove(id) // the game does not exist, or cannot be read
	}
	if err != nil {
		return
	}
	defer h.close(r)
	err = r.Abort(context.Background(), func(g *game.Game) bool {
		if !g.Waiting() || g.Over() {
			h.challenges.Remove(id)
			return false
		}
		return h.challenges.Abandoned(id)
	})
	if err != nil {
		h.o.Log.Error("hub: cannot end a challenge", "game", id, "error", err)
	}
}

// expire commits the events caused by time alone in a game, and restarts the computer if necessary.
func (h *Hub) expire(id string) {
	r, err := h.open(context.Background(), id)
	if err == nil {
		err = r.Expire(context.Background())
		h.close(r)
	}
	var refused *game.Error
	if errors.As(err, &refused) && refused.Code == game.CodeStore {
		h.runtime.Retry(id)
	}
}

// work runs jobs with a computer player until the hub is closed. It replaces a player that fails.
func (h *Hub) work(p computer.Player) {
	for {
		j := h.runtime.Pool.Next()
		if j == nil {
			return
		}
		if h.enter() == nil {
			if err := j.Owner.Think(j, p); err != nil {
				h.o.Log.Error("hub: the computer failed", "error", err)
				p = h.o.NewPlayer()
			}
			h.leave()
		}
		j.Cancel()
		h.runtime.Pool.Done(j)
	}
}

const (
	placeEvery = time.Second      // interval at which people waiting for the computer receive their place
	tidyEvery  = 5 * time.Second  // interval at which idle games are evicted
	dueEvery   = room.Horizon / 2 // interval at which deadlines are queried
)

// maintain does the periodic work until the hub is closed. more reports whether the first query for
// deadlines was truncated, in which case the next one follows soon.
func (h *Hub) maintain(more bool) {
	queue, idle, due := time.NewTicker(placeEvery), time.NewTicker(tidyEvery), time.NewTimer(dueEvery)
	defer queue.Stop()
	defer idle.Stop()
	defer due.Stop()
	again := func(soon bool) {
		wait := dueEvery
		if soon {
			wait = room.RetryAfter
		}
		due.Reset(wait)
	}
	again(more)
	var freed <-chan struct{} // receives a value when another hub is gone
	if c, ok := h.runtime.Store.(room.Claims); ok {
		freed = c.Freed()
	}
	for {
		select {
		case <-h.stop:
			return
		case <-queue.C:
			for _, j := range h.runtime.Pool.Waiting() {
				j.Owner.ReportPlace(j)
			}
			for _, id := range h.runtime.Pool.TakeParked() {
				h.wake(id)
			}
			h.endAbandoned()
		case <-idle.C:
			h.tidy()
		case <-freed:
			due.Reset(0)
		case <-due.C:
			list, err := h.askDue(context.Background())
			if err != nil {
				h.runtime.Counters.StoreErrors.Add(1)
				h.o.Log.Error("hub: cannot query deadlines", "error", err)
			}
			again(err != nil || len(list) >= dueBatch)
		}
	}
}

// seat identifies a player in a game.
type seat struct {
	id   string
	side game.Side
}

// presence holds the times at which players were last present in games without a clock, until they are saved.
type presence struct {
	mu      sync.Mutex
	unsaved map[seat]int64
}

// add adds times, unless later ones are waiting.
func (p *presence) add(times map[seat]int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for who, at := range times {
		p.unsaved[who] = max(p.unsaved[who], at)
	}
}

// take removes and returns all times.
func (p *presence) take() map[seat]int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	times := p.unsaved
	p.unsaved = map[seat]int64{}
	return times
}

// savePresence saves the waiting times. It does not wait for the store. If the store fails, the next call tries
// again.
func (h *Hub) savePresence() {
	times := h.presence.take()
	if len(times) == 0 {
		return
	}
	h.background(func() {
		for who, at := range times {
			if err := h.runtime.Store.Seen(context.Background(), who.id, who.side, at); err != nil && !errors.Is(err, room.ErrNotFound) {
				_ = h.runtime.Failed("save", err) // logged
				h.presence.add(times)
				return
			}
			delete(times, who)
		}
	})
}

// tidy evicts unused games, pauses the computer in games that nobody waits for, and records the players
// present.
func (h *Hub) tidy() {
	there, now := map[seat]int64{}, h.runtime.Time.Now()
	for _, r := range h.rooms.all() {
		sides, evicted := r.Tidy(h.o.Idle)
		for _, side := range sides {
			there[seat{r.ID(), side}] = now
		}
		if evicted {
			h.rooms.remove(r)
		}
	}
	h.presence.add(there)
	h.savePresence()
}

// pollEvery is the interval at which a hub polls for the state of lent jobs, because an answer may have been
// lost, and because watchers are shown their game's place in the queue.
const pollEvery = 500 * time.Millisecond

// receiveReplies handles the workers' answers until the hub is closed. If no workers are left, this node runs the searches.
func (h *Hub) receiveReplies() {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-h.stop:
			return
		case reply := <-h.runtime.Asker.Answers():
			h.deliver(reply)
		case reply := <-h.runtime.Replies:
			h.deliver(reply)
		case <-tick.C:
			h.pollLent()
		}
	}
}

// deliver passes a reply to its room. It does not wait for the room.
func (h *Hub) deliver(reply computer.Reply) {
	h.background(func() {
		h.rooms.use(reply.Game, func(r *room.Room) { r.Replied(reply) })
	})
}

// pollLent queries the state of jobs that were lent at least pollEvery ago, and delivers it to their
// rooms.
func (h *Hub) pollLent() {
	jobs := h.runtime.Pool.Lent(pollEvery)
	if len(jobs) == 0 || h.enter() != nil {
		return
	}
	defer h.leave()
	lent := make(map[string]computer.Reply, len(jobs))
	var games []string
	for _, j := range jobs {
		id := j.Owner.ID()
		lent[id] = computer.Reply{Game: id, Events: j.Events, Lost: true} // replaced below if the store knows the question
		games = append(games, id)
	}
	working := h.runtime.Asker.Working() // must come before Replies, because the last worker may answer and stop in between
	replies, err := h.runtime.Asker.Replies(context.Background(), games)
	if err != nil {
		_ = h.runtime.Failed("read", err) // logged, and retried
		return
	}
	for _, one := range replies {
		if one.Events == lent[one.Game].Events {
			one.Lost = one.Lost || !working && one.Answer == nil
			lent[one.Game] = one
		}
	}
	for _, one := range lent {
		h.deliver(one)
	}
}
