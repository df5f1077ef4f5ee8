package room

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine"
	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// retry is how long after a store that failed something is tried again.
const retry = time.Second

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
	q := question{p, j.task, r.game.CopyLine(), r.game.Limits(j.task, r.core.time.now())}
	r.tellPlace()
	r.mu.Unlock()

	ctx, end := context.WithCancel(j.ctx)
	go r.core.pool.hasten(ctx, j, end)
	var c game.Command
	var err error
	background.Do(func() { c, err = q.put(ctx) })
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
	r.act(j.task, c)
	return nil
}

// act carries out a command of the computer, unless its task has been overtaken.
func (r *room) act(task game.Task, c game.Command) {
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
}

// question is what a computer player is asked, apart from the game, which may
// go on.
type question struct {
	player ComputerPlayer
	task   game.Task
	line   *rules.Line
	limits engine.Limits
}

// put asks, and returns what the computer does. A player that panics has no
// answer.
func (q question) put(ctx context.Context) (c game.Command, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("room: the computer player panicked: %v", failed)
		}
	}()
	if q.task.Judge {
		score, err := q.player.Judge(ctx, q.line, q.limits)
		return q.task.Answer(score), err
	}
	p := q.line.Position()
	move, err := q.player.Choose(ctx, q.line, q.task.Level, q.limits)
	if err == nil && move == board.NoMove {
		err = errors.New("room: the computer player has no move")
	}
	if err != nil {
		return nil, err
	}
	return q.task.Play(q.line.Rules().Guide().FormatUCI(&p, move)), nil
}
