package paint

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Outline is a path of lines and cubic curves, with one or more subpaths.
type Outline []Segment

// Segment is a step in an outline: a verb and its points.
type Segment struct {
	Verb Verb
	P    [3]Point // two control points and the end point of a curve, otherwise only the end point
}

// Verb is the SVG command letter of a segment.
type Verb byte

// Verbs of segments.
const (
	MoveTo  Verb = 'M'
	LineTo  Verb = 'L'
	CurveTo Verb = 'C'
	Close   Verb = 'Z'
)

func (v Verb) points() int {
	switch v {
	case CurveTo:
		return 3
	case Close:
		return 0
	}
	return 1
}

func (o Outline) MoveTo(p Point) Outline { return append(o, Segment{MoveTo, [3]Point{p}}) }
func (o Outline) LineTo(p Point) Outline { return append(o, Segment{LineTo, [3]Point{p}}) }
func (o Outline) close() Outline         { return append(o, Segment{Verb: Close}) }
func (o Outline) CurveTo(a, b, p Point) Outline {
	return append(o, Segment{CurveTo, [3]Point{a, b, p}})
}

// End returns the end point of the segment.
func (s Segment) End() Point { return s.P[max(0, s.Verb.points()-1)] }

// Polygon returns a closed outline through the points.
func Polygon(points ...Point) (o Outline) {
	for i, p := range points {
		if i == 0 {
			o = o.MoveTo(p)
		} else {
			o = o.LineTo(p)
		}
	}
	return o.close()
}

// Straight returns an open outline through the points.
func Straight(points ...Point) Outline {
	o := Polygon(points...)
	return o[:len(o)-1]
}

// round is the distance of the control points from the end points when a cubic curve approximates a quarter
// of the unit circle.
const round = 0.5522847498

// Ellipse returns an ellipse with two conjugate radii.
func Ellipse(at, u, v Point) Outline {
	p := func(a, b float64) Point { return at.Add(u.Times(a)).Add(v.Times(b)) }
	return Outline{}.MoveTo(p(1, 0)).
		CurveTo(p(1, round), p(round, 1), p(0, 1)).
		CurveTo(p(-round, 1), p(-1, round), p(-1, 0)).
		CurveTo(p(-1, -round), p(-round, -1), p(0, -1)).
		CurveTo(p(round, -1), p(1, -round), p(1, 0)).close()
}

func circle(at Point, r float64) Outline { return Ellipse(at, Point{r, 0}, Point{0, r}) }

// Arc returns a curve between two points whose middle is height units above the straight line between them.
func Arc(from, to Point, height float64) Outline {
	lift := Point{0, -height * 4 / 3}
	return Outline{}.MoveTo(from).CurveTo(Mix(from, to, 0.12).Add(lift), Mix(from, to, 0.88).Add(lift), to)
}

// Bow returns a curve between two points that bends to the left. Its middle is off the straight line by the
// given fraction of the distance between the points.
func Bow(from, to Point, part float64) Outline {
	out := to.Sub(from).turned().Times(part * 4 / 3)
	return Outline{}.MoveTo(from).CurveTo(Mix(from, to, 0.25).Add(out), Mix(from, to, 0.75).Add(out), to)
}

// Fit returns the outline, scaled about the origin and then translated.
func (o Outline) Fit(scaleX, scaleY float64, by Point) Outline {
	all := make(Outline, len(o))
	for i, s := range o {
		for j := range s.Verb.points() {
			s.P[j] = Point{s.P[j].X*scaleX + by.X, s.P[j].Y*scaleY + by.Y}
		}
		all[i] = s
	}
	return all
}

// reversed returns the outline in the opposite direction. The outline must be a single open subpath.
func (o Outline) reversed() Outline {
	r := Outline{}.MoveTo(o[len(o)-1].End())
	for i := len(o) - 1; i > 0; i-- {
		before := o[i-1].End()
		if o[i].Verb == CurveTo {
			r = r.CurveTo(o[i].P[1], o[i].P[0], before)
		} else {
			r = r.LineTo(before)
		}
	}
	return r
}

