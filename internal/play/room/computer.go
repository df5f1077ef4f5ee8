package room

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/internal/background"
	"github.com/tainchess/tain/internal/play/cluster"
	"github.com/tainchess/tain/internal/play/computer"
	"github.com/tainchess/tain/internal/play/game"
)

// updateJob queues the computer's current job, if any, and drops an obsolete one. If the queue has no
// room for an unwatched game, updateJob parks the game.
func (r *Room) updateJob() {
	pool := r.runtime.Pool
	task, ok := r.game.Task()
	ok = ok && r.awaited() && !r.claimed()
	if r.turn.job != nil {
		if ok && r.turn.job.Task == task {
			r.reprioritise()
			return
		}
		r.dropJob()
	}
	if !ok {
		pool.Unpark(r.id)
		return
	}
	j := computer.NewJob(r, task)
	if r.lend(j) {
		r.sendPlace()
		return
	}
	if !pool.Add(j, r.turn.payer, r.audience.watched()) {
		j.Cancel()
		pool.Park(r.id, r.turn.payer, r.game.Deadline())
		return
	}
	pool.Unpark(r.id)
	r.turn.job = j
	r.announce()
	r.sendPlace()
}

// dropJob drops the computer's job.
func (r *Room) dropJob() {
	if r.turn.job != nil {
		r.runtime.Pool.Drop(r.turn.job)
		r.turn.job = nil
	}
}

// relaxJob drops the job of a game that nobody waits for, and lowers the priority of an unwatched game.
func (r *Room) relaxJob() {
	switch {
	case r.turn.job == nil || r.game == nil:
	case !r.awaited():
		r.dropJob()
	default:
		r.reprioritise()
	}
}

// reprioritise updates the job's priority and the party that is charged for it.
func (r *Room) reprioritise() {
	if r.runtime.Pool.Shift(r.turn.job, r.turn.payer, r.audience.watched()) {
		r.ask(r.turn.job)
	}
}

// sendPlace sends the watchers the game's place in the queue, if it has changed and they have received the
// position.
func (r *Room) sendPlace() {
	thinking := r.thinking()
	if thinking == nil || r.turn.job == nil || r.game == nil || thinking.Place == r.turn.job.Reported || r.audience.behind(r.game.Events()) {
		return
	}
	r.turn.job.Reported = thinking.Place
	r.audience.send(ThinkingUpdate{*thinking})
}

// touch records that a person is using the game, and resumes the computer. The computer's time is charged to
// the player who used the game last.
func (r *Room) touch(by Session) {
	r.audience.used = time.Now()
	if r.game.Seat(by.hash) != game.Nobody {
		r.turn.payer = by.Party()
	}
	r.updateJob()
}

// If several nodes have a game in memory, one of them searches for the computer's move: the node that
// committed the position, or the first to announce that it is searching. It repeats the announcement;
// if it falls silent, another node takes over. A node that people have left, perhaps because it cannot save
// games, yields to a node with watchers. If two nodes find a move, only the first is played, because the
// game has changed when the second arrives.

// Times for which a claim is valid without another announcement, and the difference below which two
// claims count as simultaneous.
const (
	claimFor   = 5 * time.Second
	claimHint  = 1500 * time.Millisecond // for the node that committed the position, which may or may not search
	confirmFor = 500 * time.Millisecond  // after the other nodes were asked to repeat their announcements
	atOnce     = 200 * time.Millisecond
)

// deferTo leaves the search, for a while, to the node that committed the last event, and then considers the
// job again. node is empty if the events were read from the store, which does not record the node.
func (r *Room) deferTo(node string, events int) {
	if r.runtime.Nodes.On() && node != r.runtime.Nodes.Self() {
		r.setClaim(claim{node, events, time.Now().Add(claimHint)})
	}
}

func (r *Room) setClaim(c claim) {
	r.turn.claim = c
	time.AfterFunc(time.Until(c.until)+time.Millisecond, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.turn.claim == c && !r.out && r.game != nil {
			r.updateJob()
		}
	})
}

// confirmClaim asks another node to repeat its claim, and lets the claim expire soon if that node does not.
func (r *Room) confirmClaim() {
	c := r.turn.claim
	if until := time.Now().Add(confirmFor); r.claimed() && c.until.After(until) {
		c.until = until
		r.setClaim(c)
		r.link.send(cluster.Note{Ask: true})
	}
}

// handleClaim handles another node's claim, and yields if that node started earlier or only that node
// has watchers. If both started at the same time, the node whose name sorts first continues.
func (r *Room) handleClaim(node string, h *cluster.Here) {
	watchedThere := h.White || h.Black || h.Spectators > 0
	if h.Thinks == 0 || r.audience.watched() && !watchedThere {
		if r.turn.claim.node == node && r.turn.claim.events <= h.Events {
			r.turn.claim = claim{}
			r.updateJob()
		}
		return
	}
	if h.Thinks != r.game.Events() {
		return
	}
	if r.turn.job != nil && (r.audience.watched() || !watchedThere) {
		earlier := time.Since(r.turn.job.Since) - time.Duration(h.Since)*time.Millisecond
		if earlier > atOnce || earlier > -atOnce && r.runtime.Nodes.Self() < node {
			return // the other node yields
		}
	}
	r.setClaim(claim{node, h.Thinks, time.Now().Add(claimFor)})
	r.dropJob()
}

