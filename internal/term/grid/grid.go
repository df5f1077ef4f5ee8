// Package grid arranges the squares of a rule set in rows and columns by their coordinates, and
// draws positions as plain text.
package grid

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/internal/term/canvas"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render"
	"github.com/tainchess/tain/rules"
)

// Grid arranges squares in cells, with White at the bottom. The copies of a flat board are side
// by side. The levels of a board in space form groups, lowest on the left, with equal ranks in
// the same row.
type Grid struct {
	Places     []Place
	Cols, Rows int
	Groups     []Group // blocks of cells side by side
	Levels     bool    // whether the board has levels
	Tags       []Tag   // names of the small levels
}

// Tag is the name of a small level, with the free cell in which the name begins.
type Tag struct {
	Level string
	X, Y  int
	Group int
}

// Place is the cell of a square.
type Place struct {
	Copy  rules.Copy // copy of the board
	Name  string
	Level string
	X, Y  int // column and row, counted from the top left
	Group int
	File  string
	Rank  string
	Dark  bool
	// Fringe is true for the copy of a square beyond a joined edge.
	Fringe bool
}

// Group is a block of cells with a caption.
type Group struct {
	Caption string
	X, Cols int
	y, rows int
}

// Spot is a square on one copy of the board.
type Spot struct {
	Copy rules.Copy
	Name string
}

// Spot returns the square at a place.
func (p *Place) Spot() Spot { return Spot{p.Copy, p.Name} }

// New arranges the squares of a rule set. strip is the number of files to show of each side board. Copies beyond
// joined edges are shown only if strip is at least 8.
func New(info *rules.Info, strip int) *Grid {
	switch {
	case len(info.Levels) > 0:
		return planLevels(info)
	case info.Boards > 1:
		return planCopies(info, strip)
	}
	p := &Grid{}
	if info.Shape.Planes > 1 {
		for _, caption := range []string{"A", "B"} {
			p.addBoard(slices.DeleteFunc(slices.Clone(info.Squares), func(s rules.SquareInfo) bool {
				return !strings.HasSuffix(s.Name, caption)
			}), rules.Centre, 0, caption)
		}
		p.normalise()
		return p
	}
	p.addBoard(info.Squares, rules.Centre, 0, info.Title)
	for _, c := range render.Fringe(info) {
		if strip < 8 {
			break
		}
		p.add(c.Square, beyond(info, c), 0, c.X, c.Y)
		p.Places[len(p.Places)-1].Fringe = true
	}
	p.normalise()
	return p
}

// over is the copy of the board beyond its top and bottom edges and its corners. It never occurs in a
// rules.Way.
const over rules.Copy = 100

// beyond returns the copy of the board that contains a square beyond an edge.
func beyond(info *rules.Info, c render.Copied) rules.Copy {
	switch {
	case c.Y < 0 || c.Y >= info.Shape.Ranks:
		return over
	case c.X < 0:
		return -1
	}
	return 1
}

// planCopies arranges a flat board with copies of it to the left and right.
func planCopies(info *rules.Info, strip int) *Grid {
	width := 1 + slices.MaxFunc(info.Squares, func(a, b rules.SquareInfo) int { return a.X - b.X }).X
	strip = min(strip, width)
	p := &Grid{}
	near := func(keep func(x int) bool) (kept []rules.SquareInfo) {
		for _, s := range info.Squares {
			if keep(s.X) {
				kept = append(kept, s)
			}
		}
		return kept
	}
	p.addBoard(near(func(x int) bool { return x >= width-strip }), rules.Copy(-1), -width, rules.Copy(-1).String())
	p.addBoard(info.Squares, rules.Centre, 0, rules.Centre.String())
	p.addBoard(near(func(x int) bool { return x < strip }), rules.Copy(1), width, rules.Copy(1).String())
	p.normalise()
	return p
}

// CaptionText returns the caption in a language: the word for a copy of the board, or the
// name of a level.
func (g *Group) CaptionText(language func(message.Message) string) string {
	switch g.Caption {
	case rules.Copy(-1).String():
		return language(message.New("board.left", "left", nil))
	case rules.Centre.String():
		return language(message.New("board.centre", "CENTRE", nil))
	case rules.Copy(1).String():
		return language(message.New("board.right", "right", nil))
	}
	return g.Caption
}

