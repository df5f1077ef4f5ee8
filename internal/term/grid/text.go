package grid

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// DrawText draws a position as text with marks of files and ranks, and captions in
// a language.
func DrawText(r rules.Rules, p *board.Position, pl *Grid, g *canvas.Glyphs, language func(message.Message) string) string {
	squares := SquaresOf(r, p)
	const (
		cell = 2 // columns of a cell
		gap  = 2 // columns between groups
		edge = 2 // columns of the ranks' marks
	)
	top := 0 // rows of captions
	if len(pl.Groups) > 1 {
		top = 1
	}
	right := edge + pl.Cols*cell + (len(pl.Groups)-1)*gap
	c := canvas.New(right+1, top+pl.Rows+1, canvas.Look{})
	column := func(x, n int) int { return edge + x*cell + n*gap }
	for n, group := range pl.Groups {
		if top > 0 {
			caption := group.CaptionText(language)
			middle := column(group.X, n) + (group.Cols*cell-1-canvas.Width(caption))/2
			c.Write(middle, 0, c.W, caption, canvas.Look{})
		}
		if n > 0 && !pl.Levels {
			c.Fill(column(group.X, n)-gap, top, 1, pl.Rows+1, g.Wall, canvas.Look{})
		}
	}
	for _, at := range pl.Places {
		s, ok := squares[at.Name]
		if !ok {
			continue
		}
		x := column(at.X, at.Group)
		c.Put(x, top+at.Y, g.Piece(p.Piece(s)), canvas.Look{})
		c.Put(x, top+pl.Rows, at.File, canvas.Look{})
		c.Write(0, top+at.Y, 1, at.Rank, canvas.Look{})
		c.Write(right, top+at.Y, 1, at.Rank, canvas.Look{})
	}
	for _, t := range pl.Tags {
		if pl.Standing(t.Level, squares) {
			c.Write(column(t.X, t.Group), top+t.Y, 3, t.Level, canvas.Look{})
		}
	}
	return c.Plain()
}

// Standing reports whether a level has squares in a position.
func (p *Grid) Standing(level string, squares map[string]board.Square) bool {
	for _, at := range p.Places {
		if at.Level == level {
			_, ok := squares[at.Name]
			return ok
		}
	}
	return false
}