// While workers are alive, the computer's tasks are lent to them. The question is part of the commit
// that the computer must respond to, so that it survives a failure of this node. When a game is created
// or loaded, the question is asked separately.

// question returns the question for workers. It returns false if there are no workers, they failed in this
// position, or the computer need not search.
func (r *Room) question() (computer.Question, bool) {
	a := r.runtime.Asker
	if a == nil || r.turn.alone == r.game.Events() || !a.Working() {
		return computer.Question{}, false
	}
	_, ok := r.game.Task()
	return r.questionAt(r.game.Events()), ok && r.awaited()
}

// questionAt returns the question about the game with the given number of events.
func (r *Room) questionAt(events int) computer.Question {
	o := &r.runtime.Options
	return computer.Question{Game: r.id, Events: events, Who: r.turn.payer, Watched: r.audience.watched(), Turn: o.TurnTime, Unwatched: o.UnwatchedTime}
}

// lend passes a job to workers. It returns false if there is no question for them.
func (r *Room) lend(j *computer.Job) bool {
	q, ok := r.question()
	if !ok {
		return false
	}
	j.Events = q.Events
	r.runtime.Pool.Lend(j, r.turn.payer, r.audience.watched())
	r.runtime.Pool.Unpark(r.id)
	r.turn.job = j
	if r.turn.asked != q.Events {
		r.ask(j)
	}
	r.announce()
	return true
}

// ask sends workers the question for a job, or updates whether the game is watched. It does not wait
// for the store.
func (r *Room) ask(j *computer.Job) {
	q := r.questionAt(j.Events)
	go func() {
		reply, err := r.runtime.Asker.Ask(context.Background(), q)
		if err != nil {
			r.runtime.Options.Log.Error("room: cannot ask workers", "game", r.id, "error", err)
			reply = computer.Reply{Game: q.Game, Events: q.Events, Lost: true}
		}
		select {
		case r.runtime.Replies <- reply:
		default: // the hub polls for the reply later
		}
	}()
}

// Replied handles a reply from workers. The caller holds the room.
func (r *Room) Replied(reply computer.Reply) {
	j := r.turn.job
	if j == nil || j.Events != reply.Events || r.game.Events() != reply.Events || !r.runtime.Pool.IsLent(j) {
		return // the game has changed
	}
	switch {
	case reply.Answer != nil:
		r.dropJob()
		if !r.act(j.Task, reply.Answer.Command(j.Task)) {
			r.turn.alone = reply.Events // the answer was not valid
		}
	case reply.Lost:
		r.turn.alone = reply.Events
		r.dropJob()
		r.updateJob()
	default:
		r.runtime.Pool.SetPlace(j, reply.Place)
		r.sendPlace()
	}
}

// ReportPlace sends the watchers the job's place in the queue.
func (r *Room) ReportPlace(j *computer.Job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn.job == j {
		r.sendPlace()
	}
}

// Think runs a job with a computer player. The result is dropped if the game has changed.
func (r *Room) Think(j *computer.Job, p computer.Player) error {
	r.mu.Lock()
	if r.turn.job != j || r.game == nil {
		r.mu.Unlock()
		return nil
	}
	line, limits := r.game.CopyLine(), r.game.Limits(j.Task, r.runtime.Time.Now())
	r.sendPlace()
	r.mu.Unlock()

	ctx, end := context.WithCancel(j.Context())
	go r.runtime.Pool.Hasten(ctx, j, end)
	var a computer.Answer
	var err error
	background.Do(func() { a, err = computer.Consult(ctx, p, line, j.Task, limits) })
	hastened := ctx.Err() != nil
	end()

	r.mu.Lock()
	defer r.mu.Unlock()
	if r.turn.job != j {
		return nil
	}
	r.turn.job = nil
	if err != nil && hastened && j.Context().Err() == nil {
		// No move has been found yet. The alarm restarts the search.
		r.runtime.Retry(r.id)
		return nil
	}
	if err != nil || j.Context().Err() != nil || r.game == nil {
		return err
	}
	r.act(j.Task, a.Command(j.Task))
	return nil
}

// act carries out the computer's command, unless its task is obsolete. It returns false if the command failed.
func (r *Room) act(task game.Task, c game.Command) bool {
	_, err := r.carryOut(context.Background(), func(at int64) ([]game.Event, error) {
		if now, ok := r.game.Task(); !ok || now != task {
			return nil, nil
		}
		return r.game.Decide(task.Side, c, at)
	})
	if err != nil {
		// The alarm restarts the computer.
		r.runtime.Options.Log.Error("room: the computer's command failed", "game", r.id, "command", fmt.Sprintf("%T", c), "error", err)
		r.runtime.Retry(r.id)
	}
	return err == nil
}