// addBoard adds squares as a group, shifted dx columns to the right.
func (p *Grid) addBoard(squares []rules.SquareInfo, on rules.Copy, dx int, caption string) {
	n := len(p.Groups)
	p.Groups = append(p.Groups, Group{Caption: caption})
	for _, s := range squares {
		p.add(s, on, n, s.X+dx, s.Y)
	}
}

func (p *Grid) add(s rules.SquareInfo, on rules.Copy, n, x, y int) {
	column := s.Name[:max(0, len(s.Name)-len(s.Level))]
	file, rank := column, ""
	if len(column) > 1 {
		file, rank = column[:1], strings.TrimRight(column[1:], "AB") // e4A and e4B are on two planes
	}
	p.Places = append(p.Places, Place{
		Copy: on, Name: s.Name, Level: s.Level, X: x, Y: -y, Group: n,
		File: file, Rank: rank, Dark: s.Dark,
	})
}

// planLevels groups each large level with the small levels that follow it. A small level that
// would cover squares of its group is shifted outwards.
func planLevels(info *rules.Info) *Grid {
	of := map[string][]rules.SquareInfo{}
	for _, s := range info.Squares {
		of[s.Level] = append(of[s.Level], s)
	}
	most := 0
	for _, squares := range of {
		most = max(most, len(squares))
	}
	p := &Grid{Levels: true}
	type cell struct{ x, y int }
	var taken map[cell]bool
	var middle int // middle column of the large level, times two
	for _, level := range info.Levels {
		squares := of[level]
		if len(squares) == 0 {
			continue
		}
		low, high := extent(squares)
		outward := 0
		if len(squares) == most || p.Groups == nil {
			p.Groups = append(p.Groups, Group{Caption: level})
			taken, middle = map[cell]bool{}, low+high
		} else if outward = cmp.Compare(low+high, middle); outward == 0 {
			outward = 1
		}
		dx := 0
		for slices.ContainsFunc(squares, func(s rules.SquareInfo) bool { return taken[cell{s.X + dx, s.Y}] }) {
			dx += outward
		}
		for _, s := range squares {
			taken[cell{s.X + dx, s.Y}] = true
			p.add(s, rules.Centre, len(p.Groups)-1, s.X+dx, s.Y)
		}
	}
	p.spread()
	p.normalise()
	p.addTags()
	return p
}

func extent(squares []rules.SquareInfo) (low, high int) {
	low, high = squares[0].X, squares[0].X
	for _, s := range squares {
		low, high = min(low, s.X), max(high, s.X)
	}
	return low, high
}

// spread places the groups side by side.
func (p *Grid) spread() {
	edge := 0
	for n := range p.Groups {
		low, high := p.span(n)
		for i := range p.Places {
			if p.Places[i].Group == n {
				p.Places[i].X += edge - low
			}
		}
		edge += high - low + 1
	}
}

// span returns the first and the last column of a group.
func (p *Grid) span(n int) (low, high int) {
	first := true
	for _, at := range p.Places {
		switch {
		case at.Group != n:
		case first:
			low, high, first = at.X, at.X, false
		default:
			low, high = min(low, at.X), max(high, at.X)
		}
	}
	return low, high
}

// addTags finds a free cell for the name of each small level, above or below the level, on the
// side closer to the middle of the group.
func (p *Grid) addTags() {
	large := map[string]bool{}
	for _, g := range p.Groups {
		large[g.Caption] = true
	}
	for i, at := range p.Places {
		if large[at.Level] || i > 0 && p.Places[i-1].Level == at.Level {
			continue
		}
		left, top, bottom := at.X, at.Y, at.Y
		for _, other := range p.Places {
			if other.Level == at.Level {
				left, top, bottom = min(left, other.X), min(top, other.Y), max(bottom, other.Y)
			}
		}
		g := p.Groups[at.Group]
		y := top - 1
		if top+bottom < 2*g.y+g.rows-1 {
			y = bottom + 1
		}
		p.Tags = append(p.Tags, Tag{at.Level, left, y, at.Group})
	}
}

