package screen

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/session"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// paint draws the screen. It returns the text cursor of the open field, if any.
func (m *Model) paint() (*canvas.Canvas, *tea.Cursor) {
	page := canvas.Look{Fg: m.palette.Ink, Bg: m.palette.Paper}
	c := canvas.New(m.w, m.h, page)
	switch {
	case m.w == 0 || m.h == 0: // the size is not known yet
		return c, nil
	case m.layout == nil:
		m.paintTooSmall(c)
		return c, nil
	case m.helping:
		m.paintHelp(c)
		return c, nil
	}
	m.paintHead(c)
	m.paintBoard(c)
	switch {
	case m.chooser != nil:
		m.paintChooser(c)
	case m.plan != nil:
		m.paintPlan(c)
	default:
		m.paintPanel(c)
	}
	return c, m.paintFoot(c)
}

func (m *Model) paintTooSmall(c *canvas.Canvas) {
	w, h := least(m.Rules().Info())
	text := m.Text("command.play.too-small", message.Args{"width": m.w, "height": m.h, "minwidth": w, "minheight": h})
	for y, line := range canvas.Wrap(text, m.w) {
		c.Write(0, y, m.w, line, m.plainText())
	}
}

func (m *Model) paintHead(c *canvas.Canvas) {
	x := c.Write(1, 0, m.w, "tain", m.accentText())
	x = c.Write(x+2, 0, m.w, m.Title(m.Rules()), m.strongText())
	right := m.Seats()
	if c := m.Game.Control(); c != nil {
		right += ", " + c.Minutes()
	}
	if at := m.w - canvas.Width(right) - 1; at > x+2 {
		c.Write(at, 0, m.w, right, m.quietText())
	}
}

// paintPanel draws the players and their clocks, with the moves between them. Each player is on the
// side of their pieces.
func (m *Model) paintPanel(c *canvas.Canvas) {
	p := m.layout.panel
	above, below := board.Black, board.White
	if m.flip {
		above, below = below, above
	}
	if !m.layout.beside {
		half := (p.w - 2) / 2
		m.paintPlayer(c, below, rect{p.x, p.y, half, 1})
		m.paintPlayer(c, above, rect{p.x + p.w - half, p.y, half, 1})
		m.paintMoves(c, rect{p.x, p.y + 1, p.w, p.h - 1}, true)
		return
	}
	m.paintPlayer(c, above, rect{p.x, p.y, p.w, 1})
	m.paintPlayer(c, below, rect{p.x, p.y + p.h - 1, p.w, 1})
	inner := rect{p.x, p.y + 1, p.w, p.h - 2}
	if p.h >= 12 {
		c.Fill(p.x, p.y+1, p.w, 1, m.glyphs.Rule, canvas.Look{Fg: m.palette.Line})
		c.Fill(p.x, p.y+p.h-2, p.w, 1, m.glyphs.Rule, canvas.Look{Fg: m.palette.Line})
		inner = rect{p.x, p.y + 2, p.w, p.h - 4}
	}
	m.paintMoves(c, inner, false)
}

func (m *Model) paintPlayer(c *canvas.Canvas, side board.Colour, r rect) {
	who := m.Text("command.screen.you", nil)
	switch people := m.People(); {
	case !people[side]:
		who = m.Text("command.screen.engine", message.Args{"level": m.Level})
	case people == [2]bool{true, true}:
		who = ""
	}
	l := m.quietText()
	toMove := side == m.pos.Side && !m.Game.Over()
	if toMove {
		l = m.strongText()
	}
	x := m.paintKing(c, side, r.x, r.y)
	x = c.Write(x, r.y, r.w, session.Capitalise(m.Text("command.screen.side", message.Args{"side": side})), l)
	if who != "" {
		x = c.Write(x+1, r.y, r.x+r.w-x-1, who, m.quietText())
	}
	if toMove && m.work != nil && !m.work.hint {
		spin := m.glyphs.Spin[int(m.Now().Sub(m.work.since)/(2*tickStep))%len(m.glyphs.Spin)]
		c.Write(x+1, r.y, r.x+r.w-x-1, spin, m.accentText())
	}
	left := m.Game.Clocks(m.Millis())
	if left == nil {
		return
	}
	text := session.ClockText(left.White)
	if side == board.Black {
		text = session.ClockText(left.Black)
	}
	c.Write(r.x+r.w-canvas.Width(text), r.y, r.w, text, l)
}

