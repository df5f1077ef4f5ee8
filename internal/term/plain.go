package term

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/rules"
)

// drawPlain draws a position as text with marks of files and ranks.
func drawPlain(r rules.Rules, p *board.Position, pl *plan, g *glyphs) string {
	squares := squaresOf(r, p)
	const (
		cell = 2 // columns of a cell
		gap  = 2 // columns between groups
		edge = 2 // columns of the ranks' marks
	)
	top := 0 // rows of captions
	if len(pl.groups) > 1 {
		top = 1
	}
	right := edge + pl.cols*cell + (len(pl.groups)-1)*gap
	c := newCanvas(right+1, top+pl.rows+1, look{})
	column := func(x, n int) int { return edge + x*cell + n*gap }
	for n, group := range pl.groups {
		if top > 0 {
			caption := group.shown()
			middle := column(group.x, n) + (group.cols*cell-1-width(caption))/2
			c.write(middle, 0, c.w, caption, look{})
		}
		if n > 0 && !pl.levels {
			c.fill(column(group.x, n)-gap, top, 1, pl.rows+1, g.wall, look{})
		}
	}
	for _, at := range pl.places {
		s, ok := squares[at.name]
		if !ok {
			continue
		}
		x := column(at.x, at.group)
		c.put(x, top+at.y, g.piece(p.Piece(s)), look{})
		c.put(x, top+pl.rows, at.file, look{})
		c.write(0, top+at.y, 1, at.rank, look{})
		c.write(right, top+at.y, 1, at.rank, look{})
	}
	for _, t := range pl.tags {
		if pl.standing(t.level, squares) {
			c.write(column(t.x, t.group), top+t.y, 3, t.level, look{})
		}
	}
	return c.plain()
}

// standing reports whether a level has squares in a position.
func (p *plan) standing(level string, squares map[string]board.Square) bool {
	for _, at := range p.places {
		if at.level == level {
			_, ok := squares[at.name]
			return ok
		}
	}
	return false
}