func (o Outline) Bounds() Box {
	first := true
	var low, high Point
	for _, s := range o {
		for _, p := range s.P[:s.Verb.points()] {
			if first {
				low, high, first = p, p, false
			}
			low = Point{min(low.X, p.X), min(low.Y, p.Y)}
			high = Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	return Box{low.X, low.Y, high.X - low.X, high.Y - low.Y}
}

// polyline is a flattened subpath.
type polyline struct {
	points []Point
	closed bool
}

// polylines flattens an outline to line segments, accurate to a fraction of a pixel. The argument is the size
// of a pixel in units.
func (o Outline) polylines(pixel float64) (all []polyline) {
	var now *polyline
	add := func(p Point) {
		if n := len(now.points); n == 0 || now.points[n-1].Sub(p).Length() > pixel*0.01 {
			now.points = append(now.points, p)
		}
	}
	for _, s := range o {
		if s.Verb == MoveTo || now == nil {
			all = append(all, polyline{})
			now = &all[len(all)-1]
		}
		switch s.Verb {
		case Close:
			now.closed = true
			if n := len(now.points); n > 1 && now.points[0].Sub(now.points[n-1]).Length() <= pixel*0.01 {
				now.points = now.points[:n-1]
			}
		case CurveTo:
			from := now.points[len(now.points)-1]
			bend := s.P[0].Sub(from).Length() + s.P[1].Sub(s.P[0]).Length() + s.P[2].Sub(s.P[1]).Length()
			n := int(min(64, max(3, math.Ceil(math.Sqrt(bend/pixel)*1.4))))
			for i := 1; i <= n; i++ {
				add(curveAt(from, s.P, float64(i)/float64(n)))
			}
		default:
			add(s.P[0])
		}
	}
	return all
}

func curveAt(from Point, p [3]Point, t float64) Point {
	u := 1 - t
	return from.Times(u * u * u).Add(p[0].Times(3 * u * u * t)).Add(p[1].Times(3 * u * t * t)).Add(p[2].Times(t * t * t))
}

// shortened returns the outline cut off at a distance from its end. The outline must be a single open
// subpath.
func (o Outline) shortened(by float64) Outline {
	if len(o) < 2 {
		return o
	}
	cut := append(Outline{}, o...)
	last := &cut[len(cut)-1]
	from := cut[len(cut)-2].End()
	if last.Verb == LineTo {
		if whole := last.P[0].Sub(from).Length(); whole > by {
			last.P[0] = Mix(from, last.P[0], 1-by/whole)
		}
		return cut
	}
	t := 1.0
	for i := 0; i < 60 && curveAt(from, last.P, t).Sub(o[len(o)-1].End()).Length() < by; i++ {
		t -= 1.0 / 64
	}
	// Keep the part of the curve before t (de Casteljau's algorithm).
	a, b, c := Mix(from, last.P[0], t), Mix(last.P[0], last.P[1], t), Mix(last.P[1], last.P[2], t)
	ab, bc := Mix(a, b, t), Mix(b, c, t)
	last.P = [3]Point{a, ab, Mix(ab, bc, t)}
	return cut
}

// String returns the outline as SVG path data, rounded to one decimal place.
func (o Outline) String() string { return string(o.append(nil)) }

func (o Outline) append(text []byte) []byte {
	for _, s := range o {
		text = append(text, byte(s.Verb))
		for j, p := range s.P[:s.Verb.points()] {
			if j > 0 {
				text = append(text, ' ')
			}
			text = appendNumber(text, p.X)
			text = append(text, ' ')
			text = appendNumber(text, p.Y)
		}
	}
	return text
}

// appendNumber appends a number rounded to a tenth.
func appendNumber(text []byte, x float64) []byte {
	x = math.Round(x*10) / 10
	if x == 0 {
		x = 0 // not -0
	}
	return strconv.AppendFloat(text, x, 'f', -1, 64)
}

// maxCoordinate is the largest coordinate that ParseOutline accepts.
const maxCoordinate = 1_000_000

// ParseOutline parses SVG path data. It supports the commands M, L, C and Z with absolute coordinates.
func ParseOutline(data string) (Outline, error) {
	var o Outline
	rest := data
	number := func() (x float64, err error) {
		rest = strings.TrimLeft(rest, " ,\n\t")
		n := 0
		for n < len(rest) && strings.IndexByte("+-.0123456789", rest[n]) >= 0 {
			n++
		}
		x, err = strconv.ParseFloat(rest[:n], 64)
		if math.Abs(x) > maxCoordinate {
			err = strconv.ErrRange
		}
		rest = rest[n:]
		return x, err
	}
	for verb := Verb(0); ; {
		if rest = strings.TrimLeft(rest, " ,\n\t"); rest == "" {
			return o, nil
		}
		if c := rest[0]; c >= 'A' && c <= 'z' {
			verb, rest = Verb(c), rest[1:]
		} else if verb == MoveTo {
			verb = LineTo // in SVG, further points after a move are lines
		}
		if verb != MoveTo && verb != LineTo && verb != CurveTo && verb != Close || len(o) == 0 && verb != MoveTo {
			return nil, fmt.Errorf("paint: path data at byte %d: expected M, L, C or Z, and M first", len(data)-len(rest))
		}
		s := Segment{Verb: verb}
		for j := range verb.points() {
			x, err := number()
			if err != nil {
				return nil, fmt.Errorf("paint: path data at byte %d: expected a number of at most %d", len(data)-len(rest), maxCoordinate)
			}
			y, err := number()
			if err != nil {
				return nil, fmt.Errorf("paint: path data at byte %d: expected a number of at most %d", len(data)-len(rest), maxCoordinate)
			}
			s.P[j] = Point{x, y}
		}
		if o = append(o, s); verb == Close {
			verb = 0
		}
	}
}

// Point is a point or a vector.
type Point struct{ X, Y float64 }

func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

func (p Point) Times(k float64) Point { return Point{p.X * k, p.Y * k} }

func (p Point) Length() float64 { return math.Hypot(p.X, p.Y) }

func (p Point) Towards(q Point) Point { return q.Sub(p).Unit() }

func (p Point) turned() Point { return Point{p.Y, -p.X} }

func Mix(p, q Point, part float64) Point { return p.Add(q.Sub(p).Times(part)) }

// Unit returns the vector of length 1 in the same direction, or the zero vector if p is zero.
func (p Point) Unit() Point {
	if n := p.Length(); n > 0 {
		return p.Times(1 / n)
	}
	return Point{}
}

// Box is an axis-aligned rectangle.
type Box struct{ X, Y, W, H float64 }

// Around returns the box with the given centre, width and height.
func Around(at Point, w, h float64) Box { return Box{at.X - w/2, at.Y - h/2, w, h} }

func (b Box) moved(by Point) Box { return Box{b.X + by.X, b.Y + by.Y, b.W, b.H} }

func (b Box) Grown(by float64) Box { return Box{b.X - by, b.Y - by, b.W + 2*by, b.H + 2*by} }

// With returns the union of two boxes. The zero box is empty.
func (b Box) With(c Box) Box {
	switch {
	case b == (Box{}):
		return c
	case c == (Box{}):
		return b
	}
	x, y := min(b.X, c.X), min(b.Y, c.Y)
	return Box{x, y, max(b.X+b.W, c.X+c.W) - x, max(b.Y+b.H, c.Y+c.H) - y}
}