// paintKing draws the king of a side and returns the column after it.
func (m *Model) paintKing(c *canvas.Canvas, side board.Colour, x, y int) int {
	king, p := board.NewPiece(side, board.King), m.palette
	if !p.Colours || m.glyphs.Letters {
		return c.Write(x, y, 2, m.glyphs.Piece(king)+" ", m.plainText())
	}
	l := canvas.Look{Fg: p.White, Bg: p.Dark, Bold: true}
	if side == board.Black {
		l.Fg, l.Bg = p.Black, p.Light
	}
	return c.Write(x, y, 3, " "+m.glyphs.Solid(king)+" ", l) + 1
}

// paintMoves lists the moves, with the last one at the bottom. If flat is true, it lists them as
// running text, and otherwise in two columns.
func (m *Model) paintMoves(c *canvas.Canvas, r rect, flat bool) {
	if len(m.played) == 0 {
		text := m.Text("command.screen.no-moves", nil)
		for i, line := range canvas.Wrap(text, r.w) {
			if i < r.h {
				c.Write(r.x, r.y+i, r.w, line, m.quietText())
			}
		}
		return
	}
	lines := m.moveTable(r.w)
	if flat {
		lines = m.moveFlow(r.w)
	}
	m.scroll = min(m.scroll, max(0, len(lines)-r.h))
	end := len(lines) - m.scroll
	for i, line := range lines[max(0, end-r.h):end] {
		for _, w := range line {
			c.Write(r.x+w.x, r.y+i, r.w-w.x, w.text, w.look)
		}
	}
}

// word is a string and its column in a line.
type word struct {
	x    int
	text string
	look canvas.Look
}

// moveTable lists the moves in two columns, one move number per line.
func (m *Model) moveTable(w int) (lines [][]word) {
	half := max(8, min(14, (w-5)/2))
	for i, p := range m.played {
		if !p.Black || i == 0 {
			lines = append(lines, []word{{0, fmt.Sprintf("%3d.", p.Number), m.quietText()}})
		}
		l := m.plainText()
		if i == len(m.played)-1 {
			l = m.strongText()
		}
		x := 5
		if p.Black {
			x += half
		}
		last := len(lines) - 1
		lines[last] = append(lines[last], word{x, canvas.Shorten(p.SAN, half-1, m.glyphs.Ellipsis), l})
	}
	return lines
}

// moveFlow lists the moves as running text.
func (m *Model) moveFlow(w int) (lines [][]word) {
	var line []word
	x := 0
	for i, p := range m.played {
		number := p.NumberText() + " "
		if p.Black && i > 0 {
			number = ""
		}
		if long := canvas.Width(number) + canvas.Width(p.SAN); x > 0 && x+long > w {
			lines, line, x = append(lines, line), nil, 0
		}
		l := m.plainText()
		if i == len(m.played)-1 {
			l = m.strongText()
		}
		line = append(line, word{x, number, m.quietText()}, word{x + canvas.Width(number), p.SAN, l})
		x += canvas.Width(number) + canvas.Width(p.SAN) + 1
		if p.Black {
			x++
		}
	}
	return append(lines, line)
}

// chooserRows returns the rectangle of the list items and the index of the first visible item.
func (m *Model) chooserRows() (rows rect, first int) {
	p := m.layout.panel
	rows = rect{p.x, p.y + 1, p.w, p.h - 1}
	first = max(0, min(m.chooser.at-rows.h/2, len(m.chooser.items)-rows.h))
	return rows, first
}

// itemAt returns the index of the list item at a point, or -1 if there is none.
func (m *Model) itemAt(x, y int) int {
	rows, first := m.chooserRows()
	if i := first + y - rows.y; rows.has(x, y) && i < len(m.chooser.items) {
		return i
	}
	return -1
}

func (m *Model) paintChooser(c *canvas.Canvas) {
	rows, first := m.chooserRows()
	c.Write(rows.x, rows.y-1, rows.w, m.chooser.title, m.strongText())
	wide := 0
	for _, it := range m.chooser.items {
		wide = max(wide, canvas.Width(it.label))
	}
	for i := first; i < len(m.chooser.items) && i-first < rows.h; i++ {
		it, y := m.chooser.items[i], rows.y+i-first
		l := m.plainText()
		if i == m.chooser.at {
			l = m.accentText()
			c.Write(rows.x, y, 1, m.glyphs.Prompt, l)
		}
		if it.why != "" {
			l.Faint = true
			c.Write(rows.x+1, y, 1, m.glyphs.Gone, canvas.Look{Fg: m.palette.Capture})
		}
		c.Write(rows.x+2, y, rows.w-2, it.label, l)
		more := canvas.Shorten(it.more, rows.w-wide-4, m.glyphs.Ellipsis)
		c.Write(rows.x+4+wide, y, rows.w-wide-4, more, m.quietText())
	}
}

