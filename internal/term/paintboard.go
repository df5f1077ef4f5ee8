package term

import (
	"fmt"
	"image/color"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// paintBoard draws the squares with everything on them, from the ground up:
// squares, the lines of a reflection, pieces, marks.
func (m *Model) paintBoard(c *canvas) {
	l := m.layout
	marks := m.marks()
	m.paintCaptions(c)
	for i := range l.plan.places {
		at := &l.plan.places[i]
		if mk := marks[at.spot()]; m.there(at) || mk != nil && mk.rises {
			m.paintSquare(c, at, mk)
		}
	}
	m.paintTags(c)
	m.paintFootprints(c)
	if m.preview != nil && m.preview.landing != "" {
		for _, r := range m.preview.reflection() {
			m.paintLine(c, m.preview.landing, r.To)
		}
	}
	for i := range l.plan.places {
		at := &l.plan.places[i]
		if mk := marks[at.spot()]; m.there(at) || mk != nil && mk.rises {
			if mk == nil {
				mk = &mark{}
			}
			m.paintCell(c, at, mk)
		}
	}
	for name, number := range m.quadrantOf() {
		if at := l.plan.find(spot{rules.Centre, name}); at != nil && (m.there(at) || marks[at.spot()] != nil && marks[at.spot()].rises) {
			m.paintQuadrant(c, at, number)
		}
	}
	m.paintSeams(c)
}

// there reports whether a place is a square of the position shown.
func (m *Model) there(at *place) bool {
	_, ok := m.squares[at.name]
	return ok
}

// ground is the colour of a square.
func (m *Model) ground(at *place, mk *mark) color.Color {
	p := m.palette
	pick := func(light, dark color.Color) color.Color {
		if at.dark {
			return dark
		}
		return light
	}
	switch {
	case at.copy != rules.Centre:
		return pick(p.sideLight, p.sideDark)
	case mk != nil && mk.chosen:
		return p.glow
	case mk != nil && (mk.rises || mk.vanishing):
		return pick(p.sideLight, p.sideDark)
	case mk != nil && mk.last:
		return pick(p.lastLight, p.lastDark)
	}
	return pick(p.light, p.dark)
}

// paintSquare draws the ground of a square and its file and rank if it lies at
// an edge.
func (m *Model) paintSquare(c *canvas, at *place, mk *mark) {
	l := m.layout
	r := l.cell(at)
	fill := " "
	if !m.palette.colours && at.dark {
		fill = m.glyphs.hatch
	}
	c.fill(r.x, r.y, r.w, r.h, fill, look{bg: m.ground(at, mk), faint: at.copy != rules.Centre && !m.palette.colours})
	leftmost, lowest := m.edges(at)
	if l.marks {
		m.paintOuterMarks(c, at)
		return
	}
	label := m.labelLook(at, mk)
	if leftmost && at.copy == rules.Centre {
		c.put(r.x, r.y, at.rank, label)
	}
	if lowest {
		c.put(r.x+r.w-1, r.y+r.h-1, at.file, label)
	}
}

// labelLook is the look of a coordinate within a square.
func (m *Model) labelLook(at *place, mk *mark) look {
	p := m.palette
	switch {
	case at.copy != rules.Centre:
		return look{fg: p.slate}
	case m.dark && (mk == nil || !mk.chosen):
		return look{fg: p.white}
	}
	return look{fg: p.black}
}

// edges reports whether a place is the leftmost of its row and the lowest of
// its column, on its own board.
func (m *Model) edges(at *place) (leftmost, lowest bool) {
	leftmost, lowest = true, true
	for i := range m.layout.plan.places {
		o := &m.layout.plan.places[i]
		if o.copy != at.copy || o.level != at.level {
			continue
		}
		leftmost = leftmost && !(o.y == at.y && o.x < at.x)
		lowest = lowest && !(o.x == at.x && o.y > at.y)
	}
	return leftmost, lowest
}

// paintOuterMarks writes file and rank outside the board.
func (m *Model) paintOuterMarks(c *canvas, at *place) {
	l := m.layout
	x, y := l.centre(at)
	c.write(l.board.x-2, y, 1, at.rank, m.quietText())
	c.put(x, l.board.y+l.board.h, at.file, m.quietText())
}

// paintCaptions names the groups in the row above them.
func (m *Model) paintCaptions(c *canvas) {
	l := m.layout
	if !l.captions {
		return
	}
	for n, g := range l.plan.groups {
		look := m.quietText()
		caption := g.shown()
		if g.caption == rules.Centre.String() { // the only real one of the three
			look = m.strongText()
		}
		x := l.board.x + g.x*l.cellW + n*l.gap + (g.cols*l.cellW-width(caption))/2
		y := l.board.y - 1
		if l.plan.levels {
			y += l.plan.top(g.caption) * l.cellH
		}
		c.write(x, y, width(caption), caption, look)
	}
}

// paintTags names the small levels, and marks the places of those that are not
// there with a stud.
func (m *Model) paintTags(c *canvas) {
	l := m.layout
	closed := m.closedPins()
	for _, t := range l.plan.tags {
		x := l.board.x + t.x*l.cellW + t.group*l.gap
		y := l.board.y + t.y*l.cellH + l.cellH/2
		text, look := t.level, m.quietText()
		switch {
		case closed[t.level]:
			text, look.fg = m.glyphs.gone+t.level, m.palette.capture
		case m.rising(t.level):
			look = m.accentText()
		case !l.plan.standing(t.level, m.squares):
			text, look.faint = m.glyphs.stud+t.level, true
		}
		c.write(x+(2*l.cellW-width(text))/2, y, 2*l.cellW, text, look)
	}
}

// paintQuadrant writes the number of a square's quadrant, where nothing else
// is written.
func (m *Model) paintQuadrant(c *canvas, at *place, number int) {
	r := m.layout.cell(at)
	text, x, y := fmt.Sprintf("q%d", number), r.x, r.y+r.h-1
	if r.h < 2 || r.w < 4 {
		text, x = text[1:], r.x+r.w-1
	}
	for i := range len(text) {
		if s := c.at(x+i, y); s == nil || strings.Trim(s.text, " "+m.glyphs.hatch) != "" {
			return
		}
	}
	look := m.labelLook(at, nil)
	look.bold = true
	for i, sign := range text {
		c.put(x+i, y, string(sign), look)
	}
}

// rising reports whether the move in view would bring a level into being, or
// turn it.
func (m *Model) rising(level string) bool {
	if m.preview == nil {
		return false
	}
	for _, c := range m.preview.changes {
		if c.Effect == rules.Turned && c.Mount == level {
			return true
		}
		for _, name := range c.Came {
			if at := m.layout.plan.find(spot{rules.Centre, name}); at != nil && at.level == level {
				return true
			}
		}
	}
	return false
}

// paintFootprints marks on the large levels what lies under or over a small
// one, and everywhere the column that the cursor is in: a piece there counts on
// every level.
func (m *Model) paintFootprints(c *canvas) {
	l := m.layout
	if !l.plan.levels || l.cellH < 2 {
		return
	}
	small := map[string]bool{}
	for _, t := range l.plan.tags {
		small[t.level] = true
	}
	under := l.plan.find(spot{rules.Centre, m.cursor})
	for i := range l.plan.places {
		at := &l.plan.places[i]
		if !m.there(at) {
			continue
		}
		r := l.cell(at)
		if under != nil && m.showsCursor() && at != under && at.file == under.file && at.rank == under.rank {
			c.put(r.x+r.w-1, r.y, m.glyphs.stud, look{fg: m.palette.white, bold: true})
			continue
		}
		for j := range l.plan.places {
			o := &l.plan.places[j]
			if small[o.level] && !small[at.level] && m.there(o) && o.file == at.file && o.rank == at.rank {
				c.put(r.x+r.w-1, r.y, m.glyphs.corner, look{fg: m.palette.silver})
			}
		}
	}
}

// paintLine draws the fine line of a reflection between two squares, without
// their own cells.
func (m *Model) paintLine(c *canvas, from, to string) {
	l := m.layout
	a, b := l.plan.find(spot{rules.Centre, from}), l.plan.find(spot{rules.Centre, to})
	if a == nil || b == nil {
		return
	}
	x0, y0 := l.centre(a)
	x1, y1 := l.centre(b)
	steps := max(abs(x1-x0), abs(y1-y0))
	for i := 1; i < steps; i++ {
		x := x0 + (2*i*(x1-x0)+steps)/(2*steps)
		y := y0 + (2*i*(y1-y0)+steps)/(2*steps)
		if x1 < x0 {
			x = x0 - (2*i*(x0-x1)+steps)/(2*steps)
		}
		if y1 < y0 {
			y = y0 - (2*i*(y0-y1)+steps)/(2*steps)
		}
		at := l.hit(x, y)
		if at == nil || at == a || at == b || i%2 == 1 && abs(x1-x0) > 2*abs(y1-y0) {
			continue
		}
		if cx, cy := l.centre(at); x == cx && y == cy && m.pos.Piece(m.squares[at.name]) != board.NoPiece {
			continue
		}
		c.put(x, y, m.glyphs.path, look{fg: m.palette.white, bold: true})
	}
}

func abs(n int) int { return max(n, -n) }

// paintSeams draws the bright line where boards join.
func (m *Model) paintSeams(c *canvas) {
	l := m.layout
	if l.plan.levels {
		return
	}
	for n := 1; n < len(l.plan.groups); n++ {
		x := l.board.x + l.plan.groups[n].x*l.cellW + n*l.gap
		seam := look{fg: m.palette.silver}
		if l.gap == 0 { // at the edge of the cells to the left
			seam.fg = m.palette.white
			for y := l.board.y; y < l.board.y+l.board.h; y++ {
				if s := c.at(x-1, y); s != nil && (s.text == " " || s.text == m.glyphs.hatch) {
					c.put(x-1, y, m.glyphs.seam, seam)
				}
			}
			continue
		}
		c.fill(x-(l.gap+1)/2, l.board.y, 1, l.board.h, m.glyphs.down, seam)
	}
}

// paintCell draws what stands on a square and its marks. Every mark has a
// shape of its own; marks stand to the left and right of the piece.
func (m *Model) paintCell(c *canvas, at *place, mk *mark) {
	g, p := m.glyphs, m.palette
	x, y := m.layout.centre(at)
	pc := board.NoPiece
	if s, ok := m.squares[at.name]; ok {
		pc = m.pos.Piece(s)
	}
	aside := 1
	if m.sprites() != nil && (pc != board.NoPiece || mk.ghost != board.NoPiece) {
		aside = m.layout.cellW / 2
	}
	sides := func(pair [2]string, l look) {
		c.put(x-aside, y, pair[0], l)
		c.put(x+aside, y, pair[1], l)
	}
	if !p.colours && m.layout.cellW > 3 && (pc != board.NoPiece || *mk != mark{}) {
		sides([2]string{" ", " "}, look{}) // no hatching beside a sign
	}
	switch {
	case mk.ghost != board.NoPiece:
		m.putPiece(c, x, y, at, mk.ghost, true)
	case pc != board.NoPiece:
		m.putPiece(c, x, y, at, pc, false)
	case mk.dot:
		c.put(x, y, g.dot, look{fg: m.onSide(at, p.move), bold: true})
	case mk.path:
		c.put(x, y, g.path, look{fg: m.onSide(at, p.white), bold: true})
	}
	switch {
	case mk.ghost != board.NoPiece:
		l := look{fg: m.onSide(at, p.white), bold: true}
		sides(g.ghost, l)
		if mk.arrow != "" {
			c.put(x-aside, y, mk.arrow, l)
		}
	case mk.gone || mk.vanishing && pc != board.NoPiece && !p.colours:
		sides([2]string{g.gone, g.gone}, look{fg: p.capture, bold: true})
	case mk.ring:
		m.paintRing(c, x, y, aside, at)
	case mk.chosen && !p.colours:
		sides(g.glow, look{bold: true})
	case mk.check:
		sides(g.alarm, look{fg: p.check, bold: true})
	case mk.echo && pc != board.NoPiece:
		sides(g.ghost, look{fg: p.white})
	case mk.last && !p.colours:
		sides(g.trail, look{})
	case mk.dot && pc != board.NoPiece: // castling that names the rook's square
		sides([2]string{g.dot, g.dot}, look{fg: p.move, bold: true})
	}
	if mk.cursor {
		m.paintCursor(c, at, mk)
	}
}

// paintCursor draws the cursor: at the corners of the square, or, where it has
// one row only, in the place of other marks.
func (m *Model) paintCursor(c *canvas, at *place, mk *mark) {
	g := m.glyphs
	l := look{fg: m.palette.white, bold: true}
	r := m.layout.cell(at)
	if r.h > 1 {
		c.put(r.x, r.y, g.corners[0], l)
		c.put(r.x+r.w-1, r.y, g.corners[1], l)
		c.put(r.x, r.y+r.h-1, g.corners[2], l)
		c.put(r.x+r.w-1, r.y+r.h-1, g.corners[3], l)
		return
	}
	pair := g.cursor
	if mk.ring {
		pair = g.aim
	}
	c.put(r.x, r.y, pair[0], l)
	c.put(r.x+r.w-1, r.y, pair[1], l)
}

// sprites returns the silhouettes in use, nil if pieces are single signs.
func (m *Model) sprites() *sprites {
	if !m.draws() {
		return nil
	}
	return spritesFor(m.layout.cellW, m.layout.cellH)
}

// onSide returns a colour, or on a side board in its place one that can be
// read there.
func (m *Model) onSide(at *place, c color.Color) color.Color {
	if at.copy == rules.Centre {
		return c
	}
	if m.palette.ink != nil {
		return m.palette.ink
	}
	return c
}

// putPiece draws a piece. Where there is paint the figure is solid and paint
// tells its colour, elsewhere the figure does.
func (m *Model) putPiece(c *canvas, x, y int, at *place, pc board.Piece, ghost bool) {
	p := m.palette
	if !p.colours {
		c.put(x, y, m.glyphs.piece(pc), look{bold: at.copy == rules.Centre && !ghost, faint: at.copy != rules.Centre})
		return
	}
	white, black := p.white, p.black
	switch {
	case at.copy != rules.Centre:
		white, black = p.sideWhite, p.sideBlack
	case ghost:
		white, black = p.ghostWhite, p.ghostBlack
	}
	l := look{fg: black, bold: true}
	if pc.Colour() == board.White {
		l.fg = white
	}
	drawn := m.sprites()
	if drawn == nil {
		c.put(x, y, m.glyphs.solid(pc), l)
		return
	}
	l.bold = false
	rows := drawn[pc.Role()]
	for i, row := range rows {
		top, left := y-len(rows)/2+i, x-width(row)/2
		for j, sign := range []rune(row) {
			if sign != ' ' {
				c.put(left+j, top, string(sign), l)
			}
		}
	}
}

// paintRing draws the ring around what would be captured, round where there is
// room. Aside is how far from the middle its sides stand.
func (m *Model) paintRing(c *canvas, x, y, aside int, at *place) {
	g := m.glyphs
	l := look{fg: m.onSide(at, m.palette.capture), bold: true}
	r := m.layout.cell(at)
	if r.h < 3 {
		c.put(x-aside, y, g.ring[0], l)
		c.put(x+aside, y, g.ring[1], l)
		return
	}
	aside = max(2, aside)
	left, right, top, bottom := x-aside, x+aside, r.y, r.y+r.h-1
	c.fill(left, top, 1, r.h, g.down, l)
	c.fill(right, top, 1, r.h, g.down, l)
	c.put(left, top, g.round[0], l)
	c.put(right, top, g.round[1], l)
	c.put(left, bottom, g.round[2], l)
	c.put(right, bottom, g.round[3], l)
	if s, ok := m.squares[at.name]; !ok || m.pos.Piece(s) == board.NoPiece || m.sprites() == nil {
		c.fill(left+1, top, 2*aside-1, 1, g.across, l)
		c.fill(left+1, bottom, 2*aside-1, 1, g.across, l)
	}
}
