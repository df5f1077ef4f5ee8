package term

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/locale"
	"github.com/tainchess/tain/rules"
)

// paint draws everything. The cursor is that of a field, if one is open.
func (m *Model) paint() (*canvas, *tea.Cursor) {
	page := look{fg: m.palette.ink, bg: m.palette.paper}
	c := newCanvas(m.w, m.h, page)
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

func (m *Model) paintTooSmall(c *canvas) {
	w, h := least(m.rules().Info())
	text := said("command.play.this-terminal-is-too-small", locale.Args{"value": m.w, "valuetwo": m.h, "valuethree": w, "valuefour": h})
	for y, line := range wrap(text, m.w) {
		c.write(0, y, m.w, line, m.plainText())
	}
}

func (m *Model) paintHead(c *canvas) {
	x := c.write(1, 0, m.w, "tain", m.accentText())
	x = c.write(x+2, 0, m.w, title(m.rules()), m.strongText())
	right := m.seats()
	if c := m.game.Control(); c != nil {
		right += ", " + c.Minutes()
	}
	if at := m.w - width(right) - 1; at > x+2 {
		c.write(at, 0, m.w, right, m.quietText())
	}
}

// paintPanel shows the players with their clocks, the one above who plays
// towards the person, and between them the moves.
func (m *Model) paintPanel(c *canvas) {
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
		c.fill(p.x, p.y+1, p.w, 1, m.glyphs.rule, look{fg: m.palette.line})
		c.fill(p.x, p.y+p.h-2, p.w, 1, m.glyphs.rule, look{fg: m.palette.line})
		inner = rect{p.x, p.y + 2, p.w, p.h - 4}
	}
	m.paintMoves(c, inner, false)
}

func (m *Model) paintPlayer(c *canvas, side board.Colour, r rect) {
	who := said("command.screen.you", nil)
	switch people := m.people(); {
	case !people[side]:
		who = said("command.screen.engine", locale.Args{"level": m.level})
	case people == [2]bool{true, true}:
		who = ""
	}
	l := m.quietText()
	toMove := side == m.pos.Side && !m.game.Over()
	if toMove {
		l = m.strongText()
	}
	x := m.paintKing(c, side, r.x, r.y)
	x = c.write(x, r.y, r.w, sentence(said("command.screen.side", locale.Args{"side": side})), l)
	if who != "" {
		x = c.write(x+1, r.y, r.x+r.w-x-1, who, m.quietText())
	}
	if toMove && m.work != nil && !m.work.hint {
		spin := m.glyphs.spin[int(m.now().Sub(m.work.since)/(2*tickStep))%len(m.glyphs.spin)]
		c.write(x+1, r.y, r.x+r.w-x-1, spin, m.accentText())
	}
	left := m.game.Clocks(m.millis())
	if left == nil {
		return
	}
	text := clockText(left.White)
	if side == board.Black {
		text = clockText(left.Black)
	}
	c.write(r.x+r.w-width(text), r.y, r.w, text, l)
}

// paintKing shows a side by its king and returns where it ends.
func (m *Model) paintKing(c *canvas, side board.Colour, x, y int) int {
	king, p := board.NewPiece(side, board.King), m.palette
	if !p.colours || m.glyphs.letters {
		return c.write(x, y, 2, m.glyphs.piece(king)+" ", m.plainText())
	}
	l := look{fg: p.white, bg: p.dark, bold: true}
	if side == board.Black {
		l.fg, l.bg = p.black, p.light
	}
	return c.write(x, y, 3, " "+m.glyphs.solid(king)+" ", l) + 1
}

