package render

import (
	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/message"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// unit is the side of a square, and pad is the margin of the picture.
const (
	unit = 100.0
	pad  = 24.0
)

// field is a drawn square.
type field struct {
	name   string
	square board.Square
	at     paint.Point // the centre of the square
	u, v   paint.Point // vectors to the next file and to the next rank
	dark   bool
	x, y   int
	studs  []paint.Shape // studs attached to the square
}

// corner returns the point with the given coordinates relative to the square's centre. The sides of the
// square are at -0.5 and 0.5.
func (f *field) corner(a, b float64) paint.Point { return f.at.Add(f.u.Times(a)).Add(f.v.Times(b)) }

// quad returns the outline of the square, inset by a fraction of its side.
func (f *field) quad(inset float64) paint.Outline {
	k := 0.5 - inset
	return paint.Polygon(f.corner(-k, -k), f.corner(k, -k), f.corner(k, k), f.corner(-k, k))
}

// disc returns a circle on the square, drawn in the square's perspective.
func (f *field) disc(r float64, p paint.Paint) paint.Shape {
	if f.u.Y == 0 && f.v.X == 0 {
		return paint.Circle{At: f.at, R: r, Paint: p}
	}
	return paint.Path{Outline: paint.Ellipse(f.at, f.u.Times(r/unit), f.v.Times(r/unit)), Paint: p}
}

// plate is a drawn board.
type plate struct {
	board   rules.Copy // which copy of the board
	opacity float64
	fields  []*field
	under   []paint.Shape // drawn before the squares
	glass   float64       // opacity of the squares only
	fringe  bool          // copies of squares beyond the edges
}

// whole reports whether the board is a rectangle without holes.
func (at *plate) whole() bool {
	if at.fringe {
		return false
	}
	first := at.fields[0]
	lowX, lowY, highX, highY := first.x, first.y, first.x, first.y
	for _, f := range at.fields {
		lowX, lowY, highX, highY = min(lowX, f.x), min(lowY, f.y), max(highX, f.x), max(highY, f.y)
	}
	return len(at.fields) == (highX-lowX+1)*(highY-lowY+1)
}

// frame returns the outline of a board.
func (at *plate) frame() paint.Outline {
	low, high := at.fields[0], at.fields[0]
	for _, f := range at.fields {
		if f.x <= low.x && f.y <= low.y {
			low = f
		}
		if f.x >= high.x && f.y >= high.y {
			high = f
		}
	}
	w, h := float64(high.x-low.x)+0.5, float64(high.y-low.y)+0.5
	return paint.Polygon(low.corner(-0.5, -0.5), low.corner(w, -0.5), low.corner(w, h), low.corner(-0.5, h))
}

// place is a square on one copy of the board.
type place struct {
	board rules.Copy
	name  string
}

// stud is a pin, which may hold a board.
type stud struct {
	at     paint.Point // position of the stud
	centre paint.Point // centre of a board on the pin
	u, v   paint.Point // vectors to the next file and rank, as in field
	held   bool
}

// quad returns the outline of a board on the pin, with a margin.
func (s *stud) quad(margin float64) paint.Outline {
	k := 1 + margin/unit
	p := func(a, b float64) paint.Point { return s.centre.Add(s.u.Times(a)).Add(s.v.Times(b)) }
	return paint.Polygon(p(-k, -k), p(k, -k), p(k, k), p(-k, k))
}

// layout holds the positions of all parts of a picture.
type layout struct {
	width, height float64
	zero          paint.Point // where trimming has moved the original top left corner
	plates        []plate     // in drawing order
	find          map[place]*field
	pins          map[string]*stud
	labels        []paint.Shape // drawn over the boards
	upright       bool          // pieces stand upright on their squares
	middle        paint.Point   // the centre of the centre board
	across        paint.Point   // vector from a square to the same square on the next board
	copies        int           // number of boards in a row
	origin        *field        // a square to which spots are relative, on boards with joined edges
}

// existing maps the names of squares that exist in a position to squares.
func existing(r rules.Rules, p *board.Position) map[string]board.Square {
	g := r.Guide()
	all := make(map[string]board.Square, p.Size())
	for sq := range p.Size() {
		all[g.SquareName(p, sq)] = sq
	}
	return all
}

// extent returns the lowest and highest file and rank of a set of squares.
func extent(squares []rules.SquareInfo) (lowX, lowY, highX, highY int) {
	for i, q := range squares {
		if i == 0 {
			lowX, lowY, highX, highY = q.X, q.Y, q.X, q.Y
		}
		lowX, lowY, highX, highY = min(lowX, q.X), min(lowY, q.Y), max(highX, q.X), max(highY, q.Y)
	}
	return lowX, lowY, highX, highY
}

// flat lays out one board or several copies of it in a row.
func (l *layout) flat(s *Scene) {
	info := s.Rules.Info()
	lowX, lowY, highX, highY := extent(info.Squares)
	files, ranks := highX-lowX+1, highY-lowY+1
	l.copies = max(1, info.Boards)
	side := l.copies / 2
	head, foot := pad, pad
	if l.copies > 1 {
		head, foot = 64, 62 // space for arrows above and names below
	}
	if info.Shape.Planes > 1 {
		foot = 62
	}
	l.width = 2*pad + float64(l.copies*files)*unit
	l.height = head + foot + float64(ranks)*unit
	if joined(info) {
		if info.Shape.Seam != rules.Unjoined {
			l.width += 2 * unit
		}
		if info.Shape.Ends != rules.Unjoined {
			head, l.height = head+unit, l.height+2*unit
		}
	}
	turn := 1.0
	if s.Flip {
		turn = -1
	}
	l.across = paint.Point{X: turn * float64(files) * unit, Y: 0}
	l.middle = paint.Point{X: l.width / 2, Y: head + float64(ranks)*unit/2}
	squares := existing(s.Rules, &s.Position)
	add := func(b rules.Copy) {
		at := plate{board: b, opacity: 1, glass: 1}
		if b != rules.Centre {
			at.opacity = 0.5
		}
		for _, q := range info.Squares {
			f := &field{
				name: q.Name, square: squares[q.Name], dark: q.Dark, x: q.X, y: q.Y,
				u: paint.Point{X: turn * unit, Y: 0}, v: paint.Point{X: 0, Y: -turn * unit},
			}
			f.at = l.middle.Add(l.across.Times(float64(b))).
				Add(f.u.Times(float64(q.X) - float64(lowX+highX)/2)).
				Add(f.v.Times(float64(q.Y) - float64(lowY+highY)/2))
			at.fields = append(at.fields, f)
			l.find[place{b, q.Name}] = f
		}
		l.plates = append(l.plates, at)
	}
	for b := -side; b <= side; b++ {
		if b != 0 {
			add(rules.Copy(b))
		}
	}
	add(rules.Centre)
	if joined(info) {
		l.plates = append([]plate{l.fringe(info, &l.plates[0])}, l.plates...)
	}
	if l.copies > 1 {
		l.row(s, side, ranks)
	}
	if info.Shape.Planes > 1 {
		l.planes(info.Shape, turn, s.Theme)
	}
}

// planes adds the letters of two planes below them.
func (l *layout) planes(s rules.Shape, turn float64, t *paint.Theme) {
	for i, name := range planeNames {
		x := l.middle.X + turn*(float64(i)-0.5)*float64(s.Files+1)*unit
		l.labels = append(l.labels, paint.Label{At: paint.Point{X: x, Y: l.middle.Y + float64(s.Ranks)*unit/2 + 42}, Size: 34, Anchor: paint.Middle, Words: name, Colour: t.Ink})
	}
}

// row adds the names of the boards in a row and the seams between them.
func (l *layout) row(s *Scene, side, ranks int) {
	t := s.Theme
	top, bottom := l.middle.Y-float64(ranks)*unit/2, l.middle.Y+float64(ranks)*unit/2
	for b := -side; b <= side; b++ {
		c := t.Slate
		if b == 0 {
			c = t.Ink
		}
		at := l.middle.Add(l.across.Times(float64(b)))
		l.labels = append(l.labels, paint.Label{At: paint.Point{X: at.X, Y: bottom + 42}, Size: 34, Anchor: paint.Middle, Words: s.Language.say("draw.copy",
			"{board, select, left {left} right {right} other {centre}}", message.Args{"board": rules.Copy(b).String()}), Colour: c})
		if b < side {
			x := at.X + l.across.X/2
			l.labels = append(l.labels,
				paint.Line{A: paint.Point{X: x, Y: top - 10}, B: paint.Point{X: x, Y: bottom + 10}, Paint: paint.Stroked(t.Slate, 7)},
				paint.Line{A: paint.Point{X: x, Y: top - 10}, B: paint.Point{X: x, Y: bottom + 10}, Paint: paint.Stroked(t.Seam, 3.5)})
		}
	}
}
