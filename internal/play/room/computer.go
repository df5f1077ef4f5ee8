package room

import (
	"context"
	"github.com/tainchess/tain/internal/play/game"
	"time"
)

// consider sets the computer its job if there is one, and stops it thinking
// about anything else. What nobody watches may have to be parked.
func (r *room) consider() {
	pool := r.core.pool
	task, ok := r.game.Task()
	ok = ok && r.awaited() && !r.claimed()
	if r.job != nil {
		if ok && r.job.task == task {
			r.shift()
			return
		}
		r.halt()
	}
	if !ok {
		pool.unpark(r.id)
		return
	}
	j := &job{owner: r, task: task, told: -1, since: time.Now()}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	if r.lend(j) {
		r.tellPlace()
		return
	}
	if !pool.add(j, r.payer, r.watched()) {
		j.cancel()
		pool.park(r.id, r.payer, r.game.Deadline())
		return
	}
	pool.unpark(r.id)
	r.job = j
	r.announce()
	r.tellPlace()
}

// halt makes the computer forget its job.
func (r *room) halt() {
	if r.job != nil {
		r.core.pool.drop(r.job)
		r.job = nil
	}
}

// rest halts the computer in a game nobody waits for, and lets one that nobody
// watches come later.
func (r *room) rest() {
	switch {
	case r.job == nil || r.game == nil:
	case !r.awaited():
		r.halt()
	default:
		r.shift()
	}
}

// shift notes who watches now, and for whom the computer thinks.
func (r *room) shift() {
	if r.core.pool.shift(r.job, r.payer, r.watched()) {
		r.ask(r.job)
	}
}

// tellPlace tells the watchers how long they have to wait, if that has changed.
// What the computer thinks about is told before that it does.
func (r *room) tellPlace() {
	thinking := r.thinking()
	if thinking == nil || r.job == nil || r.game == nil || thinking.Place == r.job.told || r.audience.behind(r.game.Events()) {
		return
	}
	r.job.told = thinking.Place
	r.audience.send(ThinkingUpdate{Place: thinking.Place})
}

// touch notes that a person uses the game, and takes up what the computer left
// while nobody did. What the computer does in it is for the player who used it
// last.
func (r *room) touch(by Session) {
	r.used = time.Now()
	if r.game.Seat(by.hash) != game.Nobody {
		r.payer = by.party()
	}
	r.consider()
}