// paintMoves lists the moves, the latest last: in two columns, or running on
// where the place is flat.
func (m *Model) paintMoves(c *canvas, r rect, flat bool) {
	if len(m.played) == 0 {
		text := said("command.screen.no-move-has-been-played", nil)
		for i, line := range wrap(text, r.w) {
			if i < r.h {
				c.write(r.x, r.y+i, r.w, line, m.quietText())
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
			c.write(r.x+w.x, r.y+i, r.w-w.x, w.text, w.look)
		}
	}
}

// word is a piece of text with its place in a line.
type word struct {
	x    int
	text string
	look look
}

// moveTable lists the moves in two columns, one number a line.
func (m *Model) moveTable(w int) (lines [][]word) {
	half := max(8, min(14, (w-5)/2))
	for i, p := range m.played {
		black := len(p.number) > 3 && p.number[len(p.number)-2] == '.'
		if !black || i == 0 {
			lines = append(lines, []word{{0, fmt.Sprintf("%4s", trimDots(p.number)), m.quietText()}})
		}
		l := m.plainText()
		if i == len(m.played)-1 {
			l = m.strongText()
		}
		x := 5
		if black {
			x += half
		}
		last := len(lines) - 1
		lines[last] = append(lines[last], word{x, shorten(p.san, half-1, m.glyphs.ellipsis), l})
	}
	return lines
}

func trimDots(number string) string {
	for len(number) > 1 && number[len(number)-2] == '.' {
		number = number[:len(number)-1]
	}
	return number
}

// moveFlow lists the moves one after the other.
func (m *Model) moveFlow(w int) (lines [][]word) {
	var line []word
	x := 0
	for i, p := range m.played {
		black := len(p.number) > 3 && p.number[len(p.number)-2] == '.'
		number := p.number + " "
		if black && i > 0 {
			number = ""
		}
		if long := width(number) + width(p.san); x > 0 && x+long > w {
			lines, line, x = append(lines, line), nil, 0
		}
		l := m.plainText()
		if i == len(m.played)-1 {
			l = m.strongText()
		}
		line = append(line, word{x, number, m.quietText()}, word{x + width(number), p.san, l})
		x += width(number) + width(p.san) + 1
		if black {
			x++
		}
	}
	return append(lines, line)
}

// chooserRows returns where the list of choices is and which item stands first.
func (m *Model) chooserRows() (rows rect, first int) {
	p := m.layout.panel
	rows = rect{p.x, p.y + 1, p.w, p.h - 1}
	first = max(0, min(m.chooser.at-rows.h/2, len(m.chooser.items)-rows.h))
	return rows, first
}

// itemAt returns the choice under a point, -1 if there is none.
func (m *Model) itemAt(x, y int) int {
	rows, first := m.chooserRows()
	if i := first + y - rows.y; rows.has(x, y) && i < len(m.chooser.items) {
		return i
	}
	return -1
}

func (m *Model) paintChooser(c *canvas) {
	rows, first := m.chooserRows()
	c.write(rows.x, rows.y-1, rows.w, m.chooser.title, m.strongText())
	wide := 0
	for _, it := range m.chooser.items {
		wide = max(wide, width(it.label))
	}
	for i := first; i < len(m.chooser.items) && i-first < rows.h; i++ {
		it, y := m.chooser.items[i], rows.y+i-first
		l := m.plainText()
		if i == m.chooser.at {
			l = m.accentText()
			c.write(rows.x, y, 1, m.glyphs.prompt, l)
		}
		if it.why != "" {
			l.faint = true
			c.write(rows.x+1, y, 1, m.glyphs.gone, look{fg: m.palette.capture})
		}
		c.write(rows.x+2, y, rows.w-2, it.label, l)
		more := shorten(it.more, rows.w-wide-4, m.glyphs.ellipsis)
		c.write(rows.x+4+wide, y, rows.w-wide-4, more, m.quietText())
	}
}

// paintPlan lists the steps of a plan in place of the moves.
func (m *Model) paintPlan(c *canvas) {
	p := m.layout.panel
	c.write(p.x, p.y, p.w, shorten(said("command.screen.plan-of-moves", nil), p.w, m.glyphs.ellipsis), m.strongText())
	rows := m.planRows()
	room := p.h - 1
	first := max(0, min(m.planStep-1-room/2, len(rows)-room))
	for i := first; i < len(rows) && i-first < room; i++ {
		l := m.plainText()
		switch {
		case i == m.planStep-1:
			l = m.accentText()
			c.write(p.x, p.y+1+i-first, 1, m.glyphs.prompt, l)
		case i >= len(m.plan.steps):
			l = look{fg: m.palette.capture, bold: true}
		}
		c.write(p.x+2, p.y+1+i-first, p.w-2, shorten(rows[i], p.w-2, m.glyphs.ellipsis), l)
	}
}

// footItem is a word of the foot that can be clicked.
type footItem struct {
	binding binding
	at      rect
}

// footItems lists the bindings the foot offers, as many as fit.
func (m *Model) footItems() (items []footItem) {
	if m.field != nil || m.chooser != nil || m.ask != nil || m.helping || m.plan != nil {
		return nil
	}
	x := 1
	for _, d := range bindings {
		if !m.offered(d) {
			continue
		}
		w := width(d.key) + 1 + width(d.label.String())
		if x+w > m.w {
			break
		}
		items = append(items, footItem{d, rect{x, m.layout.foot + 3, w, 1}})
		x += w + 2
	}
	return items
}

// paintFoot says what happened, what would happen or why not, and what can be
// done. It returns the cursor of the open field.
func (m *Model) paintFoot(c *canvas) (cursor *tea.Cursor) {
	y, most := m.layout.foot, m.w-2
	if n := len(m.played); m.plan != nil {
		c.write(1, y, most, shorten(said("command.screen.plan-heading", locale.Args{"heading": m.plan.heading()}), most, m.glyphs.ellipsis), m.accentText())
	} else if n > 0 {
		last := m.played[n-1]
		x := c.write(1, y, most, last.number+" "+last.san, m.strongText())
		c.write(x+2, y, most-x-1, shorten(last.sentence, most-x-1, m.glyphs.ellipsis), m.plainText())
	}
	text, l := m.footLine()
	rows := 2 // the third line is free while nobody types
	if m.field != nil {
		rows = 1
	}
	for i, line := range wrap(text, most) {
		if i == rows-1 {
			line = shorten(strings.Join(wrap(text, most)[i:], " "), most, m.glyphs.ellipsis)
		}
		if i < rows {
			c.write(1, y+1+i, most, line, l)
		}
	}
	switch {
	case m.field != nil:
		f := m.field
		x := c.write(1, y+2, most, f.label+" "+m.glyphs.prompt+" ", m.accentText())
		from := max(0, f.at-(m.w-x-2))
		c.write(x, y+2, m.w-x-1, string(f.text[from:]), m.plainText())
		cursor = tea.NewCursor(x+f.at-from, y+2)
		c.write(1, y+3, most, said("command.screen.enter-to-take-it-esc", nil), m.quietText())
	case m.chooser != nil:
		c.write(1, y+3, most, said("command.screen.arrows-and-enter-to-choose", nil), m.quietText())
	case m.ask != nil:
		c.write(1, y+3, most, said("command.screen.y-yes-n-no", nil), m.quietText())
	case m.plan != nil:
		c.write(1, y+3, most, said("command.screen.arrows-to-step-home-and", nil), m.quietText())
	}
	for _, f := range m.footItems() {
		x := c.write(f.at.x, f.at.y, f.at.w, f.binding.key, m.accentText())
		c.write(x+1, f.at.y, f.at.w, f.binding.label.String(), m.quietText())
	}
	return cursor
}

// footLine is the second line of the foot: a question, what a move would do,
// what was refused, or how the game stands.
func (m *Model) footLine() (string, look) {
	amber := look{fg: m.palette.check, bold: true}
	switch {
	case m.ask != nil:
		return m.ask.text, amber
	case m.plan != nil && m.status == "":
		text, failing := m.planLine()
		if failing {
			return text, look{fg: m.palette.capture, bold: true}
		}
		return text, m.plainText()
	case m.status != "" && m.tone == refused:
		return m.status, look{fg: m.palette.capture, bold: true}
	case m.status != "" && m.tone == good:
		return m.status, look{fg: m.palette.move, bold: true}
	case m.chooser != nil && m.chooser.items[m.chooser.at].why != "":
		return m.chooser.items[m.chooser.at].why, look{fg: m.palette.capture, bold: true}
	case m.preview != nil:
		return said("command.screen.if-played", locale.Args{"sentence": m.preview.sentence}), m.plainText()
	case m.work != nil && m.work.hint:
		return said("command.screen.looking-for-a-good-move", nil), m.quietText()
	case m.game.Over():
		return m.standing(), m.accentText()
	case m.status != "":
		return m.status, m.quietText()
	case m.work != nil:
		return sentence(said("command.screen.thinking", locale.Args{"side": m.pos.Side})), m.quietText()
	}
	if rules.InCheck(m.rules(), &m.pos) {
		return m.standing(), amber
	}
	return m.standing(), m.quietText()
}

// paintHelp lists the keys and the signs.
func (m *Model) paintHelp(c *canvas) {
	m.paintHead(c)
	g := m.glyphs
	all := [][2]string{
		{said("command.screen.arrows", nil), said("command.screen.move-the-cursor", nil)},
		{"enter", said("command.screen.take-up-a-piece-play", nil)},
		{"tab", said("command.screen.go-round-a-piece-s", nil)},
		{"esc", said("command.screen.let-go-of-the-piece", nil)},
		{said("command.screen.mouse", nil), said("command.screen.pointing", nil)},
		{said("command.screen.page", nil), said("command.screen.up-and-down-scroll-the", nil)},
	}
	for _, d := range bindings {
		if d.key != "b" && d.key != "k" || m.hasBoardMoves() {
			all = append(all, [2]string{d.key, d.help.String()})
		}
	}
	all = append(all, [2]string{},
		[2]string{g.dot, said("command.screen.a-move", nil)},
		[2]string{g.ring[0] + " " + g.ring[1], said("command.screen.a-capture", nil)},
		[2]string{g.ghost[0] + " " + g.ghost[1], said("command.screen.appears", nil)},
		[2]string{g.path + g.path + g.path, said("command.screen.a-reflection-a-way-round", nil)},
		[2]string{g.alarm[0] + " " + g.alarm[1], said("command.screen.a-king-in-check", nil)})
	if m.hasBoardMoves() {
		all = append(all, [2]string{g.gone + "QL1", said("command.screen.a-pin-closed-to-the", nil)})
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
		c.write(x, y, keys, row[0], m.accentText())
		c.write(x+keys, y, room, shorten(row[1], room, g.ellipsis), m.plainText())
	}
	c.write(2, m.h-1, m.w-3, said("command.screen.any-key-to-go-back", nil), m.quietText())
}
