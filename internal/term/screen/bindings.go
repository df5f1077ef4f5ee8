package screen

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

func (m *Model) leave() tea.Cmd {
	m.stopWork()
	return tea.Quit
}

type binding struct {
	key, also string
	label     message.Message // in the foot; empty if only the help names it
	help      message.Message
	do        func(m *Model) tea.Cmd
}

// bindings are filled in by init, since some of them refer to the list.
var bindings []binding

func init() {
	bindings = []binding{
		{"?", "f1", locale.New("command.key.show-help.label", nil), locale.New("command.key.show-help", nil), (*Model).showHelp},
		{"m", ":", locale.New("command.key.type-move.label", nil), locale.New("command.key.type-move", nil), (*Model).typeMove},
		{"p", "", message.Message{}, locale.New("command.key.type-plan", nil), (*Model).typePlan},
		{"u", "ctrl+_", locale.New("command.key.take-back-move.label", nil), locale.New("command.key.take-back-move", nil), (*Model).takeBackMove},
		{"y", "ctrl+r", message.Message{}, locale.New("command.key.redo", nil), (*Model).redo},
		{"h", "", locale.New("command.key.hint.label", nil), locale.New("command.key.hint", nil), (*Model).hint},
		{"b", "", locale.New("command.key.boards.label", nil), locale.New("command.key.boards", nil), (*Model).boards},
		{"k", "", message.Message{}, locale.New("command.key.switch-quadrants", nil), (*Model).switchQuadrants},
		{"d", "", locale.New("command.key.draw.label", nil), locale.New("command.key.draw", nil), (*Model).draw},
		{"q", "", locale.New("command.key.leave.label", nil), locale.New("command.key.leave", nil), (*Model).leave},
		{"n", "", locale.New("command.key.new-game.label", nil), locale.New("command.key.new-game", nil), (*Model).newGame},
		{"f", "", locale.New("command.key.turn.label", nil), locale.New("command.key.turn", nil), (*Model).turn},
		{"s", "", locale.New("command.key.save-as.label", nil), locale.New("command.key.save-as", nil), (*Model).saveAs},
		{"o", "", locale.New("command.key.open.label", nil), locale.New("command.key.open", nil), (*Model).open},
		{"r", "", locale.New("command.key.give-up.label", nil), locale.New("command.key.give-up", nil), (*Model).giveUp},
		{"c", "", locale.New("command.key.change-sides.label", nil), locale.New("command.key.change-sides", nil), (*Model).changeSides},
		{"+", "=", message.Message{}, locale.New("command.key.stronger", nil), (*Model).stronger},
		{"-", "", message.Message{}, locale.New("command.key.weaker", nil), (*Model).weaker},
		{"t", "", message.Message{}, locale.New("command.key.change-theme", nil), (*Model).changeTheme},
	}
}

// offered reports whether a binding makes sense now and is worth a word in the
// foot.
func (m *Model) offered(d binding) bool {
	going := !m.Game.Over()
	if d.label.IsZero() {
		return false
	}
	switch d.key {
	case "b":
		return m.hasBoardMoves()
	case "d":
		return going && len(m.Game.Claim()) > 0 && !m.EngineToMove()
	case "r":
		return going && m.Game.Ply() > 0
	case "u":
		return m.Game.Ply() > 0 || !going && !m.Game.Result().OfPosition()
	case "h":
		return going && m.Engine.Absent() == nil
	case "n":
		return m.Game.Ply() > 0
	}
	return true
}

func (m *Model) showHelp() tea.Cmd {
	m.helping = true
	return nil
}

func (m *Model) typeMove() tea.Cmd {
	m.field = newField("Move", "", m.Typed)
	return nil
}

func (m *Model) takeBackMove() tea.Cmd {
	m.stopWork()
	told, err := m.TakeBack()
	switch {
	case errors.Is(err, session.ErrFlag):
		return m.done(nil, err)
	case err != nil:
		m.refuse(err)
		return m.think()
	}
	m.say(calm, "%s", told)
	return m.changed()
}

func (m *Model) redo() tea.Cmd { return m.done(m.Do(game.Redo{})) }

// boardMoves lists the legal moves of whole boards.
func (m *Model) boardMoves() (all []board.Move) {
	for _, move := range rules.LegalMoves(m.Rules(), &m.pos) {
		if move.Type() >= board.BoardShift {
			all = append(all, move)
		}
	}
	return all
}

