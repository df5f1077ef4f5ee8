package screen

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/rules"
)

// rect is a part of the screen.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool {
	return x >= r.x && y >= r.y && x < r.x+r.w && y < r.y+r.h
}

// layout says where everything is on a screen of a size. The head is one row
// above, the foot four rows below; between them the board, and beside or below
// it the panel with players and moves.
type layout struct {
	w, h         int
	plan         *grid.Grid
	cellW, cellH int
	gap          int  // columns between groups
	marks        bool // files and ranks are marked outside the squares
	captions     bool // groups have a row for their captions
	board        rect // of the cells alone
	panel        rect
	beside       bool // the panel stands beside the board
	foot         int  // the first row of the foot
}

// The sizes of a cell, the largest first. The first two are for pieces that
// are drawn larger than a sign.
var cellSizes = [...]struct{ w, h int }{{11, 5}, {9, 4}, {7, 3}, {5, 3}, {5, 2}, {3, 1}}

const (
	footRows  = 4
	panelMin  = 26 // columns beside the board
	panelMost = 46
	panelRows = 4 // rows below the board
)

// strips are how many files of the side boards are shown, the most first.
var strips = [...]int{8, 4, 3, 2}

// arrange finds the largest board that fits a screen, whole side boards before
// large ones. Drawn tells that pieces may be drawn large. It returns nil if the
// screen is too small.
func arrange(info *rules.Info, w, h int, flip, drawn bool) *layout {
	for _, strip := range strips {
		p := grid.New(info, strip)
		if flip {
			p = p.Flipped()
		}
		for _, cell := range cellSizes {
			if cell.h > 3 && !drawn {
				continue
			}
			l := &layout{w: w, h: h, plan: p, cellW: cell.w, cellH: cell.h}
			l.marks = cell.h == 1
			l.captions = len(p.Groups) > 1
			if l.fit(true) || l.fit(false) {
				return l
			}
		}
		if info.Boards == 1 {
			break
		}
	}
	return nil
}

// least returns the size of the smallest screen that will do.
func least(info *rules.Info) (w, h int) {
	p := grid.New(info, strips[len(strips)-1])
	cell := cellSizes[len(cellSizes)-1]
	h = 1 + p.Rows*cell.h + 1 + panelRows + footRows
	if len(p.Groups) > 1 {
		h++
	}
	return 2 + p.Cols*cell.w, h
}

// fit tries to place board and panel, and reports whether there is room.
func (l *layout) fit(beside bool) bool {
	cols, rows := l.plan.Cols*l.cellW, l.plan.Rows*l.cellH
	left, top := 0, 1 // below the head
	if l.marks {
		left = 2
		rows++ // the files' marks
	}
	if l.captions {
		top++
	}
	l.foot = l.h - footRows
	inner := l.foot - top // rows there are for board and panel
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
		air := min(1, spare) // free rows above the board
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

// cell returns where a place is drawn.
func (l *layout) cell(at *grid.Place) rect {
	return rect{
		l.board.x + at.X*l.cellW + at.Group*l.gap,
		l.board.y + at.Y*l.cellH,
		l.cellW, l.cellH,
	}
}

// hit returns the place under a point of the screen, nil if there is none.
func (l *layout) hit(x, y int) *grid.Place {
	for i := range l.plan.Places {
		if at := &l.plan.Places[i]; l.cell(at).has(x, y) {
			return at
		}
	}
	return nil
}

// centre returns the point of a cell where its piece stands.
func (l *layout) centre(at *grid.Place) (x, y int) {
	c := l.cell(at)
	return c.x + c.w/2, c.y + c.h/2
}

// field is a line in which a person types.
type field struct {
	label string
	text  []rune
	at    int // where the next sign goes
	done  func(text string) tea.Cmd
}

// mostField is how much a field holds.
const mostField = 1000

func newField(label, text string, done func(string) tea.Cmd) *field {
	return &field{label: label, text: []rune(text), at: len([]rune(text)), done: done}
}

// insert puts text where the cursor is. What cannot be shown is left out.
func (f *field) insert(text string) {
	for _, r := range text {
		if !unicode.IsPrint(r) || len(f.text) >= mostField {
			continue
		}
		f.text = append(f.text[:f.at], append([]rune{r}, f.text[f.at:]...)...)
		f.at++
	}
}

// key edits the line. It returns true when the person is done with it, and
// then whether it counts.
func (f *field) key(k tea.KeyPressMsg) (done, counts bool) {
	switch k.String() {
	case "enter":
		return true, true
	case "esc":
		return true, false
	case "backspace":
		if f.at > 0 {
			f.text = append(f.text[:f.at-1], f.text[f.at:]...)
			f.at--
		}
	case "delete":
		if f.at < len(f.text) {
			f.text = append(f.text[:f.at], f.text[f.at+1:]...)
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

// chooser is a list of moves of which a person takes one.
type chooser struct {
	title string
	items []item
	at    int
}

type item struct {
	key   string // a key that takes it at once, or ""
	label string
	more  string
	move  board.Move
	pin   string // of the board that it would move, or ""
	why   string // it cannot be taken, or ""
}

// newChooser lists moves. Promotions that differ only in the piece are called
// by it.
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
		it := item{label: d.SAN, more: m.Format(d.Message), move: move}
		if promotions {
			it.key = strings.ToLower(string(rune(move.Promotion().Letter())))
			it.label, it.more = move.Promotion().String(), it.key
		}
		c.items = append(c.items, it)
	}
	return c
}

// question is something a person answers with yes or no.
type question struct {
	text string
	yes  func() tea.Cmd
}
