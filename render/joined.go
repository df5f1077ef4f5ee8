package render

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tainchess/tain/board"
	"github.com/tainchess/tain/render/paint"
	"github.com/tainchess/tain/rules"
)

// This file draws boards whose edges are joined: copies of the squares beyond the edges, and ways that leave the
// board at one edge and return at another.

// spot is a location on the plane of a board, in files and ranks.
type spot struct{ x, y float64 }

// join is a map between the board and a copy of it beyond one edge or corner.
type join struct{ there, back func(spot) spot }

// joins lists the maps to the copies around a board. The first one is the board itself. A step over a corner
// takes its sideways part first.
func joins(s rules.Shape) (all []join) {
	f, r := float64(s.Files), float64(s.Ranks)
	same := func(at spot) spot { return at }
	sides, ends := []join{{same, same}}, []join{{same, same}}
	for _, sign := range []float64{-1, 1} {
		switch s.Seam {
		case rules.Wrapped:
			sides = append(sides, join{func(at spot) spot { return spot{at.x + sign*f, at.y} }, func(at spot) spot { return spot{at.x - sign*f, at.y} }})
		case rules.Twisted:
			sides = append(sides, join{func(at spot) spot { return spot{at.x + sign*f, r - 1 - at.y} }, func(at spot) spot { return spot{at.x - sign*f, r - 1 - at.y} }})
		}
		switch s.Ends {
		case rules.Wrapped:
			ends = append(ends, join{func(at spot) spot { return spot{at.x, at.y + sign*r} }, func(at spot) spot { return spot{at.x, at.y - sign*r} }})
		case rules.Twisted:
			ends = append(ends, join{func(at spot) spot { return spot{f - 1 - at.x, at.y + sign*r} }, func(at spot) spot { return spot{f - 1 - at.x, at.y - sign*r} }})
		case rules.Poles:
			for _, half := range []float64{-f / 2, f / 2} {
				turn := func(by float64) func(at spot) spot {
					return func(at spot) spot { return spot{at.x + by, r - 1 + sign*r - at.y} }
				}
				ends = append(ends, join{turn(half), turn(-half)})
			}
		}
	}
	for _, side := range sides {
		for _, end := range ends {
			all = append(all, join{func(at spot) spot { return side.there(end.there(at)) }, func(at spot) spot { return end.back(side.back(at)) }})
		}
	}
	return all
}

// joined reports whether a picture shows copies of squares around the board. There is no space for them between two
// planes.
func joined(i *rules.Info) bool {
	return i.Copies() && i.Boards == 1 && i.Shape.Planes <= 1 && len(i.Levels) == 0
}

// Copied is a copy of a square beyond a joined edge, at the location X, Y.
type Copied struct {
	X, Y   int
	Square rules.SquareInfo
}

// Fringe lists the copies of squares that are shown around a board: one row or column beyond each joined edge.
// It is empty if the rule set shows no copies.
func Fringe(info *rules.Info) (all []Copied) {
	if !joined(info) {
		return nil
	}
	s, by := info.Shape, map[spot]rules.SquareInfo{}
	for _, q := range info.Squares {
		by[spot{float64(q.X), float64(q.Y)}] = q
	}
	maps := joins(s)[1:]
	for x := -1; x <= s.Files; x++ {
		for y := -1; y <= s.Ranks; y++ {
			if x >= 0 && x < s.Files && y >= 0 && y < s.Ranks {
				continue
			}
			for _, j := range maps {
				if q, ok := by[j.back(spot{float64(x), float64(y)})]; ok {
					all = append(all, Copied{x, y, q})
					break
				}
			}
		}
	}
	return all
}

// fringe lays out the copies of squares around the board.
func (l *layout) fringe(info *rules.Info, centre *plate) plate {
	at := plate{board: rules.Centre, opacity: 0.5, glass: 1, fringe: true}
	l.origin = centre.fields[0]
	for _, c := range Fringe(info) {
		side := *l.find[place{rules.Centre, c.Square.Name}]
		side.at, side.x, side.y = l.point(spot{float64(c.X), float64(c.Y)}), c.X, c.Y
		at.fields = append(at.fields, &side)
	}
	return at
}

// point returns the location of a spot in the picture.
func (l *layout) point(s spot) paint.Point {
	f := l.origin
	return f.at.Add(f.u.Times(s.x - float64(f.x))).Add(f.v.Times(s.y - float64(f.y)))
}

// legs divides a way into the parts that lie on one board. A part that crosses an edge ends on a copy beyond it,
// and the next part begins on the copy beyond the other edge. It returns nil if a square is not drawn.
func (p *painter) legs(w rules.Way) (all [][]paint.Point) {
	info := p.Rules.Info()
	maps := joins(info.Shape)
	var leg []spot
	add := func() {
		var points []paint.Point
		for _, s := range leg {
			points = append(points, p.point(s))
		}
		all = append(all, points)
	}
	for i, t := range w {
		f := p.find[place{rules.Centre, t.Square}]
		if f == nil {
			return nil
		}
		to := spot{float64(f.x), float64(f.y)}
		if i == 0 {
			leg = []spot{to}
			continue
		}
		from := leg[len(leg)-1]
		best, least := 0, math.Inf(1)
		for n, j := range maps {
			there := j.there(to)
			if d := math.Hypot(there.x-from.x, there.y-from.y); d < least-0.01 {
				best, least = n, d
			}
		}
		if best == 0 {
			leg = append(leg, to)
			continue
		}
		leg = append(leg, maps[best].there(to))
		add()
		leg = []spot{maps[best].back(from), to}
	}
	add()
	return all
}

