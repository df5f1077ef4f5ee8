package screen

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/internal/play/game"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

func (m *Model) quit() tea.Cmd {
	m.stopWork()
	return tea.Quit
}

// binding binds a key to an action, which is also a command, typed as its name or, after a colon, as its
// letter. The catalogue contains its help texts under its name.
type binding struct {
	key, also string // control keys and signs, because letters and digits begin a move
	letter    string
	name      string
	do        func(m *Model) tea.Cmd
}

// shown returns the key as the screen shows it, such as ^Q.
func (b binding) shown() string {
	if letter, ok := strings.CutPrefix(b.key, "ctrl+"); ok {
		return "^" + strings.ToUpper(letter)
	}
	return b.key
}

// help returns the binding's line in the help.
func (b binding) help() message.Message { return locale.New(message.Code("command.key."+b.name), nil) }

// label returns the label in the footer, and whether there is one.
func (b binding) label() (message.Message, bool) {
	code := message.Code("command.key." + b.name + ".label")
	_, ok := locale.English().Placeholders(code)
	return locale.New(code, nil), ok
}

// bindings lists all bindings. init sets it, because the help refers to it.
var bindings []binding

func init() {
	bindings = []binding{
		{"?", "f1", "", "help", (*Model).showHelp},
		{":", "", "", "command", (*Model).typeCommand},
		{"ctrl+p", "", "p", "plan", (*Model).typePlan},
		{"ctrl+u", "ctrl+_", "u", "undo", (*Model).takeBackMove},
		{"ctrl+y", "", "y", "redo", (*Model).redo},
		{"ctrl+t", "", "h", "hint", (*Model).hint},
		{"ctrl+b", "", "b", "boards", (*Model).boards},
		{"ctrl+k", "", "k", "quadrants", (*Model).switchQuadrants},
		{"ctrl+d", "", "d", "draw", (*Model).draw},
		{"ctrl+q", "", "q", "quit", (*Model).quit},
		{"ctrl+n", "", "n", "new", (*Model).newGame},
		{"ctrl+f", "", "f", "flip", (*Model).flipBoard},
		{"ctrl+s", "", "s", "save", (*Model).saveAs},
		{"ctrl+o", "", "o", "open", (*Model).open},
		{"ctrl+r", "", "r", "resign", (*Model).resign},
		{"ctrl+w", "", "c", "sides", (*Model).changeSides},
		{"+", "=", "", "stronger", (*Model).stronger},
		{"-", "", "", "weaker", (*Model).weaker},
		{"ctrl+l", "", "t", "theme", (*Model).changeTheme},
	}
}

// useful reports whether a binding is available now.
func (m *Model) useful(b binding) bool {
	going := !m.Game.Over()
	switch b.name {
	case "boards":
		return m.hasBoardMoves()
	case "draw":
		return going && len(m.Game.Claim()) > 0 && !m.EngineToMove()
	case "resign":
		return going && m.Game.Ply() > 0
	case "undo":
		return m.Game.Ply() > 0 || !going && !m.Game.Result().OfPosition()
	case "hint":
		return going && m.Engine.Err() == nil
	case "new":
		return m.Game.Ply() > 0
	}
	return true
}

func (m *Model) showHelp() tea.Cmd {
	m.helping = true
	return nil
}

// typeMove opens the field for moves and commands with the first characters of its text.
func (m *Model) typeMove(text string) tea.Cmd {
	m.field = newField(m.Text("command.screen.field.move", nil), text, m.playTyped)
	return nil
}

func (m *Model) typeCommand() tea.Cmd { return m.typeMove(":") }

// command returns the binding that a typed text names, and the rest of the text. After a colon, the name may
// be its letter; without one, only full names are commands, because letters begin moves.
func (m *Model) command(text string) (b binding, rest string, ok bool) {
	text, colon := strings.CutPrefix(text, ":")
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	for _, b := range bindings {
		own := ""
		if label, ok := b.label(); ok {
			own = m.Format(label)
		}
		if strings.EqualFold(name, b.name) || own != "" && strings.EqualFold(name, own) || colon && name != "" && (name == b.letter || name == b.key) {
			return b, strings.TrimSpace(rest), true
		}
	}
	return binding{}, "", false
}

