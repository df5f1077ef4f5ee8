package room

import (
	"context"
	"time"

	"github.com/tainchess/tain/internal/protocol/wire"
)

// patience is how long the computer goes on in a game without a clock after
// the last person has left it. It rests then, until somebody comes back.
const patience = 30 * time.Second

// awaited reports whether the computer is to go on: it must with a clock, and
// else does so for people only.
func (r *room) awaited() bool {
	return r.game.Control() != nil || len(r.audience.watchers) > 0 || time.Since(r.used) < patience
}

// consider sets the computer its job if there is one, and stops it thinking
// about anything else.
func (r *room) consider() {
	task, ok := r.game.Task()
	ok = ok && r.awaited()
	if r.job != nil {
		if ok && r.job.task == task {
			return
		}
		r.halt()
	}
	if !ok {
		return
	}
	j := &job{owner: r, task: task, told: -1}
	j.ctx, j.cancel = context.WithCancel(context.Background())
	r.job = j
	r.core.pool.add(j)
	r.tellPlace()
}

// halt makes the computer forget its job.
func (r *room) halt() {
	if r.job != nil {
		r.core.pool.drop(r.job)
		r.job = nil
	}
}

// rest halts the computer in a game nobody waits for.
func (r *room) rest() {
	if r.job != nil && r.game != nil && !r.awaited() {
		r.halt()
	}
}

// tellPlace tells the watchers how long they have to wait, if that has changed.
// What the computer thinks about is told before that it does.
func (r *room) tellPlace() {
	thinking := r.thinking()
	if thinking == nil || r.game == nil || thinking.Place == r.job.told || r.audience.behind(r.game.Events()) {
		return
	}
	r.job.told = thinking.Place
	r.audience.send(wire.ThinkingMessage{Type: "thinking", Place: thinking.Place})
}

// touch notes that a person uses the game, and takes up what the computer left
// while nobody did.
func (r *room) touch() {
	r.used = time.Now()
	r.consider()
}