// inside returns a point unchanged or, if the point lies beyond the copies around the board, moves it towards
// another point, onto the edge of the picture.
func (p *painter) inside(at, towards paint.Point) paint.Point {
	k := 1.0
	for _, axis := range [][3]float64{{at.X, towards.X, p.width}, {at.Y, towards.Y, p.height}} {
		switch {
		case axis[0] < pad:
			k = min(k, (axis[1]-pad)/(axis[1]-axis[0]))
		case axis[0] > axis[2]-pad:
			k = min(k, (axis[2]-pad-axis[1])/(axis[0]-axis[1]))
		}
	}
	return paint.Mix(towards, at, max(0, k))
}

// jointed draws a way on a board with joined edges or links as one arrow per leg. It returns nil if a single
// straight arrow can show the way.
func (e *effects) jointed(w rules.Way) (shapes []paint.Shape) {
	info := e.Rules.Info()
	if len(info.Kinds) == 0 || len(info.Levels) > 0 || e.copies > 1 || w.Seam() && !joined(info) {
		return nil
	}
	if e.origin == nil {
		e.origin = e.find[place{rules.Centre, w[0].Square}]
	}
	legs := e.legs(w)
	if len(legs) == 0 || len(legs) == 1 && straight(legs[0]) {
		return nil
	}
	bead := paint.Arrow{Colour: e.Theme.Accent, Casing: e.Theme.HintEdge, Width: 8}
	for i, leg := range legs {
		room, short := 0.0, 0.0
		if i == 0 {
			room = 46
		}
		if i == len(legs)-1 {
			short = 34
			if e.piece(e.landing) != board.NoPiece {
				short = 48
			}
		}
		if n := len(leg); n > 1 {
			leg[0], leg[n-1] = e.inside(leg[0], leg[1]), e.inside(leg[n-1], leg[n-2])
		}
		shapes = append(shapes, bead.Bent(room, short, leg...)...)
	}
	return []paint.Shape{paint.Group{Opacity: 1, Role: paint.WayRole, Shapes: shapes}}
}

// straight reports whether the points lie on a straight line, in order along it.
func straight(points []paint.Point) bool {
	for i := 2; i < len(points); i++ {
		d, o := points[i-1].Sub(points[0]), points[i].Sub(points[i-1])
		if math.Abs(d.X*o.Y-d.Y*o.X) > 1 || d.X*o.X+d.Y*o.Y < 0 {
			return false
		}
	}
	return true
}

// joinedText draws a board with joined edges as text. Beyond each joined edge, behind a wall, it draws one row or
// column of copied squares.
func joinedText(r rules.Rules, p *board.Position, g Glyphs, marked []string) string {
	info := r.Info()
	s := info.Shape
	signs, marks := signs(r, p, g), places(r, marked)
	for _, c := range Fringe(info) {
		signs[[2]int{c.X, c.Y}] = signs[[2]int{c.Square.X, c.Square.Y}]
	}
	at := func(x, y int) string { return cmp.Or(signs[[2]int{x, y}], " ") }
	sides, ends := s.Seam != rules.Unjoined, s.Ends != rules.Unjoined
	width := len(strconv.Itoa(s.Ranks))
	var b strings.Builder
	row := func(y int) {
		label := ""
		if y >= 0 && y < s.Ranks {
			label = strconv.Itoa(y + 1)
		}
		line := fmt.Sprintf("%*s", width, label)
		if sides {
			line += " " + at(-1, y) + " " + g.Wall
		}
		for x := range s.Files {
			line += bracket(marks[[2]int{x - 1, y}], marks[[2]int{x, y}]) + at(x, y)
		}
		line += bracket(marks[[2]int{s.Files - 1, y}], false)
		if sides {
			line += g.Wall + " " + at(s.Files, y)
		}
		b.WriteString(strings.TrimRight(line+" "+label, " ") + "\n")
	}
	floor := strings.Repeat(" ", width)
	if sides {
		floor += "    "
	}
	floor += strings.Repeat(g.Floor, 2*s.Files+1)
	if ends {
		row(s.Ranks)
		b.WriteString(floor + "\n")
	}
	for y := s.Ranks - 1; y >= 0; y-- {
		row(y)
	}
	if ends {
		b.WriteString(floor + "\n")
		row(-1)
	}
	files := strings.Repeat(" ", width)
	if sides {
		files += "    "
	}
	for x := range s.Files {
		files += " " + string(rune('a'+x))
	}
	b.WriteString(files + "\n")
	return b.String()
}