// paintPlan draws the steps of a plan in the panel, instead of the moves.
func (m *Model) paintPlan(c *canvas.Canvas) {
	p := m.layout.panel
	c.Write(p.x, p.y, p.w, canvas.Shorten(m.Text("command.screen.plan.title", nil), p.w, m.glyphs.Ellipsis), m.strongText())
	rows := m.planRows()
	room := p.h - 1
	first := max(0, min(m.planStep-1-room/2, len(rows)-room))
	for i := first; i < len(rows) && i-first < room; i++ {
		l := m.plainText()
		switch {
		case i == m.planStep-1:
			l = m.accentText()
			c.Write(p.x, p.y+1+i-first, 1, m.glyphs.Prompt, l)
		case i >= len(m.plan.Steps):
			l = canvas.Look{Fg: m.palette.Capture, Bold: true}
		}
		c.Write(p.x+2, p.y+1+i-first, p.w-2, canvas.Shorten(rows[i], p.w-2, m.glyphs.Ellipsis), l)
	}
}

// footItem is a clickable word in the footer.
type footItem struct {
	binding binding
	label   string
	at      rect
}

// footItems returns the footer items that fit on the screen, or none while keys have another meaning.
func (m *Model) footItems() (items []footItem) {
	if m.field != nil || m.chooser != nil || m.ask != nil || m.helping || m.plan != nil {
		return nil
	}
	x := 1
	for _, d := range bindings {
		label, ok := d.label()
		if !ok || !m.useful(d) {
			continue
		}
		text := m.Format(label)
		w := canvas.Width(d.shown()) + 1 + canvas.Width(text)
		if x+w > m.w {
			break
		}
		items = append(items, footItem{d, text, rect{x, m.layout.foot + 3, w, 1}})
		x += w + 2
	}
	return items
}

// paintFoot draws the footer: the last move, a status line, and the keys or the open field. It
// returns the field's cursor.
func (m *Model) paintFoot(c *canvas.Canvas) (cursor *tea.Cursor) {
	y, most := m.layout.foot, m.w-2
	if n := len(m.played); m.plan != nil {
		c.Write(1, y, most, canvas.Shorten(m.Text("command.screen.plan.heading", message.Args{"heading": m.plan.Heading()}), most, m.glyphs.Ellipsis), m.accentText())
	} else if n > 0 {
		last := m.played[n-1]
		x := c.Write(1, y, most, last.NumberText()+" "+last.SAN, m.strongText())
		c.Write(x+2, y, most-x-1, canvas.Shorten(last.Sentence, most-x-1, m.glyphs.Ellipsis), m.plainText())
	}
	text, l := m.footLine()
	rows := 2 // rows of the status line
	if m.field != nil {
		rows = 1
	}
	for i, line := range canvas.Wrap(text, most) {
		if i == rows-1 {
			line = canvas.Shorten(strings.Join(canvas.Wrap(text, most)[i:], " "), most, m.glyphs.Ellipsis)
		}
		if i < rows {
			c.Write(1, y+1+i, most, line, l)
		}
	}
	switch {
	case m.field != nil:
		f := m.field
		x := c.Write(1, y+2, most, f.label+" "+m.glyphs.Prompt+" ", m.accentText())
		from := max(0, f.at-(m.w-x-2))
		c.Write(x, y+2, m.w-x-1, string(f.text[from:]), m.plainText())
		cursor = tea.NewCursor(x+f.at-from, y+2)
		c.Write(1, y+3, most, m.Text("command.screen.confirm", nil), m.quietText())
	case m.chooser != nil:
		c.Write(1, y+3, most, m.Text("command.screen.choose", nil), m.quietText())
	case m.ask != nil:
		c.Write(1, y+3, most, m.Text("command.screen.yes-no", nil), m.quietText())
	case m.plan != nil:
		c.Write(1, y+3, most, m.Text("command.screen.plan.keys", nil), m.quietText())
	}
	for _, f := range m.footItems() {
		x := c.Write(f.at.x, f.at.y, f.at.w, f.binding.shown(), m.accentText())
		c.Write(x+1, f.at.y, f.at.w, f.label, m.quietText())
	}
	return cursor
}

