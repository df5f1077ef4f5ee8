package term

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/rules"
)

// leave ends the program.
func (m *Model) leave() tea.Cmd {
	m.stopWork()
	return tea.Quit
}

// binding is what a key of its own does.
type binding struct {
	key, also string
	label     string // in the foot; empty if only the help names it
	help      string
	do        func(m *Model) tea.Cmd
}

// bindings are filled in by init, since some of them refer to the list.
var bindings []binding

func init() {
	bindings = []binding{
		{"?", "f1", "help", "this help", (*Model).showHelp},
		{"m", ":", "move", "type a move in any notation", (*Model).typeMove},
		{"p", "", "", "try a plan: steps of one side", (*Model).typePlan},
		{"u", "ctrl+_", "undo", "take back a move", (*Model).takeBackMove},
		{"y", "ctrl+r", "", "play it again", (*Model).redo},
		{"h", "", "hint", "ask for a good move", (*Model).hint},
		{"b", "", "boards", "move a whole board", (*Model).boards},
		{"k", "", "", "number the quadrants", (*Model).switchQuadrants},
		{"d", "", "draw", "claim or offer a draw", (*Model).draw},
		{"q", "", "leave", "leave, and print the game", (*Model).leave},
		{"n", "", "new", "a new game", (*Model).newGame},
		{"f", "", "flip", "turn the board round", (*Model).turn},
		{"s", "", "save", "save the game as PGN", (*Model).saveAs},
		{"o", "", "open", "open a PGN file", (*Model).open},
		{"r", "", "resign", "resign", (*Model).giveUp},
		{"c", "", "sides", "White, Black or two people", (*Model).changeSides},
		{"+", "=", "", "a stronger engine", (*Model).stronger},
		{"-", "", "", "a weaker engine", (*Model).weaker},
		{"t", "", "", "light or dark", (*Model).changeTheme},
	}
}

// offered reports whether a binding makes sense now and is worth a word in the
// foot.
func (m *Model) offered(d binding) bool {
	going := !m.game.Over()
	switch d.label {
	case "":
		return false
	case "boards":
		return m.hasBoardMoves()
	case "draw":
		return going && len(m.game.Claim()) > 0 && !m.engineToMove()
	case "resign":
		return going && m.game.Ply() > 0
	case "undo":
		return m.game.Ply() > 0 || !going && !m.game.Result().OfPosition()
	case "hint":
		return going && m.engine.absent() == nil
	case "new":
		return m.game.Ply() > 0
	}
	return true
}

func (m *Model) showHelp() tea.Cmd {
	m.helping = true
	return nil
}

func (m *Model) typeMove() tea.Cmd {
	m.field = newField("Move", "", m.typed)
	return nil
}

func (m *Model) takeBackMove() tea.Cmd {
	m.stopWork()
	told, err := m.takeBack()
	switch {
	case errors.Is(err, errFlag):
		return m.done(nil, err)
	case err != nil:
		m.refuse(err)
		return m.think()
	}
	m.say(calm, "%s", told)
	return m.changed()
}

func (m *Model) redo() tea.Cmd { return m.done(m.do(game.Redo{})) }

// boardMoves lists the legal moves of whole boards.
func (m *Model) boardMoves() (all []board.Move) {
	for _, move := range rules.LegalMoves(m.rules(), &m.pos) {
		if move.Type() >= board.BoardShift {
			all = append(all, move)
		}
	}
	return all
}

func (m *Model) boards() tea.Cmd {
	switch moves := m.boardMoves(); {
	case !m.hasBoardMoves():
		m.say(refused, "No boards move in this game")
	case m.game.Over() || m.engineToMove():
		m.say(refused, "It is not your turn")
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
		if err := m.restart(m.fresh()); err != nil {
			m.refuse(err)
			return nil
		}
		m.cursor = ""
		m.say(calm, "A new game: %s", m.seats())
		return m.changed()
	}
	if m.game.Ply() == 0 || m.game.Over() {
		return begin()
	}
	m.ask = &question{"Give up this game and begin a new one? y or n", begin}
	return nil
}

func (m *Model) changeSides() tea.Cmd {
	next := [2]bool{true, false}
	switch m.people() {
	case [2]bool{true, false}:
		next = [2]bool{false, true}
	case [2]bool{false, true}:
		next = [2]bool{true, true}
	}
	if err := m.seat(next); err != nil {
		return m.done(nil, err)
	}
	m.drop()
	m.say(calm, "%s", sentence(m.seats()))
	return m.think()
}

func (m *Model) stronger() tea.Cmd { return m.changeLevel(1) }
func (m *Model) weaker() tea.Cmd   { return m.changeLevel(-1) }

func (m *Model) changeLevel(by int) tea.Cmd {
	if err := m.setLevel(m.level + by); err != nil {
		return m.done(nil, err)
	}
	m.say(calm, "The engine plays at level %d", m.level)
	return m.think()
}

// draw claims a draw if there is one to claim, and else offers it.
func (m *Model) draw() tea.Cmd {
	switch {
	case m.game.Over():
		m.say(refused, "%s", m.over())
		return nil
	case len(m.game.Claim()) > 0 && !m.engineToMove():
		return m.done(m.claimDraw())
	}
	text := "Offer a draw? y or n"
	if m.people() == [2]bool{true, true} {
		text = "Do both agree on a draw? y or n"
	}
	m.ask = &question{text, func() tea.Cmd { return m.done(m.offerDraw()) }}
	return nil
}

func (m *Model) giveUp() tea.Cmd {
	side := m.pos.Side
	if m.game.LocalSeat() == sideOf(side.Other()) {
		side = side.Other()
	}
	if m.game.Over() {
		m.say(refused, "%s", m.over())
		return nil
	}
	m.ask = &question{rules.SideName(side) + " resigns? y or n", func() tea.Cmd { return m.done(m.do(game.Resign{})) }}
	return nil
}

func (m *Model) saveAs() tea.Cmd {
	name := m.file
	if name == "" {
		name = m.rules().Info().Name + "-" + m.now().Format("20060102-150405") + ".pgn"
	}
	m.field = newField("Save as", name, func(name string) tea.Cmd {
		if err := m.save(strings.TrimSpace(name)); err != nil {
			m.refuse(err)
			return nil
		}
		m.say(good, "Saved in %s", clipName(m.file))
		return nil
	})
	return nil
}

func (m *Model) open() tea.Cmd {
	m.field = newField("Open", m.file, func(text string) tea.Cmd {
		name, number := fileAndNumber(strings.TrimSpace(text))
		find := m.options.Find
		return func() tea.Msg { // a file may be slow
			g, err := loadGame(name, number, find)
			return loadedMsg{name, g, err}
		}
	})
	return nil
}

func (m *Model) changeTheme() tea.Cmd {
	m.setDark(!m.dark)
	return nil
}
