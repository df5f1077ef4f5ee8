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

// startEngine starts the engine's pending task: a move, or the answer to an offer.
func (m *Model) startEngine() tea.Cmd {
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
			pause(ctx, minThinking-time.Since(began))
		}
		return answerMsg{w.number, e.Task, command, err}
	})
}

// minThinking is the minimum time before a move of an engine without a seed is shown, so that the user can
// follow the game.
const minThinking = 350 * time.Millisecond

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(max(0, d)):
	}
}

func (m *Model) startWork(hint bool) (context.Context, *work) {
	m.stopWork()
	ctx, cancel := context.WithCancel(m.ctx)
	m.searches++
	m.work = &work{number: m.searches, cancel: cancel, hint: hint, since: m.Now()}
	return ctx, m.work
}

// stopWork cancels the running search, if any. Its answer is ignored.
func (m *Model) stopWork() {
	if m.work != nil {
		m.work.cancel()
		m.work = nil
	}
}

// answer executes the engine's command, unless the search is out of date.
func (m *Model) answer(msg answerMsg) tea.Cmd {
	if m.work == nil || m.work.number != msg.number {
		return nil
	}
	m.stopWork()
	if msg.err != nil {
		m.report(failed, "command.play.engine.failed.screen", message.Args{"why": message.Of(msg.err)})
		return m.seatPeople()
	}
	events, err := m.FinishJob(msg.task, msg.command)
	if err != nil && !errors.Is(err, session.ErrFlag) {
		m.report(failed, "command.play.engine.bad-move.screen", message.Args{"why": message.Of(err)})
		return m.seatPeople()
	}
	m.setStatus(neutral, "")
	if session.DrawDeclined(events) {
		m.report(success, "command.play.draw-declined.screen", nil)
	}
	return m.afterChange()
}

// seatPeople assigns both sides to people. It is called if the engine cannot continue.
func (m *Model) seatPeople() tea.Cmd {
	if err := m.Seat([2]bool{true, true}); err != nil {
		m.showError(err)
	}
	return m.startTicking()
}

// afterChange updates the screen and starts the engine if it is to move. It must be called after every
// change of the position.
func (m *Model) afterChange() tea.Cmd {
	m.refresh()
	return m.startEngine()
}

// showAdvice shows a hint. It selects the piece and moves the cursor to the destination, so that enter
// plays the move.
func (m *Model) showAdvice(msg adviceMsg) {
	if m.work == nil || m.work.number != msg.number {
		return
	}
	m.stopWork()
	if msg.err != nil {
		m.showError(msg.err)
		return
	}
	d := m.Describe(&m.pos, msg.Move)
	m.report(success, "command.play.hint.screen", message.Args{"san": m.SAN(d.SAN), "score": m.ScoreText(msg.Score), "text": m.Format(d.Message)})
	if msg.Move.Type() >= board.BoardShift {
		return
	}
	guide := m.Rules().Guide()
	m.selectPiece(guide.SquareName(&m.pos, msg.Move.From()))
	m.cursor = guide.SquareName(&m.pos, msg.Move.To())
	m.updatePreview()
}

// hint starts a search for a good move.
func (m *Model) hint() tea.Cmd {
	if !m.personToMove() {
		return nil
	}
	ctx, w := m.startWork(true)
	opponent, line := m.Engine, m.Game.CopyLine()
	return tea.Batch(m.startTicking(), func() tea.Msg {
		a, err := opponent.Advise(ctx, line)
		return adviceMsg{w.number, a, err}
	})
}

// tickStep is the redraw interval of clocks and the thinking animation.
const tickStep = 100 * time.Millisecond

// startTicking starts ticks if the screen changes over time and ticks are not running yet.
func (m *Model) startTicking() tea.Cmd {
	if m.ticking || !m.timeGoes() {
		return nil
	}
	m.ticking = true
	return tea.Tick(tickStep, func(t time.Time) tea.Msg { return tickMsg(t) })
}

// timeGoes reports whether the screen changes over time.
func (m *Model) timeGoes() bool {
	c := m.Game.Clocks(m.Millis())
	return c != nil && c.Running != game.Nobody || m.work != nil
}

func (m *Model) tick() tea.Cmd {
	m.ticking = false
	if m.Expire() {
		m.setStatus(neutral, "")
		return m.afterChange()
	}
	return m.startTicking()
}