func (m *Model) boards() tea.Cmd {
	switch moves := m.boardMoves(); {
	case !m.hasBoardMoves():
		m.say(refused, "%s", m.Text("command.play.no-boards-move-in-this.screen", nil))
	case m.Game.Over() || m.EngineToMove():
		m.say(refused, "%s", m.Text("command.play.it-is-not-your-turn", nil))
	default:
		m.drop()
		m.say(calm, "")
		m.chooseBoard(moves)
	}
	return nil
}

func (m *Model) turn() tea.Cmd {
	m.flip = !m.flip
	m.arrange()
	return nil
}

func (m *Model) newGame() tea.Cmd {
	begin := func() tea.Cmd {
		if err := m.Restart(m.Fresh()); err != nil {
			m.refuse(err)
			return nil
		}
		m.cursor = ""
		m.say(calm, "%s", m.Text("command.play.a-new-game.screen", message.Args{"seats": m.Seats()}))
		return m.changed()
	}
	if m.Game.Ply() == 0 || m.Game.Over() {
		return begin()
	}
	m.ask = &question{m.Text("command.play.ask-new", nil), begin}
	return nil
}

func (m *Model) changeSides() tea.Cmd {
	next := [2]bool{true, false}
	switch m.People() {
	case [2]bool{true, false}:
		next = [2]bool{false, true}
	case [2]bool{false, true}:
		next = [2]bool{true, true}
	}
	if err := m.Seat(next); err != nil {
		return m.done(nil, err)
	}
	m.drop()
	m.say(calm, "%s", session.Sentence(m.Seats()))
	return m.think()
}

func (m *Model) stronger() tea.Cmd { return m.changeLevel(1) }
func (m *Model) weaker() tea.Cmd   { return m.changeLevel(-1) }

func (m *Model) changeLevel(by int) tea.Cmd {
	if err := m.SetLevel(m.Level + by); err != nil {
		return m.done(nil, err)
	}
	m.say(calm, "%s", m.Text("command.play.the-engine-plays-at-level.screen", message.Args{"level": m.Level}))
	return m.think()
}

// draw claims a draw if there is one to claim, and else offers it.
func (m *Model) draw() tea.Cmd {
	switch {
	case m.Game.Over():
		m.say(refused, "%s", m.Over())
		return nil
	case len(m.Game.Claim()) > 0 && !m.EngineToMove():
		return m.done(m.ClaimDraw())
	}
	text := m.Text("command.play.ask-draw", nil)
	if m.People() == [2]bool{true, true} {
		text = m.Text("command.play.ask-agree", nil)
	}
	m.ask = &question{text, func() tea.Cmd { return m.done(m.OfferDraw()) }}
	return nil
}

func (m *Model) giveUp() tea.Cmd {
	side := m.pos.Side
	if m.Game.LocalSeat() == session.SideOf(side.Other()) {
		side = side.Other()
	}
	if m.Game.Over() {
		m.say(refused, "%s", m.Over())
		return nil
	}
	m.ask = &question{session.Sentence(m.Text("command.play.ask-resign", message.Args{"side": side})), func() tea.Cmd { return m.done(m.Do(game.Resign{})) }}
	return nil
}

func (m *Model) saveAs() tea.Cmd {
	name := m.File
	if name == "" {
		name = m.Rules().Info().Name + "-" + m.Now().Format("20060102-150405") + ".pgn"
	}
	m.field = newField(m.Text("command.play.save-as", nil), name, func(name string) tea.Cmd {
		if err := m.Save(strings.TrimSpace(name)); err != nil {
			m.refuse(err)
			return nil
		}
		m.say(good, "%s", m.Text("command.play.saved-in.screen", message.Args{"file": session.ClipName(m.File)}))
		return nil
	})
	return nil
}

func (m *Model) open() tea.Cmd {
	m.field = newField("Open", m.File, func(text string) tea.Cmd {
		name, number := session.FileAndNumber(strings.TrimSpace(text))
		find := m.Options.Find
		return func() tea.Msg { // a file may be slow
			g, err := session.LoadGame(name, number, find)
			return loadedMsg{name, g, err}
		}
	})
	return nil
}

func (m *Model) changeTheme() tea.Cmd {
	m.setDark(!m.dark)
	return nil
}
