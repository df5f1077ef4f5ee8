package screen

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/notation"
	"github.com/tainchess/tain/rules"
)

// act does what is meant by pointing at a square: take up a piece, play it, or
// be told why not.
func (m *Model) act(name string) tea.Cmd {
	s, ok := m.squares[name]
	if !ok {
		return nil
	}
	m.cursor = name
	m.say(calm, "")
	if m.Game.Over() {
		m.say(refused, "%s", m.Over())
		return nil
	}
	if m.EngineToMove() {
		m.say(refused, "%s", m.Text("command.play.the-engine-is-to-move", nil))
		return nil
	}
	if t := m.target(name); t != nil {
		return m.playOne(t.moves)
	}
	pc := m.pos.Piece(s)
	own := pc != board.NoPiece && pc.Colour() == m.pos.Side
	switch {
	case name == m.chosen:
		m.drop()
	case own:
		m.choose(name)
		if len(m.targets) == 0 {
			m.say(refused, "%s", m.Text("command.play.the-on-has-no-legal", message.Args{"pc": pc, "name": name}))
		}
	case m.chosen != "":
		m.explain(s)
	case pc != board.NoPiece:
		m.say(refused, "%s", m.Text("command.play.is-to-move-the-piece", message.Args{"side": m.pos.Side, "name": name}))
	default:
		m.say(refused, "%s", m.Text("command.play.is-empty-choose-one-of", message.Args{"name": name, "side": m.pos.Side}))
	}
	return nil
}

// explain says why the chosen piece cannot go to a square.
func (m *Model) explain(to board.Square) {
	move := board.NewMove(m.squares[m.chosen], to, board.NoRole)
	if _, err := rules.Play(m.Rules(), &m.pos, move); err != nil {
		m.refuse(err)
	}
}

// playOne plays a move, or lets the person choose among several.
func (m *Model) playOne(moves []board.Move) tea.Cmd {
	if len(moves) == 1 {
		return m.playMove(moves[0])
	}
	m.chooser = m.newChooser("Which?", moves)
	return nil
}

func (m *Model) playMove(move board.Move) tea.Cmd {
	return m.done(m.Play(m.Rules().Guide().FormatUCI(&m.pos, move)))
}

// done shows what came of a command that was given to the game.
func (m *Model) done(events []game.Event, err error) tea.Cmd {
	switch {
	case errors.Is(err, session.ErrFlag):
		m.say(calm, "")
	case err != nil:
		m.refuse(err)
		return nil
	case session.Declines(events):
		m.say(good, "%s", m.Text("command.play.the-engine-declines-the-draw.screen", nil))
	default:
		m.say(calm, "")
	}
	return m.changed()
}

// Typed plays a move given as text.
func (m *Model) Typed(text string) tea.Cmd {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case session.IsPlan(text):
		return m.rehearse(strings.TrimSpace(text)[len(session.PlanWord):])
	case m.EngineToMove():
		m.say(refused, "%s", m.Text("command.play.the-engine-is-to-move", nil))
		return nil
	}
	events, err := m.Play(strings.TrimSpace(text))
	var syntax *notation.SyntaxError
	if errors.As(err, &syntax) {
		m.say(refused, "%s", m.Text("command.play.is-no-move.screen", message.Args{"text": session.Clip(session.Tidy(text)), "message": syntax.Message}))
		return nil
	}
	return m.done(events, err)
}

// loaded goes on with a game that was read from a file.
func (m *Model) loaded(msg loadedMsg) tea.Cmd {
	if msg.err != nil {
		m.refuse(msg.err)
		return nil
	}
	m.stopWork()
	if err := m.Adopt(msg.game, m.People(), session.Asked{}); err != nil {
		m.refuse(err)
		return m.think()
	}
	m.say(good, "%s", m.Text("command.play.loaded-half-moves.screen", message.Args{"name": session.ClipName(msg.name), "seats": m.Seats(), "ply": m.Game.Ply(), "standing": m.Standing()}))
	if m.Notice != "" {
		m.say(good, "%s. %s", m.status, m.Notice)
	}
	m.cursor = ""
	if people := m.People(); people[board.White] != people[board.Black] {
		m.flip = people[board.Black]
	}
	m.arrange()
	return m.changed()
}

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
	told := m.Format(p.Told[m.planStep-1].Message)
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
