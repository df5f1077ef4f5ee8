package term

import (
	"cmp"
	"slices"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/rules"
)

// plan is where the squares of a rule set lie on paper: a grid of cells, White
// below. A flat board is laid out as it is, copies of it side by side, levels
// of a board in space in groups from the lowest on the left to the highest,
// with equal ranks in equal rows.
type plan struct {
	places     []place
	cols, rows int
	groups     []group // blocks that stand side by side
	levels     bool    // the board has levels
	tags       []tag   // names of the small levels
}

// tag is the name of a small level and the free cell to write it from.
type tag struct {
	level string
	x, y  int
	group int
}

// place is the cell of a square.
type place struct {
	copy  rules.Copy // which of the boards in a row
	name  string
	level string
	x, y  int // column and row, from the top left
	group int
	file  string
	rank  string
	dark  bool
}

// group is a block of cells with a caption.
type group struct {
	caption string
	x, cols int
	y, rows int
}

// spot is what a cell shows: a square on one of the boards.
type spot struct {
	copy rules.Copy
	name string
}

func (p *place) spot() spot { return spot{p.copy, p.name} }

// newPlan lays out a rule set. Of the side boards only so many files next to
// the centre are shown as strip says.
func newPlan(info *rules.Info, strip int) *plan {
	switch {
	case len(info.Levels) > 0:
		return planLevels(info)
	case info.Boards > 1:
		return planCopies(info, strip)
	}
	p := &plan{}
	p.addBoard(info.Squares, rules.Centre, 0, info.Title)
	p.settle()
	return p
}

// planCopies puts copies of a flat board to the left and right of it.
func planCopies(info *rules.Info, strip int) *plan {
	width := 1 + slices.MaxFunc(info.Squares, func(a, b rules.SquareInfo) int { return a.X - b.X }).X
	strip = min(strip, width)
	p := &plan{}
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
	p.settle()
	return p
}

// shown returns the caption as it is written above the group: a board of three
// has a word of the language, a level its name.
func (g *group) shown() string {
	switch g.caption {
	case rules.Copy(-1).String():
		return message.New("board.left", "left", nil).String()
	case rules.Centre.String():
		return message.New("board.centre", "CENTRE", nil).String()
	case rules.Copy(1).String():
		return message.New("board.right", "right", nil).String()
	}
	return g.caption
}

// addBoard adds squares as a group, moved to the right by dx.
func (p *plan) addBoard(squares []rules.SquareInfo, on rules.Copy, dx int, caption string) {
	n := len(p.groups)
	p.groups = append(p.groups, group{caption: caption})
	for _, s := range squares {
		p.add(s, on, n, s.X+dx, s.Y)
	}
}

func (p *plan) add(s rules.SquareInfo, on rules.Copy, n, x, y int) {
	column := s.Name[:max(0, len(s.Name)-len(s.Level))]
	file, rank := column, ""
	if len(column) > 1 {
		file, rank = column[:1], column[1:]
	}
	p.places = append(p.places, place{
		copy: on, name: s.Name, level: s.Level, x: x, y: -y, group: n,
		file: file, rank: rank, dark: s.Dark,
	})
}

