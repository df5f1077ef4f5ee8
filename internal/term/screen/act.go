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

// activate handles enter or a click on a square. It selects a piece, plays a move, or explains why the
// move is illegal.
func (m *Model) activate(name string) tea.Cmd {
	s, ok := m.squares[name]
	if !ok {
		return nil
	}
	m.cursor = name
	m.setStatus(neutral, "")
	if !m.personToMove() {
		return nil
	}
	if t := m.target(name); t != nil {
		return m.playOne(t.moves)
	}
	pc := m.pos.Piece(s)
	own := pc != board.NoPiece && pc.Colour() == m.pos.Side
	switch {
	case name == m.chosen:
		m.deselect()
	case own:
		m.selectPiece(name)
		if len(m.targets) == 0 {
			m.report(failed, "command.play.piece-cannot-move", message.Args{"piece": m.Rules().Info().PieceWord(pc), "name": name})
		}
	case m.chosen != "":
		m.explain(s)
	case pc != board.NoPiece:
		m.report(failed, "command.play.not-your-piece", message.Args{"side": m.pos.Side, "name": name})
	default:
		m.report(failed, "command.play.square-empty", message.Args{"name": name, "side": m.pos.Side})
	}
	return nil
}

// explain shows why the selected piece cannot move to a square.
func (m *Model) explain(to board.Square) {
	move := board.NewMove(m.squares[m.chosen], to, board.NoRole)
	if _, err := rules.Play(m.Rules(), &m.pos, move); err != nil {
		m.showError(err)
	}
}

// playOne plays the only move, or opens a list if there are several.
func (m *Model) playOne(moves []board.Move) tea.Cmd {
	if len(moves) == 1 {
		return m.playMove(moves[0])
	}
	m.chooser = m.newChooser(m.Text("command.screen.which", nil), moves)
	return nil
}

func (m *Model) playMove(move board.Move) tea.Cmd {
	return m.done(m.Play(m.Rules().Guide().FormatUCI(&m.pos, move)))
}

// done shows the result of a game command.
func (m *Model) done(events []game.Event, err error) tea.Cmd {
	switch {
	case errors.Is(err, session.ErrFlag):
		m.setStatus(neutral, "")
	case err != nil:
		m.showError(err)
		return nil
	case session.DrawDeclined(events):
		m.report(success, "command.play.draw-declined.screen", nil)
	default:
		m.setStatus(neutral, "")
	}
	return m.afterChange()
}

// playTyped plays a typed move, or runs a command.
func (m *Model) playTyped(text string) tea.Cmd {
	text = strings.TrimSpace(text)
	b, rest, ok := m.command(text)
	switch {
	case text == "" || text == ":":
		return nil
	case ok:
		return m.run(b, rest)
	case text[0] == ':':
		m.report(failed, "command.screen.unknown", message.Args{"text": session.Clip(text)})
		return nil
	case m.EngineToMove():
		m.report(failed, "command.play.engine.to-move", nil)
		return nil
	}
	events, err := m.Play(text)
	var syntax *notation.SyntaxError
	if errors.As(err, &syntax) {
		m.report(failed, "command.play.move.unknown", message.Args{"text": session.Clip(text), "why": syntax.Message})
		return nil
	}
	return m.done(events, err)
}

// resumeLoaded continues a game loaded from a file, or shows the error.
func (m *Model) resumeLoaded(msg loadedMsg) tea.Cmd {
	if msg.err != nil {
		m.showError(msg.err)
		return nil
	}
	m.stopWork()
	if err := m.Resume(msg.game, m.People(), session.Overrides{}); err != nil {
		m.showError(err)
		return m.startEngine()
	}
	m.report(success, "command.play.loaded.screen", message.Args{"name": session.ClipName(msg.name), "seats": m.Seats(), "ply": m.Game.Ply(), "standing": m.StatusText()})
	if m.Notice != "" {
		m.setStatus(success, "%s. %s", m.status, m.Notice)
	}
	m.cursor = ""
	if people := m.People(); people[board.White] != people[board.Black] {
		m.flip = people[board.Black]
	}
	m.arrange()
	return m.afterChange()
}

func (m *Model) typePlan() tea.Cmd { return m.typePlanFrom("") }

