package term

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/engine/search"
)

// work is a question to the engine that has not been answered yet.
type work struct {
	number int
	cancel context.CancelFunc
	hint   bool
	since  time.Time
}

// think asks the engine for a move if it has to make one.
func (m *Model) think() tea.Cmd {
	m.stopWork()
	if !m.engineToMove() {
		return m.startTicking()
	}
	ctx, w := m.startWork(false)
	var limit *search.Clock
	if m.game.clock != nil {
		limit = m.game.clock.forSearch(m.pos.Side, m.now())
	}
	opponent, line := m.engine, m.game.copyLine()
	return tea.Batch(m.startTicking(), func() tea.Msg {
		began := time.Now()
		move, err := opponent.choose(ctx, line, limit)
		if opponent.seed == 0 {
			pause(ctx, manners-time.Since(began))
		}
		return answerMsg{w.number, move, err}
	})
}

// manners is the least time the engine takes for a move, so that a person sees
// one thing happen after the other.
const manners = 350 * time.Millisecond

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(max(0, d)):
	}
}

func (m *Model) startWork(hint bool) (context.Context, *work) {
	m.stopWork()
	ctx, cancel := context.WithCancel(m.ctx)
	m.asked++
	m.work = &work{number: m.asked, cancel: cancel, hint: hint, since: m.now()}
	return ctx, m.work
}

// stopWork drops the question the engine is at; its answer will be ignored.
func (m *Model) stopWork() {
	if m.work != nil {
		m.work.cancel()
		m.work = nil
	}
}

// answer plays the engine's move.
func (m *Model) answer(msg answerMsg) tea.Cmd {
	if m.work == nil || m.work.number != msg.number {
		return nil
	}
	m.stopWork()
	if msg.err != nil {
		m.people = [2]bool{true, true}
		m.say(refused, "The engine gives up its side: %v", msg.err)
		return nil
	}
	if m.game.flag(m.now()) {
		return m.changed()
	}
	if _, err := m.game.play(msg.move, m.now()); err != nil {
		m.people = [2]bool{true, true}
		m.say(refused, "The engine's move cannot be played: %v", err)
		return nil
	}
	m.say(calm, "")
	return m.changed()
}

// advised shows a hint: the piece is chosen and the cursor put where it should
// go, so that one key plays it.
func (m *Model) advised(msg adviceMsg) {
	if m.work == nil || m.work.number != msg.number {
		return
	}
	m.stopWork()
	if msg.err != nil {
		m.refuse(msg.err)
		return
	}
	told := describe(m.rules(), &m.pos, msg.move)
	m.say(good, "Hint: %s, %s. %s", told.san, msg.score, told.sentence)
	if msg.move.Type() >= board.BoardShift {
		return
	}
	guide := m.rules().Guide()
	m.choose(guide.SquareName(&m.pos, msg.move.From()))
	m.cursor = guide.SquareName(&m.pos, msg.move.To())
	m.look()
}

// hint asks the engine for a good move.
func (m *Model) hint() tea.Cmd {
	switch o := m.game.outcome(); {
	case o.Over():
		m.say(refused, "The game is over: %s", o.Sentence())
		return nil
	case m.engineToMove():
		m.say(refused, "The engine is to move; wait for it or take back with u")
		return nil
	}
	ctx, w := m.startWork(true)
	opponent, line := m.engine, m.game.copyLine()
	return tea.Batch(m.startTicking(), func() tea.Msg {
		a, err := opponent.advise(ctx, line)
		return adviceMsg{w.number, a, err}
	})
}

// tickStep is how often clocks and the sign of thinking are drawn anew.
const tickStep = 100 * time.Millisecond

// startTicking lets time be shown, if there is any to show.
func (m *Model) startTicking() tea.Cmd {
	if m.ticking || !m.timeGoes() {
		return nil
	}
	m.ticking = true
	return tea.Tick(tickStep, func(t time.Time) tea.Msg { return tickMsg(t) })
}

// timeGoes reports whether the screen changes by itself.
func (m *Model) timeGoes() bool {
	running := m.game.clock != nil && !m.game.clock.since.IsZero() && !m.game.outcome().Over()
	return running || m.work != nil
}

func (m *Model) tick() tea.Cmd {
	m.ticking = false
	if m.game.flag(m.now()) {
		m.say(calm, "")
		return m.changed()
	}
	return m.startTicking()
}
