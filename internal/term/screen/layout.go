package screen

import (
	"slices"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/rules"
)

// rect is a rectangle on the screen.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool {
	return x >= r.x && y >= r.y && x < r.x+r.w && y < r.y+r.h
}

// layout holds the positions of the screen's parts. The header is one row at the top, and the footer is
// four rows at the bottom. Between them is the board, with the panel for players and moves next to it
// or below it.
type layout struct {
	w, h         int
	plan         *grid.Grid
	cellW, cellH int
	gap          int  // columns between groups
	marks        bool // whether file and rank labels are outside the squares
	captions     bool // whether there is a row for the captions of groups
	board        rect // area of the cells, without labels
	panel        rect
	beside       bool // whether the panel is next to the board
	foot         int  // first row of the footer
}

// cellSizes lists cell sizes, largest first. The first two are for large pieces.
var cellSizes = [...]struct{ w, h int }{{11, 5}, {9, 4}, {7, 3}, {5, 3}, {5, 2}, {3, 1}}

const (
	footRows  = 4
	panelMin  = 26 // minimum columns of a panel next to the board
	panelMost = 46
	panelRows = 4 // rows of a panel below the board
)

// strips lists the possible widths of side boards in files, largest first.
var strips = [...]int{8, 4, 3, 2}

// arrange returns the layout with the largest board that fits on the screen. It prefers whole side
// boards to large squares. large allows cells for large pieces. If the screen is too small, arrange
// returns nil.
func arrange(info *rules.Info, w, h int, flip, large bool) *layout {
	for _, strip := range strips {
		p := grid.New(info, strip)
		if flip {
			p = p.Flipped()
		}
		for _, cell := range cellSizes {
			if cell.h > 3 && !large {
				continue
			}
			l := &layout{w: w, h: h, plan: p, cellW: cell.w, cellH: cell.h}
			l.marks = cell.h == 1
			l.captions = len(p.Groups) > 1
			if l.fit(true) || l.fit(false) {
				return l
			}
		}
		if info.Boards == 1 && !info.Copies() {
			break
		}
	}
	return nil
}

// least returns the minimum screen size.
func least(info *rules.Info) (w, h int) {
	p := grid.New(info, strips[len(strips)-1])
	cell := cellSizes[len(cellSizes)-1]
	h = 1 + p.Rows*cell.h + 1 + panelRows + footRows
	if len(p.Groups) > 1 {
		h++
	}
	return 2 + p.Cols*cell.w, h
}

// fit places the board and the panel, and reports whether they fit. beside places the panel next to the
// board instead of below it.
func (l *layout) fit(beside bool) bool {
	cols, rows := l.plan.Cols*l.cellW, l.plan.Rows*l.cellH
	left, top := 0, 1 // below the header
	if l.marks {
		left = 2
		rows++ // row for the file labels
	}
	if l.captions {
		top++
	}
	l.foot = l.h - footRows
	inner := l.foot - top // rows for board and panel
	seams := len(l.plan.Groups) - 1
	for _, gap := range [...]int{2, 1, 0} {
		l.gap = gap
		wide := left + cols + gap*seams
		switch {
		case beside && (wide+2+panelMin > l.w || rows > inner),
			!beside && (wide > l.w || rows+panelRows > inner):
			continue
		}
		spare := inner - rows
		if !beside {
			spare -= panelRows
		}
		air := min(1, spare) // blank rows above the board
		if beside {
			air = max(air, spare/2)
		}
		l.beside = beside
		l.board = rect{left, top + air, cols + gap*seams, l.plan.Rows * l.cellH}
		if beside {
			l.board.x += max(min(3, (l.w-wide-2-panelMin)/4), (l.w-wide-2-panelMost)/2)
			x := l.board.x + l.board.w + 2
			l.panel = rect{x, l.board.y, min(panelMost, l.w-x-1), l.board.h}
		} else {
			l.board.x += (l.w - wide) / 2
			below := top + air + rows
			if l.foot-below > panelRows {
				below++
			}
			l.panel = rect{max(1, l.board.x-left), below, min(wide, l.w-2), l.foot - below}
			if l.foot-below > panelRows {
				l.panel.h--
			}
		}
		return true
	}
	return false
}

// cell returns the rectangle of a cell.
func (l *layout) cell(at *grid.Place) rect {
	return rect{
		l.board.x + at.X*l.cellW + at.Group*l.gap,
		l.board.y + at.Y*l.cellH,
		l.cellW, l.cellH,
	}
}

// hit returns the place at a point on the screen, or nil if there is none.
func (l *layout) hit(x, y int) *grid.Place {
	for i := range l.plan.Places {
		if at := &l.plan.Places[i]; l.cell(at).has(x, y) {
			return at
		}
	}
	return nil
}

// centre returns the point in a cell at which its piece is drawn.
func (l *layout) centre(at *grid.Place) (x, y int) {
	c := l.cell(at)
	return c.x + c.w/2, c.y + c.h/2
}

// field is a single-line text input.
type field struct {
	label string
	text  []rune
	at    int // cursor
	done  func(text string) tea.Cmd
}

// maxField is the maximum length of a field in characters.
const maxField = 1000

func newField(label, text string, done func(string) tea.Cmd) *field {
	return &field{label: label, text: []rune(text), at: len([]rune(text)), done: done}
}

// insert inserts text at the cursor, without unprintable characters.
func (f *field) insert(text string) {
	for _, r := range text {
		if !unicode.IsPrint(r) || len(f.text) >= maxField {
			continue
		}
		f.text = slices.Insert(f.text, f.at, r)
		f.at++
	}
}

// key handles a key press. It reports whether the user closed the field, and whether they confirmed the
// text.
func (f *field) key(k tea.KeyPressMsg) (closed, confirmed bool) {
	switch k.String() {
	case "enter":
		return true, true
	case "esc":
		return true, false
	case "backspace":
		if f.at > 0 {
			f.at--
			f.text = slices.Delete(f.text, f.at, f.at+1)
		}
	case "delete":
		if f.at < len(f.text) {
			f.text = slices.Delete(f.text, f.at, f.at+1)
		}
	case "left":
		f.at = max(0, f.at-1)
	case "right":
		f.at = min(len(f.text), f.at+1)
	case "home", "ctrl+a":
		f.at = 0
	case "end", "ctrl+e":
		f.at = len(f.text)
	case "ctrl+u":
		f.text, f.at = nil, 0
	default:
		if k.Mod&(tea.ModCtrl|tea.ModAlt) == 0 {
			f.insert(k.Text)
		}
	}
	return false, false
}

// chooser is a list of moves to choose from.
type chooser struct {
	title string
	items []item
	at    int
}

type item struct {
	key   string // key that plays the move immediately, or empty
	label string
	more  string
	move  board.Move
	pin   string // pin of the board to move, or empty
	why   string // why the move is illegal, or empty
}

// question is a yes-or-no question.
type question struct {
	text string
	yes  func() tea.Cmd
}
