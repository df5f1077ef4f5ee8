package screen

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
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