// planLevels puts every large level with the small ones that follow it into a
// group. A small one that would cover squares of its group moves outwards.
func planLevels(info *rules.Info) *plan {
	of := map[string][]rules.SquareInfo{}
	for _, s := range info.Squares {
		of[s.Level] = append(of[s.Level], s)
	}
	most := 0
	for _, squares := range of {
		most = max(most, len(squares))
	}
	p := &plan{levels: true}
	type cell struct{ x, y int }
	var taken map[cell]bool
	var middle int // of the large level, doubled
	for _, level := range info.Levels {
		squares := of[level]
		if len(squares) == 0 {
			continue
		}
		low, high := extent(squares)
		outward := 0
		if len(squares) == most || p.groups == nil {
			p.groups = append(p.groups, group{caption: level})
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
			p.add(s, rules.Centre, len(p.groups)-1, s.X+dx, s.Y)
		}
	}
	p.spread()
	p.settle()
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

// spread sets groups beside each other.
func (p *plan) spread() {
	edge := 0
	for n := range p.groups {
		low, high := p.span(n)
		for i := range p.places {
			if p.places[i].group == n {
				p.places[i].x += edge - low
			}
		}
		edge += high - low + 1
	}
}

// span returns the first and the last column of a group.
func (p *plan) span(n int) (low, high int) {
	first := true
	for _, at := range p.places {
		switch {
		case at.group != n:
		case first:
			low, high, first = at.x, at.x, false
		default:
			low, high = min(low, at.x), max(high, at.x)
		}
	}
	return low, high
}

// addTags finds a free cell above or below every small level for its name, on
// the side that is nearer the middle of its group.
func (p *plan) addTags() {
	large := map[string]bool{}
	for _, g := range p.groups {
		large[g.caption] = true
	}
	for i, at := range p.places {
		if large[at.level] || i > 0 && p.places[i-1].level == at.level {
			continue
		}
		left, top, bottom := at.x, at.y, at.y
		for _, other := range p.places {
			if other.level == at.level {
				left, top, bottom = min(left, other.x), min(top, other.y), max(bottom, other.y)
			}
		}
		g := p.groups[at.group]
		y := top - 1
		if top+bottom < 2*g.y+g.rows-1 {
			y = bottom + 1
		}
		p.tags = append(p.tags, tag{at.level, left, y, at.group})
	}
}

// settle moves everything so that it begins at the top left, and measures it.
func (p *plan) settle() {
	left, top := p.places[0].x, p.places[0].y
	for _, at := range p.places {
		left, top = min(left, at.x), min(top, at.y)
	}
	p.cols, p.rows = 0, 0
	for i := range p.groups {
		p.groups[i].x, p.groups[i].y = 1<<20, 1<<20
		p.groups[i].cols, p.groups[i].rows = 0, 0
	}
	for i := range p.places {
		at := &p.places[i]
		at.x, at.y = at.x-left, at.y-top
		p.cols, p.rows = max(p.cols, at.x+1), max(p.rows, at.y+1)
		g := &p.groups[at.group]
		g.x, g.y = min(g.x, at.x), min(g.y, at.y)
	}
	for _, at := range p.places {
		g := &p.groups[at.group]
		g.cols, g.rows = max(g.cols, at.x-g.x+1), max(g.rows, at.y-g.y+1)
	}
}

// flipped returns the plan turned half round, Black below.
func (p *plan) flipped() *plan {
	f := *p
	f.places = slices.Clone(p.places)
	f.groups = slices.Clone(p.groups)
	for i := range f.places {
		at := &f.places[i]
		at.x, at.y = p.cols-1-at.x, p.rows-1-at.y
		at.group = len(p.groups) - 1 - at.group
	}
	slices.Reverse(f.groups)
	f.settle()
	f.tags = nil
	f.addTags()
	return &f
}

// find returns the place of a square on one of the boards, nil if it is not
// shown.
func (p *plan) find(s spot) *place {
	for i := range p.places {
		if p.places[i].copy == s.copy && p.places[i].name == s.name {
			return &p.places[i]
		}
	}
	return nil
}

// top returns the highest row of a level.
func (p *plan) top(level string) int {
	y := p.rows
	for _, at := range p.places {
		if at.level == level {
			y = min(y, at.y)
		}
	}
	return y
}

// step returns the square to which a cursor goes from another by a step: the
// nearest that exists and lies in the direction, straight ahead if possible.
// Where there is none it stays.
func (p *plan) step(from string, dx, dy int, exists func(name string) bool) string {
	at := p.find(spot{rules.Centre, from})
	if at == nil {
		return from
	}
	best, found := 1<<20, from
	for _, to := range p.places {
		if to.copy != rules.Centre || !exists(to.name) {
			continue
		}
		along := (to.x-at.x)*dx + (to.y-at.y)*dy
		aside := (to.x-at.x)*dy + (to.y-at.y)*dx
		if aside < 0 {
			aside = -aside
		}
		if along <= 0 || aside > 2*along {
			continue
		}
		if far := along + 3*aside; far < best {
			best, found = far, to.name
		}
	}
	return found
}

// squaresOf maps the names that squares have in a position to the squares.
func squaresOf(r rules.Rules, p *board.Position) map[string]board.Square {
	names := make(map[string]board.Square, 64)
	for s := board.Square(0); s < board.NoSquare; s++ {
		names[r.Guide().SquareName(p, s)] = s
	}
	return names
}