// footLine returns the footer's status line: a question, an error, the preview of a move, or
// the state of the game.
func (m *Model) footLine() (string, canvas.Look) {
	amber := canvas.Look{Fg: m.palette.Check, Bold: true}
	switch {
	case m.ask != nil:
		return m.ask.text, amber
	case m.plan != nil && m.status == "":
		text, failing := m.planLine()
		if failing {
			return text, canvas.Look{Fg: m.palette.Capture, Bold: true}
		}
		return text, m.plainText()
	case m.status != "" && m.tone == failed:
		return m.status, canvas.Look{Fg: m.palette.Capture, Bold: true}
	case m.status != "" && m.tone == success:
		return m.status, canvas.Look{Fg: m.palette.Move, Bold: true}
	case m.chooser != nil && m.chooser.items[m.chooser.at].why != "":
		return m.chooser.items[m.chooser.at].why, canvas.Look{Fg: m.palette.Capture, Bold: true}
	case m.preview != nil:
		return m.Text("command.screen.if-played", message.Args{"sentence": m.preview.sentence}), m.plainText()
	case m.work != nil && m.work.hint:
		return m.Text("command.screen.searching", nil), m.quietText()
	case m.Game.Over():
		return m.StatusText(), m.accentText()
	case m.status != "":
		return m.status, m.quietText()
	case m.work != nil:
		return session.Capitalise(m.Text("command.screen.thinking", message.Args{"side": m.pos.Side})), m.quietText()
	}
	if rules.InCheck(m.Rules(), &m.pos) {
		return m.StatusText(), amber
	}
	return m.StatusText(), m.quietText()
}

// paintHelp lists the keys and the marks.
func (m *Model) paintHelp(c *canvas.Canvas) {
	m.paintHead(c)
	g := m.glyphs
	all := [][2]string{
		{m.Text("command.screen.arrows", nil), m.Text("command.screen.arrows.help", nil)},
		{"e4 " + m.SAN("Nf3"), m.Text("command.key.move", nil)},
		{"enter", m.Text("command.screen.enter.help", nil)},
		{"tab", m.Text("command.screen.tab.help", nil)},
		{"esc", m.Text("command.screen.esc.help", nil)},
		{m.Text("command.screen.mouse", nil), m.Text("command.screen.mouse.help", nil)},
		{m.Text("command.screen.page", nil), m.Text("command.screen.page.help", nil)},
	}
	for _, d := range bindings {
		if d.name != "boards" && d.name != "quadrants" || m.hasBoardMoves() {
			all = append(all, [2]string{d.shown(), m.Format(d.help())})
		}
	}
	all = append(all, [2]string{},
		[2]string{g.Dot, m.Text("command.screen.mark.move", nil)},
		[2]string{g.Ring[0] + " " + g.Ring[1], m.Text("command.screen.mark.capture", nil)},
		[2]string{g.Ghost[0] + " " + g.Ghost[1], m.Text("command.screen.mark.appears", nil)},
		[2]string{g.Path + g.Path + g.Path, m.Text("command.screen.mark.path", nil)},
		[2]string{g.Alarm[0] + " " + g.Alarm[1], m.Text("command.screen.mark.check", nil)})
	if m.hasBoardMoves() {
		all = append(all, [2]string{g.Gone + "QL1", m.Text("command.screen.mark.closed-pin", nil)})
	}
	const keys, most = 8, 38
	columns := 1
	if len(all)+4 > m.h {
		columns = max(1, min(3, m.w/most))
	}
	per := (len(all) + columns - 1) / columns
	for i, row := range all {
		x, y := 2+i/per*(m.w-2)/columns, 2+i%per
		if y >= m.h-1 {
			continue
		}
		room := (m.w-2)/columns - keys - 1
		c.Write(x, y, keys, row[0], m.accentText())
		c.Write(x+keys, y, room, canvas.Shorten(row[1], room, g.Ellipsis), m.plainText())
	}
	c.Write(2, m.h-1, m.w-3, m.Text("command.screen.back", nil), m.quietText())
}
