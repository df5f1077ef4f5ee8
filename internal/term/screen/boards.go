package screen

import (
	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// hasBoardMoves reports whether the rule set lets whole boards move.
func (m *Model) hasBoardMoves() bool { return len(m.Rules().Info().Levels) > 0 }

// chosenBoard returns the pin of the board whose moves are in view, "" if none
// is.
func (m *Model) chosenBoard() string {
	if m.chooser != nil && m.chooser.items[m.chooser.at].pin != "" {
		return m.chooser.items[m.chooser.at].pin
	}
	return ""
}

// numbers reports whether the quadrants are numbered now.
func (m *Model) numbers() bool {
	return m.numbering == always || m.numbering == whileChosen && m.chosenBoard() != ""
}

// switchQuadrants numbers the quadrants of the boards, or no longer does.
func (m *Model) switchQuadrants() tea.Cmd {
	switch {
	case !m.hasBoardMoves():
		m.say(refused, "%s", m.Text("command.play.no-boards-move-in-this.screen", nil))
	case m.numbers():
		m.numbering = never
		m.say(calm, "%s", m.Text("command.play.quadrants-are-not-numbered", nil))
	default:
		m.numbering = always
		m.say(calm, "%s", m.Text("command.play.quadrants-are-numbered-from-the", nil))
	}
	return nil
}

// quadrantOf numbers the squares of the boards, and of the one that the move in
// view would bring; empty unless they are to be shown.
func (m *Model) quadrantOf() map[string]int {
	all := map[string]int{}
	r, ok := m.Rules().(rules.MovingBoards)
	if !ok || !m.numbers() {
		return all
	}
	boards := r.Boards(&m.pos)
	if m.preview != nil && m.preview.move.Type() >= board.BoardShift {
		var next board.Position
		r.Apply(&m.pos, m.preview.move, &next)
		boards = append(boards, r.Boards(&next)...)
	}
	for _, b := range boards {
		for i, name := range b.Quadrants {
			all[name] = i + 1
		}
	}
	return all
}

// closedPins tells why the board in view may not go to the pins next to it.
func (m *Model) closedPins() map[string]bool {
	closed := map[string]bool{}
	pin := m.chosenBoard()
	r, ok := m.Rules().(rules.MovingBoards)
	if !ok || pin == "" {
		return closed
	}
	for _, g := range r.BoardGoals(&m.pos, pin) {
		closed[g.Mount] = g.Neighbour && g.Why != nil
	}
	return closed
}

// chooseBoard opens the list of board moves: those that can be played, then
// those to neighbouring pins that cannot, with the reason.
func (m *Model) chooseBoard(moves []board.Move) {
	m.chooser = m.newChooser(m.Text("command.play.move-a-board", nil), moves)
	if len(moves) == 0 {
		m.chooser.title = m.Text("command.play.no-board-can-move-now", nil)
	}
	g := m.Rules().Guide()
	for i, move := range moves {
		m.chooser.items[i].pin = g.Ways(&m.pos, move)[0][0].Square
	}
	if r, ok := m.Rules().(rules.MovingBoards); ok {
		for _, b := range r.Boards(&m.pos) {
			m.chooser.items = append(m.chooser.items, m.closedItems(r, b.Mount)...)
		}
	}
	if len(m.chooser.items) == 0 {
		m.chooser = nil
		m.say(refused, "%s", m.Text("command.play.no-board-can-move-now", nil))
		return
	}
	m.lookChooser()
}

// closedItems lists the moves of a board that cannot be played. A reason that
// holds for all of them is told once.
func (m *Model) closedItems(r rules.MovingBoards, pin string) (items []item) {
	goals := r.BoardGoals(&m.pos, pin)
	if why := m.WholeReason(goals); why != "" {
		return []item{{label: pin, more: why, pin: pin, why: session.Sentence(why)}}
	}
	for _, g := range goals {
		if !g.Neighbour || g.Why == nil {
			continue
		}
		label, why := pin+"-"+g.Mount, m.Explain(g.Why)
		if g.Mount == pin {
			label = m.Text("command.play.turn-board", message.Args{"pin": pin})
		}
		items = append(items, item{label: label, more: why, pin: pin, why: m.Text("command.play.cannot-be-played", message.Args{"label": label, "why": why})})
	}
	return items
}

// lookChooser works out what the move in the list under the cursor would do.
func (m *Model) lookChooser() {
	m.preview = nil
	if it := m.chooser.items[m.chooser.at]; it.why == "" {
		m.preview = m.previewOf(it.move)
	}
}
