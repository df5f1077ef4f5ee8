package screen

import (
	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// hasBoardMoves reports whether whole boards can move under the rule set.
func (m *Model) hasBoardMoves() bool { return len(m.Rules().Info().Levels) > 0 }

// chosenBoard returns the pin of the board whose move is highlighted, or "" if none is.
func (m *Model) chosenBoard() string {
	if m.chooser == nil {
		return ""
	}
	return m.chooser.items[m.chooser.at].pin
}

// numbers reports whether quadrants are currently numbered.
func (m *Model) numbers() bool {
	return m.numbering == always || m.numbering == whileChosen && m.chosenBoard() != ""
}

// switchQuadrants turns quadrant numbers on or off.
func (m *Model) switchQuadrants() tea.Cmd {
	switch {
	case !m.hasBoardMoves():
		m.report(failed, "command.play.boards.fixed.screen", nil)
	case m.numbers():
		m.numbering = never
		m.report(neutral, "command.play.quadrants.off", nil)
	default:
		m.numbering = always
		m.report(neutral, "command.play.quadrants.on", nil)
	}
	return nil
}

// quadrantOf returns the quadrant number of each square, including squares that the previewed move
// would add. The result is empty if quadrants are not numbered.
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

// closedPins returns the neighbouring pins that the highlighted board cannot move to.
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

// chooseBoard opens the list of board moves: first the legal moves, then the illegal moves to
// neighbouring pins, with reasons.
func (m *Model) chooseBoard(moves []board.Move) {
	m.chooser = m.newChooser(m.Text("command.play.boards.move", nil), moves)
	if len(moves) == 0 {
		m.chooser.title = m.Text("command.play.boards.none-can-move", nil)
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
		m.report(failed, "command.play.boards.none-can-move", nil)
		return
	}
	m.previewItem()
}

// closedItems returns list items for the illegal moves of a board. If all have the same reason, there
// is only one item.
func (m *Model) closedItems(r rules.MovingBoards, pin string) (items []item) {
	goals := r.BoardGoals(&m.pos, pin)
	if why := m.WholeReason(goals); why != "" {
		return []item{{label: pin, more: why, pin: pin, why: session.Capitalise(why)}}
	}
	for _, g := range goals {
		if !g.Neighbour || g.Why == nil {
			continue
		}
		label, why := pin+"-"+g.Mount, m.Explain(g.Why)
		if g.Mount == pin {
			label = m.Text("command.play.turn-board", message.Args{"pin": pin})
		}
		items = append(items, item{label: label, more: why, pin: pin, why: m.Text("command.play.move.illegal.screen", message.Args{"move": label, "why": why})})
	}
	return items
}

// previewItem previews the highlighted move in the list.
func (m *Model) previewItem() {
	m.preview = nil
	if it := m.chooser.items[m.chooser.at]; it.why == "" {
		m.preview = m.previewOf(it.move)
	}
}
