package term

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// key does what a key is for: it belongs to whatever is open on the screen,
// else to the board.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	switch {
	case name == "ctrl+c":
		m.interrupted = true
		return m.leave()
	case name == "ctrl+z":
		return tea.Suspend
	case m.layout == nil:
		if name == "q" {
			return m.leave()
		}
		return nil
	case m.helping:
		m.helping = false
		return nil
	case m.field != nil:
		f := m.field
		done, counts := f.key(k)
		if done {
			m.field = nil
		}
		if counts {
			return f.done(string(f.text))
		}
		return nil
	case m.ask != nil:
		yes := m.ask.yes
		m.ask = nil
		m.say(calm, "")
		if name == "y" || name == "Y" || name == "enter" {
			return yes()
		}
		return nil
	case m.chooser != nil:
		return m.chooserKey(name)
	}
	return m.boardKey(name)
}

// leave ends the program.
func (m *Model) leave() tea.Cmd {
	m.stopWork()
	return tea.Quit
}

func (m *Model) chooserKey(name string) tea.Cmd {
	c := m.chooser
	switch name {
	case "up", "left", "shift+tab":
		c.at = (c.at + len(c.items) - 1) % len(c.items)
	case "down", "right", "tab":
		c.at = (c.at + 1) % len(c.items)
	case "pgup":
		c.at = max(0, c.at-8)
	case "pgdown":
		c.at = min(len(c.items)-1, c.at+8)
	case "home":
		c.at = 0
	case "end":
		c.at = len(c.items) - 1
	case "esc":
		m.chooser = nil
		m.look()
		return nil
	case "enter", "space":
		return m.take(c.at)
	default:
		for i, it := range c.items {
			if it.key != "" && it.key == strings.ToLower(name) {
				return m.take(i)
			}
		}
		return nil
	}
	m.preview = previewOf(m.rules(), &m.pos, c.items[c.at].move)
	return nil
}

// take plays a move of the list.
func (m *Model) take(i int) tea.Cmd {
	move := m.chooser.items[i].move
	m.chooser = nil
	return m.play(move)
}

func (m *Model) boardKey(name string) tea.Cmd {
	switch name {
	case "up":
		m.step(0, -1)
	case "down":
		m.step(0, 1)
	case "left":
		m.step(-1, 0)
	case "right":
		m.step(1, 0)
	case "enter", "space":
		return m.act(m.cursor)
	case "tab", "shift+tab":
		m.nextTarget(name == "tab")
	case "esc":
		m.drop()
		m.say(calm, "")
	case "pgup":
		m.scroll += 5
	case "pgdown":
		m.scroll = max(0, m.scroll-5)
	default:
		for _, d := range deeds {
			if d.key == name || d.also == name {
				return d.do(m)
			}
		}
	}
	return nil
}

// step moves the cursor.
func (m *Model) step(dx, dy int) {
	m.point(m.layout.plan.step(m.cursor, dx, dy, func(name string) bool {
		_, ok := m.squares[name]
		return ok
	}))
}

// point moves the cursor to a square.
func (m *Model) point(name string) {
	if name == m.cursor {
		return
	}
	m.cursor = name
	if m.tone == refused {
		m.say(calm, "")
	}
	m.look()
}

// nextTarget goes round the squares the chosen piece may go to.
func (m *Model) nextTarget(forward bool) {
	n := len(m.targets)
	if n == 0 {
		return
	}
	at := -1
	for i, t := range m.targets {
		if t.name == m.cursor {
			at = i
		}
	}
	switch {
	case forward:
		at++
	case at < 0:
		at = n - 1
	default:
		at += n - 1
	}
	m.point(m.targets[at%n].name)
}

// deed is something a key of its own does.
type deed struct {
	key, also string
	label     string // in the foot; empty if only the help names it
	help      string
	do        func(m *Model) tea.Cmd
}

// deeds are filled in by init, since some of them refer to the list.
var deeds []deed

