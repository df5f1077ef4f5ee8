package screen

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/internal/term/grid"
	"github.com/tainchess/tain/rules"
	"github.com/tainchess/tain/rules/describe"
)

// paintBoard draws the board in layers: squares, lines of reflections, pieces and marks.
func (m *Model) paintBoard(c *canvas.Canvas) {
	l := m.layout
	marks := m.marks()
	each := func(paint func(*canvas.Canvas, *grid.Place, *mark)) {
		for i := range l.plan.Places {
			at := &l.plan.Places[i]
			mk := cmp.Or(marks[at.Spot()], &mark{})
			if m.exists(at) || mk.rises {
				paint(c, at, mk)
			}
		}
	}
	m.paintCaptions(c)
	each(m.paintSquare)
	m.paintTags(c)
	m.paintFootprints(c)
	if m.preview != nil && m.preview.landing != "" {
		for _, r := range m.preview.reflection() {
			m.paintLine(c, m.preview.landing, r.To)
		}
	}
	each(m.paintCell)
	quadrants := m.quadrantOf()
	each(func(c *canvas.Canvas, at *grid.Place, _ *mark) {
		if number := quadrants[at.Name]; number > 0 && at.Copy == rules.Centre {
			m.paintQuadrant(c, at, number)
		}
	})
	m.paintSeams(c)
}

// exists reports whether a place is a square in the current position.
func (m *Model) exists(at *grid.Place) bool {
	_, ok := m.squares[at.Name]
	return ok
}

// ground returns the background colour of a square.
func (m *Model) ground(at *grid.Place, mk *mark) color.Color {
	p := m.palette
	pick := func(light, dark color.Color) color.Color {
		if at.Dark {
			return dark
		}
		return light
	}
	switch {
	case at.Copy != rules.Centre && mk.last:
		return pick(p.SideLastLight, p.SideLastDark)
	case at.Copy != rules.Centre:
		return pick(p.SideLight, p.SideDark)
	case mk.chosen:
		return p.Glow
	case mk.rises || mk.vanishing:
		return pick(p.SideLight, p.SideDark)
	case mk.last:
		return pick(p.LastLight, p.LastDark)
	}
	return pick(p.Light, p.Dark)
}

// paintSquare draws an empty square, with file and rank labels at the edges of the board.
func (m *Model) paintSquare(c *canvas.Canvas, at *grid.Place, mk *mark) {
	l := m.layout
	r := l.cell(at)
	fill := " "
	if !m.palette.Colours && at.Dark && !at.Fringe {
		fill = m.glyphs.Hatch
	}
	c.Fill(r.x, r.y, r.w, r.h, fill, canvas.Look{Bg: m.ground(at, mk), Faint: at.Copy != rules.Centre && !m.palette.Colours})
	leftmost, lowest := m.edges(at)
	if l.marks {
		m.paintOuterMarks(c, at)
		return
	}
	label := m.labelLook(at, mk.chosen)
	if leftmost && at.Copy == rules.Centre {
		c.Write(r.x, r.y, len(at.Rank), at.Rank, label)
	}
	if lowest && !at.Fringe {
		c.Put(r.x+r.w-1, r.y+r.h-1, at.File, label)
	}
}

// labelLook returns the style of a label inside a square.
func (m *Model) labelLook(at *grid.Place, chosen bool) canvas.Look {
	p := m.palette
	switch {
	case at.Copy != rules.Centre:
		return canvas.Look{Fg: p.Slate}
	case m.dark && !chosen:
		return canvas.Look{Fg: p.White}
	}
	return canvas.Look{Fg: p.Black}
}

// edges reports whether a place is the leftmost in its row and the lowest in its column, counting only
// places on the same board.
func (m *Model) edges(at *grid.Place) (leftmost, lowest bool) {
	leftmost, lowest = true, true
	for i := range m.layout.plan.Places {
		o := &m.layout.plan.Places[i]
		if o.Copy != at.Copy || o.Level != at.Level {
			continue
		}
		leftmost = leftmost && !(o.Y == at.Y && o.X < at.X)
		lowest = lowest && !(o.X == at.X && o.Y > at.Y)
	}
	return leftmost, lowest
}