// typePlanFrom opens the field for plans with the first characters of its text.
func (m *Model) typePlanFrom(text string) tea.Cmd {
	m.field = newField(m.Text("command.screen.field.plan", nil), text, m.showPlan)
	return nil
}

// showPlan tries a plan and shows it instead of the game.
func (m *Model) showPlan(text string) tea.Cmd {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case m.EngineToMove():
		m.report(failed, "command.play.engine.to-move", nil)
		return nil
	}
	p, err := m.TryPlan(text)
	if err != nil {
		m.showError(err)
		return nil
	}
	m.plan = p
	m.showStep(min(1, len(p.Steps)))
	return nil
}

// showStep shows the position after n steps of the plan.
func (m *Model) showStep(n int) {
	m.planStep = max(0, min(n, len(m.plan.Steps)))
	m.deselect()
	m.setStatus(neutral, "")
	m.pos, m.changes = m.plan.At(m.planStep), nil
	m.squares = grid.SquaresOf(m.Rules(), &m.pos)
	if m.planStep > 0 {
		m.changes = m.plan.Moves[m.planStep-1].Changes
	}
}

// closePlan returns to the game.
func (m *Model) closePlan() {
	m.refresh()
	m.report(neutral, "command.play.plan.closed", nil)
}

// planKey handles a key press while a plan is shown. A letter or digit begins another plan.
func (m *Model) planKey(k tea.KeyPressMsg) tea.Cmd {
	if typed(k) {
		m.refresh()
		return m.typePlanFrom(k.Text)
	}
	switch k.String() {
	case "right", "down", "enter", "space", "tab":
		m.showStep(m.planStep + 1)
	case "left", "up", "backspace", "shift+tab":
		m.showStep(m.planStep - 1)
	case "home":
		m.showStep(0)
	case "end":
		m.showStep(len(m.plan.Steps))
	case "ctrl+f":
		return m.flipBoard()
	case "ctrl+p":
		m.refresh()
		return m.typePlan()
	case "esc", "ctrl+q":
		m.closePlan()
	}
	return nil
}

// planLine returns the footer text for the current step, and whether the step is illegal.
func (m *Model) planLine() (text string, failing bool) {
	p := m.plan
	end := m.planStep == len(p.Steps)
	switch {
	case end && p.Failed != nil:
		return p.Failure(), true
	case m.planStep == 0:
		return p.Heading(), false
	}
	text = m.Format(p.Moves[m.planStep-1].Message)
	if end {
		return m.Text("command.play.step-of.last", message.Args{"step": m.planStep, "count": len(p.Steps), "text": text}), false
	}
	return m.Text("command.play.step-of", message.Args{"step": m.planStep, "count": len(p.Steps), "text": text}), false
}

// planRows returns the numbered steps of the plan, including an illegal last step.
func (m *Model) planRows() (rows []string) {
	for i, s := range m.plan.Steps {
		rows = append(rows, fmt.Sprintf("%2d. %s", i+1, m.SAN(s.SAN)))
	}
	if f := m.plan.Failed; f != nil {
		rows = append(rows, fmt.Sprintf("%2d. %s  %s", f.Step, session.Clip(f.Text), m.Text("command.play.step-failed", nil)))
	}
	return rows
}

// newChooser returns a list of moves. Promotions that differ only in the piece are labelled
// with the piece.
func (m *Model) newChooser(title string, moves []board.Move) *chooser {
	c := &chooser{title: title}
	seen := map[board.Role]bool{}
	promotions := true
	for _, move := range moves {
		promotions = promotions && move.Promotion() != board.NoRole && !seen[move.Promotion()]
		seen[move.Promotion()] = true
	}
	if promotions {
		c.title = m.Text("command.play.promote-to", nil)
	}
	for _, move := range moves {
		d := m.Describe(&m.pos, move)
		it := item{label: m.SAN(d.SAN), more: m.Format(d.Message), move: move}
		if promotions {
			it.key = strings.ToLower(string(rune(move.Promotion().Letter())))
			it.label, it.more = m.Text("command.screen.role", message.Args{"role": m.Rules().Info().Word(move.Promotion())}), it.key
		}
		c.items = append(c.items, it)
	}
	return c
}