// run runs a command. The rest of its text goes into the field that the command opens, if any.
func (m *Model) run(b binding, rest string) tea.Cmd {
	cmd := b.do(m)
	if f := m.field; f != nil && rest != "" {
		m.field = nil
		return f.done(rest)
	}
	return cmd
}

func (m *Model) takeBackMove() tea.Cmd {
	m.stopWork()
	sentence, err := m.TakeBack()
	switch {
	case errors.Is(err, session.ErrFlag):
		return m.done(nil, err)
	case err != nil:
		m.showError(err)
		return m.startEngine()
	}
	m.setStatus(neutral, "%s", sentence)
	return m.afterChange()
}

func (m *Model) redo() tea.Cmd { return m.done(m.Do(game.Redo{})) }

// boardMoves returns the legal moves of whole boards.
func (m *Model) boardMoves() []board.Move {
	return slices.DeleteFunc(rules.LegalMoves(m.Rules(), &m.pos), func(m board.Move) bool { return m.Type() < board.BoardShift })
}

func (m *Model) boards() tea.Cmd {
	switch moves := m.boardMoves(); {
	case !m.hasBoardMoves():
		m.report(failed, "command.play.boards.fixed.screen", nil)
	case m.Game.Over() || m.EngineToMove():
		m.report(failed, "command.play.not-your-turn", nil)
	default:
		m.deselect()
		m.setStatus(neutral, "")
		m.chooseBoard(moves)
	}
	return nil
}

func (m *Model) flipBoard() tea.Cmd {
	m.flip = !m.flip
	m.arrange()
	return nil
}

func (m *Model) newGame() tea.Cmd {
	begin := func() tea.Cmd {
		if err := m.Restart(m.StartPosition()); err != nil {
			m.showError(err)
			return nil
		}
		m.cursor = ""
		m.report(neutral, "command.play.new-game.screen", message.Args{"seats": m.Seats()})
		return m.afterChange()
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
	m.deselect()
	m.setStatus(neutral, "%s", session.Capitalise(m.Seats()))
	return m.startEngine()
}

func (m *Model) stronger() tea.Cmd { return m.changeLevel(1) }
func (m *Model) weaker() tea.Cmd   { return m.changeLevel(-1) }

func (m *Model) changeLevel(by int) tea.Cmd {
	if err := m.SetLevel(m.Level + by); err != nil {
		return m.done(nil, err)
	}
	m.report(neutral, "command.play.engine.level.screen", message.Args{"level": m.Level})
	return m.startEngine()
}

// draw claims a draw if possible, and otherwise offers one.
func (m *Model) draw() tea.Cmd {
	switch {
	case m.Game.Over():
		m.setStatus(failed, "%s", m.OverText())
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

func (m *Model) resign() tea.Cmd {
	side := m.pos.Side
	if m.Game.LocalSeat() == session.SideOf(side.Other()) {
		side = side.Other()
	}
	if m.Game.Over() {
		m.setStatus(failed, "%s", m.OverText())
		return nil
	}
	text := session.Capitalise(m.Text("command.play.ask-resign", message.Args{"side": side}))
	m.ask = &question{text, func() tea.Cmd { return m.done(m.Do(game.Resign{})) }}
	return nil
}

func (m *Model) saveAs() tea.Cmd {
	name := m.File
	if name == "" {
		name = m.Rules().Info().Name + "-" + m.Now().Format("20060102-150405") + ".pgn"
	}
	m.field = newField(m.Text("command.screen.field.save", nil), name, func(name string) tea.Cmd {
		if err := m.Save(strings.TrimSpace(name)); err != nil {
			m.showError(err)
			return nil
		}
		m.report(success, "command.play.saved.screen", message.Args{"file": session.ClipName(m.File)})
		return nil
	})
	return nil
}

func (m *Model) open() tea.Cmd {
	m.field = newField(m.Text("command.screen.field.open", nil), m.File, func(text string) tea.Cmd {
		name, number := session.FileAndNumber(strings.TrimSpace(text))
		find := m.Options.Find
		return func() tea.Msg { // reads the file in the background, because that may be slow
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