// paintOuterMarks writes file and rank labels outside the board.
func (m *Model) paintOuterMarks(c *canvas.Canvas, at *grid.Place) {
	if at.Fringe {
		return
	}
	l := m.layout
	x, y := l.centre(at)
	c.Write(l.board.x-1-len(at.Rank), y, len(at.Rank), at.Rank, m.quietText())
	c.Put(x, l.board.y+l.board.h, at.File, m.quietText())
}

// paintCaptions writes the captions above the groups.
func (m *Model) paintCaptions(c *canvas.Canvas) {
	l := m.layout
	if !l.captions {
		return
	}
	for n, g := range l.plan.Groups {
		look := m.quietText()
		caption := g.CaptionText(m.Format)
		if g.Caption == rules.Centre.String() { // the centre board is the real one
			look = m.strongText()
		}
		x := l.board.x + g.X*l.cellW + n*l.gap + (g.Cols*l.cellW-canvas.Width(caption))/2
		y := l.board.y - 1
		if l.plan.Levels {
			y += l.plan.Top(g.Caption) * l.cellH
		}
		c.Write(x, y, canvas.Width(caption), caption, look)
	}
}

// paintTags writes the names of small levels, with a stud if the level has no board.
func (m *Model) paintTags(c *canvas.Canvas) {
	l := m.layout
	closed := m.closedPins()
	for _, t := range l.plan.Tags {
		x := l.board.x + t.X*l.cellW + t.Group*l.gap
		y := l.board.y + t.Y*l.cellH + l.cellH/2
		text, look := t.Level, m.quietText()
		switch {
		case closed[t.Level]:
			text, look.Fg = m.glyphs.Gone+t.Level, m.palette.Capture
		case m.appearing(t.Level):
			look = m.accentText()
		case !l.plan.HasLevel(t.Level, m.squares):
			text, look.Faint = m.glyphs.Stud+t.Level, true
		}
		c.Write(x+(2*l.cellW-canvas.Width(text))/2, y, 2*l.cellW, text, look)
	}
}

// paintQuadrant writes the quadrant number of a square if there is space.
func (m *Model) paintQuadrant(c *canvas.Canvas, at *grid.Place, number int) {
	r := m.layout.cell(at)
	text, x, y := fmt.Sprintf("q%d", number), r.x, r.y+r.h-1
	if r.h < 2 || r.w < 4 {
		text, x = text[1:], r.x+r.w-1
	}
	for i := range len(text) {
		if s := c.At(x+i, y); s == nil || strings.Trim(s.Text, " "+m.glyphs.Hatch) != "" {
			return
		}
	}
	look := m.labelLook(at, false)
	look.Bold = true
	for i, sign := range text {
		c.Put(x+i, y, string(sign), look)
	}
}

// appearing reports whether the previewed move would place or rotate the board on this level.
func (m *Model) appearing(level string) bool {
	if m.preview == nil {
		return false
	}
	for _, c := range m.preview.changes {
		if c.Effect == describe.Turned && c.Mount == level {
			return true
		}
		for _, name := range c.Came {
			if at := m.layout.plan.Find(grid.Spot{Copy: rules.Centre, Name: name}); at != nil && at.Level == level {
				return true
			}
		}
	}
	return false
}

// paintFootprints marks the squares of large levels that are below or above a small level, and the
// squares in the cursor's column on all levels.
func (m *Model) paintFootprints(c *canvas.Canvas) {
	l := m.layout
	if !l.plan.Levels || l.cellH < 2 {
		return
	}
	small := map[string]bool{}
	for _, t := range l.plan.Tags {
		small[t.Level] = true
	}
	under := l.plan.Find(grid.Spot{Copy: rules.Centre, Name: m.cursor})
	for i := range l.plan.Places {
		at := &l.plan.Places[i]
		if !m.exists(at) {
			continue
		}
		r := l.cell(at)
		if under != nil && m.cursorVisible() && at != under && at.File == under.File && at.Rank == under.Rank {
			c.Put(r.x+r.w-1, r.y, m.glyphs.Stud, canvas.Look{Fg: m.palette.White, Bold: true})
			continue
		}
		for j := range l.plan.Places {
			o := &l.plan.Places[j]
			if small[o.Level] && !small[at.Level] && m.exists(o) && o.File == at.File && o.Rank == at.Rank {
				c.Put(r.x+r.w-1, r.y, m.glyphs.Corner, canvas.Look{Fg: m.palette.Silver})
			}
		}
	}
}

