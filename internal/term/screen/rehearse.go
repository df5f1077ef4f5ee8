package screen

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
)

// typePlan asks for a plan.
func (m *Model) typePlan() tea.Cmd {
	m.field = newField(m.Text("command.play.plan", nil), "", m.rehearse)
	return nil
}

// rehearse shows a plan step by step, beside the game.
func (m *Model) rehearse(text string) tea.Cmd {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case m.EngineToMove():
		m.say(refused, "%s", m.Text("command.play.the-engine-is-to-move", nil))
		return nil
	}
	p, err := m.TryPlan(text)
	if err != nil {
		m.refuse(err)
		return nil
	}
	m.plan = p
	m.toStep(min(1, len(p.Steps)))
	return nil
}

// toStep shows the position after so many steps of the plan.
func (m *Model) toStep(n int) {
	m.planStep = max(0, min(n, len(m.plan.Steps)))
	m.drop()
	m.say(calm, "")
	m.pos, m.changes = m.plan.At(m.planStep), nil
	m.squares = grid.SquaresOf(m.Rules(), &m.pos)
	if m.planStep > 0 {
		m.changes = m.plan.Told[m.planStep-1].Changes
	}
}

// leavePlan goes back to the game.
func (m *Model) leavePlan() {
	m.refresh()
	m.say(calm, "%s", m.Text("command.play.the-plan-is-put-away", nil))
}

// planKey steps through a plan.
func (m *Model) planKey(name string) tea.Cmd {
	switch name {
	case "right", "down", "enter", "space", "tab":
		m.toStep(m.planStep + 1)
	case "left", "up", "backspace", "shift+tab":
		m.toStep(m.planStep - 1)
	case "home":
		m.toStep(0)
	case "end":
		m.toStep(len(m.plan.Steps))
	case "f":
		m.flip = !m.flip
		m.arrange()
	case "p":
		m.refresh()
		return m.typePlan()
	case "esc", "q":
		m.leavePlan()
	}
	return nil
}

// planLine is what the foot says of the step that is shown.
func (m *Model) planLine() (text string, failing bool) {
	p := m.plan
	end := m.planStep == len(p.Steps)
	switch {
	case end && p.Failed != nil:
		return p.Failure(), true
	case m.planStep == 0:
		return p.Heading(), false
	}
	told := p.Told[m.planStep-1].Text
	if end {
		return m.Text("command.play.step-of.last", message.Args{"planstep": m.planStep, "count": len(p.Steps), "text": told}), false
	}
	return m.Text("command.play.step-of", message.Args{"planstep": m.planStep, "count": len(p.Steps), "text": told}), false
}

// planRows lists the steps: their numbers, and what they are; the last may be
// the one that fails.
func (m *Model) planRows() (rows []string) {
	for i, s := range m.plan.Steps {
		rows = append(rows, fmt.Sprintf("%2d. %s", i+1, s.SAN))
	}
	if f := m.plan.Failed; f != nil {
		rows = append(rows, fmt.Sprintf("%2d. %s  %s", f.Step, session.Clip(session.Tidy(f.Text)), m.Text("command.play.step-failed", nil)))
	}
	return rows
}
