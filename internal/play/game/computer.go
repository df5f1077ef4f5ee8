package game

import (
	"context"
	"fmt"
	"time"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
	"github.com/tainchess/tain/rules"
)

const (
	// patience is how long the computer goes on in a game without a clock after
	// the last person has left it. It rests then, until somebody comes back.
	patience = 30 * time.Second
	// late is the move from which the computer may take a draw.
	late = 60
	// contentment is the most centipawns it may be ahead to take one.
	contentment = 25
)

// wanted tells whether the computer has something to think about, and whether
// that is an offer of a draw.
func (g *Game) wanted() (think, judge bool) {
	if g.Over() || g.waiting() {
		return false, false
	}
	if g.offers.Draw != Nobody && g.computer(g.offers.Draw.Other().Colour()) > 0 {
		return true, true
	}
	return g.computer(g.turn()) > 0, false
}

// awaited reports whether the computer is to go on: it must with a clock, and
// else does so for people only.
func (t *table) awaited() bool {
	return t.game.start.Control != nil || len(t.watchers) > 0 || time.Since(t.used) < patience
}

// consider sets the computer its task if there is one, and stops it thinking
// about anything else.
func (t *table) consider() {
	think, judge := t.game.wanted()
	think = think && t.awaited()
	p := t.game.line.Position()
	if t.task != nil {
		if think && t.task.judge == judge && t.task.ply == t.game.Ply() && t.task.key == p.Hash {
			return
		}
		t.halt()
	}
	if !think {
		return
	}
	t.task = &task{table: t, judge: judge, ply: t.game.Ply(), key: p.Hash, told: -1}
	t.task.ctx, t.task.cancel = context.WithCancel(context.Background())
	t.host.pool.add(t.task)
	t.tellPlace()
}

// halt makes the computer forget its task.
func (t *table) halt() {
	if t.task != nil {
		t.host.pool.drop(t.task)
		t.task = nil
	}
}

// rest halts the computer in a game nobody waits for.
func (t *table) rest() {
	if t.task != nil && t.game != nil && !t.awaited() {
		t.halt()
	}
}

// act carries out a command of the computer.
func (t *table) act(side Side, c Command) {
	at := max(now(), t.game.updated)
	events := t.game.due(at)
	if len(events) == 0 {
		var err error
		if events, err = t.game.decide(side, c, at); err != nil {
			t.host.o.Log.Error("game: the computer's command is refused", "game", t.id, "command", fmt.Sprintf("%T", c), "error", err)
			return
		}
	}
	if t.commit(context.Background(), events) != nil {
		// That has been logged. The alarm sets the computer to work again.
		t.host.alarms.set(t.id, now()+retry.Milliseconds())
	}
}

// thinking tells where the computer's move is in the queue, nil if it is not
// to move.
func (t *table) thinking() *Thinking {
	if t.task == nil || t.task.judge {
		return nil
	}
	return &Thinking{Place: t.host.pool.place(t.task)}
}

// tellPlace tells the watchers how long they have to wait, if that has changed.
func (t *table) tellPlace() {
	thinking := t.thinking()
	if thinking == nil || thinking.Place == t.task.told {
		return
	}
	t.task.told = thinking.Place
	t.send(ThinkingMessage{Type: "thinking", Place: thinking.Place})
}

// tellQueue tells those who wait for the computer their places now and then.
func (h *Host) tellQueue() {
	for _, task := range h.pool.waiting() {
		t := task.table
		t.mu.Lock()
		if t.task == task {
			t.tellPlace()
		}
		t.mu.Unlock()
	}
}

// work lets a thinker think until the host is closed.
func (h *Host) work(thinker Thinker) {
	for {
		task := h.pool.next()
		if task == nil {
			return
		}
		if err := h.think(thinker, task); err != nil {
			h.o.Log.Error("game: the computer has no answer", "game", task.table.id, "error", err)
			thinker = h.o.NewThinker()
		}
		task.cancel()
		h.pool.done(task)
	}
}

// think does one task. What has been overtaken by the game is dropped.
func (h *Host) think(thinker Thinker, task *task) error {
	if err := h.enter(); err != nil {
		return nil
	}
	defer h.busy.Done()
	q, ok := task.begin()
	if !ok {
		return nil
	}
	move, score, err := q.put(task.ctx, thinker)
	t := task.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.task != task {
		return nil
	}
	t.task = nil
	if err != nil || task.ctx.Err() != nil || t.game == nil {
		return err
	}
	if task.judge {
		c := Draw{Ply: t.game.Ply(), Takebacks: t.game.takebacks, Do: Decline}
		if score <= contentment {
			c.Do = Accept
		}
		t.act(t.game.offers.Draw.Other(), c)
		return nil
	}
	p := t.game.line.Position()
	t.act(SideOf(p.Side), Move{
		Ply: t.game.Ply(), Takebacks: t.game.takebacks, Key: keyText(&p), Move: t.game.rules.Guide().FormatUCI(&p, move),
	})
	return nil
}

// question is what a thinker is asked, apart from the game, which may go on.
type question struct {
	rules rules.Rules
	start board.Position
	moves []board.Move
	level int
	side  board.Colour // the computer's
	judge bool
	clock *search.Clock
}

// begin notes what there is to think about, and tells the watchers.
func (task *task) begin() (question, bool) {
	t := task.table
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.task != task || t.game == nil {
		return question{}, false
	}
	g := t.game
	q := question{rules: g.rules, start: g.line.Start(), moves: g.line.Moves(), side: g.turn(), judge: task.judge}
	if task.judge {
		q.side = g.offers.Draw.Other().Colour()
	}
	q.level = g.computer(q.side)
	if c := g.start.Control; c != nil && c.Days == 0 {
		left := g.left()[q.side]
		if g.runs() {
			left = c.spend(left, max(now(), g.updated)-g.since)
		}
		q.clock = &search.Clock{
			Left:      time.Duration(left) * time.Millisecond,
			Increment: time.Duration(c.Increment+c.Delay) * time.Millisecond,
		}
	}
	t.tellPlace()
	return q, true
}

// put asks a thinker. A thinker that panics has no answer.
func (q question) put(ctx context.Context, thinker Thinker) (move board.Move, score int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("game: the thinker panicked: %v", r)
		}
	}()
	line := rules.NewLine(q.rules, q.start)
	for _, m := range q.moves {
		if _, err := line.Play(m); err != nil {
			return board.NoMove, 0, err
		}
	}
	if !q.judge {
		move, err = thinker.Choose(ctx, line, q.level, q.clock)
		return move, 0, err
	}
	score, err = thinker.Judge(ctx, line)
	if p := line.Position(); p.Side != q.side {
		score = -score
	}
	return board.NoMove, score, err
}
