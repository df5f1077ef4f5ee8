package screen

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
)

// think asks the engine for what it has to do: a move, or the answer to an
// offer.
func (m *Model) think() tea.Cmd {
	m.stopWork()
	e, ok := m.Job()
	if !ok {
		return m.startTicking()
	}
	ctx, w := m.startWork(false)
	return tea.Batch(m.startTicking(), func() tea.Msg {
		began := time.Now()
		command, err := e.Engine.Answer(ctx, e.Task, e.Line, e.Limits)
		if e.Engine.Seed == 0 {
			pause(ctx, manners-time.Since(began))
		}
		return answerMsg{w.number, e.Task, command, err}
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
	m.work = &work{number: m.asked, cancel: cancel, hint: hint, since: m.Now()}
	return ctx, m.work
}

// stopWork drops the question the engine is at; its answer will be ignored.
func (m *Model) stopWork() {
	if m.work != nil {
		m.work.cancel()
		m.work = nil
	}
}

// Answer carries out what the engine does.
func (m *Model) Answer(msg answerMsg) tea.Cmd {
	if m.work == nil || m.work.number != msg.number {
		return nil
	}
	m.stopWork()
	if msg.err != nil {
		m.say(refused, "%s", m.Text("command.play.the-engine-gives-up-its.screen", message.Args{"why": message.Of(msg.err)}))
		return m.giveSides()
	}
	events, err := m.Settle(msg.task, msg.command)
	if err != nil && !errors.Is(err, session.ErrFlag) {
		m.say(refused, "%s", m.Text("command.play.the-engine-s-move-cannot.screen", message.Args{"why": message.Of(err)}))
		return m.giveSides()
	}
	m.say(calm, "")
	if session.Declines(events) {
		m.say(good, "%s", m.Text("command.play.the-engine-declines-the-draw.screen", nil))
	}
	return m.changed()
}

// giveSides lets people play on for an engine that cannot.
func (m *Model) giveSides() tea.Cmd {
	if err := m.Seat([2]bool{true, true}); err != nil {
		m.refuse(err)
	}
	return m.startTicking()
}

// changed is called after every change of the position.
func (m *Model) changed() tea.Cmd {
	m.refresh()
	return m.think()
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
	told := m.Describe(&m.pos, msg.Move)
	m.say(good, "%s", m.Text("command.play.hint.screen", message.Args{"san": told.SAN, "score": m.ScoreText(msg.Score), "text": m.Format(told.Message)}))
	if msg.Move.Type() >= board.BoardShift {
		return
	}
	guide := m.Rules().Guide()
	m.choose(guide.SquareName(&m.pos, msg.Move.From()))
	m.cursor = guide.SquareName(&m.pos, msg.Move.To())
	m.look()
}

// hint asks the engine for a good move.
func (m *Model) hint() tea.Cmd {
	switch {
	case m.Game.Over():
		m.say(refused, "%s", m.Over())
		return nil
	case m.EngineToMove():
		m.say(refused, "%s", m.Text("command.play.the-engine-is-to-move", nil))
		return nil
	}
	ctx, w := m.startWork(true)
	opponent, line := m.Engine, m.Game.CopyLine()
	return tea.Batch(m.startTicking(), func() tea.Msg {
		a, err := opponent.Advise(ctx, line)
		return adviceMsg{w.number, a, err}
	})
}

// tickStep is how often clocks and the sign of thinking are drawn again.
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
	c := m.Game.Clocks(m.Millis())
	return c != nil && c.Running != game.Nobody || m.work != nil
}

func (m *Model) tick() tea.Cmd {
	m.ticking = false
	if m.Expire() {
		m.say(calm, "")
		return m.changed()
	}
	return m.startTicking()
}