// paintLine draws the line of a reflection between two squares, outside their cells.
func (m *Model) paintLine(c *canvas.Canvas, from, to string) {
	l := m.layout
	a, b := l.plan.Find(grid.Spot{Copy: rules.Centre, Name: from}), l.plan.Find(grid.Spot{Copy: rules.Centre, Name: to})
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
		if cx, cy := l.centre(at); x == cx && y == cy && m.pos.Piece(m.squares[at.Name]) != board.NoPiece {
			continue
		}
		c.Put(x, y, m.glyphs.Path, canvas.Look{Fg: m.palette.White, Bold: true})
	}
}

func abs(n int) int { return max(n, -n) }

// paintSeams draws the seams between boards.
func (m *Model) paintSeams(c *canvas.Canvas) {
	l := m.layout
	if l.plan.Levels {
		return
	}
	for n := 1; n < len(l.plan.Groups); n++ {
		x := l.board.x + l.plan.Groups[n].X*l.cellW + n*l.gap
		seam := canvas.Look{Fg: m.palette.Silver}
		if l.gap == 0 { // the seam is drawn on the edge of the cells to the left
			seam.Fg = m.palette.White
			for y := l.board.y; y < l.board.y+l.board.h; y++ {
				if s := c.At(x-1, y); s != nil && (s.Text == " " || s.Text == m.glyphs.Hatch) {
					c.Put(x-1, y, m.glyphs.Seam, seam)
				}
			}
			continue
		}
		c.Fill(x-(l.gap+1)/2, l.board.y, 1, l.board.h, m.glyphs.Down, seam)
	}
}

// paintCell draws the piece on a square and its marks. Each kind of mark has a different shape to the
// left and right of the piece.
func (m *Model) paintCell(c *canvas.Canvas, at *grid.Place, mk *mark) {
	g, p := m.glyphs, m.palette
	x, y := m.layout.centre(at)
	pc := board.NoPiece
	if s, ok := m.squares[at.Name]; ok {
		pc = m.pos.Piece(s)
	}
	aside := 1
	if m.sprites() != nil && (pc != board.NoPiece || mk.ghost != board.NoPiece) {
		aside = m.layout.cellW / 2
	}
	sides := func(pair [2]string, l canvas.Look) {
		c.Put(x-aside, y, pair[0], l)
		c.Put(x+aside, y, pair[1], l)
	}
	if !p.Colours && m.layout.cellW > 3 && (pc != board.NoPiece || *mk != mark{}) {
		sides([2]string{" ", " "}, canvas.Look{}) // no hatching next to a piece or mark
	}
	switch {
	case mk.ghost != board.NoPiece:
		m.putPiece(c, x, y, at, mk.ghost, true)
	case pc != board.NoPiece:
		m.putPiece(c, x, y, at, pc, false)
	case mk.dot:
		c.Put(x, y, g.Dot, canvas.Look{Fg: m.onSide(at, p.Move), Bold: true})
	case mk.path:
		c.Put(x, y, g.Path, canvas.Look{Fg: m.onSide(at, p.White), Bold: true})
	}
	switch {
	case mk.ghost != board.NoPiece:
		l := canvas.Look{Fg: m.onSide(at, p.White), Bold: true}
		sides(g.Ghost, l)
		if mk.arrow != "" {
			c.Put(x-aside, y, mk.arrow, l)
		}
	case mk.gone || mk.vanishing && pc != board.NoPiece && !p.Colours:
		sides([2]string{g.Gone, g.Gone}, canvas.Look{Fg: p.Capture, Bold: true})
	case mk.ring:
		m.paintRing(c, x, y, aside, at)
	case mk.chosen && !p.Colours:
		sides(g.Glow, canvas.Look{Bold: true})
	case mk.check:
		sides(g.Alarm, canvas.Look{Fg: p.Check, Bold: true})
	case mk.echo && pc != board.NoPiece:
		sides(g.Ghost, canvas.Look{Fg: m.onSide(at, p.White)})
	case mk.last && !p.Colours:
		sides(g.Trail, canvas.Look{})
	case mk.dot && pc != board.NoPiece: // castling is marked on the rook
		sides([2]string{g.Dot, g.Dot}, canvas.Look{Fg: p.Move, Bold: true})
	}
	if mk.cursor {
		m.paintCursor(c, at, mk)
	}
}

