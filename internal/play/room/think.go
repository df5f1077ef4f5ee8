package room

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/play/game"
)

// retry is how long after a store that failed something is tried again.
const retry = time.Second

func (r *room) name() string { return r.id }

// behind tells the watchers how long a job still has to wait.
func (r *room) behind(j *job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.job == j {
		r.tellPlace()
	}
}

// think does a job with a computer player. What has been overtaken by the game
// is dropped.
func (r *room) think(j *job, p ComputerPlayer) error {
	r.mu.Lock()
	if r.job != j || r.game == nil {
		r.mu.Unlock()
		return nil
	}
	line, limits := r.game.CopyLine(), r.game.Limits(j.task, r.core.time.now())
	r.tellPlace()
	r.mu.Unlock()

	ctx, end := context.WithCancel(j.ctx)
	go r.core.pool.hasten(ctx, j, end)
	var a Answer
	var err error
	background.Do(func() { a, err = Consult(ctx, p, line, j.task, limits) })
	hastened := ctx.Err() != nil
	end()

	r.mu.Lock()
	defer r.mu.Unlock()
	if r.job != j {
		return nil
	}
	r.job = nil
	if err != nil && hastened && j.ctx.Err() == nil {
		// It had found nothing yet. The alarm sets it to work again.
		r.core.alarms.set(r.id, r.core.time.now()+retry.Milliseconds())
		return nil
	}
	if err != nil || j.ctx.Err() != nil || r.game == nil {
		return err
	}
	r.act(j.task, a.Command(j.task))
	return nil
}

// act carries out a command of the computer, unless its task has been overtaken. It
// reports whether that could be done.
func (r *room) act(task game.Task, c game.Command) bool {
	_, err := r.carryOut(context.Background(), func(at int64) ([]game.Event, error) {
		if now, ok := r.game.Task(); !ok || now != task {
			return nil, nil
		}
		return r.game.Decide(task.Side, c, at)
	})
	if err != nil {
		// The alarm sets the computer to work again.
		r.core.o.Log.Error("room: the computer cannot act", "game", r.id, "command", fmt.Sprintf("%T", c), "error", err)
		r.core.alarms.set(r.id, r.core.time.now()+retry.Milliseconds())
	}
	return err == nil
}