func init() {
	deeds = []deed{
		{"?", "f1", "help", "this help", (*Model).showHelp},
		{"m", ":", "move", "type a move in any notation", (*Model).typeMove},
		{"u", "ctrl+_", "undo", "take back a move", (*Model).takeBackMove},
		{"y", "ctrl+r", "", "play it again", (*Model).redo},
		{"h", "", "hint", "ask for a good move", (*Model).hint},
		{"b", "", "boards", "move a whole board", (*Model).boards},
		{"d", "", "draw", "claim a draw", (*Model).claimDraw},
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

// offered reports whether a deed makes sense now and is worth a word in the
// foot.
func (m *Model) offered(d deed) bool {
	o := m.game.outcome()
	switch d.label {
	case "":
		return false
	case "boards":
		return m.hasBoardMoves()
	case "draw":
		return len(o.Claim) > 0 && !o.Over() && !m.engineToMove()
	case "resign":
		return !o.Over() && m.game.line.Ply() > 0
	case "undo":
		return m.game.line.Ply() > 0 || m.game.ended.Over()
	case "hint":
		return !o.Over() && m.engine.absent() == nil
	case "new":
		return m.game.line.Ply() > 0
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
	told := m.takeBack()
	if told == "" {
		m.say(refused, "There is no move to take back")
		return m.think()
	}
	m.say(calm, "%s", told)
	return m.changed()
}

func (m *Model) redo() tea.Cmd {
	if _, err := m.game.redo(m.now()); err != nil {
		m.refuse(err)
		return nil
	}
	for len(m.game.undone) > 0 && !m.people[m.game.toMove()] {
		if _, err := m.game.redo(m.now()); err != nil {
			break
		}
	}
	m.say(calm, "")
	return m.changed()
}

// boardMoves lists the legal moves of whole boards.
func (m *Model) boardMoves() (all []board.Move) {
	for _, move := range rules.LegalMoves(m.rules(), &m.pos) {
		if move.Type() >= board.BoardShift {
			all = append(all, move)
		}
	}
	return all
}

// hasBoardMoves reports whether the rule set lets whole boards move.
func (m *Model) hasBoardMoves() bool { return len(m.rules().Info().Levels) > 0 }

func (m *Model) boards() tea.Cmd {
	switch moves := m.boardMoves(); {
	case !m.hasBoardMoves():
		m.say(refused, "No boards move in this game")
	case m.game.outcome().Over() || m.engineToMove():
		m.say(refused, "It is not your turn")
	case len(moves) == 0:
		m.say(refused, "No board can move now")
	default:
		m.drop()
		m.say(calm, "")
		m.chooser = newChooser("Move a board", m.rules(), &m.pos, moves)
		m.preview = previewOf(m.rules(), &m.pos, moves[0])
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
		m.restart(m.fresh())
		m.cursor = ""
		m.say(calm, "A new game: %s", m.seats())
		return m.changed()
	}
	if m.game.line.Ply() == 0 || m.game.outcome().Over() {
		return begin()
	}
	m.ask = &question{"Give up this game and begin a new one? y or n", begin}
	return nil
}

func (m *Model) changeSides() tea.Cmd {
	next := [2]bool{true, false}
	switch m.people {
	case [2]bool{true, false}:
		next = [2]bool{false, true}
	case [2]bool{false, true}:
		next = [2]bool{true, true}
	}
	if err := m.seat(next); err != nil {
		m.refuse(err)
		return nil
	}
	m.drop()
	m.say(calm, "%s", sentence(m.seats()))
	return m.think()
}

func (m *Model) stronger() tea.Cmd { return m.changeLevel(1) }
func (m *Model) weaker() tea.Cmd   { return m.changeLevel(-1) }

func (m *Model) changeLevel(by int) tea.Cmd {
	if err := m.setLevel(m.engine.level + by); err != nil {
		m.refuse(err)
		return nil
	}
	m.say(calm, "The engine plays at level %d from its next move", m.engine.level)
	return nil
}

func (m *Model) claimDraw() tea.Cmd {
	if m.engineToMove() {
		m.say(refused, "It is not your turn")
		return nil
	}
	if err := m.game.claim(m.now()); err != nil {
		m.refuse(err)
		return nil
	}
	m.say(calm, "")
	return m.changed()
}

func (m *Model) giveUp() tea.Cmd {
	side := m.pos.Side
	if !m.people[side] {
		side = side.Other()
	}
	if o := m.game.outcome(); o.Over() {
		m.say(refused, "The game is over: %s", o.Sentence())
		return nil
	}
	m.ask = &question{rules.SideName(side) + " resigns? y or n", func() tea.Cmd {
		if err := m.game.resign(side, m.now()); err != nil {
			m.refuse(err)
			return nil
		}
		return m.changed()
	}}
	return nil
}

func (m *Model) saveAs() tea.Cmd {
	name := m.game.file
	if name == "" {
		name = m.rules().Info().Name + "-" + m.now().Format("20060102-150405") + ".pgn"
	}
	m.field = newField("Save as", name, func(name string) tea.Cmd {
		if err := m.game.save(strings.TrimSpace(name), m.players(), m.now()); err != nil {
			m.refuse(err)
			return nil
		}
		m.say(good, "Saved in %s", clipName(m.game.file))
		return nil
	})
	return nil
}

func (m *Model) open() tea.Cmd {
	m.field = newField("Open", m.game.file, func(text string) tea.Cmd {
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