// paintCursor draws the cursor at the corners of the square. If squares have one row, the
// cursor replaces other marks.
func (m *Model) paintCursor(c *canvas.Canvas, at *grid.Place, mk *mark) {
	g := m.glyphs
	l := canvas.Look{Fg: m.palette.White, Bold: true}
	r := m.layout.cell(at)
	if r.h > 1 {
		c.Put(r.x, r.y, g.Corners[0], l)
		c.Put(r.x+r.w-1, r.y, g.Corners[1], l)
		c.Put(r.x, r.y+r.h-1, g.Corners[2], l)
		c.Put(r.x+r.w-1, r.y+r.h-1, g.Corners[3], l)
		return
	}
	pair := g.Cursor
	if mk.ring {
		pair = g.Aim
	}
	c.Put(r.x, r.y, pair[0], l)
	c.Put(r.x+r.w-1, r.y, pair[1], l)
}

// sprites returns the large pieces in use, or nil if pieces are single characters.
func (m *Model) sprites() *canvas.Sprites {
	if !m.largePieces() {
		return nil
	}
	return canvas.SpritesFor(m.layout.cellW, m.layout.cellH)
}

// onSide returns a colour that is readable on a square: c on the centre board, or the ink colour on a
// side board.
func (m *Model) onSide(at *grid.Place, c color.Color) color.Color {
	if at.Copy != rules.Centre && m.palette.Ink != nil {
		return m.palette.Ink
	}
	return c
}

// putPiece draws a piece. With colours it draws a solid shape; without, an outlined or filled one.
func (m *Model) putPiece(c *canvas.Canvas, x, y int, at *grid.Place, pc board.Piece, ghost bool) {
	p := m.palette
	if !p.Colours {
		c.Put(x, y, m.glyphs.Piece(pc), canvas.Look{Bold: at.Copy == rules.Centre && !ghost, Faint: at.Copy != rules.Centre})
		return
	}
	white, black := p.White, p.Black
	switch {
	case at.Copy != rules.Centre:
		white, black = p.SideWhite, p.SideBlack
	case ghost:
		white, black = p.GhostWhite, p.GhostBlack
	}
	l := canvas.Look{Fg: black, Bold: true}
	if pc.Colour() == board.White {
		l.Fg = white
	}
	rows := m.sprites().Of(pc.Role())
	if rows == nil {
		c.Put(x, y, m.glyphs.Solid(pc), l)
		return
	}
	l.Bold = false
	for i, row := range rows {
		top, left := y-len(rows)/2+i, x-canvas.Width(row)/2
		for j, sign := range []rune(row) {
			if sign != ' ' {
				c.Put(left+j, top, string(sign), l)
			}
		}
	}
}

// paintRing draws the ring around a piece that would be captured, with round corners if there is space.
// aside is the distance of its sides from the centre.
func (m *Model) paintRing(c *canvas.Canvas, x, y, aside int, at *grid.Place) {
	g := m.glyphs
	l := canvas.Look{Fg: m.onSide(at, m.palette.Capture), Bold: true}
	r := m.layout.cell(at)
	if r.h < 3 {
		c.Put(x-aside, y, g.Ring[0], l)
		c.Put(x+aside, y, g.Ring[1], l)
		return
	}
	aside = max(2, aside)
	left, right, top, bottom := x-aside, x+aside, r.y, r.y+r.h-1
	c.Fill(left, top, 1, r.h, g.Down, l)
	c.Fill(right, top, 1, r.h, g.Down, l)
	c.Put(left, top, g.Round[0], l)
	c.Put(right, top, g.Round[1], l)
	c.Put(left, bottom, g.Round[2], l)
	c.Put(right, bottom, g.Round[3], l)
	if s, ok := m.squares[at.Name]; !ok || m.pos.Piece(s) == board.NoPiece || m.sprites() == nil {
		c.Fill(left+1, top, 2*aside-1, 1, g.Across, l)
		c.Fill(left+1, bottom, 2*aside-1, 1, g.Across, l)
	}
}