// normalise shifts the grid to the origin and sets its size.
func (p *Grid) normalise() {
	left, top := p.Places[0].X, p.Places[0].Y
	for _, at := range p.Places {
		left, top = min(left, at.X), min(top, at.Y)
	}
	p.Cols, p.Rows = 0, 0
	for i := range p.Groups {
		p.Groups[i].X, p.Groups[i].y = 1<<20, 1<<20
		p.Groups[i].Cols, p.Groups[i].rows = 0, 0
	}
	for i := range p.Places {
		at := &p.Places[i]
		at.X, at.Y = at.X-left, at.Y-top
		p.Cols, p.Rows = max(p.Cols, at.X+1), max(p.Rows, at.Y+1)
		g := &p.Groups[at.Group]
		g.X, g.y = min(g.X, at.X), min(g.y, at.Y)
	}
	for _, at := range p.Places {
		g := &p.Groups[at.Group]
		g.Cols, g.rows = max(g.Cols, at.X-g.X+1), max(g.rows, at.Y-g.y+1)
	}
}

// Flipped returns the grid rotated by 180°, with Black at the bottom.
func (p *Grid) Flipped() *Grid {
	f := *p
	f.Places = slices.Clone(p.Places)
	f.Groups = slices.Clone(p.Groups)
	for i := range f.Places {
		at := &f.Places[i]
		at.X, at.Y = p.Cols-1-at.X, p.Rows-1-at.Y
		at.Group = len(p.Groups) - 1 - at.Group
	}
	slices.Reverse(f.Groups)
	f.normalise()
	f.Tags = nil
	f.addTags()
	return &f
}

// Find returns the place of a square, or nil if it is not shown.
func (p *Grid) Find(s Spot) *Place {
	for i := range p.Places {
		if p.Places[i].Copy == s.Copy && p.Places[i].Name == s.Name {
			return &p.Places[i]
		}
	}
	return nil
}

// Top returns the topmost row of a level.
func (p *Grid) Top(level string) int {
	y := p.Rows
	for _, at := range p.Places {
		if at.Level == level {
			y = min(y, at.Y)
		}
	}
	return y
}

// Step returns the square that the cursor moves to in a direction. It is the nearest existing square,
// preferably straight ahead, or from if there is none.
func (p *Grid) Step(from string, dx, dy int, exists func(name string) bool) string {
	at := p.Find(Spot{rules.Centre, from})
	if at == nil {
		return from
	}
	best, found := 1<<20, from
	for _, to := range p.Places {
		if to.Copy != rules.Centre || !exists(to.Name) {
			continue
		}
		along := (to.X-at.X)*dx + (to.Y-at.Y)*dy
		aside := (to.X-at.X)*dy + (to.Y-at.Y)*dx
		aside = max(aside, -aside)
		if along <= 0 || aside > 2*along {
			continue
		}
		if far := along + 3*aside; far < best {
			best, found = far, to.Name
		}
	}
	return found
}

// SquaresOf returns the squares of a position by name.
func SquaresOf(r rules.Rules, p *board.Position) map[string]board.Square {
	names := make(map[string]board.Square, 64)
	for s := range p.Size() {
		if name := r.Guide().SquareName(p, s); name != "-" {
			names[name] = s
		}
	}
	return names
}

// DrawText draws a position as text, with files, ranks and captions.
func DrawText(r rules.Rules, p *board.Position, pl *Grid, g *canvas.Glyphs, language func(message.Message) string) string {
	if len(render.Fringe(r.Info())) > 0 {
		signs := render.Unicode
		if g.Wall == render.ASCII.Wall {
			signs = render.ASCII
		}
		return render.Text(r, p, signs, language)
	}
	squares := SquaresOf(r, p)
	const (
		cell = 2 // columns per cell
		gap  = 2 // columns between groups
	)
	label := 1
	for _, at := range pl.Places {
		label = max(label, len(at.Rank))
	}
	edge := label + 1 // columns for the rank labels
	top := 0          // rows of captions
	if len(pl.Groups) > 1 {
		top = 1
	}
	right := edge + pl.Cols*cell + (len(pl.Groups)-1)*gap
	c := canvas.New(right+label, top+pl.Rows+1, canvas.Look{})
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
		c.Write(label-len(at.Rank), top+at.Y, label, at.Rank, canvas.Look{})
		c.Write(right, top+at.Y, label, at.Rank, canvas.Look{})
	}
	for _, t := range pl.Tags {
		if pl.HasLevel(t.Level, squares) {
			c.Write(column(t.X, t.Group), top+t.Y, 3, t.Level, canvas.Look{})
		}
	}
	return c.Plain()
}

// HasLevel reports whether a level has squares in a position.
func (p *Grid) HasLevel(level string, squares map[string]board.Square) bool {
	for _, at := range p.Places {
		if at.Level == level {
			_, ok := squares[at.Name]
			return ok
		}
	}
	return false
}
